package jsapi

import (
	"sync"
	"time"

	"framework/engine/admission"
)

// task is one turn of the loop.
type task struct {
	asyncContext
	run func() error
	// settle receives the error of run, or nil; without it, an error settles the
	// operation of the task.
	settle func(err error)
}

// refuse settles a task that will not run.
func (t *task) refuse(err error) {
	switch {
	case t.settle != nil:
		t.settle(err)
	case t.op != nil:
		t.op.Settle(nil, err)
	}
}

// queuedRequest is the first turn of a request. Only first turns may be refused.
type queuedRequest struct {
	task
	arrived time.Time
}

// taskQueue is the work that goroutines have given to the loop: tasks of work
// that has started, which always run, and first turns of requests, which are
// refused when they have waited for longer than delay allows.
type taskQueue struct {
	clock Clock
	mu    sync.Mutex
	tasks []task
	// requests holds the waiting requests, from index first on.
	requests []queuedRequest
	first    int
	limit    int // of the number of waiting requests
	delay    admission.Delay
	// expiryScheduled is set while a call of expire is scheduled.
	expiryScheduled bool
	stopExpiry      func() bool
	closed          bool
	wake            chan struct{} // holds one token while there may be tasks
}

// push appends a task of work that has started.
func (q *taskQueue) push(t task) error {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return ErrClosed
	}
	q.tasks = append(q.tasks, t)
	q.mu.Unlock()
	q.signal()
	return nil
}

// pushRequest appends the first turn of a request, or returns ErrOverloaded if
// the queue is full.
func (q *taskQueue) pushRequest(t task) error {
	now := q.clock.Now()
	q.mu.Lock()
	switch {
	case q.closed:
		q.mu.Unlock()
		return ErrClosed
	case len(q.requests)-q.first >= q.limit:
		q.mu.Unlock()
		return ErrOverloaded
	}
	if q.first > 0 && len(q.requests) == cap(q.requests) {
		n := copy(q.requests, q.requests[q.first:])
		clear(q.requests[n:])
		q.requests, q.first = q.requests[:n], 0
	}
	q.requests = append(q.requests, queuedRequest{t, now})
	q.delay.Joined(now)
	q.scheduleExpiry()
	q.mu.Unlock()
	q.signal()
	return nil
}

func (q *taskQueue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take returns the queued tasks. It keeps batch for the next ones, so that its
// memory is used again.
func (q *taskQueue) take(batch []task) []task {
	q.mu.Lock()
	defer q.mu.Unlock()
	clear(batch[:cap(batch)])
	batch, q.tasks = q.tasks, batch[:0]
	return batch
}

// nextRequest takes the first request that has not waited for too long, and
// refuses those before it.
func (q *taskQueue) nextRequest() (t task, waited time.Duration, ok bool) {
	q.mu.Lock()
	if q.first == len(q.requests) {
		q.mu.Unlock()
		return task{}, 0, false
	}
	now := q.clock.Now()
	expired := q.expired(now)
	if ok = q.first < len(q.requests); ok {
		waited = now.Sub(q.requests[q.first].arrived)
		t = q.popRequest()
	}
	q.mu.Unlock()
	refuseAll(expired)
	return t, waited, ok
}

// waiting is how many requests wait for their first turn, and how many other tasks wait.
func (q *taskQueue) waiting() (requests, tasks int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.requests) - q.first, len(q.tasks)
}

// busy reports whether the queue holds tasks or requests.
func (q *taskQueue) busy() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.tasks) > 0 || q.first < len(q.requests)
}

// popRequest takes the first request. The caller holds the lock, and has checked
// that there is one.
func (q *taskQueue) popRequest() task {
	t := q.requests[q.first].task
	q.requests[q.first] = queuedRequest{} // for the garbage collector
	if q.first++; q.first == len(q.requests) {
		q.requests, q.first = q.requests[:0], 0
		q.delay.Emptied()
	}
	return t
}

// expired removes the requests that have waited for too long. The caller holds
// the lock.
func (q *taskQueue) expired(now time.Time) (expired []task) {
	for q.first < len(q.requests) && q.delay.Over(now, q.requests[q.first].arrived) {
		expired = append(expired, q.popRequest())
	}
	return expired
}

func refuseAll(expired []task) {
	for n := range expired {
		expired[n].refuse(ErrOverloaded)
	}
}

// scheduleExpiry schedules a call of expire, so that requests behind a turn that
// does not end are refused in time too. The caller holds the lock.
func (q *taskQueue) scheduleExpiry() {
	if q.expiryScheduled || q.closed || !q.delay.Limited() {
		return
	}
	q.expiryScheduled = true
	q.stopExpiry = q.clock.AfterFunc(max(q.delay.Short()/2, time.Millisecond), q.expire)
}

func (q *taskQueue) expire() {
	q.mu.Lock()
	q.expiryScheduled = false
	expired := q.expired(q.clock.Now())
	if q.first < len(q.requests) {
		q.scheduleExpiry()
	}
	q.mu.Unlock()
	refuseAll(expired)
}

// setLimit sets how long requests may wait.
func (q *taskQueue) setLimit(d time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.delay.SetLimit(d)
	if q.first < len(q.requests) {
		q.scheduleExpiry()
	}
}

func (q *taskQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if q.stopExpiry != nil {
		q.stopExpiry()
	}
}
