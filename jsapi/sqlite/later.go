package sqlite

import (
	"context"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/sqlite/conn"
)

// rows are rows that were read on another goroutine.
type rows struct {
	names []string
	list  [][]any
	more  bool
}

// later are the functions that do not hold the loop; the last argument is called with the
// error and the result. A script calls the next one for a connection when the last one has ended.
func (n *natives) later() map[string]any {
	return map[string]any{
		// openLater(path, flags, done)
		"openLater": func(call goja.FunctionCall) goja.Value {
			path, flags, memory := call.Argument(0).String(), int32(call.Argument(1).ToInteger()), n.realm.MemoryLimit()
			return n.background(call.Argument(2), func() (any, error) {
				c, err := conn.Open(path, flags)
				if err != nil {
					return nil, err
				}
				c.SetTimeout(time.Second)
				if err := limit(c, memory); err != nil {
					_ = c.Close() // the first error counts
					return nil, err
				}
				return n.links.add(c, false), nil
			}, n.value)
		},
		// closeLater(db, done)
		"closeLater": func(call goja.FunctionCall) goja.Value {
			db := call.Argument(0).Export().(*database)
			return n.background(call.Argument(1), func() (any, error) {
				defer db.lock()()
				err := db.conn.Close()
				db.release()
				return nil, err
			}, n.value)
		},
		// execLater(db, sql, done)
		"execLater": func(call goja.FunctionCall) goja.Value {
			db, sql := call.Argument(0).Export().(*database), call.Argument(1).String()
			return n.background(call.Argument(2), func() (any, error) {
				defer db.lock()()
				return nil, db.conn.Exec(sql)
			}, n.value)
		},
		// prepareLater(db, sql, done): the statement, or null
		"prepareLater": func(call goja.FunctionCall) goja.Value {
			db, sql := call.Argument(0).Export().(*database), call.Argument(1).String()
			return n.background(call.Argument(2), func() (any, error) {
				defer db.lock()()
				s, _, err := db.conn.Prepare(sql)
				if s == nil || err != nil {
					return nil, err
				}
				return db.prepare(s), nil
			}, n.value)
		},
		// bindLater(stmt, places and values, done): resets the statement and binds values
		"bindLater": func(call goja.FunctionCall) goja.Value {
			s := call.Argument(0).Export().(*statement)
			bound := n.bound(call.Argument(1))
			return n.background(call.Argument(2), func() (any, error) {
				defer s.db.lock()()
				return nil, s.rebind(bound)
			}, n.value)
		},
		// runLater(stmt, places and values or null, done): the numbers of changes and of the last row
		"runLater": func(call goja.FunctionCall) goja.Value {
			s := call.Argument(0).Export().(*statement)
			bound := n.bound(call.Argument(1))
			return n.background(call.Argument(2), func() (any, error) {
				defer s.db.lock()()
				if err := s.rebind(bound); err != nil {
					return nil, err
				}
				if _, err := s.stmt.Step(); err != nil {
					_ = s.stmt.Reset() // it repeats the error
					return nil, err
				}
				return []int64{s.db.conn.LastRow(), s.db.conn.Changes()}, s.stmt.Reset()
			}, func(v any) goja.Value {
				numbers := v.([]int64)
				return n.realm.Runtime().NewArray(numbers[0], numbers[1])
			})
		},
		// rowsLater(stmt, places and values or null, most, done): some rows, and whether there may be more
		"rowsLater": func(call goja.FunctionCall) goja.Value {
			s, most := call.Argument(0).Export().(*statement), int(call.Argument(2).ToInteger())
			bound := n.bound(call.Argument(1))
			return n.background(call.Argument(3), func() (any, error) {
				defer s.db.lock()()
				return s.read(bound, most)
			}, n.rows)
		},
		// finalizeLater(stmt, done)
		"finalizeLater": func(call goja.FunctionCall) goja.Value {
			s := call.Argument(0).Export().(*statement)
			return n.background(call.Argument(1), func() (any, error) {
				defer s.db.lock()()
				return nil, s.stmt.Finalize()
			}, n.value)
		},
		// resetLater(stmt, done)
		"resetLater": func(call goja.FunctionCall) goja.Value {
			s := call.Argument(0).Export().(*statement)
			return n.background(call.Argument(1), func() (any, error) {
				defer s.db.lock()()
				return nil, s.stmt.Reset()
			}, n.value)
		},
		// interrupt(db)
		"interrupt": func(call goja.FunctionCall) goja.Value {
			call.Argument(0).Export().(*database).conn.Interrupt()
			return goja.Undefined()
		},
		// watch(db, changed): changed(kind, database, table, row) is called for each row that changes
		"watch": func(call goja.FunctionCall) goja.Value {
			return n.watch(call.Argument(0).Export().(*database), call.Argument(1))
		},
		// restrict(db, id, value)
		"restrict": func(call goja.FunctionCall) goja.Value {
			db, leave := n.database(call)
			defer leave()
			id, value := int32(call.Argument(1).ToInteger()), int32(min(call.Argument(2).ToInteger(), 1<<31-1))
			if memory := n.realm.MemoryLimit(); id == conn.LimitLength && memory > 0 && int64(value) > memory {
				value = int32(memory)
			}
			return n.value(db.conn.Limit(id, value))
		},
	}
}

