package sqldb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"framework/engine/sequence"
)

// transaction is the state of one Transact call.
type transaction struct {
	timeout time.Duration // of each statement
	// turn holds a token while the connection is not in use: statements run one
	// after the other, and a nested transaction keeps the token until it ends.
	turn chan struct{}
	conn *conn // nil when the transaction is over; the holder of turn reads it
}

type transactionKey struct{ access *access }

// errOver is returned to work that outlives its transaction.
var errOver = errors.New("the transaction is over")

func newTransaction(c *conn, timeout time.Duration) *transaction {
	tx := &transaction{timeout: timeout, turn: make(chan struct{}, 1), conn: c}
	tx.turn <- struct{}{}
	return tx
}

// transaction is the one to which the context belongs, nil for none.
func (a *access) transaction(ctx context.Context) *transaction {
	tx, _ := ctx.Value(transactionKey{a}).(*transaction)
	return tx
}

// Transact implements orm.Transactor. Other writers wait until fn returns;
// work that fn does with another context than the one it is given is among
// them.
func (db *DB) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	return db.access.transact(ctx, fn)
}

func (a *access) transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if tx := a.transaction(ctx); tx != nil {
		return tx.nested(ctx, a, fn)
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
	tx := newTransaction(c, a.timeout)
	finished := false
	defer func() {
		if !finished { // fn panicked or ended its goroutine
			tx.end()
			back <- errors.New("the transaction did not finish")
			<-result //nolint:errcheck // it is the error that was just given
		}
	}()
	err := fn(context.WithValue(sequence.Without(ctx), transactionKey{a}, tx))
	finished = true
	if lost := !tx.end(); err == nil && lost {
		err = errOver
	}
	if err == nil {
		err = ctx.Err()
	}
	back <- err
	return <-result
}

// nested runs fn in a savepoint of tx.
func (tx *transaction) nested(ctx context.Context, a *access, fn func(ctx context.Context) error) error {
	c, err := tx.take(ctx)
	if err != nil {
		return err
	}
	defer func() { tx.turn <- struct{}{} }()
	if err := c.control("SAVEPOINT nested", tx.timeout); err != nil {
		return err
	}
	inner := newTransaction(c, tx.timeout)
	err = errors.New("the transaction did not finish") // unless fn returns
	defer func() {
		inner.end()
		if c.raw.AutocommitEnabled() {
			tx.conn = nil // SQLite gave up the whole transaction
			return
		}
		if err != nil {
			_ = tx.undo(c)
		}
	}()
	err = fn(context.WithValue(sequence.Without(ctx), transactionKey{a}, inner))
	if lost := !inner.end(); err == nil && lost {
		err = errOver
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = c.control("RELEASE nested", tx.timeout)
	}
	return err
}

// undo takes back what was done since the savepoint.
func (tx *transaction) undo(c *conn) error {
	err := c.control("ROLLBACK TO nested", tx.timeout)
	if err == nil {
		err = c.control("RELEASE nested", tx.timeout)
	}
	if err != nil {
		tx.conn = nil // what cannot be undone must not be committed either
	}
	return err
}

// take waits for the connection; the caller puts a token into turn to give it
// back.
func (tx *transaction) take(ctx context.Context) (*conn, error) {
	place := sequence.Of(ctx)
	err := place.Await(ctx)
	if err == nil {
		select {
		case <-tx.turn:
		default:
			select {
			case <-tx.turn:
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("waiting for other work of the transaction: %w", err)
	}
	place.Pass()
	if tx.conn == nil {
		tx.turn <- struct{}{}
		return nil, errOver
	}
	return tx.conn, nil
}

// run runs fn with the transaction's connection.
func (tx *transaction) run(ctx context.Context, fn func(c *conn) error) error {
	c, err := tx.take(ctx)
	if err != nil {
		return err
	}
	defer func() { tx.turn <- struct{}{} }()
	err = c.guard(ctx, tx.timeout, fn)
	if c.raw.AutocommitEnabled() {
		// SQLite rolled everything back; later work must not commit by itself.
		tx.conn = nil
		if err == nil {
			err = errOver
		}
	}
	return err
}

// end waits for the work in progress and takes the connection away. It reports
// false for a transaction that was over before.
func (tx *transaction) end() bool {
	<-tx.turn
	alive := tx.conn != nil
	tx.conn = nil
	tx.turn <- struct{}{}
	return alive
}
