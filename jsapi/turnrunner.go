package jsapi

import (
	"errors"
	"log/slog"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
)

// loopSource is the name under which the loop itself appears in goja's stacks.
const loopSource = "framework:loop"

// enterScript runs each turn inside a call of the VM, because goja runs promise
// jobs when the outermost call returns: they run at the end of the turn.
const enterScript = `(function (body) { body(); })`

// handlerScript makes the handler of a promise of a function of Go. goja calls handlers
// outside of the VM, so a call that Go makes there would be the outermost one: on its
// return goja would run the jobs that it has queued, before those that wait already.
const handlerScript = `(function (native) { return function (value) { native(value); }; })`

// recurseScript opens as many calls as the stack has room for.
const recurseScript = `(function recurse() { recurse(); })`

var (
	enterProgram   = goja.MustCompile(loopSource, enterScript, false)
	handlerProgram = goja.MustCompile(loopSource, handlerScript, false)
	recurseProgram = goja.MustCompile(loopSource, recurseScript, false)
)

// turnRunner runs the function of a turn, and after it what JavaScript has queued
// meanwhile: ticks and promise jobs. It reports the errors that nothing catches.
type turnRunner struct {
	rt         *goja.Runtime
	contexts   *asyncState
	exceptions *exceptions
	watchdog   *watchdog
	messages   *errmsg.Errors
	log        *slog.Logger

	ticks        []tick
	rejections   []rejection
	uncaughtHook func(err error) bool
	escapeHook   func(Escape) bool
	endHook      func()
	lateHook     func(promise goja.Value)
	inside       bool       // the VM runs code of a turn
	failedIn     goja.Value // the AsyncStore of the task of the turn when it failed

	body     func() error // what bodyFn runs: the task of the current turn
	failed   error        // what it has returned
	bodyFn   goja.Value
	enterFn  goja.Callable
	handler  goja.Callable
	recurse  goja.Callable
	then     goja.Callable
	resolved goja.Value    // a resolved promise
	toString goja.Callable // of functions
}

func (t *turnRunner) init() error {
	enter, err := t.rt.RunProgram(enterProgram)
	if err != nil {
		return err
	}
	t.enterFn, _ = goja.AssertFunction(enter)
	handler, err := t.rt.RunProgram(handlerProgram)
	if err != nil {
		return err
	}
	t.handler, _ = goja.AssertFunction(handler)
	recurse, err := t.rt.RunProgram(recurseProgram)
	if err != nil {
		return err
	}
	t.recurse, _ = goja.AssertFunction(recurse)
	t.bodyFn = t.rt.ToValue(func(goja.FunctionCall) goja.Value {
		if t.failed = t.body(); t.failed != nil {
			t.failedIn = t.contexts.async.store
		}
		t.runTicks()
		return goja.Undefined()
	})
	p, resolve, _ := t.rt.NewPromise()
	if err := resolve(goja.Undefined()); err != nil {
		return err
	}
	t.resolved = t.rt.ToValue(p)
	then := t.resolved.ToObject(t.rt).Get("then")
	t.then, _ = goja.AssertFunction(then)
	if err := t.contexts.noteJobs(then.ToObject(t.rt)); err != nil {
		return err
	}
	t.toString, _ = goja.AssertFunction(enter.ToObject(t.rt).Get("toString"))
	t.rt.SetPromiseRejectionTracker(t.trackRejection)
	t.rt.SetAsyncContextTracker(asyncTracker{t.contexts, t})
	return nil
}

// installMessages gives errors the messages of V8, and stacks that go on behind the elements of Promise.all. Below each turn is a call of bodyFn,
// so it guards the stack.
func (t *turnRunner) installMessages(ask goja.Value) (err error) {
	if t.messages, err = errmsg.Install(t.rt, errmsg.Options{Position: t.exceptions.positions.project}); err != nil {
		return err
	}
	t.messages.Through(errmsg.Elements{File: combinatorsName, Ask: ask, Handlers: handlers})
	return t.messages.Guard(t.bodyFn.ToObject(t.rt), maxCalls)
}

