package jsapi

import (
	"github.com/dop251/goja"
)

// loopSource is the name under which the loop itself appears in goja's stacks.
const loopSource = "framework:loop"

// enterScript makes a turn a call into the VM, so that promise jobs wait for
// its end: goja runs them when the outermost script call returns.
const enterScript = `(function (body) { body(); })`

var enterProgram = goja.MustCompile(loopSource, enterScript, false)

// loop runs turns until Close: due timers, what goes on, the first turn of one
// request, immediates, again. Each group is bounded by what was there when it
// began, so none can starve the others; and requests begin one by one, so that
// those that have begun are over before the loop takes on more than it can do.
func (i *Isolate) loop() {
	defer close(i.done)
	r := i.realm
	defer r.timers.stop()
	var batch []task
	for {
		now := i.opts.Clock.Now()
		for _, t := range r.timers.due(now) {
			if r.timers.begin(t) {
				i.turn(task{carried: t.carried, run: t.fn})
			}
		}
		batch = i.inbox.take(batch)
		for _, t := range batch {
			i.turn(t)
		}
		if t, ok := i.inbox.next(); ok {
			i.turn(t)
		}
		for _, t := range r.timers.takeImmediates() {
			if r.timers.begin(t) {
				i.turn(task{carried: t.carried, run: t.fn})
			}
		}
		select {
		case <-i.quit:
			return
		default:
		}
		if r.timers.hasImmediates() || i.inbox.busy() {
			continue
		}
		wake := r.timers.arm(i.opts.Clock, i.inbox.wake)
		if wake {
			continue
		}
		i.idle.Store(true)
		select {
		case <-i.inbox.wake:
			i.idle.Store(false)
		case <-i.quit:
			return
		}
	}
}

// turn runs one task: its function, process.nextTick callbacks, promise jobs,
// and those that these add; then it looks at rejections nobody handled.
func (i *Isolate) turn(t task) {
	if !i.dog.begin() {
		t.refuse(ErrClosed)
		return
	}
	r := i.realm
	err := r.enter(t.carried, t.run)
	if i.dog.interrupted() {
		r.ticks = nil
	}
	for len(r.ticks) > 0 {
		if e := r.enter(t.carried, func() error { return nil }); e != nil {
			r.uncaught(t.op, e)
			if i.dog.interrupted() {
				r.ticks = nil
			}
		}
	}
	outgrown := i.dog.end()
	if err != nil {
		err = r.Wrap(err)
	}
	if outgrown {
		r.forget()
	}
	switch {
	case t.settle != nil:
		t.settle(err)
	case err != nil:
		r.uncaught(t.op, err)
	}
	r.reportRejections()
	r.now, r.turn, r.body = carried{}, carried{}, nil // what they hold may go
}

// enter runs fn and the waiting ticks inside one call of the VM; promise jobs
// run before it returns.
func (r *Realm) enter(c carried, fn func() error) (err error) {
	r.now, r.turn = c, c
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
	carried
	fn func() error
}

func (r *Realm) runTicks() {
	for len(r.ticks) > 0 {
		t := r.ticks[0]
		r.ticks[0] = tick{}   // what it holds may go
		r.ticks = r.ticks[1:] // before it runs: a panic must not bring it back
		r.now = t.carried
		if err := r.guarded(t.fn); err != nil {
			r.uncaught(t.op, err)
			if r.iso.dog.interrupted() {
				r.ticks = nil
			}
		}
	}
	r.now = r.turn
}

// guarded runs fn; what it throws becomes its error.
func (r *Realm) guarded(fn func() error) (err error) {
	if ex := r.rt.Try(func() { err = fn() }); ex != nil {
		return ex
	}
	return err
}

// NextTick runs fn after the current function and before promise jobs, as
// process.nextTick does, for the operation that is current now.
func (r *Realm) NextTick(fn func() error) { r.ticks = append(r.ticks, tick{r.now, fn}) }

// Microtask runs fn among the promise jobs, as queueMicrotask does.
func (r *Realm) Microtask(fn func() error) {
	op := r.now.op
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

// Uncaught reports an error that no JavaScript will see, such as that of an
// event handler: it settles the current operation and is logged, unless an
// OnUncaught hook takes it.
func (r *Realm) Uncaught(err error) { r.uncaught(r.now.op, err) }

// OnUncaught sets what is asked first about errors that nobody caught; true
// means that the error needs nothing more.
func (r *Realm) OnUncaught(hook func(err error) bool) { r.uncaughtHook = hook }

func (r *Realm) uncaught(op *Op, err error) {
	err = r.Wrap(err)
	if r.uncaughtHook != nil && r.uncaughtHook(err) {
		return
	}
	if r.iso.dog.isClosing() { // which is what the error says, in some way
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

// rejection is a promise that was rejected while nobody handled it.
type rejection struct {
	promise *goja.Promise
	op      *Op
}

func (r *Realm) trackRejection(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionReject {
		r.rejections = append(r.rejections, rejection{p, r.now.op})
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
