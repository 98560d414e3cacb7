package jsapi

import "sync"

// task is one turn of the loop.
type task struct {
	carried
	run func() error
	// settle receives the error of run, or nil; a task without it hands its
	// error to its operation.
	settle func(err error)
}

// inbox is the queue between all goroutines and the loop.
type inbox struct {
	mu      sync.Mutex
	tasks   []task
	waiting int // bounded tasks among them
	limit   int
	closed  bool
	wake    chan struct{} // holds one token while there may be tasks
}

// put appends t; a bounded one only while there is room.
func (q *inbox) put(t task, bounded bool) error {
	q.mu.Lock()
	switch {
	case q.closed:
		q.mu.Unlock()
		return ErrClosed
	case bounded && q.waiting >= q.limit:
		q.mu.Unlock()
		return ErrOverloaded
	}
	if bounded {
		q.waiting++
	}
	q.tasks = append(q.tasks, t)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return nil
}

// take moves what waits into batch, whose room is used again.
func (q *inbox) take(batch []task) []task {
	q.mu.Lock()
	defer q.mu.Unlock()
	clear(batch[:cap(batch)])
	batch, q.tasks = q.tasks, batch[:0]
	q.waiting = 0
	return batch
}

func (q *inbox) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
