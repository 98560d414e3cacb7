package jsapi

import (
	"context"

	"github.com/dop251/goja"

	"framework/engine/querylog"
	"framework/jsapi/errmsg"
)

// asyncContext is what JavaScript inherits across await and then, timers,
// ticks, events, and calls into Go and back.
type asyncContext struct {
	op    *Op
	store goja.Value // see Realm.AsyncStore; may be nil
	line  string     // of the project that asks for a query, "" if nobody wants it
}

// asyncState is the asynchronous context of the running function.
type asyncState struct {
	iso         *Isolate
	rt          *goja.Runtime
	async       asyncContext
	turnContext asyncContext // at the start of the turn
	queued      *promiseJob  // that then is about to make
}

// promiseJob is the context of what then has queued.
type promiseJob struct {
	asyncContext
	promise  *goja.Object // that then has returned
	handlers [2]goja.Value
}

// handlers returns the functions that were given to then, for what Grab has returned.
func handlers(context any) []goja.Value {
	if job, ok := context.(*promiseJob); ok {
		return job.handlers[:]
	}
	return nil
}

// noteJobs makes then remember which promise it has made for a job.
func (s *asyncState) noteJobs(then *goja.Object) error {
	return errmsg.WrapNative(then, func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			job := &promiseJob{handlers: [2]goja.Value{call.Argument(0), call.Argument(1)}}
			s.queued = job
			v := old(call)
			s.queued = nil
			job.promise, _ = v.(*goja.Object)
			return v
		}
	})
}

// storeKey is the context key under which Realm.Context passes the AsyncStore on.
type storeKey struct{ iso *Isolate }

// AsyncStore returns the value set with SetAsyncStore in this asynchronous
// context, nil at first. async_hooks keeps its AsyncLocalStorages in it.
func (s *asyncState) AsyncStore() goja.Value { return s.async.store }

// SetAsyncStore replaces the AsyncStore for the rest of the turn, and for
// everything asynchronous that is started from here on.
func (s *asyncState) SetAsyncStore(v goja.Value) { s.async.store = v }

// AsyncSnapshot returns an object that stands for the current asynchronous
// context, for RunIn. A deferred query takes one when it is made: await calls
// then of an object that is no promise in a job of its own, which may run in the
// turn of another operation.
func (s *asyncState) AsyncSnapshot() goja.Value {
	switch {
	case s.async.store != nil:
		return NewHandle(s.rt, s.async)
	case s.async.op == nil:
		return goja.Null()
	case s.async.op.snapshot == nil:
		s.async.op.snapshot = NewHandle(s.rt, s.async)
	}
	return s.async.op.snapshot
}

// AsyncSnapshotAt is AsyncSnapshot for a query that a line of the project asks for.
func (s *asyncState) AsyncSnapshotAt(line string) goja.Value {
	at := s.async
	at.line = line
	return NewHandle(s.rt, at)
}

// RunIn runs fn in the context of an AsyncSnapshot; undefined means the current
// context.
func (s *asyncState) RunIn(snapshot goja.Value, fn func()) {
	if snapshot == nil || goja.IsUndefined(snapshot) {
		fn()
		return
	}
	before := s.async
	s.async, _ = HandleOf(snapshot).(asyncContext)
	defer func() { s.async = before }()
	fn()
}

// Context returns the context of the current operation, or that of the isolate.
func (s *asyncState) Context() context.Context {
	ctx := s.iso.ctx
	if s.async.op != nil {
		ctx = s.async.op.Context()
	}
	if s.async.store != nil {
		ctx = context.WithValue(ctx, storeKey{s.iso}, s.async.store)
	}
	if s.async.line != "" {
		ctx = querylog.At(ctx, s.async.line)
	}
	return ctx
}

// Current returns the operation of the running turn, nil if it has none.
func (s *asyncState) Current() *Op { return s.async.op }

// asyncContextOf returns the context for work that is queued with ctx.
func (i *Isolate) asyncContextOf(ctx context.Context) (c asyncContext) {
	if op, ok := ctx.Value(opKey{}).(*Op); ok && op.iso == i {
		c.op = op
	}
	c.store, _ = ctx.Value(storeKey{i}).(goja.Value)
	return c
}

// asyncTracker preserves the asynchronous context across await and then.
type asyncTracker struct {
	state *asyncState
	turns *turnRunner
}

func (a asyncTracker) Grab() any {
	if job := a.state.queued; job != nil {
		a.state.queued = nil
		job.asyncContext = a.state.async
		return job
	}
	if a.state.async.store == nil {
		return a.state.async.op // a pointer in an interface needs no allocation
	}
	return a.state.async
}

func (a asyncTracker) Resumed(x any) {
	switch x := x.(type) {
	case *promiseJob:
		a.turns.messages.BeginJob(x.promise)
		a.state.async = x.asyncContext
	case *Op:
		a.turns.messages.BeginJob(nil)
		a.state.async = asyncContext{op: x}
	default:
		a.turns.messages.BeginJob(nil)
		a.state.async, _ = x.(asyncContext)
	}
}

func (a asyncTracker) Exited() {
	a.turns.messages.EndJob()
	a.state.async = a.state.turnContext
}
