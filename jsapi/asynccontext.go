package jsapi

import (
	"context"

	"github.com/dop251/goja"
)

// asyncContext is what JavaScript inherits across await and then, timers,
// ticks, events, and calls into Go and back.
type asyncContext struct {
	op    *Op
	store goja.Value // see Realm.AsyncStore; may be nil
}

// storeKey is the context key under which Realm.Context passes the AsyncStore on.
type storeKey struct{ iso *Isolate }

// AsyncStore returns the value set with SetAsyncStore in this asynchronous
// context, nil at first. async_hooks keeps its AsyncLocalStorages in it.
func (r *Realm) AsyncStore() goja.Value { return r.async.store }

// SetAsyncStore replaces the AsyncStore for the rest of the turn, and for
// everything asynchronous that is started from here on.
func (r *Realm) SetAsyncStore(v goja.Value) { r.async.store = v }

// AsyncSnapshot returns an object that stands for the current asynchronous
// context, for RunIn. A deferred query takes one when it is made: await calls
// then of an object that is no promise in a job of its own, which may run in the
// turn of another operation.
func (r *Realm) AsyncSnapshot() goja.Value {
	switch {
	case r.async.store != nil:
		return r.NewHandle(r.async)
	case r.async.op == nil:
		return goja.Null()
	case r.async.op.snapshot == nil:
		r.async.op.snapshot = r.NewHandle(r.async)
	}
	return r.async.op.snapshot
}

// RunIn runs fn in the context of an AsyncSnapshot; undefined means the current
// context.
func (r *Realm) RunIn(snapshot goja.Value, fn func()) {
	if snapshot == nil || goja.IsUndefined(snapshot) {
		fn()
		return
	}
	before := r.async
	r.async, _ = HandleOf(snapshot).(asyncContext)
	defer func() { r.async = before }()
	fn()
}

// Context returns the context of the current operation, or that of the isolate.
func (r *Realm) Context() context.Context {
	ctx := r.iso.ctx
	if r.async.op != nil {
		ctx = r.async.op.ctx
	}
	if r.async.store != nil {
		ctx = context.WithValue(ctx, storeKey{r.iso}, r.async.store)
	}
	return ctx
}

// asyncContextOf returns the context for work that is queued with ctx.
func (i *Isolate) asyncContextOf(ctx context.Context) (c asyncContext) {
	if op, ok := ctx.Value(opKey{}).(*Op); ok && op.iso == i {
		c.op = op
	}
	c.store, _ = ctx.Value(storeKey{i}).(goja.Value)
	return c
}

// asyncTracker preserves the asynchronous context across await and then.
type asyncTracker struct{ r *Realm }

func (a asyncTracker) Grab() any {
	if a.r.async.store == nil {
		return a.r.async.op // a pointer in an interface needs no allocation
	}
	return a.r.async
}

func (a asyncTracker) Resumed(x any) {
	if op, ok := x.(*Op); ok {
		a.r.async = asyncContext{op: op}
		return
	}
	a.r.async, _ = x.(asyncContext)
}

func (a asyncTracker) Exited() { a.r.async = a.r.turnContext }
