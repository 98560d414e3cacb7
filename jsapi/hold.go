package jsapi

import "sync"

// Hold makes the loop count as busy (see Options.Idle) until release is called, which may
// be done from any goroutine and again.
func (r *Realm) Hold() (release func()) {
	r.iso.pending.Add(1)
	return sync.OnceFunc(func() {
		r.iso.pending.Add(-1)
		r.iso.queue.signal() // the loop looks again whether it is idle
	})
}

// Loosen lets the loop be idle although one operation that it has begun is not over, until
// restore is called. Both are for the loop.
func (r *Realm) Loosen() (restore func()) {
	r.iso.pending.Add(-1)
	r.iso.queue.signal() // see Hold
	return sync.OnceFunc(func() { r.iso.pending.Add(1) })
}

// Another starts the loop of an empty realm with the options of this one, but for the
// memory limit and Idle of o. Its turns have no time limit: it is for long work.
func (r *Realm) Another(o Options) (*Isolate, error) {
	opts := r.iso.opts
	opts.TurnLimit, opts.BlockWarning, opts.Idle = -1, -1, o.Idle
	opts.Worker = int(r.iso.worker.Load())
	if o.MemoryLimit > 0 {
		opts.MemoryLimit = o.MemoryLimit
	}
	return New(opts)
}

// Busy reports whether something is left to do. It is for the loop.
func (r *Realm) Busy() bool { return r.iso.pending.Load() != 0 || !r.timers.none() }

// tellIdle calls Options.Idle if nothing is left to do.
func (i *Isolate) tellIdle() {
	if i.opts.Idle != nil && !i.realm.Busy() {
		i.opts.Idle()
	}
}

// Settled reports whether the operation is settled.
func (o *Op) Settled() bool {
	select {
	case <-o.done:
		return true
	default:
		return false
	}
}
