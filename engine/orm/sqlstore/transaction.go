package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"framework/engine/sequence"
)

// Session is the connection of a transaction.
type Session interface {
	// Control runs a statement that begins or ends a savepoint, after another one if
	// before is not empty.
	Control(ctx context.Context, before, text string) error
	// Run runs work within the limit of time of statements. A panic is an error.
	Run(ctx context.Context, w Work) error
	// Lost reports whether the database has ended the transaction. failure is the error
	// of the last statement, nil if it succeeded.
	Lost(failure error) bool
}

// Transaction is the state of one Transact call. Its statements run one after the other
// on one connection. A failed change is rolled back alone: the caller may continue, for
// example after a uniqueness error.
type Transaction struct {
	of *Transactions
	// turn holds a token while the connection is idle; a nested transaction keeps the
	// token until it ends. Only the holder of the token uses the fields below.
	turn    chan struct{}
	session Session
	over    bool
	// failed is the error after which the transaction cannot go on.
	failed error
	// guarded says that there is a savepoint of the last statement.
	guarded bool
	depth   int
}

// Transactions are those of one database. They are found by the context of their work.
type Transactions struct{ dialect *Dialect }

// NewTransactions returns the transactions of a database with the dialect.
func NewTransactions(d *Dialect) *Transactions { return &Transactions{d} }

// Of returns the transaction to which the context belongs, nil for none.
func (of *Transactions) Of(ctx context.Context) *Transaction {
	tx, _ := ctx.Value(of).(*Transaction)
	return tx
}

// Begun returns the transaction that the session has begun.
func (of *Transactions) Begun(s Session) *Transaction { return of.begun(s, 0) }

func (of *Transactions) begun(s Session, depth int) *Transaction {
	tx := &Transaction{of: of, turn: make(chan struct{}, 1), session: s, depth: depth}
	tx.turn <- struct{}{}
	return tx
}

// ErrOver is the error of work that outlives its transaction.
var ErrOver = errors.New("the transaction is over")

// Do runs fn with a context that belongs to the transaction, and ends the transaction. It
// returns why it must not be committed. If fn panics or ends its goroutine, abandon is
// called.
func (tx *Transaction) Do(ctx context.Context, fn func(ctx context.Context) error, abandon func()) error {
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
func (tx *Transaction) end() error {
	<-tx.turn
	defer tx.give()
	tx.over = true
	return tx.failed
}

// take waits for the connection; give returns it.
func (tx *Transaction) take(ctx context.Context) error {
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

func (tx *Transaction) give() { tx.turn <- struct{}{} }

// Nested runs fn in a savepoint of the transaction; its other statements wait.
func (tx *Transaction) Nested(ctx context.Context, fn func(ctx context.Context) error) error {
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
		return errors.Join(err, tx.control(context.WithoutCancel(ctx), "", text))
	}
	return leave(part.Do(ctx, fn, func() { _ = leave(ErrOver) })) // Do does not return then
}

// begin begins a savepoint, behind that of the last statement.
func (tx *Transaction) begin(ctx context.Context, name string) error {
	text := "SAVEPOINT " + name
	if !tx.guarded || !tx.of.dialect.Releases {
		return tx.control(ctx, "", text)
	}
	tx.guarded = false
	return tx.control(ctx, "RELEASE SAVEPOINT statement", text)
}

// control runs a statement that controls the transaction, see Session.Control.
func (tx *Transaction) control(ctx context.Context, before, text string) error {
	err := tx.session.Control(ctx, before, text)
	if err != nil {
		tx.failed = fmt.Errorf("the transaction cannot go on: %w", err)
	}
	return err
}

// Run runs work in the transaction. change says that it may change something.
func (tx *Transaction) Run(ctx context.Context, change bool, w Work) error {
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
	err := tx.session.Run(ctx, w)
	switch {
	case tx.session.Lost(err):
		if err == nil {
			err = ErrOver
		}
		tx.failed = err
	case err == nil:
	case change:
		return errors.Join(err, tx.control(context.WithoutCancel(ctx), "", "ROLLBACK TO SAVEPOINT statement"))
	case tx.of.dialect.Aborts:
		tx.failed = err
	}
	return err
}