// run runs the function of a task, then process.nextTick callbacks and promise
// jobs, including those added meanwhile. Its error is that of the function, for Go.
func (t *turnRunner) run(task *task) error {
	err := t.enter(task.asyncContext, task.run)
	if t.watchdog.interrupted() {
		t.ticks = nil
	}
	for len(t.ticks) > 0 {
		if e := t.enter(task.asyncContext, func() error { return nil }); e != nil {
			t.uncaught(task.op, e)
			if t.watchdog.interrupted() {
				t.ticks = nil
			}
		}
	}
	if err == nil {
		return nil
	}
	return t.failure(task.asyncContext, err)
}

// failure makes a Go error of that of a task. It is a function of its own so that turns
// that succeed allocate nothing for it.
func (t *turnRunner) failure(c asyncContext, err error) error {
	failedIn := t.failedIn
	made := t.read(c, func() error { return t.exceptions.Wrap(err) })
	t.failedIn = failedIn
	return made
}

// reset drops what the turn refers to, for the garbage collector.
func (t *turnRunner) reset() {
	t.contexts.async, t.contexts.turnContext, t.body = asyncContext{}, asyncContext{}, nil
	t.failed, t.failedIn, t.inside = nil, nil, false
	if t.endHook != nil {
		t.endHook()
	}
}

// OnTurnEnd sets a hook that is called on the loop at the end of each turn.
func (t *turnRunner) OnTurnEnd(hook func()) { t.endHook = hook }

// enter runs fn and the queued ticks inside one call of the VM, which runs
// promise jobs before it returns.
func (t *turnRunner) enter(c asyncContext, fn func() error) (err error) {
	t.contexts.async, t.contexts.turnContext = c, c
	t.messages.EndJob()
	defer recoverInto(&err)
	t.body, t.failed = fn, nil
	t.inside = true
	_, err = t.enterFn(goja.Undefined(), t.bodyFn)
	t.inside = false
	if t.failed != nil {
		return t.failed
	}
	return err
}

// tick is a process.nextTick callback.
type tick struct {
	asyncContext
	fn func() error
}

func (t *turnRunner) runTicks() {
	for len(t.ticks) > 0 {
		next := t.ticks[0]
		t.ticks[0] = tick{}   // for the garbage collector
		t.ticks = t.ticks[1:] // before it runs: after a panic it must not run again
		t.contexts.async = next.asyncContext
		if err := t.guarded(next.fn); err != nil {
			t.uncaught(next.op, err)
			if t.watchdog.interrupted() {
				t.ticks = nil
			}
		}
	}
	t.contexts.async = t.contexts.turnContext
}

// guarded runs fn, and returns an exception as its error.
func (t *turnRunner) guarded(fn func() error) (err error) {
	if ex := t.rt.Try(func() { err = fn() }); ex != nil {
		return ex
	}
	return err
}

// NextTick runs fn after the current function and before promise jobs, as
// process.nextTick does, for the operation that is current now.
func (t *turnRunner) NextTick(fn func() error) { t.ticks = append(t.ticks, tick{t.contexts.async, fn}) }

// Microtask runs fn among the promise jobs, as queueMicrotask does.
func (t *turnRunner) Microtask(fn func() error) {
	op := t.contexts.async.op
	job := t.Handler(func(goja.Value) {
		if err := t.guarded(fn); err != nil {
			t.uncaught(op, err)
		}
	})
	if _, err := t.then(t.resolved, job); err != nil {
		t.uncaught(op, err)
	}
}

// Handler makes a function for then that calls fn with the value.
func (t *turnRunner) Handler(fn func(v goja.Value)) goja.Value {
	made, err := t.handler(goja.Undefined(), t.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		fn(call.Argument(0))
		return goja.Undefined()
	}))
	if err != nil {
		panic(err) // the turn is interrupted
	}
	return made
}

// Uncaught reports an error that no JavaScript can catch, such as that of an
// event handler: it is logged and settles the current operation, unless the
// OnUncaught hook handles it.
func (t *turnRunner) Uncaught(err error) { t.uncaught(t.contexts.async.op, err) }

// OnUncaught sets a hook for uncaught errors. If it returns true, the error
// counts as handled.
func (t *turnRunner) OnUncaught(hook func(err error) bool) { t.uncaughtHook = hook }

// Escape is an error that no JavaScript has caught.
type Escape struct {
	Err error
	// Promise is the one that was rejected without a handler; nil for an exception.
	Promise goja.Value
	// Store is the AsyncStore of the code that has failed.
	Store goja.Value
	// Fail logs the error, and settles the operation to which it belongs.
	Fail func()
	// Within is whether code of the same turn goes on after the hook: next ticks and jobs of promises. The hook may
	// run code of the project then, which comes before them.
	Within bool
}

