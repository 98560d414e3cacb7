package sqlite

import (
	"errors"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/sqlite/conn"
)

// natives are the functions for one interface.
type natives struct {
	realm *jsapi.Realm
	links *links
	// raise makes the error of the interface: raise(message, name, code).
	raise goja.Callable
	ints  bool // see fromJS
}

// Natives returns the native functions, by name. Their errors are those that the function raise
// makes, which the script sets first.
func Natives(r *jsapi.Realm) map[string]any {
	n := &natives{realm: r, links: linksOf(r)}
	version, source, number := conn.Version()
	out := map[string]any{
		"version": version, "source": source, "number": number,
		"begin": n.begin, "open": n.open, "close": n.close, "exec": n.exec, "prepare": n.prepare, "configure": n.configure,
		"describe": n.describe, "columns": n.columns, "bind": n.bind, "clear": n.clear, "step": n.step, "row": n.row, "reset": n.reset, "finalize": n.finalize,
		"all": n.all, "get": n.get, "run": n.run, "expanded": n.expanded, "state": n.state, "file": n.file,
		"function": n.function, "aggregate": n.aggregate,
		"serialize": n.serialize, "backup": n.backup, "copy": n.copy, "finish": n.finish,
	}
	for name, f := range n.later() {
		out[name] = f
	}
	return out
}

// begin is begin(raise, ints).
func (n *natives) begin(call goja.FunctionCall) goja.Value {
	n.raise, _ = goja.AssertFunction(call.Argument(0))
	n.ints = call.Argument(1).ToBoolean()
	return goja.Undefined()
}

// failure is the JavaScript error of err.
func (n *natives) failure(err error) goja.Value {
	rt := n.realm.Runtime()
	message, name, code := err.Error(), "", 0
	var of *conn.Error
	switch {
	case errors.As(err, &of):
		name, code = of.Name(), of.Code
	case errors.Is(err, conn.ErrClosed):
		name = "CLOSED"
	case errors.Is(err, conn.ErrBusy):
		name = "BUSY"
	}
	v, err := n.raise(goja.Undefined(), rt.ToValue(message), rt.ToValue(name), rt.ToValue(code))
	if err != nil {
		panic(err)
	}
	return v
}

// check throws the error of a function of the script that ran inside of a statement, or err.
func (n *natives) check(l *link, err error) {
	if thrown := l.thrown; thrown != nil && l.depth <= 1 {
		l.thrown = nil
		panic(thrown)
	}
	if err != nil {
		panic(n.failure(err))
	}
}

// database is the argument with a database, which the function has until leave is called.
func (n *natives) database(call goja.FunctionCall) (db *database, leave func()) {
	db = call.Argument(0).Export().(*database)
	leave = db.enter()
	if db.conn.Closed() {
		leave()
		panic(n.failure(conn.ErrClosed))
	}
	return db, leave
}

func (n *natives) statement(call goja.FunctionCall) (s *statement, leave func()) {
	s = call.Argument(0).Export().(*statement)
	leave = s.db.enter()
	if s.stmt.Finalized() {
		leave()
		panic(n.failure(conn.ErrClosed))
	}
	return s, leave
}

func (n *natives) value(v any) goja.Value { return n.realm.Runtime().ToValue(v) }

// open is open(path, flags, timeout, bytes): bytes is the content of a database in memory.
func (n *natives) open(call goja.FunctionCall) goja.Value {
	c, err := conn.Open(call.Argument(0).String(), int32(call.Argument(1).ToInteger()))
	if err != nil {
		panic(n.failure(err))
	}
	c.SetTimeout(time.Duration(call.Argument(2).ToInteger()) * time.Millisecond)
	if o, ok := call.Argument(3).(*goja.Object); ok {
		b, _ := n.realm.Bytes(o)
		err = c.Deserialize(b)
	}
	if err == nil {
		err = limit(c, n.realm.MemoryLimit())
	}
	if err != nil {
		_ = c.Close() // the first error counts
		panic(n.failure(err))
	}
	return n.value(n.links.add(c, true))
}

// close is close(db).
func (n *natives) close(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	if err := db.conn.Close(); err != nil {
		panic(n.failure(err))
	}
	db.release()
	return goja.Undefined()
}

// configure is configure(db, option, on); the options are foreignKeys, quotes and timeout, in milliseconds.
func (n *natives) configure(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	on := call.Argument(2).ToBoolean()
	var err error
	switch call.Argument(1).String() {
	case "foreignKeys":
		err = db.conn.Configure(conn.ForeignKeys, on)
	case "quotes":
		err = errors.Join(db.conn.Configure(conn.DoubleQuotedDML, on), db.conn.Configure(conn.DoubleQuotedDDL, on))
	case "timeout":
		db.conn.SetTimeout(time.Duration(call.Argument(2).ToInteger()) * time.Millisecond)
	}
	if err != nil {
		panic(n.failure(err))
	}
	return goja.Undefined()
}

// exec is exec(db, sql).
func (n *natives) exec(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	n.check(db.link, db.conn.Exec(call.Argument(1).String()))
	return goja.Undefined()
}

// prepare is prepare(db, sql): a list of the statement, null if there is none, and the rest of the text.
func (n *natives) prepare(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	s, rest, err := db.conn.Prepare(call.Argument(1).String())
	if err != nil {
		panic(n.failure(err))
	}
	if s == nil {
		return n.realm.Runtime().NewArray(goja.Null(), rest)
	}
	return n.realm.Runtime().NewArray(n.value(db.prepare(s)), rest)
}

