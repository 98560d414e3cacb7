package conn

import (
	"strings"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Stmt is a prepared statement.
type Stmt struct {
	conn    *Conn
	stmt    uintptr
	running bool
}

// Column is what SQLite knows of a column of the result; what it does not know is "".
type Column struct{ Name, Origin, Table, Database, Type string }

// Prepare compiles the first statement of a text, and returns what follows it. The
// statement is nil if the text has none.
func (c *Conn) Prepare(sql string) (s *Stmt, rest string, err error) {
	if err := c.ready(); err != nil {
		return nil, "", err
	}
	text, err := c.text(sql)
	if err != nil {
		return nil, "", err
	}
	defer libc.Xfree(c.tls, text)
	out, err := c.room(2 * pointerSize)
	if err != nil {
		return nil, "", err
	}
	defer libc.Xfree(c.tls, out)
	tail := out + uintptr(pointerSize)
	if err := c.check(lib.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, lib.SQLITE_PREPARE_PERSISTENT, out, tail)); err != nil {
		return nil, "", err
	}
	if at := int(pointerAt(tail) - text); at >= 0 && at <= len(sql) {
		rest = sql[at:]
	}
	p := pointerAt(out)
	if p == 0 {
		return nil, rest, nil
	}
	s = &Stmt{conn: c, stmt: p}
	c.stmts[s] = true
	return s, rest, nil
}

// Finalize releases the statement; a second time it does nothing.
func (s *Stmt) Finalize() error {
	if s.running {
		return ErrBusy
	}
	s.finalize()
	return nil
}

func (s *Stmt) finalize() {
	if s.stmt == 0 || s.conn.db == 0 {
		return
	}
	lib.Xsqlite3_finalize(s.conn.tls, s.stmt)
	s.stmt = 0
	delete(s.conn.stmts, s)
}

// usable says why the statement cannot be used now.
func (s *Stmt) usable() error {
	switch {
	case s.stmt == 0 || s.conn.db == 0:
		return ErrClosed
	case s.running:
		return ErrBusy
	}
	return nil
}

// Finalized reports whether the statement is gone.
func (s *Stmt) Finalized() bool { return s.stmt == 0 || s.conn.db == 0 }

// Step runs the statement to its next row, and reports whether there is one.
func (s *Stmt) Step() (row bool, err error) {
	if err := s.usable(); err != nil {
		return false, err
	}
	c := s.conn
	s.running = true
	c.running++
	defer func() { s.running = false; c.running-- }()
	switch code := lib.Xsqlite3_step(c.tls, s.stmt); code {
	case lib.SQLITE_ROW:
		return true, nil
	case lib.SQLITE_DONE:
		return false, nil
	default:
		return false, c.failure(code)
	}
}

// Reset ends the execution; bound values stay.
func (s *Stmt) Reset() error {
	if err := s.usable(); err != nil {
		return err
	}
	lib.Xsqlite3_reset(s.conn.tls, s.stmt) // it repeats the error of Step
	return nil
}

// Clear makes all parameters NULL.
func (s *Stmt) Clear() error {
	if err := s.usable(); err != nil {
		return err
	}
	return s.conn.check(lib.Xsqlite3_clear_bindings(s.conn.tls, s.stmt))
}

// Bind gives the parameter i, from 1, a value: nil, int64, float64, string or []byte.
func (s *Stmt) Bind(i int, v any) error {
	if err := s.usable(); err != nil {
		return err
	}
	c, at := s.conn, int32(i)
	switch v := v.(type) {
	case nil:
		return c.check(lib.Xsqlite3_bind_null(c.tls, s.stmt, at))
	case int64:
		return c.check(lib.Xsqlite3_bind_int64(c.tls, s.stmt, at, v))
	case float64:
		return c.check(lib.Xsqlite3_bind_double(c.tls, s.stmt, at, v))
	case string:
		p, err := c.copied([]byte(v))
		if err != nil {
			return err
		}
		defer libc.Xfree(c.tls, p)
		return c.check(lib.Xsqlite3_bind_text(c.tls, s.stmt, at, p, int32(len(v)), transient))
	case []byte:
		p, err := c.copied(v)
		if err != nil {
			return err
		}
		defer libc.Xfree(c.tls, p)
		return c.check(lib.Xsqlite3_bind_blob(c.tls, s.stmt, at, p, int32(len(v)), transient))
	}
	return &Error{Code: lib.SQLITE_MISMATCH, Message: "a value of an unknown kind", Offset: -1}
}