// OnEscape sets a hook for errors that code could have caught. If it returns true, the
// hook calls Fail itself, on the loop, unless the project handles the error.
func (t *turnRunner) OnEscape(hook func(Escape) bool) { t.escapeHook = hook }

func (t *turnRunner) uncaught(op *Op, err error) { t.escaped(op, t.contexts.async.store, err, nil) }

func (t *turnRunner) escaped(op *Op, store goja.Value, err error, promise goja.Value) {
	err = t.exceptions.Wrap(err)
	if t.uncaughtHook != nil && t.uncaughtHook(err) {
		return
	}
	if t.watchdog.isClosing() { // the error is a consequence of that
		if op != nil {
			op.Settle(nil, ErrClosed)
		}
		return
	}
	fail := func() {
		if op != nil && op.Settle(nil, err) {
			t.log.Error("uncaught error, the request that caused it fails", "error", err)
			return
		}
		t.log.Error("uncaught error", "error", err)
	}
	script, _ := errors.AsType[*ScriptError](err)
	interrupted := script != nil && script.Value == nil // by the engine, not by code
	if t.escapeHook == nil || interrupted {
		fail()
		return
	}
	current := t.contexts.async
	if !t.escapeHook(Escape{err, promise, store, fail, t.inside && promise == nil}) {
		fail()
	}
	t.contexts.async = current
}

// rejection is a promise that was rejected when it had no handler.
type rejection struct {
	promise *goja.Promise
	op      *Op
	store   goja.Value
}

func (t *turnRunner) trackRejection(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionReject {
		t.rejections = append(t.rejections, rejection{p, t.contexts.async.op, t.contexts.async.store})
		return
	}
	for n := range t.rejections {
		if t.rejections[n].promise == p {
			t.rejections[n].promise = nil
			return
		}
	}
	if t.lateHook != nil {
		t.lateHook(t.rt.ToValue(p))
	}
}

// OnLateHandler sets a hook that is called when a promise gets a handler after the turn in which it was
// rejected.
func (t *turnRunner) OnLateHandler(hook func(promise goja.Value)) { t.lateHook = hook }

// takeRejections returns the rejections that have no handler, and forgets them.
func (t *turnRunner) takeRejections() []rejection {
	list := slices.DeleteFunc(t.rejections, func(x rejection) bool { return x.promise == nil })
	t.rejections = nil
	return list
}

// reasons reads why promises were rejected. After an interrupt no further one is read.
func (t *turnRunner) reasons(list []rejection) []error {
	errs := make([]error, len(list))
	for n, x := range list {
		if n > 0 && t.watchdog.interrupted() {
			errs[n] = errs[n-1]
			continue
		}
		errs[n] = t.read(asyncContext{op: x.op, store: x.store}, func() error { return t.exceptions.GoError(x.promise.Result()) })
	}
	return errs
}

// read runs fn, which makes a Go error of what was thrown, at the end of a turn. That may
// run code of the project (getters, traps of proxies), so an interrupt may end it. A turn
// that was interrupted before runs no code any more.
func (t *turnRunner) read(c asyncContext, fn func() error) error {
	var made error
	body := func() error { made = fn(); return nil }
	run := t.enter
	if t.watchdog.interrupted() {
		run = func(_ asyncContext, fn func() error) (err error) {
			defer recoverInto(&err)
			return fn()
		}
	}
	if err := run(c, body); err != nil {
		return t.exceptions.Wrap(err)
	}
	return made
}

// recoverInto is deferred: it makes an error of what a function panics with.
func recoverInto(err *error) {
	if x := recover(); x != nil {
		*err = recovered(x)
	}
}

// clearStack removes what an interrupted turn has left on goja's stacks: the values (a
// nested call clears the stack above it), and the scopes of the calls that were open,
// which stay until as many calls are open again.
func (t *turnRunner) clearStack() {
	_ = t.enter(asyncContext{}, func() error {
		_, _ = t.recurse(goja.Undefined()) // until the stack is full
		_, err := t.toString(t.bodyFn)
		return err
	})
	t.body = nil
}
