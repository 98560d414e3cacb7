package serverdb

import (
	"context"
	"errors"
	"sync"
)

// lease is a connection that one caller keeps for several operations, which run one
// after the other.
type lease struct {
	mu         sync.Mutex
	connection connection // nil when the lease is over
	dirty      bool
}

type leaseKey struct{ db *DB }

var errLeaseOver = errors.New("the connection was given back")

// Lease implements orm.Leaser. Settings that statements make on the connection
// (SET) last as long as the lease.
func (db *DB) Lease(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.leased(ctx) != nil || db.transactions.Of(ctx) != nil {
		return fn(ctx)
	}
	leave, err := db.pool.Enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	var c connection
	err = db.retry(ctx, true, func() (err error) {
		ctx, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
		defer cancel()
		c, err = db.driver.lease(ctx)
		return err
	})
	if err != nil {
		return db.Wrap("lease a connection", nil, err)
	}
	l := &lease{connection: c}
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.connection = nil
		c.release(l.dirty)
	}()
	return fn(context.WithValue(ctx, leaseKey{db}, l))
}

func (db *DB) leased(ctx context.Context) *lease {
	l, _ := ctx.Value(leaseKey{db}).(*lease)
	return l
}

// on runs fn with the connection that the caller has leased, else with the pool.
func (db *DB) on(ctx context.Context, fn func(s source) error) (err error) {
	defer func() { db.pool.Ended(err) }()
	l := db.leased(ctx)
	if l == nil {
		leave, err := db.pool.Enter(ctx)
		if err != nil {
			return err
		}
		defer leave()
		return fn(db.driver)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.connection == nil {
		return errLeaseOver
	}
	return fn(l.connection)
}
