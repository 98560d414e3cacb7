package serverdb

import (
	"context"
	"errors"
	"fmt"

	"framework/engine/admission"
)

// transaction is the state of one Transact call. Its statements run one after the
// other on one connection.
type transaction struct {
	db *DB
	// turn holds a token while the connection is idle; a nested transaction keeps the
	// token until it ends. Only the holder of the token uses the fields below.
	turn    chan struct{}
	session session // nil when the transaction is over
	// failed is the error that ended the transaction on the server.
	failed error
	// guarded says that there is a savepoint of the last statement.
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

// take waits for the connection; give returns it.
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

// Transact implements orm.Transactor. A call inside another one is a savepoint, which
// can fail alone. The error of fn is returned unchanged; the transaction is not
// repeated.
func (db *DB) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.closed.Load() {
		return ErrClosed
	}
	if tx := db.transaction(ctx); tx != nil {
		return tx.nested(ctx, fn)
	}
	return db.on(ctx, func(from source) error {
		admission.Start(ctx) // fn may have effects outside of the database
		return db.transact(ctx, from, fn)
	})
}

func (db *DB) transact(ctx context.Context, from source, fn func(ctx context.Context) error) error {
	var s session
	err := db.retry(ctx, true, func() (err error) {
		ctx, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
		defer cancel()
		s, err = from.begin(ctx)
		return err
	})
	if err != nil {
		return db.Wrap("begin a transaction", nil, err)
	}
	tx := newTransaction(db, s, 0)
	finished := false
	defer func() {
		if !finished { // fn panicked or ended its goroutine
			_ = tx.end()
			finish(ctx, s, errOver) //nolint:errcheck // it returns the error that it was given
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
		return db.Wrap("commit", nil, err)
	}
	return nil
}

// end waits for the statement in progress, and makes later ones fail. It returns the
// error that ended the transaction on the server, if any.
func (tx *transaction) end() error {
	<-tx.turn
	defer tx.give()
	tx.session = nil
	return tx.failed
}

// nested runs fn in a savepoint of the transaction; its other statements wait.
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
		if err != nil { // also ends the aborted state after a failed read
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

// release returns the SQL that ends the savepoint of the previous statement.
func (tx *transaction) release() string {
	if !tx.guarded {
		return ""
	}
	tx.guarded = false
	return tx.db.driver.dialect().Release
}

// control runs a statement that controls the transaction.
func (tx *transaction) control(ctx context.Context, text string) error {
	if tx.session == nil {
		return errOver
	}
	if tx.failed != nil {
		return tx.failed
	}
	ctx, cancel := context.WithTimeout(ctx, tx.db.opts.QueryTimeout)
	defer cancel()
	_, err := tx.session.Exec(ctx, []byte(text), nil)
	if err != nil {
		tx.failed = fmt.Errorf("the transaction cannot go on: %w", tx.db.Wrap("transaction", nil, err))
	}
	return err
}

// run runs one or more statements in the transaction. A failed change is rolled back
// alone: the caller may continue, for example after a uniqueness error.
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
	case tx.db.driver.dialect().Aborts:
		tx.failed = err
	}
	return err
}
