package sqlite

import (
	"github.com/dop251/goja"

	"framework/jsapi/sqlite/conn"
)

// backup is the copy of a database that a script has begun.
type backup struct {
	from *database
	to   *database
	*conn.Backup
}

// serialize is serialize(db, schema): the file as bytes.
func (n *natives) serialize(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	b, err := db.conn.Serialize(call.Argument(1).String())
	if err != nil {
		panic(n.failure(err))
	}
	return n.realm.ToJS(b)
}

// backup is backup(db, schema, path, target).
func (n *natives) backup(call goja.FunctionCall) goja.Value {
	db, leave := n.database(call)
	defer leave()
	to, err := conn.Open(call.Argument(2).String(), conn.ReadWrite|conn.Create)
	if err != nil {
		panic(n.failure(err))
	}
	b, err := db.conn.BackupTo(call.Argument(1).String(), to, call.Argument(3).String())
	if err != nil {
		_ = to.Close() // the first error counts
		panic(n.failure(err))
	}
	return n.value(&backup{db, n.links.add(to, true), b})
}

// copy is copy(backup, pages): whether it is done, whether the database is locked, how many pages it has, and how many are left.
func (n *natives) copy(call goja.FunctionCall) goja.Value {
	b := call.Argument(0).Export().(*backup)
	defer b.from.enter()()
	defer b.to.enter()()
	if b.from.conn.Closed() || b.to.conn.Closed() {
		panic(n.failure(conn.ErrClosed))
	}
	done, locked, err := b.Step(int(call.Argument(1).ToInteger()))
	if err != nil {
		panic(n.failure(err))
	}
	total, left := b.Pages()
	return n.realm.Runtime().NewArray(done, locked, total, left)
}

// finish is finish(backup).
func (n *natives) finish(call goja.FunctionCall) goja.Value {
	b := call.Argument(0).Export().(*backup)
	defer b.from.enter()()
	defer b.to.enter()()
	if !b.to.conn.Closed() {
		b.Finish()
		_ = b.to.conn.Close() // what was copied is there
		b.to.release()
	}
	return goja.Undefined()
}
