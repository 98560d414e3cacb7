package sqldb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/sequence"
)

// maxBatch is how many callers share one commit.
const maxBatch = 256

// job is a caller's part of a batch. The caller may give up while it is
// waiting; once it is running the caller waits for its end.
type job struct {
	ctx  context.Context
	fn   func(c *conn) error
	done chan error // buffered
	// exclusive: fn gets a transaction of its own, during which it may wait for
	// its caller.
	exclusive bool
	// single says that fn is one statement, which commits by itself.
	single bool
	// queued says that it has joined the queue of writes.
	queued bool
	state  atomic.Int32
	// err is what it came to, which the caller gets when the connection is free again.
	err error
}

const (
	jobWaiting int32 = iota
	jobRunning
	jobAbandoned
)

// answer ends the wait of the job's caller.
func (j *job) answer() {
	sequence.Of(j.ctx).Rejoin()
	j.done <- j.err
}

// writer does the writes of a database one after the other. Its goroutine
// commits in one transaction what callers have queued while it was busy; when
// nothing is queued, a caller writes on its own goroutine.
type writer struct {
	conns   *connections
	monitor *monitor
	timeout time.Duration // of each statement, and of the wait in the queue
	closing <-chan struct{}
	stopped chan struct{} // closed when the goroutine has ended

	jobs chan *job
	// turn is held during each write, by the goroutine or by a caller.
	turn sync.Mutex
	// queued counts the jobs that the goroutine will do.
	queued  atomic.Int64
	waiting admission.Queue
}

// submit runs j and waits until what it did is committed.
func (w *writer) submit(j *job) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if done, err := w.runDirectly(j); done {
		return err
	}
	select {
	case <-w.closing:
		return ErrClosed
	default:
	}
	j.queued = true
	timeout, late := queueTimeout(j.ctx, &w.waiting, w.timeout, w.busy)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	cause := w.enqueue(j, timer.C)
	if cause == nil {
		select {
		case err := <-j.done:
			return err
		case <-w.stopped:
			cause = ErrClosed
		case <-j.ctx.Done():
			cause = j.ctx.Err()
		case <-timer.C:
			cause = errLate
		}
	}
	if errors.Is(cause, errLate) {
		cause = late()
	}
	if j.state.CompareAndSwap(jobWaiting, jobAbandoned) {
		w.waiting.Leave()
		return cause
	}
	return <-j.done
}

// errLate says that a job has waited for too long.
var errLate = errors.New("late")

// enqueue hands j to the writing goroutine when its turn has come.
func (w *writer) enqueue(j *job, timeout <-chan time.Time) error {
	place := sequence.Of(j.ctx)
	turn, pass := place.Turn(), place.Passer()
	for {
		jobs := w.jobs
		if turn != nil {
			jobs = nil
		} else {
			w.queued.Add(1) // before the jobs behind it check
		}
		select {
		case jobs <- j:
			pass()
			return nil
		case <-turn:
			turn = nil
			continue
		case <-w.closing:
		case <-j.ctx.Done():
		case <-timeout:
		}
		if jobs != nil {
			w.queued.Add(-1)
		}
		select {
		case <-w.closing:
			return ErrClosed
		default:
		}
		if err := j.ctx.Err(); err != nil {
			return err
		}
		return errLate
	}
}

// runDirectly runs the job on its caller's goroutine if no other job is running
// or waiting: passing it to the writer would cost more than the job.
func (w *writer) runDirectly(j *job) (done bool, err error) {
	place := sequence.Of(j.ctx)
	if j.exclusive || place.Turn() != nil || w.queued.Load() > 0 || !w.turn.TryLock() {
		return false, nil
	}
	defer w.turn.Unlock()
	place.Pass()
	select {
	case <-w.closing:
		return true, ErrClosed
	default:
	}
	w.commit([]*job{j})
	return true, <-j.done
}

func (w *writer) busy() error {
	return timedOut(fmt.Sprintf("the database did not get to this write within %v: another one holds it (a transaction that waits for work outside of itself, say)",
		w.timeout))
}

