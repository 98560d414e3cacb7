package sockets

import (
	"context"
	"sync"
	"time"
)

// orderTimeout is how long a request may delay the next one: the requests of a
// socket start in the order in which they arrive, each when the previous one is
// answered or has called StartNext.
const orderTimeout = 200 * time.Millisecond

// job is a task of a socket.
type job struct {
	// run executes it; it may call next to let the following job start.
	run func(ctx context.Context, next func())
	// refuse is called instead if too many jobs wait or the server stops; if it
	// is nil the job is dropped.
	refuse func(Answer)
	// over, if set, is called when the job has run or was dropped.
	over func()
	// exclusive delays all following jobs until it has run.
	exclusive bool
}

func (j job) end() {
	if j.over != nil {
		j.over()
	}
}

// queue starts the jobs of one socket in order. It uses no goroutine while it is
// empty.
type queue struct {
	// opening is held until the socket is connected.
	opening sync.Mutex

	mu          sync.Mutex
	waiting     []job
	dispatching bool // a goroutine starts jobs
	left        bool // the server stops: no job is added
	ended       bool // the socket is disconnected
	// There while requests wait or run: they take more memory than all else of the queue.
	running chan struct{} // holds one for each job that runs
	ctx     context.Context
	cancel  context.CancelFunc
}

// begin runs connect before all jobs of a socket.
func (q *queue) begin(h *Hub, connect func(ctx context.Context)) {
	q.opening.Lock()
	q.add(h, job{exclusive: true, run: func(ctx context.Context, _ func()) {
		defer q.opening.Unlock()
		connect(ctx)
	}})
}

// add appends a job.
func (q *queue) add(h *Hub, j job) {
	q.mu.Lock()
	if full := len(q.waiting) >= h.options.Load().MaxWaiting; full || q.left {
		q.mu.Unlock()
		if j.refuse != nil {
			if full {
				j.refuse(tooMany)
			} else {
				j.refuse(stopping)
			}
		}
		j.end()
		return
	}
	q.waiting = append(q.waiting, j)
	starts := !q.dispatching
	q.dispatching = true
	q.mu.Unlock()
	if starts {
		h.begin(func() { q.dispatch(h) })
	}
}

// next removes the first job; false if there is none.
func (q *queue) next(h *Hub) (job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || q.ctx != nil && q.ctx.Err() != nil {
		for _, j := range q.waiting {
			j.end()
		}
		q.waiting, q.dispatching = nil, false
		q.rest()
		return job{}, false
	}
	j := q.waiting[0]
	q.waiting[0] = job{}
	q.waiting = q.waiting[1:]
	if !j.exclusive {
		q.prepare(h)
	}
	return j, true
}

// prepare must be called with the lock held.
func (q *queue) prepare(h *Hub) {
	if q.ctx == nil {
		q.ctx, q.cancel = context.WithCancel(h.ctx)
		q.running = make(chan struct{}, h.options.Load().MaxRequests)
	}
}

// rest ends the context of requests when none is left. Needs the lock.
func (q *queue) rest() {
	if q.ctx == nil || q.ended || q.dispatching || len(q.running) > 0 {
		return
	}
	q.cancel()
	q.running, q.ctx, q.cancel = nil, nil, nil
}

// dispatch starts the waiting jobs.
func (q *queue) dispatch(h *Hub) {
	late := time.NewTimer(orderTimeout)
	defer late.Stop()
	for {
		j, ok := q.next(h)
		if !ok {
			return
		}
		if j.exclusive {
			j.run(h.ctx, nil)
			j.end()
			continue
		}
		ctx, running := q.ctx, q.running // they stay while this goroutine dispatches
		select {
		case running <- struct{}{}:
		case <-ctx.Done():
			j.end()
			continue
		}
		next := make(chan struct{}, 1)
		let := func() {
			select {
			case next <- struct{}{}:
			default:
			}
		}
		h.running.Go(func() { // Shutdown waits for it, because this goroutine is still counted
			defer func() {
				q.mu.Lock()
				<-running // there is one: it does not wait
				q.rest()
				q.mu.Unlock()
				j.end()
				let()
			}()
			j.run(ctx, let)
		})
		late.Reset(orderTimeout)
		select {
		case <-next:
		case <-late.C:
		}
	}
}

// end runs disconnect after connect, whatever jobs wait. Running jobs may finish
// within finishTime.
func (q *queue) end(h *Hub, disconnect func(ctx context.Context)) {
	h.begin(func() {
		q.opening.Lock()
		defer q.opening.Unlock()
		disconnect(h.ctx)
		q.mu.Lock()
		defer q.mu.Unlock()
		q.ended = true
		switch {
		case q.dispatching:
			q.prepare(h)
		case q.ctx == nil:
			return
		case len(q.running) == 0:
			q.cancel()
			return
		}
		timer := time.AfterFunc(finishTime, q.cancel)
		context.AfterFunc(q.ctx, func() { timer.Stop() })
	})
}
