package sqldb

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/orm"
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
}

const (
	jobWaiting int32 = iota
	jobRunning
	jobAbandoned
)

// answer ends the wait of the job's caller.
func (j *job) answer(err error) {
	sequence.Of(j.ctx).Rejoin()
	j.done <- err
}

// change runs fn with the writing connection, inside a transaction that is
// committed before change returns nil. fn may run more than once: what it
// leaves behind outside of the database is what its last run left.
func (db *DB) change(ctx context.Context, fn func(c *conn) error) error {
	if tx := db.transaction(ctx); tx != nil {
		return db.failure(tx.run(ctx, func(c *conn) error { return inSavepoint(c, fn) }), true)
	}
	return db.submit(&job{ctx: ctx, fn: fn, done: make(chan error, 1)})
}

// changeOnce is change for an fn of one statement: alone in its batch it needs
// no transaction around it.
func (db *DB) changeOnce(ctx context.Context, fn func(c *conn) error) error {
	if db.transaction(ctx) != nil {
		return db.change(ctx, fn)
	}
	return db.submit(&job{ctx: ctx, fn: fn, done: make(chan error, 1), single: true})
}

func (db *DB) submit(j *job) error { return db.failure(db.perhaps(j), true) }

func (db *DB) perhaps(j *job) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if done, err := db.atOnce(j); done {
		return err
	}
	select {
	case <-db.closing:
		return ErrClosed
	default:
	}
	j.queued = true
	queueTimeout, late := db.queueTimeout(j.ctx, &db.writes, db.writerBusy)
	timer := time.NewTimer(queueTimeout)
	defer timer.Stop()
	cause := db.enqueue(j, timer.C)
	if cause == nil {
		select {
		case err := <-j.done:
			return err
		case <-db.stopped:
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
		db.writes.Leave()
		return cause
	}
	return <-j.done
}

// errLate says that a job has waited for too long.
var errLate = errors.New("late")

// enqueue hands j to the writing goroutine when its turn has come.
func (db *DB) enqueue(j *job, timeout <-chan time.Time) error {
	place := sequence.Of(j.ctx)
	turn, pass := place.Turn(), place.Passer()
	for {
		jobs := db.jobs
		if turn != nil {
			jobs = nil
		} else {
			db.queued.Add(1) // before anybody behind it looks
		}
		select {
		case jobs <- j:
			pass()
			return nil
		case <-turn:
			turn = nil
			continue
		case <-db.closing:
		case <-j.ctx.Done():
		case <-timeout:
		}
		if jobs != nil {
			db.queued.Add(-1)
		}
		select {
		case <-db.closing:
			return ErrClosed
		default:
		}
		if err := j.ctx.Err(); err != nil {
			return err
		}
		return errLate
	}
}

// queueTimeout returns how long a caller that joins the queue q may wait, and the error if
// that was too long. What has begun waits for longer than what may be refused.
func (db *DB) queueTimeout(ctx context.Context, q *admission.Queue, busy func() error) (time.Duration, func() error) {
	limit, limited := q.Join(time.Now())
	if !limited || limit >= db.opts.QueryTimeout || admission.Begun(ctx) {
		return db.opts.QueryTimeout, busy
	}
	return limit, func() error {
		return &orm.UnavailableError{Datastore: "SQLite", Reason: "too many wait for it (setting models.queueTime)", Err: admission.ErrOverloaded}
	}
}

// atOnce runs the job on its caller's goroutine if nobody else writes or waits
// for it: handing it over would cost more than it does.
func (db *DB) atOnce(j *job) (done bool, err error) {
	place := sequence.Of(j.ctx)
	if j.exclusive || place.Turn() != nil || db.queued.Load() > 0 || !db.turn.TryLock() {
		return false, nil
	}
	defer db.turn.Unlock()
	place.Pass()
	select {
	case <-db.closing:
		return true, ErrClosed
	default:
	}
	db.commit([]*job{j})
	return true, <-j.done
}

func (db *DB) writerBusy() error {
	return busy(fmt.Sprintf("the database did not get to this write within %v: another one holds it (a transaction that waits for work outside of itself, say)",
		db.opts.QueryTimeout))
}

