package jsapi

import (
	"context"
	"sync"
)

// lane bounds how much work of one kind an isolate does at once; the rest waits in its order.
type lane struct {
	limit int

	mu      sync.Mutex
	running int
	waiting []func()
}

// blockingAtOnce is how much work runs at once that may hold a thread of the system for long, such as opening a pipe that
// nobody writes to: Go ends a program that has ten thousand threads.
const blockingAtOnce = 64

// start runs job on a goroutine of pool, now or when others have ended.
func (l *lane) start(pool *workerPool, job func()) {
	l.mu.Lock()
	if l.running >= l.limit {
		l.waiting = append(l.waiting, job)
		l.mu.Unlock()
		return
	}
	l.running++
	l.mu.Unlock()
	pool.run(func() { l.work(job) })
}

// work runs a job, and then those that wait.
func (l *lane) work(job func()) {
	for job != nil {
		job()
		l.mu.Lock()
		if len(l.waiting) > 0 {
			job, l.waiting[0] = l.waiting[0], nil
			l.waiting = l.waiting[1:]
		} else {
			l.running, job = l.running-1, nil
		}
		l.mu.Unlock()
	}
}

// Compute is Async for work that takes a processor, such as hashes of passwords: no more of it runs at once than there are
// processors. Each piece that runs delays the loop by the time for which the scheduler leaves a goroutine on a processor,
// so a thousand at once would delay it by seconds. What waits when the isolate is closed does not run.
func (r *Realm) Compute(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	r.asyncIn(&r.iso.processors, work, done)
}

// Blocking is Async for work that may hold a thread of the system: at most 64 pieces of it run at once. What waits when the
// isolate is closed does not run.
func (r *Realm) Blocking(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	r.asyncIn(&r.iso.threads, work, done)
}

func (r *Realm) asyncIn(l *lane, work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	lifetime := r.Lifetime()
	r.begin(func(job func()) { l.start(&r.iso.pool, job) }, func(ctx context.Context) (any, error) {
		if err := lifetime.Err(); err != nil {
			return nil, err
		}
		return work(ctx)
	}, done)
}