// describe is describe(stmt): how many columns it returns, whether it writes nothing, the names of its parameters, its text.
func (n *natives) describe(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	rt := n.realm.Runtime()
	var parameters []any
	for _, name := range s.stmt.Parameters() {
		parameters = append(parameters, name)
	}
	o := rt.NewObject()
	define(o, "columns", n.value(s.stmt.ColumnCount()))
	define(o, "readonly", n.value(s.stmt.ReadOnly()))
	define(o, "parameters", rt.NewArray(parameters...))
	define(o, "sql", n.value(s.stmt.SQL()))
	return o
}

// columns is columns(stmt): name, column, table, database and type of each one, or null.
func (n *natives) columns(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	text := func(v string) goja.Value {
		if v == "" {
			return goja.Null()
		}
		return n.value(v)
	}
	var list []any
	for _, c := range s.stmt.Columns() {
		list = append(list, n.realm.Runtime().NewArray(n.value(c.Name), text(c.Origin), text(c.Table), text(c.Database), text(c.Type)))
	}
	return n.realm.Runtime().NewArray(list...)
}

// bind is bind(stmt, first, values): it returns the place of a value that cannot be bound, or -1.
func (n *natives) bind(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	list := call.Argument(2).ToObject(n.realm.Runtime())
	first := int(call.Argument(1).ToInteger())
	for i := range int(list.Get("length").ToInteger()) {
		v, ok := fromJS(n.realm, list.Get(strconv.Itoa(i)), n.ints)
		if !ok {
			return n.value(i)
		}
		if err := s.stmt.Bind(first+i, v); err != nil {
			panic(n.failure(err))
		}
	}
	return n.value(-1)
}

// clear is clear(stmt).
func (n *natives) clear(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	if err := s.stmt.Clear(); err != nil {
		panic(n.failure(err))
	}
	return goja.Undefined()
}

// step is step(stmt): whether there is a row.
func (n *natives) step(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	row, err := s.stmt.Step()
	if err != nil {
		_ = s.stmt.Reset() // it repeats the error
	}
	n.check(s.db.link, err)
	return n.value(row)
}

// row is row(stmt, mode).
func (n *natives) row(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	return rowOf(n.realm, s.stmt, names(s.stmt), mode(call.Argument(1).ToInteger()))
}

// reset is reset(stmt).
func (n *natives) reset(call goja.FunctionCall) goja.Value {
	s := call.Argument(0).Export().(*statement)
	defer s.db.enter()()
	if !s.stmt.Finalized() {
		if err := s.stmt.Reset(); err != nil {
			panic(n.failure(err))
		}
	}
	return goja.Undefined()
}

// finalize is finalize(stmt).
func (n *natives) finalize(call goja.FunctionCall) goja.Value {
	s := call.Argument(0).Export().(*statement)
	defer s.db.enter()()
	if err := s.stmt.Finalize(); err != nil {
		panic(n.failure(err))
	}
	return goja.Undefined()
}

// all is all(stmt, mode): the rows.
func (n *natives) all(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	defer func() { _ = s.stmt.Reset() }() // it repeats the error
	m, columns := mode(call.Argument(1).ToInteger()), []string(nil)
	var list []any
	for {
		row, err := s.stmt.Step()
		n.check(s.db.link, err)
		if !row {
			return n.realm.Runtime().NewArray(list...)
		}
		if columns == nil {
			columns = names(s.stmt)
		}
		list = append(list, rowOf(n.realm, s.stmt, columns, m))
	}
}

// get is get(stmt, mode): the first row, or undefined.
func (n *natives) get(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	defer func() { _ = s.stmt.Reset() }() // it repeats the error
	row, err := s.stmt.Step()
	n.check(s.db.link, err)
	if !row {
		return goja.Undefined()
	}
	return rowOf(n.realm, s.stmt, names(s.stmt), mode(call.Argument(1).ToInteger()))
}

// run is run(stmt, mode): how many rows the statement has changed, the last row, how many rows the last statement that
// changes rows has changed.
func (n *natives) run(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	defer func() { _ = s.stmt.Reset() }() // it repeats the error
	before := s.db.conn.TotalChanges()
	for {
		row, err := s.stmt.Step()
		n.check(s.db.link, err)
		if !row {
			break
		}
	}
	changes, last, m := int64(0), s.db.conn.Changes(), mode(call.Argument(1).ToInteger())
	if s.db.conn.TotalChanges() != before {
		changes = last
	}
	return n.realm.Runtime().NewArray(toJS(n.realm, changes, m), toJS(n.realm, s.db.conn.LastRow(), m), toJS(n.realm, last, m))
}

// expanded is expanded(stmt): the text with its values.
func (n *natives) expanded(call goja.FunctionCall) goja.Value {
	s, leave := n.statement(call)
	defer leave()
	text, ok := s.stmt.Expanded()
	if !ok {
		return goja.Null()
	}
	return n.value(text)
}

// state is state(db): whether a transaction is open.
func (n *natives) state(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	return n.value(db.conn.InTransaction())
}

// file is file(db, schema).
func (n *natives) file(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	path, err := db.conn.File(call.Argument(1).String())
	if err != nil {
		panic(n.failure(err))
	}
	return n.value(path)
}
