package jsapi

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi/bounds"
)

// Realm is the inside of an Isolate. It and all goja values obtained through
// it are to be used on the loop only.
type Realm struct {
	iso        *Isolate
	rt         *goja.Runtime
	now        carried
	turn       carried // what the turn began with
	ticks      []tick
	rejections []rejection
	timers     timers
	slots      map[any]any

	body     func() // of the turn that begins
	bodyFn   goja.Value
	enterFn  goja.Callable
	then     goja.Callable
	resolved goja.Value    // a resolved promise
	toString goja.Callable // of functions

	goErr          *goja.Symbol // keeps the Go error behind an Error object
	dateCtor       *goja.Object
	uint8Ctor      *goja.Object
	errorCtor      *goja.Object
	stringify      goja.Callable
	objectKeys     goja.Callable
	isArray        goja.Callable
	reflectGet     goja.Callable
	toJSHooks      []func(v any) (goja.Value, bool)
	stringifyHooks []func(o *goja.Object) (value.Appender, bool)
	fromJSHooks    []func(o *goja.Object) (any, bool)
	errorHooks     []func(err error) (goja.Value, bool)
	uncaughtHook   func(err error) bool
	wrapped        map[string]int      // see Wrapped
	sources        map[string][]string // lines of files that errors point to
}

func newRealm(i *Isolate) (*Realm, error) {
	rt := goja.New()
	r := &Realm{iso: i, rt: rt, slots: map[any]any{}, sources: map[string][]string{}, wrapped: map[string]int{}}
	r.timers.live = map[int64]*timer{}
	r.timers.clock = i.opts.Clock
	rt.SetMaxCallStackSize(4096)
	rt.SetPromiseRejectionTracker(r.trackRejection)
	rt.SetAsyncContextTracker(attribution{r})
	enter, err := rt.RunProgram(enterProgram)
	if err != nil {
		return nil, fmt.Errorf("starting the JavaScript realm: %w", err)
	}
	r.enterFn, _ = goja.AssertFunction(enter)
	r.bodyFn = rt.ToValue(func(goja.FunctionCall) goja.Value {
		r.body()
		return goja.Undefined()
	})
	p, resolve, _ := rt.NewPromise()
	if err := resolve(goja.Undefined()); err != nil {
		return nil, fmt.Errorf("starting the JavaScript realm: %w", err)
	}
	r.resolved = rt.ToValue(p)
	r.then, _ = goja.AssertFunction(r.resolved.ToObject(rt).Get("then"))
	r.toString, _ = goja.AssertFunction(enter.ToObject(rt).Get("toString"))
	r.dateCtor = rt.Get("Date").ToObject(rt)
	r.uint8Ctor = rt.Get("Uint8Array").ToObject(rt)
	r.errorCtor = rt.Get("Error").ToObject(rt)
	r.stringify, _ = goja.AssertFunction(rt.Get("JSON").ToObject(rt).Get("stringify"))
	r.goErr = goja.NewSymbol("framework.goError")
	if err := bounds.Install(rt, r.MemoryLimit, r.Interrupted); err != nil {
		return nil, fmt.Errorf("starting the JavaScript realm: %w", err)
	}
	if err := r.teachJSON(); err != nil {
		return nil, fmt.Errorf("starting the JavaScript realm: %w", err)
	}
	if err := r.teachRegExp(); err != nil {
		return nil, fmt.Errorf("starting the JavaScript realm: %w", err)
	}
	return r, nil
}

// Runtime is the goja VM.
func (r *Realm) Runtime() *goja.Runtime { return r.rt }

// Root is the project folder.
func (r *Realm) Root() string { return r.iso.opts.Root }

// Warn logs a warning about the project's JavaScript.
func (r *Realm) Warn(msg string, args ...any) { r.iso.opts.Log.Warn(msg, args...) }

