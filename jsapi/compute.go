package jsapi

import (
	"context"
	"runtime"
	"sync"

	"framework/engine/sequence"
)

// computing bounds the work of an isolate that takes a processor, such as hashes of passwords: as much of it runs at once
// as there are processors, the rest waits in its order. Each piece that runs delays the loop by the time for which the
// scheduler leaves a goroutine on a processor, so a thousand at once would delay it by seconds.
type computing struct {
	mu      sync.Mutex
	running int
	waiting []func()
}

// start runs job on a goroutine of pool, now or when others have ended.
func (c *computing) start(pool *workerPool, job func()) {
	c.mu.Lock()
	if c.running >= runtime.GOMAXPROCS(0) {
		c.waiting = append(c.waiting, job)
		c.mu.Unlock()
		return
	}
	c.running++
	c.mu.Unlock()
	pool.run(func() { c.work(job) })
}

// work runs a job, and then those that wait.
func (c *computing) work(job func()) {
	for job != nil {
		job()
		c.mu.Lock()
		if len(c.waiting) > 0 {
			job = c.waiting[0]
			c.waiting = c.waiting[1:]
		} else {
			c.running, job = c.running-1, nil
		}
		c.mu.Unlock()
	}
}

// Compute is Async for work that takes a processor: no more of it runs at once than there are processors. What waits when
// the isolate is closed does not run.
func (r *Realm) Compute(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	complete := r.Reserve()
	ctx := sequence.Without(r.Context())
	lifetime := r.Lifetime()
	r.iso.computing.start(&r.iso.pool, func() {
		var val any
		err := lifetime.Err()
		if err == nil {
			val, err = protect(ctx, work)
		}
		complete(func(r *Realm) { done(r, val, err) })
	})
}