// lock has the connection for another goroutine.
func (db *database) lock() (unlock func()) {
	db.mu.Lock()
	return db.mu.Unlock
}

func (n *natives) background(done goja.Value, work func() (any, error), convert func(v any) goja.Value) goja.Value {
	callback, _ := goja.AssertFunction(done)
	n.realm.Async(func(context.Context) (any, error) { return work() }, func(r *jsapi.Realm, v any, err error) {
		args := []goja.Value{goja.Null()}
		switch {
		case err != nil:
			args[0] = n.failure(err)
		case v != nil:
			args = append(args, convert(v))
		}
		if _, err := callback(goja.Undefined(), args...); err != nil {
			r.Uncaught(r.Wrap(err))
		}
	})
	return goja.Undefined()
}

// bound are values by their places; nil for null.
func (n *natives) bound(v goja.Value) [][2]any {
	list, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	out := make([][2]any, list.Get("length").ToInteger())
	for i := range out {
		pair := list.Get(strconv.Itoa(i)).ToObject(n.realm.Runtime())
		place := pair.Get("0")
		value, _ := fromJS(n.realm, pair.Get("1"), n.ints) // the script has made it one that SQLite has
		if name, ok := place.Export().(string); ok {
			out[i] = [2]any{name, value}
		} else {
			out[i] = [2]any{int(place.ToInteger()), value}
		}
	}
	return out
}

// rebind resets the statement, and gives it the values if there are some.
func (s *statement) rebind(bound [][2]any) error {
	if s.stmt.Finalized() {
		return conn.ErrClosed
	}
	if bound == nil {
		return nil
	}
	if err := s.stmt.Reset(); err != nil {
		return err
	}
	if err := s.stmt.Clear(); err != nil {
		return err
	}
	var parameters []string
	for _, pair := range bound {
		place, ok := pair[0].(int)
		if !ok {
			if parameters == nil {
				parameters = s.stmt.Parameters()
			}
			for i, name := range parameters {
				if name == pair[0] {
					place = i + 1
				}
			}
		}
		if err := s.stmt.Bind(place, pair[1]); err != nil {
			return err
		}
	}
	return nil
}

// read reads at most some rows; without a limit it resets the statement then.
func (s *statement) read(bound [][2]any, most int) (any, error) {
	if err := s.rebind(bound); err != nil {
		return nil, err
	}
	out := &rows{}
	for most <= 0 || len(out.list) < most {
		row, err := s.stmt.Step()
		if err != nil {
			_ = s.stmt.Reset() // it repeats the error
			return nil, err
		}
		if !row {
			return out, s.stmt.Reset()
		}
		if out.names == nil {
			out.names = names(s.stmt)
		}
		values := make([]any, len(out.names))
		for i := range values {
			values[i] = s.stmt.Value(i)
		}
		out.list = append(out.list, values)
	}
	out.more = true
	return out, nil
}

func (n *natives) rows(v any) goja.Value {
	found, rt := v.(*rows), n.realm.Runtime()
	list := make([]any, len(found.list))
	for i, values := range found.list {
		o := rt.NewObject()
		for k, name := range found.names {
			define(o, name, toJS(n.realm, values[k], 0))
		}
		list[i] = o
	}
	return rt.NewArray(rt.NewArray(list...), found.more)
}

func (n *natives) watch(db *database, changed goja.Value) goja.Value {
	defer db.lock()()
	fn, ok := goja.AssertFunction(changed)
	if !ok || db.conn.Closed() {
		if !db.conn.Closed() {
			db.conn.OnChange(nil)
		}
		return goja.Undefined()
	}
	enter := n.realm.Enqueuer()
	db.conn.OnChange(func(op int, database, table string, row int64) {
		kind := map[int]string{9: "delete", 18: "insert", 23: "update"}[op]
		enter(func(r *jsapi.Realm) {
			if _, err := fn(goja.Undefined(), n.value(kind), n.value(database), n.value(table), n.value(row)); err != nil {
				r.Uncaught(r.Wrap(err))
			}
		})
	})
	return goja.Undefined()
}
