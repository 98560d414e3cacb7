package mongodb

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"framework/engine/orm/document"
	"framework/engine/value"
	"framework/jsapi"
)

// driver is what the scripts call for one database. It is used on the loop only.
type driver struct {
	types *types
	db    Database
	parts *goja.Object
	// cursors are those that are open, by their handles.
	cursors map[int64]*open
	last    int64
}

// open is a cursor that code may read on.
type open struct {
	cursor document.Cursor
	// busy: a goroutine reads. closed: it is to be closed when that ends.
	busy, closed bool
}

// later is native.later(fn): fn runs in a turn of its own.
func (d *driver) later(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(d.types.realm.Runtime().NewTypeError("a callback has to be a function"))
	}
	d.types.realm.Reserve()(func(*jsapi.Realm) { d.invoke(fn) })
	return goja.Undefined()
}

func (d *driver) invoke(fn goja.Callable, args ...goja.Value) {
	if _, err := fn(goja.Undefined(), args...); err != nil {
		d.types.realm.Uncaught(err)
	}
}

// failure is an error for code: a MongoError where the server has refused a command.
func (d *driver) failure(err error) goja.Value {
	r := d.types.realm
	var refused *document.RefusedError
	if !errors.As(err, &refused) {
		return r.Error(err)
	}
	make, ok := goja.AssertFunction(d.parts.Get("refused"))
	if !ok {
		return r.Error(err)
	}
	rt := r.Runtime()
	v, err := make(goja.Undefined(), rt.ToValue(refused.Message), rt.ToValue(refused.Code), rt.ToValue(refused.Name))
	if err != nil {
		return r.Error(err)
	}
	return v
}

// async runs work with the command that code gives, and calls back. Its arguments are
// the name of the database, the command and done.
func (d *driver) async(call goja.FunctionCall, work func(ctx context.Context, database string, command *value.Map) (any, error), then func(v any) []goja.Value) goja.Value {
	r := d.types.realm
	done, ok := goja.AssertFunction(call.Argument(2))
	if !ok {
		panic(r.Runtime().NewTypeError("a command needs a function(err, result)"))
	}
	var run func(ctx context.Context) (any, error)
	v, err := r.FromJS(call.Argument(1))
	command, isObject := v.(*value.Map)
	switch {
	case err != nil:
		run = func(context.Context) (any, error) { return nil, err }
	case !isObject:
		run = func(context.Context) (any, error) { return nil, errors.New("a command of MongoDB has to be an object") }
	default:
		database := call.Argument(0).String()
		run = func(ctx context.Context) (any, error) { return work(ctx, database, command) }
	}
	r.Async(run, func(_ *jsapi.Realm, v any, err error) {
		if err != nil {
			d.invoke(done, d.failure(err))
			return
		}
		d.invoke(done, append([]goja.Value{goja.Null()}, then(v)...)...)
	})
	return goja.Undefined()
}

// command is native.command(database, command, done).
func (d *driver) command(call goja.FunctionCall) goja.Value {
	return d.async(call, func(ctx context.Context, database string, command *value.Map) (any, error) {
		return d.db.Command(ctx, database, command)
	}, func(v any) []goja.Value { return []goja.Value{d.types.realm.ToJS(v)} })
}

// open is native.open(database, command, done): done gets a handle.
func (d *driver) open(call goja.FunctionCall) goja.Value {
	return d.async(call, func(ctx context.Context, database string, command *value.Map) (any, error) {
		return d.db.Open(ctx, database, command)
	}, func(v any) []goja.Value {
		d.last++
		d.cursors[d.last] = &open{cursor: v.(document.Cursor)}
		return []goja.Value{d.types.realm.Runtime().ToValue(d.last)}
	})
}

// next is native.next(handle, done): done gets documents, and whether there may be more.
func (d *driver) next(call goja.FunctionCall) goja.Value {
	r := d.types.realm
	handle := call.Argument(0).ToInteger()
	done, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(r.Runtime().NewTypeError("next needs a function(err, documents, more)"))
	}
	o := d.cursors[handle]
	var docs []any
	var more bool
	if o != nil {
		o.busy = true
	}
	r.Async(func(ctx context.Context) (any, error) {
		if o == nil {
			return nil, nil
		}
		var err error
		docs, more, err = o.cursor.Next(ctx)
		return nil, err
	}, func(_ *jsapi.Realm, _ any, err error) {
		if o != nil {
			o.busy = false
			if !more || err != nil || o.closed {
				d.end(handle)
			}
		}
		if err != nil {
			d.invoke(done, d.failure(err))
			return
		}
		d.invoke(done, goja.Null(), r.ToJS(docs), r.Runtime().ToValue(more))
	})
	return goja.Undefined()
}

// close is native.close(handle).
func (d *driver) close(call goja.FunctionCall) goja.Value {
	d.end(call.Argument(0).ToInteger())
	return goja.Undefined()
}

func (d *driver) end(handle int64) {
	o := d.cursors[handle]
	if o == nil {
		return
	}
	if o.closed = true; o.busy {
		return
	}
	delete(d.cursors, handle)
	d.types.realm.Go(func(ctx context.Context) { _ = o.cursor.Close(ctx) }) // nothing waits for it
}
