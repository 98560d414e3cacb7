package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"zombiezen.com/go/sqlite"
)

// asSQL runs fn with the connection as a *sql.Conn, for package schema, which knows
// nothing else. Whoever has c has its transaction, so fn must not begin one.
func asSQL(ctx context.Context, c *conn, fn func(db *sql.Conn) error) error {
	pool := sql.OpenDB(connector{c})
	defer pool.Close() //nolint:errcheck // nothing is closed
	db, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // nothing is closed
	return fn(db)
}

// connector makes connections of database/sql of one that is open.
type connector struct{ c *conn }

func (k connector) Connect(context.Context) (driver.Conn, error) { return sqlConn(k), nil }
func (k connector) Driver() driver.Driver                        { return k }
func (k connector) Open(string) (driver.Conn, error)             { return sqlConn(k), nil }

type sqlConn struct{ c *conn }

var (
	_ driver.QueryerContext = sqlConn{}
	_ driver.ExecerContext  = sqlConn{}
)

func (s sqlConn) Close() error { return nil }

func (s sqlConn) Begin() (driver.Tx, error) { return nil, errors.New("the transaction has begun") }

func (s sqlConn) Prepare(string) (driver.Stmt, error) {
	return nil, errors.New("statements are not prepared")
}

// arguments are the values as bind takes them.
func arguments(args []driver.NamedValue) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		switch v := a.Value.(type) {
		case nil, int64, float64, bool, string, []byte:
			out[i] = v
		default:
			return nil, fmt.Errorf("a parameter of type %T", v)
		}
	}
	return out, nil
}

func (s sqlConn) ExecContext(_ context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	list, err := arguments(args)
	if err != nil {
		return nil, err
	}
	return driver.ResultNoRows, s.c.query([]byte(query), list, nil)
}

// QueryContext reads all rows at once: they are few.
func (s sqlConn) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	list, err := arguments(args)
	if err != nil {
		return nil, err
	}
	out := &sqlRows{}
	stmt, err := s.c.prepare([]byte(query))
	if err != nil {
		return nil, err
	}
	for i := range stmt.ColumnCount() {
		out.columns = append(out.columns, stmt.ColumnName(i))
	}
	err = s.c.query([]byte(query), list, func(stmt *sqlite.Stmt) error {
		row := make([]driver.Value, stmt.ColumnCount())
		for i := range row {
			switch stmt.ColumnType(i) {
			case sqlite.TypeInteger:
				row[i] = stmt.ColumnInt64(i)
			case sqlite.TypeFloat:
				row[i] = stmt.ColumnFloat(i)
			case sqlite.TypeText:
				row[i] = stmt.ColumnText(i)
			case sqlite.TypeBlob:
				b := make([]byte, stmt.ColumnLen(i))
				stmt.ColumnBytes(i, b)
				row[i] = b
			case sqlite.TypeNull:
			}
		}
		out.rows = append(out.rows, row)
		return nil
	})
	return out, err
}

type sqlRows struct {
	columns []string
	rows    [][]driver.Value
}

func (r *sqlRows) Columns() []string { return r.columns }
func (r *sqlRows) Close() error      { return nil }

func (r *sqlRows) Next(dest []driver.Value) error {
	if len(r.rows) == 0 {
		return io.EOF
	}
	copy(dest, r.rows[0])
	r.rows = r.rows[1:]
	return nil
}
