package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"framework/engine/sequence"
)

// Session is the connection of a transaction.
type Session interface {
	// Control runs statements that begin and end savepoints.
	Control(ctx context.Context, texts ...string) error
	// Guard runs fn, which runs statements, within the limit of time of statements. A
	// panic is an error.
	Guard(ctx context.Context, fn func(ctx context.Context) error) error
	// Lost reports whether the database has ended the transaction. failure is the error
	// of the last statement, nil if it succeeded.
	Lost(failure error) bool
}

// Transaction is the state of one Transact call. Its statements run one after the other
// on one connection. A failed change is rolled back alone: the caller may continue, for
// example after a uniqueness error.
type Transaction[S Session] struct {
	of *Transactions[S]
	// turn holds a token while the connection is idle; a nested transaction keeps the
	// token until it ends. Only the holder of the token uses the fields below.
	turn    chan struct{}
	session S
	over    bool
	// failed is the error after which the transaction cannot go on.
	failed error
	// guarded says that there is a savepoint of the last statement.
	guarded bool
	depth   int
}

// Transactions are those of one database. They are found by the context of their work.
type Transactions[S Session] struct{ dialect *Dialect }

// NewTransactions returns the transactions of a database with the dialect.
func NewTransactions[S Session](d *Dialect) *Transactions[S] { return &Transactions[S]{d} }

// Of returns the transaction to which the context belongs, nil for none.
func (of *Transactions[S]) Of(ctx context.Context) *Transaction[S] {
	tx, _ := ctx.Value(of).(*Transaction[S])
	return tx
}

// Begun returns the transaction that the session has begun.
func (of *Transactions[S]) Begun(s S) *Transaction[S] { return of.begun(s, 0) }

func (of *Transactions[S]) begun(s S, depth int) *Transaction[S] {
	tx := &Transaction[S]{of: of, turn: make(chan struct{}, 1), session: s, depth: depth}
	tx.turn <- struct{}{}
	return tx
}

// ErrOver is the error of work that outlives its transaction.
var ErrOver = errors.New("the transaction is over")

// Do runs fn with a context that belongs to the transaction, and ends the transaction. It
// returns why it must not be committed. If fn panics or ends its goroutine, abandon is
// called.
func (tx *Transaction[S]) Do(ctx context.Context, fn func(ctx context.Context) error, abandon func()) error {
	finished := false
	defer func() {
		if !finished {
			_ = tx.end() // abandon rolls back
			abandon()
		}
	}()
	err := fn(context.WithValue(sequence.Without(ctx), tx.of, tx))
	finished = true
	if failure := tx.end(); err == nil {
		err = failure
	}
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// end waits for the statement in progress, and makes later ones fail. It returns the
// error after which the transaction could not go on, if any.
func (tx *Transaction[S]) end() error {
	<-tx.turn
	defer tx.give()
	tx.over = true
	return tx.failed
}

// take waits for the connection; give returns it.
func (tx *Transaction[S]) take(ctx context.Context) error {
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
		return fmt.Errorf("waiting for other work of the transaction: %w", err)
	}
	place.Pass()
	switch {
	case tx.over:
		err = ErrOver
	case tx.failed != nil:
		err = fmt.Errorf("the transaction failed before: %w", tx.failed)
	}
	if err != nil {
		tx.give()
	}
	return err
}

func (tx *Transaction[S]) give() { tx.turn <- struct{}{} }

// Nested runs fn in a savepoint of the transaction; its other statements wait.
func (tx *Transaction[S]) Nested(ctx context.Context, fn func(ctx context.Context) error) error {
	if err := tx.take(ctx); err != nil {
		return err
	}
	defer tx.give()
	name := fmt.Sprintf("part%d", tx.depth+1)
	if err := tx.begin(ctx, name); err != nil {
		return err
	}
	part := tx.of.begun(tx.session, tx.depth+1)
	leave := func(err error) error {
		if part.failed != nil && tx.session.Lost(part.failed) {
			tx.failed = part.failed
			return err
		}
		text := "RELEASE SAVEPOINT " + name
		if err != nil { // also ends the aborted state after a failed read
			text = "ROLLBACK TO SAVEPOINT " + name
		}
		return errors.Join(err, tx.control(context.WithoutCancel(ctx), text))
	}
	return leave(part.Do(ctx, fn, func() { _ = leave(ErrOver) })) // Do does not return then
}

// begin begins a savepoint, behind that of the last statement.
func (tx *Transaction[S]) begin(ctx context.Context, name string) error {
	text := "SAVEPOINT " + name
	if !tx.guarded || !tx.of.dialect.Releases {
		return tx.control(ctx, text)
	}
	tx.guarded = false
	return tx.control(ctx, "RELEASE SAVEPOINT statement", text)
}

// control runs statements that control the transaction.
func (tx *Transaction[S]) control(ctx context.Context, texts ...string) error {
	err := tx.session.Control(ctx, texts...)
	if err != nil {
		tx.failed = fmt.Errorf("the transaction cannot go on: %w", err)
	}
	return err
}

// Run runs one or more statements in the transaction. change says that they may change
// something.
func (tx *Transaction[S]) Run(ctx context.Context, change bool, fn func(ctx context.Context, s S) error) error {
	if err := tx.take(ctx); err != nil {
		return err
	}
	defer tx.give()
	if change {
		if err := tx.begin(ctx, "statement"); err != nil {
			return err
		}
		tx.guarded = true
	}
	err := tx.session.Guard(ctx, func(ctx context.Context) error { return fn(ctx, tx.session) })
	switch {
	case tx.session.Lost(err):
		if err == nil {
			err = ErrOver
		}
		tx.failed = err
	case err == nil:
	case change:
		return errors.Join(err, tx.control(context.WithoutCancel(ctx), "ROLLBACK TO SAVEPOINT statement"))
	case tx.of.dialect.Aborts:
		tx.failed = err
	}
	return err
}
