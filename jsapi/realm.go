package jsapi

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/sequence"
	"framework/jsapi/accelerate"
	"framework/jsapi/bounds"
	"framework/jsapi/functions"
)

// Realm is the JavaScript side of an Isolate. It and all its goja values may be
// used on the loop only.
type Realm struct {
	iso            *Isolate
	rt             *goja.Runtime
	slots          map[any]any
	matchesGuarded bool // see guardMatches
	texts          *evaluator
	asyncState
	turnRunner
	timers
	exceptions
	values
	jsonCodec
	functionTexts
	displays
}

// maxCalls is how many calls may be open.
const maxCalls = 10240

func newRealm(i *Isolate) (*Realm, error) {
	rt := goja.New()
	rt.SetMaxCallStackSize(maxCalls)
	r := &Realm{iso: i, rt: rt, slots: map[any]any{}, texts: &evaluator{rt: rt}, displays: displays{}}
	r.asyncState = asyncState{iso: i, rt: rt}
	r.timers = timers{contexts: &r.asyncState, live: map[int64]*timer{}, clock: i.opts.Clock}
	r.exceptions = exceptions{
		rt: rt, watchdog: &i.watchdog,
		positions:  &positions{root: i.opts.Root, columnOffsets: map[string]int{}, sources: map[string][]string{}},
		goErrorKey: goja.NewSymbol("framework.goError"), errorCtor: rt.Get("Error").ToObject(rt), syntaxCtor: rt.Get("SyntaxError").ToObject(rt),
	}
	r.turnRunner = turnRunner{rt: rt, contexts: &r.asyncState, exceptions: &r.exceptions, watchdog: &i.watchdog, log: i.opts.Log}
	uint8Ctor := rt.Get("Uint8Array").ToObject(rt)
	r.values = values{rt: rt, exceptions: &r.exceptions, dateCtor: rt.Get("Date").ToObject(rt), uint8Ctor: uint8Ctor, byteLength: TypedArrayGetter(rt, uint8Ctor, "byteLength")}
	r.jsonCodec = jsonCodec{rt: rt, exceptions: &r.exceptions, watchdog: &i.watchdog, uint8Ctor: uint8Ctor}
	r.stringify, _ = goja.AssertFunction(rt.Get("JSON").ToObject(rt).Get("stringify")) // before it is replaced
	err := r.turnRunner.init()
	var proxies []*goja.Object
	if err == nil {
		proxies, err = bounds.Install(rt, r.MemoryLimit, r.Interrupted, r.texts)
	}
	if err == nil {
		err = installEvaluation(rt, r.texts)
	}
	if err == nil {
		err = accelerate.Install(rt, accelerate.Limits{
			Memory: r.MemoryLimit, LongestText: bounds.MaxText, Check: r.checkInterrupt,
			TooLong: func() { panic(bounds.RangeError(rt, "Invalid string length")) },
		})
	}
	if err == nil {
		err = functions.Install(rt, func(texts []goja.String) *goja.Object { return r.texts.Function("async function*", texts) })
	}
	if err == nil {
		err = r.jsonCodec.install()
	}
	if err == nil {
		err = installRegExp(rt)
	}
	if err == nil {
		err = installDates(rt)
	}
	if err == nil {
		err = installSign(rt)
	}
	if err == nil {
		err = installHalves(rt)
	}
	if err == nil {
		err = installWeakSymbols(rt)
	}
	var ask goja.Value
	if err == nil {
		ask, err = installCombinators(rt)
	}
	if err == nil {
		err = r.turnRunner.installMessages(ask)
	}
	if err == nil {
		err = r.functionTexts.install(rt, proxies)
	}
	if err == nil {
		err = rt.GlobalObject().Delete("GoError") // of goja, which has it without this name
	}
	if err != nil {
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

// Reserve is for work that ends on another goroutine: call Reserve on the loop,
// and complete exactly once from any goroutine. The function given to complete
// runs as a turn of its own, in the asynchronous context in which Reserve was
// called. A second call is ignored and logged; after Close the call does nothing.
func (r *Realm) Reserve() (complete func(fn func(r *Realm))) {
	c := r.async
	var used atomic.Bool
	r.iso.pending.Add(1)
	return func(fn func(r *Realm)) {
		if !used.CompareAndSwap(false, true) {
			r.iso.opts.Log.Error("an asynchronous operation was completed twice; the second time is ignored")
			return
		}
		// The only error is ErrClosed, and then nothing waits for the result.
		_ = r.iso.queue.push(task{asyncContext: c, run: func() error {
			r.iso.pending.Add(-1)
			fn(r)
			return nil
		}})
	}
}

// Promise runs work on a goroutine and returns a promise of its result, converted
// with ToJS; an error rejects it with r.Error(err). The context is that of the
// current operation.
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

// Async runs work on a goroutine, then done on the loop. A panic of work is
// returned as its error.
func (r *Realm) Async(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	r.begin(r.iso.pool.run, work, done)
}

// begin has run, which is called once, do work and then done on the loop.
func (r *Realm) begin(run func(job func()), work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	complete := r.Reserve()
	ctx := sequence.Without(r.Context())
	run(func() {
		val, err := protect(ctx, work)
		complete(func(r *Realm) { done(r, val, err) })
	})
}

// TryBrief runs work on the loop, at once, and done as Async does. It returns false, and
// done is not called, if work gives up with the error gaveUp. Work must not wait.
func (r *Realm) TryBrief(work func(ctx context.Context) (any, error), gaveUp error, done func(r *Realm, val any, err error)) bool {
	val, err := protect(sequence.Without(r.Context()), work)
	if errors.Is(err, gaveUp) {
		return false
	}
	r.Reserve()(func(r *Realm) { done(r, val, err) })
	return true
}

// AsyncInLine is Async for work that is to be done in the order of line: it has its
// place there from now on until done is in the queue of the loop.
func (r *Realm) AsyncInLine(line *sequence.Line, work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	ctx, place := line.Join(r.Context())
	complete := r.Reserve()
	r.iso.pool.run(func() {
		defer place.Leave()
		val, err := protect(ctx, work)
		_ = place.Await(ctx) // an ended context: its order does not matter
		complete(func(r *Realm) { done(r, val, err) })
	})
}

// Callback calls a Node-style callback: with the error, or with null and the
// value. It returns an exception of done as error.
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

// Progress restarts the time limit of the turn, for work that consists of several
// steps and certainly ends, such as loading many modules.
func (r *Realm) Progress() { r.iso.watchdog.progress() }

// OnInterrupt registers stop, which is called from any goroutine when a turn is
// interrupted. It has to stop long work in Go that runs on the loop.
func (r *Realm) OnInterrupt(stop func()) { r.iso.watchdog.addInterruptHook(stop) }

// Interrupted reports whether the current turn was interrupted.
func (r *Realm) Interrupted() bool { return r.iso.watchdog.interrupted() }

// Lifetime returns a context that ends when the isolate is closed.
func (r *Realm) Lifetime() context.Context { return r.iso.ctx }

// Go runs work on a goroutine that Close waits for. Its context is that of
// Lifetime; work has to return soon after it has ended.
func (r *Realm) Go(work func(ctx context.Context)) {
	r.iso.pool.run(func() { work(r.iso.ctx) })
}

// Enqueuer returns a function for events from other goroutines. It may be called
// from any goroutine, any number of times: each fn runs as a turn of its own, in
// the asynchronous context in which Enqueuer was called. After Close it returns
// false and fn does not run.
func (r *Realm) Enqueuer() (enqueue func(fn func(r *Realm)) bool) {
	c := r.async
	return func(fn func(r *Realm)) bool {
		err := r.iso.queue.push(task{asyncContext: c, run: func() error {
			fn(r)
			return nil
		}})
		return err == nil
	}
}

// Follower returns a function like that of Enqueuer, for the loop: fn runs as a turn right after the current one,
// before timers that are due and whatever else waits.
func (r *Realm) Follower() (follow func(fn func(r *Realm)) bool) {
	c := r.async
	return func(fn func(r *Realm)) bool {
		if r.iso.watchdog.isClosing() {
			return false
		}
		r.iso.following = append(r.iso.following, task{asyncContext: c, run: func() error {
			fn(r)
			return nil
		}})
		return true
	}
}

// Slot returns the value that a sub-package has stored in the realm under key;
// keys are compared like context keys.
func (r *Realm) Slot(key any) any { return r.slots[key] }

// SetSlot sets the value of key.
func (r *Realm) SetSlot(key, v any) { r.slots[key] = v }
