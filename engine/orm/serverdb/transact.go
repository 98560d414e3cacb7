package serverdb

import (
	"context"

	"framework/engine/admission"
	"framework/engine/orm/sqlstore"
)

// held is the connection of a transaction.
type held struct {
	session
	db *DB
}

// Control implements sqlstore.Session.
func (h held) Control(ctx context.Context, before, text string) error {
	ctx, cancel := context.WithTimeout(ctx, h.db.opts.QueryTimeout)
	defer cancel()
	if before != "" {
		text = before + "; " + text // one message to the server
	}
	_, err := h.Exec(ctx, []byte(text), nil)
	return h.db.Wrap("transaction", nil, err)
}

// Run implements sqlstore.Session.
func (h held) Run(ctx context.Context, w sqlstore.Work) error {
	ctx, cancel := context.WithTimeout(ctx, h.db.opts.QueryTimeout)
	defer cancel()
	return protect(func() error { return w.Run(ctx, h.session) })
}

// onSession returns the work that fn does with a session.
func onSession(fn func(ctx context.Context, s statements) error) sqlstore.Work {
	return sqlstore.Do(func(ctx context.Context, on sqlstore.Statements) error { return fn(ctx, on.(statements)) })
}

// Lost implements sqlstore.Session.
func (h held) Lost(failure error) bool { return failure != nil && h.lost(failure) }

// Transact implements orm.Transactor. A call inside another one is a savepoint, which
// can fail alone. The error of fn is returned unchanged; the transaction is not
// repeated.
func (db *DB) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.closed.Load() {
		return ErrClosed
	}
	if tx := db.transactions.Of(ctx); tx != nil {
		return tx.Nested(ctx, fn)
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
	tx := db.transactions.Begun(held{s, db})
	err = tx.Do(ctx, fn, func() { // fn panicked or ended its goroutine
		finish(ctx, s, sqlstore.ErrOver) //nolint:errcheck // it returns the error that it was given
	})
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
