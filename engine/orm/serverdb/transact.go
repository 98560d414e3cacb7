package serverdb

import (
	"context"
	"errors"
	"fmt"

	"framework/engine/admission"
)

// transaction is the state of one Transact call. Its statements take turns on
// one connection.
type transaction struct {
	db *DB
	// turn holds a token while nobody uses the connection: a nested transaction
	// keeps the token until it ends. Its holder reads and writes the rest.
	turn    chan struct{}
	session session // nil when the transaction is over
	// failed is the error that ended the transaction on the server.
	failed error
	// guarded says that there is a savepoint to go back to.
	guarded bool
	depth   int
}

type transactionKey struct{ db *DB }

var errOver = errors.New("the transaction is over")

func newTransaction(db *DB, s session, depth int) *transaction {
	tx := &transaction{db: db, turn: make(chan struct{}, 1), session: s, depth: depth}
	tx.turn <- struct{}{}
	return tx
}

// take waits for the connection; give gives it back.
func (tx *transaction) take(ctx context.Context) error {
	select {
	case <-tx.turn:
		return nil
	default:
	}
	select {
	case <-tx.turn:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for other work of the transaction: %w", ctx.Err())
	}
}

func (tx *transaction) give() { tx.turn <- struct{}{} }

func (db *DB) transaction(ctx context.Context) *transaction {
	tx, _ := ctx.Value(transactionKey{db}).(*transaction)
	return tx
}

// Transact implements orm.Transactor. A call inside of another one is a part
// of it that can fail by itself. What fn returns is returned as it is; the
// transaction is not repeated.
func (db *DB) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.closed.Load() {
		return ErrClosed
	}
	if tx := db.transaction(ctx); tx != nil {
		return tx.nested(ctx, fn)
	}
	return db.on(ctx, func(from source) error {
		admission.Begin(ctx) // fn may do what is not undone
		return db.transact(ctx, from, fn)
	})
}

func (db *DB) transact(ctx context.Context, from source, fn func(ctx context.Context) error) error {
	var s session
	err := db.insist(ctx, true, func() (err error) {
		ctx, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
		defer cancel()
		s, err = from.begin(ctx)
		return err
	})
	if err != nil {
		return db.told("begin a transaction", nil, err)
	}
	tx := newTransaction(db, s, 0)
	finished := false
	defer func() {
		if !finished { // fn panicked or ended its goroutine
			_ = tx.end()
			finish(ctx, s, errOver) //nolint:errcheck // it is the error that was just given
		}
	}()
	err = fn(context.WithValue(ctx, transactionKey{db}, tx))
	finished = true
	if failure := tx.end(); err == nil {
		err = failure
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return finish(ctx, s, err)
	}
	ctx, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
	defer cancel()
	if err := finish(ctx, s, nil); err != nil {
		return db.told("commit", nil, err)
	}
	return nil
}

// end waits for the work in progress and keeps later work away from the
// connection. It returns what made the transaction useless, if anything did.
func (tx *transaction) end() error {
	<-tx.turn
	defer tx.give()
	tx.session = nil
	return tx.failed
}

// nested runs fn as a part of the transaction, for which everything else of it
// waits.
func (tx *transaction) nested(ctx context.Context, fn func(ctx context.Context) error) error {
	if err := tx.take(ctx); err != nil {
		return err
	}
	defer tx.give()
	name := fmt.Sprintf("part%d", tx.depth+1)
	if err := tx.control(ctx, tx.release()+"SAVEPOINT "+name); err != nil {
		return err
	}
	part := newTransaction(tx.db, tx.session, tx.depth+1)
	leave := func(err error) error {
		failure := part.end()
		if err == nil {
			err = failure
		}
		if err == nil {
			err = ctx.Err()
		}
		if failure != nil && tx.session.lost(failure) {
			tx.failed = failure
			return err
		}
		text := "RELEASE SAVEPOINT " + name
		if err != nil { // also brings back a transaction that a failed read aborted
			text = "ROLLBACK TO SAVEPOINT " + name
		}
		return errors.Join(err, tx.control(context.WithoutCancel(ctx), text))
	}
	finished := false
	defer func() {
		if !finished {
			_ = leave(errOver)
		}
	}()
	err := fn(context.WithValue(ctx, transactionKey{tx.db}, part))
	finished = true
	return leave(err)
}

// release is what ends the savepoint of the statement before.
func (tx *transaction) release() string {
	if !tx.guarded {
		return ""
	}
	tx.guarded = false
	return tx.db.driver.dialect().release
}

// control runs a statement of the transaction itself.
func (tx *transaction) control(ctx context.Context, text string) error {
	if tx.session == nil {
		return errOver
	}
	if tx.failed != nil {
		return tx.failed
	}
	ctx, cancel := context.WithTimeout(ctx, tx.db.opts.QueryTimeout)
	defer cancel()
	_, err := tx.session.exec(ctx, text, nil)
	if err != nil {
		tx.failed = fmt.Errorf("the transaction cannot go on: %w", tx.db.told("transaction", nil, err))
	}
	return err
}

// run runs a statement in the transaction, or several. A failed change is
// undone alone: the caller may go on, as after a uniqueness error outside of a
// transaction.
func (tx *transaction) run(ctx context.Context, change bool, fn func(ctx context.Context, s statements) error) error {
	if err := tx.take(ctx); err != nil {
		return err
	}
	defer tx.give()
	if tx.session == nil {
		return errOver
	}
	if tx.failed != nil {
		return fmt.Errorf("the transaction failed before: %w", tx.failed)
	}
	if change {
		if err := tx.control(ctx, tx.release()+"SAVEPOINT statement"); err != nil {
			return err
		}
		tx.guarded = true
	}
	limited, cancel := context.WithTimeout(ctx, tx.db.opts.QueryTimeout)
	defer cancel()
	err := protect(func() error { return fn(limited, tx.session) })
	if err == nil {
		return nil
	}
	switch {
	case tx.session.lost(err):
		tx.failed = err
	case change:
		if e := tx.control(context.WithoutCancel(ctx), "ROLLBACK TO SAVEPOINT statement"); e != nil {
			return errors.Join(err, e)
		}
	case tx.db.driver.dialect().aborts:
		tx.failed = err
	}
	return err
}
