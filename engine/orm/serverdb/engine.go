package serverdb

import (
	"context"

	"framework/engine/orm/sqlstore"
)

// engine runs the work of the store.
type engine struct{ db *DB }

// Read implements sqlstore.Engine.
func (e engine) Read(ctx context.Context, w sqlstore.Work) error {
	return e.db.read(ctx, func(ctx context.Context, s statements) error { return w.Run(ctx, s) })
}

// Write implements sqlstore.Engine.
func (e engine) Write(ctx context.Context, w sqlstore.Work) error {
	return e.db.write(ctx, func(ctx context.Context, s statements) error { return w.Run(ctx, s) })
}

// Change implements sqlstore.Engine.
func (e engine) Change(ctx context.Context, w sqlstore.Work) error {
	return e.db.transactional(ctx, func(ctx context.Context, s statements) error { return w.Run(ctx, s) })
}

// Inside implements sqlstore.Engine.
func (e engine) Inside(ctx context.Context) bool { return e.db.transactions.Of(ctx) != nil }

// Failure implements sqlstore.Engine.
func (e engine) Failure(_ *table, err error) sqlstore.Failure { return e.db.driver.failure(err) }

// receive returns the function that hands the rows of a query to into.
func receive(into sqlstore.Receiver) func(values [][]byte) error {
	r := &row{}
	return func(values [][]byte) error {
		r.values = values
		return into.Row(r)
	}
}
