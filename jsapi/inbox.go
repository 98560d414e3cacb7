package jsapi

import (
	"sync"
	"time"

	"framework/engine/admission"
)

// task is one turn of the loop.
type task struct {
	carried
	run func() error
	// settle receives the error of run, or nil; a task without it hands its
	// error to its operation.
	settle func(err error)
}

// refuse ends a task that will not run.
func (t *task) refuse(err error) {
	switch {
	case t.settle != nil:
		t.settle(err)
	case t.op != nil:
		t.op.Settle(nil, err)
	}
}

// entry is the first turn of a request, which may be refused.
type entry struct {
	task
	came time.Time
}

// inbox is what all goroutines have for the loop: the turns of what has begun,
// which all run, and the first turns of requests, which wait for as long as
// delay allows.
type inbox struct {
	clock Clock
	mu    sync.Mutex
	tasks []task
	// entries wait from first on.
	entries []entry
	first   int
	limit   int // of those that wait
	delay   admission.Delay
	// looked is set while look is to be called again.
	looked   bool
	stopLook func() bool
	closed   bool
	wake     chan struct{} // holds one token while there may be tasks
}

// put appends t to what has begun.
func (q *inbox) put(t task) error {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return ErrClosed
	}
	q.tasks = append(q.tasks, t)
	q.mu.Unlock()
	q.awake()
	return nil
}

// enter appends the first turn of a request, if there is room.
func (q *inbox) enter(t task) error {
	now := q.clock.Now()
	q.mu.Lock()
	switch {
	case q.closed:
		q.mu.Unlock()
		return ErrClosed
	case len(q.entries)-q.first >= q.limit:
		q.mu.Unlock()
		return ErrOverloaded
	}
	if q.first > 0 && len(q.entries) == cap(q.entries) {
		n := copy(q.entries, q.entries[q.first:])
		clear(q.entries[n:])
		q.entries, q.first = q.entries[:n], 0
	}
	q.entries = append(q.entries, entry{t, now})
	q.delay.Joined(now)
	q.lookLater()
	q.mu.Unlock()
	q.awake()
	return nil
}

func (q *inbox) awake() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take moves what has begun into batch, whose room is used again.
func (q *inbox) take(batch []task) []task {
	q.mu.Lock()
	defer q.mu.Unlock()
	clear(batch[:cap(batch)])
	batch, q.tasks = q.tasks, batch[:0]
	return batch
}

// next takes the first entry that has not waited for too long; those before it
// are refused.
func (q *inbox) next() (t task, ok bool) {
	q.mu.Lock()
	if q.first == len(q.entries) {
		q.mu.Unlock()
		return task{}, false
	}
	late := q.late(q.clock.Now())
	if ok = q.first < len(q.entries); ok {
		t = q.pop()
	}
	q.mu.Unlock()
	refuseAll(late)
	return t, ok
}

// busy reports whether anything waits.
func (q *inbox) busy() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.tasks) > 0 || q.first < len(q.entries)
}

// pop needs the lock, and an entry.
func (q *inbox) pop() task {
	t := q.entries[q.first].task
	q.entries[q.first] = entry{} // what it holds may go
	if q.first++; q.first == len(q.entries) {
		q.entries, q.first = q.entries[:0], 0
		q.delay.Emptied()
	}
	return t
}

// late takes out the entries that have waited for too long. It needs the lock.
func (q *inbox) late(now time.Time) (late []task) {
	for q.first < len(q.entries) && q.delay.Over(now, q.entries[q.first].came) {
		late = append(late, q.pop())
	}
	return late
}

func refuseAll(late []task) {
	for n := range late {
		late[n].refuse(ErrOverloaded)
	}
}

// lookLater has look called while entries wait: who waits behind a turn that
// does not end is to be refused in time all the same. It needs the lock.
func (q *inbox) lookLater() {
	if q.looked || q.closed || !q.delay.Limited() {
		return
	}
	q.looked = true
	q.stopLook = q.clock.AfterFunc(max(q.delay.Short()/2, time.Millisecond), q.look)
}

func (q *inbox) look() {
	q.mu.Lock()
	q.looked = false
	late := q.late(q.clock.Now())
	if q.first < len(q.entries) {
		q.lookLater()
	}
	q.mu.Unlock()
	refuseAll(late)
}

// setLimit changes how long entries wait.
func (q *inbox) setLimit(d time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.delay.SetLimit(d)
	if q.first < len(q.entries) {
		q.lookLater()
	}
}

func (q *inbox) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if q.stopLook != nil {
		q.stopLook()
	}
}
