package jsapi

import (
	"context"

	"github.com/dop251/goja"
)

// carried is what code takes along wherever it goes on: over await and then,
// into timers, ticks and events, and out to Go and back.
type carried struct {
	op   *Op
	kept goja.Value // see Realm.Carried; nil is nothing
}

// keptKey carries what an isolate keeps in the contexts it hands out.
type keptKey struct{ iso *Isolate }

// Carried is what code has put aside with Carry for itself and all that it sets
// going, nil at first. It is what async_hooks keeps its stores in.
func (r *Realm) Carried() goja.Value { return r.now.kept }

// Carry replaces Carried from here on: for the rest of the turn, and for what is
// set going in it.
func (r *Realm) Carry(v goja.Value) { r.now.kept = v }

// Here is a value that stands for the current operation, for On: what makes
// work now that starts later keeps it. await calls then of what is no promise
// in a job of its own, which may run in the turn of another operation.
func (r *Realm) Here() goja.Value {
	switch {
	case r.now.kept != nil:
		return r.NewHandle(r.now)
	case r.now.op == nil:
		return goja.Null()
	case r.now.op.here == nil:
		r.now.op.here = r.NewHandle(r.now)
	}
	return r.now.op.here
}

// On runs fn on behalf of the operation that here stands for; undefined stands
// for the current one.
func (r *Realm) On(here goja.Value, fn func()) {
	if here == nil || goja.IsUndefined(here) {
		fn()
		return
	}
	before := r.now
	r.now, _ = HandleOf(here).(carried)
	defer func() { r.now = before }()
	fn()
}

// Context is that of the current operation, or that of the isolate.
func (r *Realm) Context() context.Context {
	ctx := r.iso.ctx
	if r.now.op != nil {
		ctx = r.now.op.ctx
	}
	if r.now.kept != nil {
		ctx = context.WithValue(ctx, keptKey{r.iso}, r.now.kept)
	}
	return ctx
}

// carriedBy is what work handed over with ctx goes on with.
func (i *Isolate) carriedBy(ctx context.Context) (c carried) {
	if op, ok := ctx.Value(opKey{}).(*Op); ok && op.iso == i {
		c.op = op
	}
	c.kept, _ = ctx.Value(keptKey{i}).(goja.Value)
	return c
}

// attribution keeps what is carried across await and then.
type attribution struct{ r *Realm }

func (a attribution) Grab() any {
	if a.r.now.kept == nil {
		return a.r.now.op // which needs no memory
	}
	return a.r.now
}

func (a attribution) Resumed(x any) {
	if op, ok := x.(*Op); ok {
		a.r.now = carried{op: op}
		return
	}
	a.r.now, _ = x.(carried)
}

func (a attribution) Exited() { a.r.now = a.r.turn }
