package jsapi

import (
	"github.com/dop251/goja"
)

// loopSource is the name under which the loop itself appears in goja's stacks.
const loopSource = "framework:loop"

// enterScript runs each turn inside a call of the VM, because goja runs promise
// jobs when the outermost call returns: they run at the end of the turn.
const enterScript = `(function (body) { body(); })`

var enterProgram = goja.MustCompile(loopSource, enterScript, false)

// loop runs turns until Close, in rounds: due timers, queued tasks, the first
// turn of one request, immediates. Each group is what was there when the group
// began, so none can starve the others. Only one request starts in each round, so
// that under load requests that have started end before many others start.
func (i *Isolate) loop() {
	defer close(i.done)
	r := i.realm
	defer r.timers.stop()
	var batch []task
	for {
		now := i.opts.Clock.Now()
		for _, t := range r.timers.due(now) {
			if r.timers.begin(t) {
				i.turn(task{asyncContext: t.asyncContext, run: t.fn})
			}
		}
		batch = i.queue.take(batch)
		for _, t := range batch {
			i.turn(t)
		}
		if t, ok := i.queue.nextRequest(); ok {
			i.turn(t)
		}
		for _, t := range r.timers.takeImmediates() {
			if r.timers.begin(t) {
				i.turn(task{asyncContext: t.asyncContext, run: t.fn})
			}
		}
		select {
		case <-i.quit:
			return
		default:
		}
		if r.timers.hasImmediates() || i.queue.busy() {
			continue
		}
		wake := r.timers.arm(i.opts.Clock, i.queue.wake)
		if wake {
			continue
		}
		i.idle.Store(true)
		select {
		case <-i.queue.wake:
			i.idle.Store(false)
		case <-i.quit:
			return
		}
	}
}

// turn runs one task: its function, process.nextTick callbacks and promise jobs,
// including those added meanwhile; then it reports unhandled rejections.
func (i *Isolate) turn(t task) {
	if !i.watchdog.begin() {
		t.refuse(ErrClosed)
		return
	}
	r := i.realm
	err := r.enter(t.asyncContext, t.run)
	if i.watchdog.interrupted() {
		r.ticks = nil
	}
	for len(r.ticks) > 0 {
		if e := r.enter(t.asyncContext, func() error { return nil }); e != nil {
			r.uncaught(t.op, e)
			if i.watchdog.interrupted() {
				r.ticks = nil
			}
		}
	}
	exceeded := i.watchdog.end()
	if err != nil {
		err = r.Wrap(err)
	}
	if exceeded {
		r.clearStack()
	}
	switch {
	case t.settle != nil:
		t.settle(err)
	case err != nil:
		r.uncaught(t.op, err)
	}
	r.reportRejections()
	r.async, r.turnContext, r.body = asyncContext{}, asyncContext{}, nil // for the garbage collector
}

// enter runs fn and the queued ticks inside one call of the VM, which runs
// promise jobs before it returns.
func (r *Realm) enter(c asyncContext, fn func() error) (err error) {
	r.async, r.turnContext = c, c
	defer func() {
		if x := recover(); x != nil {
			err = recovered(x)
		}
	}()
	var inner error
	r.body = func() {
		inner = fn()
		r.runTicks()
	}
	_, err = r.enterFn(goja.Undefined(), r.bodyFn)
	if inner != nil {
		return inner
	}
	return err
}

// tick is a process.nextTick callback.
type tick struct {
	asyncContext
	fn func() error
}

func (r *Realm) runTicks() {
	for len(r.ticks) > 0 {
		t := r.ticks[0]
		r.ticks[0] = tick{}   // for the garbage collector
		r.ticks = r.ticks[1:] // before it runs: after a panic it must not run again
		r.async = t.asyncContext
		if err := r.guarded(t.fn); err != nil {
			r.uncaught(t.op, err)
			if r.iso.watchdog.interrupted() {
				r.ticks = nil
			}
		}
	}
	r.async = r.turnContext
}

// guarded runs fn, and returns an exception as its error.
func (r *Realm) guarded(fn func() error) (err error) {
	if ex := r.rt.Try(func() { err = fn() }); ex != nil {
		return ex
	}
	return err
}

// NextTick runs fn after the current function and before promise jobs, as
// process.nextTick does, for the operation that is current now.
func (r *Realm) NextTick(fn func() error) { r.ticks = append(r.ticks, tick{r.async, fn}) }

// Microtask runs fn among the promise jobs, as queueMicrotask does.
func (r *Realm) Microtask(fn func() error) {
	op := r.async.op
	job := r.rt.ToValue(func(goja.FunctionCall) goja.Value {
		if err := r.guarded(fn); err != nil {
			r.uncaught(op, err)
		}
		return goja.Undefined()
	})
	if _, err := r.then(r.resolved, job); err != nil {
		r.uncaught(op, err)
	}
}

// Uncaught reports an error that no JavaScript can catch, such as that of an
// event handler: it is logged and settles the current operation, unless the
// OnUncaught hook handles it.
func (r *Realm) Uncaught(err error) { r.uncaught(r.async.op, err) }

// OnUncaught sets a hook for uncaught errors. If it returns true, the error
// counts as handled.
func (r *Realm) OnUncaught(hook func(err error) bool) { r.uncaughtHook = hook }

func (r *Realm) uncaught(op *Op, err error) {
	err = r.Wrap(err)
	if r.uncaughtHook != nil && r.uncaughtHook(err) {
		return
	}
	if r.iso.watchdog.isClosing() { // the error is a consequence of that
		if op != nil {
			op.Settle(nil, ErrClosed)
		}
		return
	}
	if op != nil && op.Settle(nil, err) {
		r.iso.opts.Log.Error("uncaught error, the request that caused it fails", "error", err)
		return
	}
	r.iso.opts.Log.Error("uncaught error", "error", err)
}

// rejection is a promise that was rejected when it had no handler.
type rejection struct {
	promise *goja.Promise
	op      *Op
}

func (r *Realm) trackRejection(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionReject {
		r.rejections = append(r.rejections, rejection{p, r.async.op})
		return
	}
	for n := range r.rejections {
		if r.rejections[n].promise == p {
			r.rejections[n].promise = nil
		}
	}
}

func (r *Realm) reportRejections() {
	if len(r.rejections) == 0 {
		return
	}
	list := r.rejections
	r.rejections = nil
	for _, x := range list {
		if x.promise != nil {
			r.uncaught(x.op, r.GoError(x.promise.Result()))
		}
	}
}