// write is the writing goroutine.
func (db *DB) write() {
	defer close(db.stopped)
	batch := make([]*job, 0, maxBatch)
	for {
		var first *job
		select {
		case first = <-db.jobs:
		case <-db.closing:
			select {
			case first = <-db.jobs:
			default:
				return
			}
		}
		db.turn.Lock()
		batch = append(batch[:0], first)
		var last *job // an exclusive one, which runs after the batch
		if first.exclusive {
			batch, last = batch[:0], first
		}
	collect:
		for last == nil && len(batch) < maxBatch {
			select {
			case j := <-db.jobs:
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
			db.queued.Add(int64(-taken - 1))
		} else {
			db.queued.Add(int64(-taken))
		}
		db.commit(batch)
		if last != nil {
			db.commit([]*job{last})
		}
		db.turn.Unlock()
		clear(batch)
	}
}

// commit runs those of the jobs that were not abandoned in one transaction and
// answers them.
func (db *DB) commit(batch []*job) {
	jobs := batch[:0]
	for _, j := range batch {
		if j.state.CompareAndSwap(jobWaiting, jobRunning) {
			if j.queued {
				db.writes.Leave()
			}
			admission.Begin(j.ctx) // from here on nothing of it is refused
			jobs = append(jobs, j)
		}
	}
	if len(jobs) == 0 {
		return
	}
	if !db.memory {
		db.commitFile(jobs)
		return
	}
	c := <-db.readers
	defer func() { db.readers <- c }()
	db.commitOn(c, jobs)
}

// commitFile is commitOn for the writing connection, once it is known that
// what it writes is found again.
func (db *DB) commitFile(jobs []*job) {
	if err := db.writable(); err != nil {
		for _, j := range jobs {
			j.answer(err)
		}
		return
	}
	db.commitOn(db.writer, jobs)
}

func (db *DB) commitOn(c *conn, jobs []*job) {
	if len(jobs) == 1 && jobs[0].single {
		err := db.perform(c, jobs[0], false)
		if err == nil {
			err = db.stored()
		}
		jobs[0].answer(err)
		return
	}
	errs := make([]error, len(jobs))
	err := db.control(c, "BEGIN IMMEDIATE")
	if err == nil {
		for i, j := range jobs {
			errs[i] = db.perform(c, j, len(jobs) > 1)
			if len(jobs) > 1 && c.raw.AutocommitEnabled() {
				// SQLite gave up the whole transaction for this job's failure
				// (out of disk, interrupted): the others start over, each alone.
				if errs[i] == nil {
					errs[i] = errors.New("the transaction was rolled back")
				}
				j.answer(errs[i])
				for k := range jobs {
					switch {
					case k == i:
					case db.memory:
						db.commitOn(c, jobs[k:k+1])
					default:
						db.commitFile(jobs[k : k+1])
					}
				}
				return
			}
		}
		if len(jobs) == 1 && errs[0] != nil {
			err = errs[0]
		} else {
			err = db.control(c, "COMMIT")
		}
	}
	if err == nil {
		err = db.stored()
	} else if !c.raw.AutocommitEnabled() {
		if e := db.control(c, "ROLLBACK"); e != nil {
			err = errors.Join(err, e)
		}
	}
	for i, j := range jobs {
		if err != nil && errs[i] == nil {
			errs[i] = err
		}
		j.answer(errs[i])
	}
}

// control runs a statement of the writer itself.
func (db *DB) control(c *conn, text string) error {
	return c.guard(context.Background(), db.opts.QueryTimeout, func(c *conn) error { return c.exec(text) })
}

// perform runs one job. A job that shares its transaction is not interrupted
// when its caller gives up, for that would roll back the others' work.
func (db *DB) perform(c *conn, j *job, shared bool) error {
	switch {
	case j.exclusive:
		return protect(c, j.fn) // its statements are guarded one by one
	case shared:
		if err := j.ctx.Err(); err != nil {
			return err
		}
		return c.guard(context.Background(), db.opts.QueryTimeout, func(c *conn) error { return inSavepoint(c, j.fn) })
	}
	return c.guard(j.ctx, db.opts.QueryTimeout, j.fn)
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