// Reserve announces a completion from outside: call Reserve on the loop, call
// complete exactly once from any goroutine. The function given to complete
// runs as a turn of its own, on behalf of the operation that is current now.
// A second call is ignored and logged; after Close the call does nothing.
func (r *Realm) Reserve() (complete func(fn func(r *Realm))) {
	c := r.now
	var used atomic.Bool
	return func(fn func(r *Realm)) {
		if !used.CompareAndSwap(false, true) {
			r.iso.opts.Log.Error("an asynchronous operation was completed twice; the second time is ignored")
			return
		}
		// The only error is ErrClosed, and then nobody is left to be told.
		_ = r.iso.inbox.put(task{carried: c, run: func() error {
			fn(r)
			return nil
		}})
	}
}

// Promise runs work on a goroutine and returns a promise of its result, which
// ToJS turns into a JavaScript value; an error rejects with r.Error(err). The
// context is that of the current operation.
func (r *Realm) Promise(work func(ctx context.Context) (any, error)) goja.Value {
	p, resolve, reject := r.rt.NewPromise()
	r.Async(work, func(r *Realm, val any, err error) {
		if err != nil {
			err = reject(r.Error(err))
		} else {
			err = resolve(r.ToJS(val))
		}
		if err != nil {
			r.Uncaught(err)
		}
	})
	return r.rt.ToValue(p)
}

// Async is Promise for callback style: done runs on the loop. A panic of work
// is its error.
func (r *Realm) Async(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	complete := r.Reserve()
	ctx := r.Context()
	r.iso.beside.run(func() {
		val, err := protect(ctx, work)
		complete(func(r *Realm) { done(r, val, err) })
	})
}

// Callback calls done as Node's functions call theirs: with the error, or with
// null and the value. What done throws is its error.
func (r *Realm) Callback(done goja.Callable, val any, err error) error {
	args := []goja.Value{goja.Null(), goja.Undefined()}
	if err != nil {
		args[0] = r.Error(err)
	} else {
		args[1] = r.ToJS(val)
	}
	_, err = done(goja.Undefined(), args...)
	return err
}

func protect(ctx context.Context, work func(ctx context.Context) (any, error)) (val any, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = &panicError{x}
		}
	}()
	return work(ctx)
}

// Current is the operation on whose behalf the loop is running, nil if none.
func (r *Realm) Current() *Op { return r.now.op }

// Progress gives the turn its whole time again. It is for work that is known to
// come to an end, such as the loading of a module after another.
func (r *Realm) Progress() { r.iso.dog.progress() }

// OnInterrupt has stop called, from any goroutine, when a turn is interrupted:
// work in Go on the loop that may not come to an end has to stop then.
func (r *Realm) OnInterrupt(stop func()) { r.iso.dog.onStop(stop) }

// Interrupted tells whether this turn was interrupted.
func (r *Realm) Interrupted() bool { return r.iso.dog.interrupted() }

// Lifetime is the context of the realm: it ends when the isolate is closed.
func (r *Realm) Lifetime() context.Context { return r.iso.ctx }

// Beside runs work on a goroutine that Close waits for; work has to end soon
// after the context it is given, which is that of Lifetime.
func (r *Realm) Beside(work func(ctx context.Context)) {
	r.iso.beside.run(func() { work(r.iso.ctx) })
}

// Entrance lets events of the outside in: the functions given to what it
// returns, from any goroutine and as often as needed, run as turns of their
// own, on behalf of the operation that is current now. After Close they are
// dropped, which the answer false tells.
func (r *Realm) Entrance() (enter func(fn func(r *Realm)) bool) {
	c := r.now
	return func(fn func(r *Realm)) bool {
		err := r.iso.inbox.put(task{carried: c, run: func() error {
			fn(r)
			return nil
		}})
		return err == nil
	}
}

// Slot keeps one value per key and realm, for sub-packages; keys are compared
// like context keys.
func (r *Realm) Slot(key any) any { return r.slots[key] }

// SetSlot sets the value of key.
func (r *Realm) SetSlot(key, v any) { r.slots[key] = v }