// Parameters are the names of the parameters, with their first character, "" for one without a name.
func (s *Stmt) Parameters() []string {
	out := make([]string, lib.Xsqlite3_bind_parameter_count(s.conn.tls, s.stmt))
	for i := range out {
		out[i] = libc.GoString(lib.Xsqlite3_bind_parameter_name(s.conn.tls, s.stmt, int32(i)+1))
	}
	return out
}

// ColumnCount is the number of columns of the result, 0 if the statement returns no rows.
func (s *Stmt) ColumnCount() int { return int(lib.Xsqlite3_column_count(s.conn.tls, s.stmt)) }

// ColumnName is the name of a column, from 0.
func (s *Stmt) ColumnName(i int) string {
	return libc.GoString(lib.Xsqlite3_column_name(s.conn.tls, s.stmt, int32(i)))
}

// ColumnTable is the table of a column, "" for an expression.
func (s *Stmt) ColumnTable(i int) string {
	return libc.GoString(lib.Xsqlite3_column_table_name(s.conn.tls, s.stmt, int32(i)))
}

// Columns describes the columns of the result.
func (s *Stmt) Columns() []Column {
	tls, out := s.conn.tls, make([]Column, s.ColumnCount())
	for i := range out {
		at := int32(i)
		out[i] = Column{
			Name:     s.ColumnName(i),
			Origin:   libc.GoString(lib.Xsqlite3_column_origin_name(tls, s.stmt, at)),
			Table:    s.ColumnTable(i),
			Database: libc.GoString(lib.Xsqlite3_column_database_name(tls, s.stmt, at)),
			Type:     libc.GoString(lib.Xsqlite3_column_decltype(tls, s.stmt, at)),
		}
	}
	return out
}

// Value is the value of a column of the row: nil, int64, float64, string or []byte.
func (s *Stmt) Value(i int) any {
	tls, at := s.conn.tls, int32(i)
	switch lib.Xsqlite3_column_type(tls, s.stmt, at) {
	case lib.SQLITE_INTEGER:
		return lib.Xsqlite3_column_int64(tls, s.stmt, at)
	case lib.SQLITE_FLOAT:
		return lib.Xsqlite3_column_double(tls, s.stmt, at)
	case lib.SQLITE_TEXT:
		p := lib.Xsqlite3_column_text(tls, s.stmt, at)
		return strings.ToValidUTF8(string(bytesAt(p, int(lib.Xsqlite3_column_bytes(tls, s.stmt, at)))), "\uFFFD")
	case lib.SQLITE_BLOB:
		p := lib.Xsqlite3_column_blob(tls, s.stmt, at)
		return bytesAt(p, int(lib.Xsqlite3_column_bytes(tls, s.stmt, at)))
	}
	return nil
}

// ReadOnly reports whether the statement writes nothing directly.
func (s *Stmt) ReadOnly() bool { return lib.Xsqlite3_stmt_readonly(s.conn.tls, s.stmt) != 0 }

// SQL is the text of the statement, without what followed it.
func (s *Stmt) SQL() string { return libc.GoString(lib.Xsqlite3_sql(s.conn.tls, s.stmt)) }

// Expanded is the text of the statement with its values; ok is false if it is too long.
func (s *Stmt) Expanded() (text string, ok bool) {
	p := lib.Xsqlite3_expanded_sql(s.conn.tls, s.stmt)
	if p == 0 {
		return "", false
	}
	defer lib.Xsqlite3_free(s.conn.tls, p)
	return libc.GoString(p), true
}
