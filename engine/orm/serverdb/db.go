package serverdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/orm"
	"framework/engine/orm/pool"
	"framework/engine/orm/sqlstore"
)

// ErrClosed is returned by all operations after Close.
var ErrClosed = errors.New("the connection to the database is closed")

// DB is the database of a PostgreSQL or MySQL server. It is safe for
// concurrent use.
type DB struct {
	*sqlstore.Store
	opts   Options
	driver driver
	local  *time.Location
	log    *slog.Logger
	closed atomic.Bool
	pool   *pool.Pool

	transactions *sqlstore.Transactions

	define   sync.Mutex
	matching matching
}

var (
	_ orm.Adapter       = (*DB)(nil)
	_ orm.Transactor    = (*DB)(nil)
	_ orm.Leaser        = (*DB)(nil)
	_ orm.NativeQuerier = (*DB)(nil)
	_ orm.Joiner        = (*DB)(nil)
	_ orm.JSONFinder    = (*DB)(nil)
	_ orm.RawQuerier    = (*DB)(nil)
)

// OpenPostgreSQL connects to a PostgreSQL server, 9.6 or newer. It fails when
// the server does not answer.
func OpenPostgreSQL(ctx context.Context, opts Options) (*DB, error) {
	return open(ctx, opts, newPostgres)
}

// OpenMySQL connects to a MySQL server, 5.7 or newer (8.0 to populate with a
// limit), or a MariaDB server, 10.2 or newer. It fails when the server does
// not answer.
func OpenMySQL(ctx context.Context, opts Options) (*DB, error) {
	return open(ctx, opts, newMySQL)
}

func open(ctx context.Context, opts Options, connect func(context.Context, Options, *time.Location) (driver, error)) (*DB, error) {
	opts.fill()
	local, err := opts.location()
	if err != nil {
		return nil, err
	}
	d, err := connect(ctx, opts, local)
	if err != nil {
		return nil, err
	}
	db := &DB{opts: opts, driver: d, local: local, log: opts.Log, matching: matching{}, pool: pool.New(d.dialect().Name, opts.PoolSize, opts.QueryTimeout, opts.QueueTime)}
	db.transactions = sqlstore.NewTransactions(&d.dialect().Dialect)
	db.Store = sqlstore.New(engine{db}, &d.dialect().Dialect, d.dialect().Name)
	return db, nil
}

// Traits implements orm.Adapter.
func (db *DB) Traits() orm.Traits { return orm.Traits{Schema: true, Shape: db.driver.dialect().Shape} }

// Close waits for the work in progress and closes the connections. Later
// operations return ErrClosed.
func (db *DB) Close() error {
	if !db.closed.Swap(true) {
		db.driver.close()
	}
	return nil
}

// Connections are the numbers of the pool.
func (db *DB) Connections() pool.Stats { return db.pool.Stats() }

// Ping says whether the server answers.
func (db *DB) Ping(ctx context.Context) error {
	return db.Wrap("ping", nil, db.read(ctx, func(ctx context.Context, s statements) error {
		return s.query(ctx, "SELECT 1", nil, func([][]byte) error { return nil })
	}))
}

// attempts is how often an operation is tried that the server rolled back because
// of a conflict, or whose connection was closed before it was used.
const attempts = 5

// read runs one statement that changes nothing, in the caller's transaction if
// there is one. It is repeated when its connection breaks.
func (db *DB) read(ctx context.Context, fn func(ctx context.Context, s statements) error) error {
	return db.statement(ctx, fn, true)
}

// write runs one statement that commits by itself, unless the caller has a
// transaction.
func (db *DB) write(ctx context.Context, fn func(ctx context.Context, s statements) error) error {
	return db.statement(ctx, fn, false)
}

func (db *DB) statement(ctx context.Context, fn func(ctx context.Context, s statements) error, repeatable bool) error {
	if tx := db.transactions.Of(ctx); tx != nil {
		err := tx.Run(ctx, !repeatable, onSession(fn))
		db.pool.Ended(err)
		return err
	}
	return db.retry(ctx, repeatable, func() error {
		return db.on(ctx, func(s source) error {
			ctx, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
			defer cancel()
			if !repeatable {
				admission.Start(ctx) // from here on it must not be refused
			}
			return fn(ctx, s)
		})
	})
}

// transactional runs several statements in the caller's transaction, or in one of
// their own. fn may run more than once.
func (db *DB) transactional(ctx context.Context, fn func(ctx context.Context, s statements) error) error {
	if tx := db.transactions.Of(ctx); tx != nil {
		err := tx.Run(ctx, true, onSession(fn))
		db.pool.Ended(err)
		return err
	}
	return db.retry(ctx, false, func() error {
		return db.on(ctx, func(from source) error {
			ctx, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
			defer cancel()
			admission.Start(ctx)
			s, err := from.begin(ctx)
			if err != nil {
				return err
			}
			return finish(ctx, s, protect(func() error { return fn(ctx, s) }))
		})
	})
}

// finish commits the transaction if err is nil, and rolls it back otherwise.
func finish(ctx context.Context, s session, err error) error {
	if err == nil {
		if err = s.commit(ctx); err == nil {
			return nil
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
	defer cancel()
	_ = s.rollback(ctx) //nolint:errcheck // if it fails, the connection is closed, which rolls back too
	return err
}

const rollbackTimeout = 5 * time.Second

// retry repeats fn after errors that may not occur again. repeatable says that fn may
// run again although the server may have executed it.
func (db *DB) retry(ctx context.Context, repeatable bool, fn func() error) error {
	if db.closed.Load() {
		return ErrClosed
	}
	for n := 1; ; n++ {
		err := fn()
		if err == nil || ctx.Err() != nil || n == attempts {
			return err
		}
		switch db.driver.failure(err).Kind {
		case sqlstore.Conflict:
			if err := sleep(ctx, time.Duration(n*n)*time.Millisecond); err != nil {
				return err
			}
		case sqlstore.Severed:
		case sqlstore.Unavailable:
			if !repeatable || errors.Is(err, context.DeadlineExceeded) {
				return err
			}
		default:
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// protect turns a panic into an error, so that the transaction is ended.
func protect(fn func() error) (err error) {
	finished := false
	defer func() {
		if !finished {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic in a transaction: %v", r)
			} else { // the goroutine ends
				err = errors.New("the transaction did not finish")
			}
		}
	}()
	err = fn()
	finished = true
	return err
}
