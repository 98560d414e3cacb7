package jsapi

import (
	"context"
	"sync"
	"time"

	"framework/jsapi/pace"
)

// lane bounds how much work of one kind an isolate does at once; the rest waits in its order.
type lane struct {
	limit int
	slice time.Duration // after which work that checks its pace gives way to what waits; 0 for never

	mu      sync.Mutex
	running int
	waiting []waiting
}

// waiting is a job that waits for its begin, or what has given way and waits for its turn.
type waiting struct {
	job  func()
	turn chan struct{}
}

// blockingAtOnce is how much work runs at once that may hold a thread of the system for long, such as opening a pipe that
// nobody writes to: Go ends a program that has ten thousand threads.
const blockingAtOnce = 64

// computeSlice is how long a computation runs while others wait.
const computeSlice = 100 * time.Millisecond

// place is that of a job in a lane.
type place struct {
	lane  *lane
	pool  *workerPool
	began time.Time
}

// start runs job on a goroutine of the pool, now or when others have ended or give way.
func (p *place) start(job func()) {
	run := func() {
		p.began = time.Now()
		job()
	}
	l := p.lane
	l.mu.Lock()
	if l.running >= l.limit {
		l.waiting = append(l.waiting, waiting{job: run})
		l.mu.Unlock()
		return
	}
	l.running++
	l.mu.Unlock()
	p.pool.run(func() { l.work(run) })
}

// giveWay lets what waits run first, if the job has run for its slice of time.
func (p *place) giveWay() {
	l := p.lane
	if l.slice == 0 || time.Since(p.began) < l.slice {
		return
	}
	l.mu.Lock()
	next, ok := l.next()
	if !ok {
		l.mu.Unlock()
		return
	}
	turn := make(chan struct{})
	l.waiting = append(l.waiting, waiting{turn: turn})
	l.mu.Unlock()
	if next.turn != nil {
		close(next.turn)
	} else {
		p.pool.run(func() { l.work(next.job) })
	}
	<-turn
	p.began = time.Now()
}

// work runs a job, and then those that wait; it ends where another goroutine goes on.
func (l *lane) work(job func()) {
	for job != nil {
		job()
		l.mu.Lock()
		next, ok := l.next()
		if !ok {
			l.running--
		}
		l.mu.Unlock()
		if next.turn != nil {
			close(next.turn)
		}
		job = next.job
	}
}

// next takes what has waited longest.
func (l *lane) next() (waiting, bool) {
	if len(l.waiting) == 0 {
		return waiting{}, false
	}
	w := l.waiting[0]
	l.waiting[0] = waiting{}
	l.waiting = l.waiting[1:]
	return w, true
}

// Compute is Async for work that takes a processor, such as hashes of passwords: no more of it runs at once than there are
// processors. Each piece that runs delays the loop by the time for which the scheduler leaves a goroutine on a processor,
// so a thousand at once would delay it by seconds. Work that takes longer than some milliseconds calls pace.Check between
// its steps, so that shorter work need not wait for its end. What waits when the isolate is closed does not run.
func (r *Realm) Compute(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	r.asyncIn(&r.iso.processors, work, done)
}

// Blocking is Async for work that may hold a thread of the system: at most 64 pieces of it run at once. What waits when the
// isolate is closed does not run.
func (r *Realm) Blocking(work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	r.asyncIn(&r.iso.threads, work, done)
}

// asyncIn is Async in a lane. The context of work is that of the isolate: what was begun goes on after its request.
func (r *Realm) asyncIn(l *lane, work func(ctx context.Context) (any, error), done func(r *Realm, val any, err error)) {
	p := &place{lane: l, pool: &r.iso.pool}
	ctx := pace.With(r.Lifetime(), p.giveWay)
	r.begin(p.start, func(context.Context) (any, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return work(ctx)
	}, done)
}
