package sqldb

import (
	"context"
	"errors"
	"time"

	"framework/engine/orm/sqlstore"
)

// session is the writing connection during a transaction.
type session struct {
	*conn
	timeout time.Duration // of each statement
}

// Control implements sqlstore.Session.
func (s session) Control(_ context.Context, before, text string) error {
	if before != "" {
		if err := s.control(before, s.timeout); err != nil {
			return err
		}
	}
	return s.control(text, s.timeout)
}

// Run implements sqlstore.Session.
func (s session) Run(ctx context.Context, w sqlstore.Work) error {
	return s.guard(ctx, s.timeout, func(c *conn) error { return w.Run(ctx, c) })
}

// onConn returns the work that fn does with a connection.
func onConn(fn func(c *conn) error) sqlstore.Work {
	return sqlstore.Do(func(_ context.Context, on sqlstore.Statements) error { return fn(on.(*conn)) })
}

// Lost implements sqlstore.Session: SQLite gives up the whole transaction after some
// failures, and later work must not commit by itself.
func (s session) Lost(error) bool { return s.raw.AutocommitEnabled() }

// Transact implements orm.Transactor. Other writers wait until fn returns;
// work that fn does with another context than the one it is given is among
// them.
func (db *DB) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	return db.access.transact(ctx, fn)
}

func (a *access) transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if tx := a.transactions.Of(ctx); tx != nil {
		return tx.Nested(ctx, fn)
	}
	// fn runs on the caller's goroutine, the writer lends the connection to it.
	lend, back := make(chan *conn), make(chan error, 1)
	j := &job{ctx: ctx, done: make(chan error, 1), exclusive: true, fn: func(c *conn) error {
		lend <- c
		return <-back
	}}
	result := make(chan error, 1)
	go func() { result <- a.submit(j) }()
	var c *conn
	select {
	case c = <-lend:
	case err := <-result:
		return err
	}
	tx := a.transactions.Begun(session{c, a.timeout})
	back <- tx.Do(ctx, fn, func() { // fn panicked or ended its goroutine
		back <- errors.New("the transaction did not finish")
		<-result //nolint:errcheck // it is the error that was just given
	})
	return <-result
}
