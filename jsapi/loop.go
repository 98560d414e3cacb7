package jsapi

import (
	"runtime/debug"
	"time"
)

// loop runs turns until Close, in rounds: due timers, queued tasks, the first
// turn of one request, immediates. Each group is what was there when the group
// began, so none can starve the others. Only one request starts in each round, so
// that under load requests that have started end before many others start.
func (i *Isolate) loop() {
	defer close(i.done)
	defer i.realm.timers.stop()
	for ended := false; !ended; {
		n := i.worker.Load()
		ended = asWorker(int(n), func() bool { return i.rounds(n) })
	}
}

// rounds is the loop as the worker with that number. It returns false when it has got
// another one.
func (i *Isolate) rounds(worker int32) (ended bool) {
	r := i.realm
	var batch []task
	for i.worker.Load() == worker {
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
		if t, waited, ok := i.queue.nextRequest(); ok {
			if meter := i.meter.Load(); meter != nil {
				meter.Waited(waited)
			}
			i.turn(t)
		}
		for _, t := range r.timers.takeImmediates() {
			if r.timers.begin(t) {
				i.turn(task{asyncContext: t.asyncContext, run: t.fn})
			}
		}
		select {
		case <-i.quit:
			return true
		default:
		}
		i.requeue() // of what failed between turns
		if r.timers.hasImmediates() || i.queue.busy() {
			continue
		}
		i.tellIdle()
		wake := r.timers.arm(i.opts.Clock, i.queue.wake)
		if wake {
			continue
		}
		i.idle.Store(true)
		select {
		case <-i.queue.wake:
			i.idle.Store(false)
		case <-i.quit:
			return true
		}
	}
	return false
}

// turn runs one task, and what was to follow it at once.
func (i *Isolate) turn(t task) {
	i.single(t)
	if len(i.following) == 0 {
		return
	}
	following := i.following
	i.following = nil
	for _, t := range following {
		i.single(t)
	}
	i.requeue() // what followed may go on for ever: others come first now
}

// requeue lets what was to follow a turn wait for its turn.
func (i *Isolate) requeue() {
	for _, t := range i.following {
		if err := i.queue.push(t); err != nil {
			t.refuse(err)
		}
	}
	i.following = nil
}

// single runs one task within the limits of the watchdog, and reports its errors.
func (i *Isolate) single(t task) {
	if !i.watchdog.begin() {
		t.refuse(ErrClosed)
		return
	}
	r := i.realm
	meter := i.meter.Load()
	var began time.Time
	if meter != nil {
		began = time.Now()
	}
	measured := i.worker.Load() > 0
	if measured {
		i.load.begin(time.Since(i.began))
	}
	err := r.turnRunner.run(&t)
	if measured {
		i.load.end(time.Since(i.began))
	}
	i.endWatch()
	if meter != nil {
		meter.Turn(time.Since(began))
	}
	switch {
	case t.settle != nil:
		t.settle(err)
	case err != nil:
		r.escaped(t.op, r.failedIn, err, nil)
	}
	i.reportRejections()
	r.turnRunner.reset()
}

// endWatch ends the measurement of a turn, and removes what an interrupted one has left.
func (i *Isolate) endWatch() {
	interrupted, exceeded := i.watchdog.end()
	if !interrupted {
		return
	}
	if meter := i.meter.Load(); meter != nil {
		meter.Interrupted(exceeded)
	}
	i.realm.clearStack()
	if exceeded {
		go debug.FreeOSMemory()
	}
}

// reportRejections reports the promises of the turn that were rejected and have no handler.
// What they were rejected with is read within the limits of a turn.
func (i *Isolate) reportRejections() {
	r := i.realm
	list := r.takeRejections()
	if len(list) == 0 {
		return
	}
	if !i.watchdog.begin() {
		for _, x := range list {
			if x.op != nil {
				x.op.Settle(nil, ErrClosed)
			}
		}
		return
	}
	reasons := r.reasons(list)
	i.endWatch()
	for n, x := range list {
		r.escaped(x.op, x.store, reasons[n], r.rt.ToValue(x.promise))
	}
}
