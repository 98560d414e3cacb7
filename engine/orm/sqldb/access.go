package sqldb

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// access runs work on a connection: that of the transaction to which the
// context belongs, else a reader, or the writer. Errors are those of the ORM.
type access struct {
	conns   *connections
	writer  *writer
	monitor *monitor
	errors  *errorReporter
	timeout time.Duration
	shape   *atomic.Uint64 // counts the changes of tables

	answered atomic.Uint64 // work that has ended without an error

	transactions *sqlstore.Transactions
}

// read runs fn with a connection for reading.
func (a *access) read(ctx context.Context, fn func(c *conn) error) error {
	if tx := a.transactions.Of(ctx); tx != nil {
		return a.ended(tx.Run(ctx, false, onConn(fn)), false)
	}
	return a.readAlone(ctx, fn)
}

// readAlone is read outside of transactions.
func (a *access) readAlone(ctx context.Context, fn func(c *conn) error) error {
	if err := a.monitor.readable(); err != nil {
		return a.errors.report(err, false)
	}
	c, err := a.conns.acquire(ctx)
	if err != nil {
		return a.errors.report(err, false)
	}
	defer a.conns.release(c)
	return a.ended(c.guard(ctx, a.timeout, fn), false)
}

// readBriefly is a read that waits for nothing and ends after budget, see orm.WithBudget.
func (a *access) readBriefly(ctx context.Context, budget time.Duration, w sqlstore.Work) error {
	if a.transactions.Of(ctx) != nil {
		return orm.ErrNotBrief
	}
	if err := a.monitor.readable(); err != nil {
		return a.errors.report(err, false)
	}
	c := a.conns.tryAcquire()
	if c == nil {
		return orm.ErrNotBrief
	}
	defer a.conns.release(c)
	err := c.guard(context.Background(), budget, func(c *conn) error { return w.Run(ctx, c) })
	if errors.Is(err, context.DeadlineExceeded) {
		return orm.ErrNotBrief
	}
	return a.ended(err, false)
}

// ended counts work, and reports its error.
func (a *access) ended(err error, write bool) error {
	if err == nil {
		a.answered.Add(1)
		return nil
	}
	return a.errors.report(err, write)
}

// migrationTimeout replaces the limit of ordinary queries for work on whole
// tables, which may take long.
const migrationTimeout = 24 * time.Hour

// readLong is read for migrations.
func (a *access) readLong(ctx context.Context, fn func(c *conn) error) error {
	if a.transactions.Of(ctx) != nil {
		return a.read(ctx, fn)
	}
	c, err := a.conns.acquire(ctx)
	if err != nil {
		return err
	}
	defer a.conns.release(c)
	return c.guard(ctx, migrationTimeout, fn)
}

// change runs fn with the writing connection, inside a transaction that is
// committed before change returns nil. fn may run more than once: what it
// leaves outside of the database is what its last run left.
func (a *access) change(ctx context.Context, fn func(c *conn) error) error {
	if tx := a.transactions.Of(ctx); tx != nil {
		return a.ended(tx.Run(ctx, true, onConn(fn)), true)
	}
	return a.submit(&job{ctx: ctx, fn: fn, done: make(chan error, 1)})
}

// changeOnce is change for an fn of one statement: alone in its batch it needs
// no transaction around it.
func (a *access) changeOnce(ctx context.Context, fn func(c *conn) error) error {
	if a.transactions.Of(ctx) != nil {
		return a.change(ctx, fn)
	}
	return a.submit(&job{ctx: ctx, fn: fn, done: make(chan error, 1), single: true})
}

// changeAlone is change for migrations, in a transaction of its own.
func (a *access) changeAlone(ctx context.Context, fn func(c *conn) error) error {
	if a.transactions.Of(ctx) != nil {
		return a.change(ctx, fn)
	}
	return a.submit(&job{ctx: ctx, exclusive: true, done: make(chan error, 1), fn: func(c *conn) error {
		return c.guard(ctx, migrationTimeout, fn)
	}})
}

func (a *access) submit(j *job) error { return a.ended(a.writer.submit(j), true) }
