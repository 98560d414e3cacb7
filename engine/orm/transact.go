package orm

import (
	"context"
	"fmt"
)

// UnsupportedError is something that the store of a datastore cannot do.
type UnsupportedError struct {
	Datastore string
	What      string // transactions, SQL
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("the adapter of the datastore %q has no %s", e.Datastore, e.What)
}

// Transact runs fn in a transaction of the model's store: all operations with
// the context given to fn, on any model of the same datastore, happen or none
// does. Where the store has no transactions fn just runs.
func (m *Model) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	if t, ok := m.adapter.(Transactor); ok {
		return t.Transact(ctx, fn)
	}
	return fn(ctx)
}
