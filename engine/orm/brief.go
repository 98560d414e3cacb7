package orm

import (
	"context"
	"errors"
	"time"
)

// ErrNotBrief is the error of a read that has a budget and could not be done within it.
var ErrNotBrief = errors.New("the query cannot be answered within its budget")

type budgetKey struct{}

// WithBudget returns a context for a read of one table that must not wait: a store whose
// Traits have Brief set does it within d, or gives up with ErrNotBrief. Nothing else may
// be done with the context.
func WithBudget(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, budgetKey{}, d)
}

// Budget returns how long a read may take, 0 for no such limit.
func Budget(ctx context.Context) time.Duration {
	d, _ := ctx.Value(budgetKey{}).(time.Duration)
	return d
}

// ReadsBriefly reports whether reads of the model may have a budget.
func (m *Model) ReadsBriefly() bool { return m.adapter != nil && m.adapter.Traits().Brief }
