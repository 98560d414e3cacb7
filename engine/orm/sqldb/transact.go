package sqldb

import (
	"context"
	"errors"
	"sync"
)

// transaction is the state of one Transact call.
type transaction struct {
	db   *DB
	mu   sync.Mutex
	conn *conn // nil when the transaction is over
}

type transactionKey struct{ db *DB }

// errOver is returned to work that outlives its transaction.
var errOver = errors.New("the transaction is over")

func (db *DB) transaction(ctx context.Context) *transaction {
	tx, _ := ctx.Value(transactionKey{db}).(*transaction)
	return tx
}

// Transact implements orm.Transactor. Other writers wait until fn returns;
// work that fn does with another context than the one it is given is among
// them.
func (db *DB) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if db.transaction(ctx) != nil {
		return fn(ctx)
	}
	// fn runs on the caller's goroutine, the writer lends it the connection.
	lend, back := make(chan *conn), make(chan error, 1)
	j := &job{ctx: ctx, done: make(chan error, 1), alone: true, fn: func(c *conn) error {
		lend <- c
		return <-back
	}}
	result := make(chan error, 1)
	go func() { result <- db.submit(j) }()
	var c *conn
	select {
	case c = <-lend:
	case err := <-result:
		return err
	}
	tx := &transaction{db: db, conn: c}
	finished := false
	defer func() {
		if !finished { // fn panicked or ended its goroutine
			tx.end()
			back <- errors.New("the transaction did not finish")
			<-result //nolint:errcheck // it is the error that was just given
		}
	}()
	err := fn(context.WithValue(ctx, transactionKey{db}, tx))
	finished = true
	tx.end()
	if err == nil {
		err = ctx.Err()
	}
	back <- err
	return <-result
}

// run runs fn with the transaction's connection.
func (tx *transaction) run(ctx context.Context, fn func(c *conn) error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.conn == nil {
		return errOver
	}
	err := tx.conn.guard(ctx, tx.db.opts.QueryTimeout, fn)
	if tx.conn.raw.AutocommitEnabled() {
		// SQLite rolled everything back; later work must not commit by itself.
		tx.conn = nil
		if err == nil {
			err = errOver
		}
	}
	return err
}

func (tx *transaction) end() {
	tx.mu.Lock()
	tx.conn = nil
	tx.mu.Unlock()
}