// loop is the writing goroutine.
func (w *writer) loop() {
	defer close(w.stopped)
	batch := make([]*job, 0, maxBatch)
	for {
		var first *job
		select {
		case first = <-w.jobs:
		case <-w.closing:
			select {
			case first = <-w.jobs:
			default:
				return
			}
		}
		w.turn.Lock()
		batch = append(batch[:0], first)
		var last *job // an exclusive one, which runs after the batch
		if first.exclusive {
			batch, last = batch[:0], first
		}
	collect:
		for last == nil && len(batch) < maxBatch {
			select {
			case j := <-w.jobs:
				if j.exclusive {
					last = j
					break collect
				}
				batch = append(batch, j)
			default:
				break collect
			}
		}
		if taken := len(batch); last != nil {
			w.queued.Add(int64(-taken - 1))
		} else {
			w.queued.Add(int64(-taken))
		}
		w.commit(batch)
		if last != nil {
			w.commit([]*job{last})
		}
		w.turn.Unlock()
		clear(batch)
	}
}

// commit runs those of the jobs that were not abandoned in one transaction, and
// answers them when the connection is free.
func (w *writer) commit(batch []*job) {
	jobs := batch[:0]
	for _, j := range batch {
		if j.state.CompareAndSwap(jobWaiting, jobRunning) {
			if j.queued {
				w.waiting.Leave()
			}
			admission.Start(j.ctx) // from here on nothing of it is refused
			jobs = append(jobs, j)
		}
	}
	if len(jobs) == 0 {
		return
	}
	if w.conns.inMemory() {
		w.commitMemory(jobs)
	} else {
		w.commitFile(jobs)
	}
	for _, j := range jobs {
		j.answer()
	}
}

// commitMemory is commitOn for the only connection, which is free again when it returns: who
// gets the answer may read at once.
func (w *writer) commitMemory(jobs []*job) {
	c := <-w.conns.pool
	defer w.conns.release(c)
	w.commitOn(c, jobs)
}

// commitFile is commitOn for the writing connection, once it is known that
// what it writes is found again.
func (w *writer) commitFile(jobs []*job) {
	if err := w.monitor.writable(); err != nil {
		for _, j := range jobs {
			j.err = err
		}
		return
	}
	w.commitOn(w.conns.writer, jobs)
}

func (w *writer) commitOn(c *conn, jobs []*job) {
	if len(jobs) == 1 && jobs[0].single {
		err := w.perform(c, jobs[0], false)
		if err == nil {
			err = w.monitor.stored()
		}
		jobs[0].err = err
		return
	}
	errs := make([]error, len(jobs))
	err := c.control("BEGIN IMMEDIATE", w.timeout)
	if err == nil {
		for i, j := range jobs {
			errs[i] = w.perform(c, j, len(jobs) > 1)
			if len(jobs) > 1 && c.raw.AutocommitEnabled() {
				// SQLite gave up the whole transaction for this job's failure
				// (out of disk, interrupted): the others start over, each alone.
				if errs[i] == nil {
					errs[i] = errors.New("the transaction was rolled back")
				}
				j.err = errs[i]
				for k := range jobs {
					switch {
					case k == i:
					case w.conns.inMemory():
						w.commitOn(c, jobs[k:k+1])
					default:
						w.commitFile(jobs[k : k+1])
					}
				}
				return
			}
		}
		if len(jobs) == 1 && errs[0] != nil {
			err = errs[0]
		} else {
			err = c.control("COMMIT", w.timeout)
		}
	}
	if err == nil {
		err = w.monitor.stored()
	} else if !c.raw.AutocommitEnabled() {
		if e := c.control("ROLLBACK", w.timeout); e != nil {
			err = errors.Join(err, e)
		}
	}
	for i, j := range jobs {
		if err != nil && errs[i] == nil {
			errs[i] = err
		}
		j.err = errs[i]
	}
}

// perform runs one job. A job that shares its transaction is not interrupted
// when its caller gives up, for that would roll back the others' work.
func (w *writer) perform(c *conn, j *job, shared bool) error {
	switch {
	case j.exclusive:
		return protect(c, j.fn) // its statements are guarded one by one
	case shared:
		if err := j.ctx.Err(); err != nil {
			return err
		}
		return c.guard(context.Background(), w.timeout, func(c *conn) error { return inSavepoint(c, j.fn) })
	}
	return c.guard(j.ctx, w.timeout, j.fn)
}

// inSavepoint runs fn and undoes what it did when it fails.
func inSavepoint(c *conn, fn func(c *conn) error) error {
	if err := c.exec("SAVEPOINT part"); err != nil {
		return err
	}
	err := protect(c, fn)
	if err != nil {
		// SQLite may have rolled back the whole transaction by itself.
		if c.raw.AutocommitEnabled() {
			return err
		}
		c.rearm()
		if e := c.exec("ROLLBACK TO part"); e != nil {
			return errors.Join(err, e)
		}
	}
	return errors.Join(err, c.exec("RELEASE part"))
}
