package orm

import (
	"context"
	"errors"
	"time"

	"framework/engine/value"
)

// Meter is called after each query of a store, with its kind: find, create, update,
// destroy or count.
type Meter func(m *Model, kind string, took time.Duration, err error)

// metered is the store of models whose queries are counted.
type metered struct {
	Adapter
	done Meter
}

// queries is where the queries of a model go.
func queries(store Adapter, meter Meter) Adapter {
	if store == nil || meter == nil {
		return store
	}
	return &metered{store, meter}
}

// took counts a query that has begun at some time; it is deferred.
func (a *metered) took(m *Model, kind string, began time.Time, err *error) {
	if !errors.Is(*err, ErrNotBrief) { // else it begins again, and is counted then
		a.done(m, kind, time.Since(began), *err)
	}
}

// Find implements Adapter.
func (a *metered) Find(ctx context.Context, m *Model, q *Query) (found []*Record, err error) {
	defer a.took(m, "find", time.Now(), &err)
	return a.Adapter.Find(ctx, m, q)
}

// Create implements Adapter.
func (a *metered) Create(ctx context.Context, m *Model, rows []*value.Map) (made []*Record, err error) {
	defer a.took(m, "create", time.Now(), &err)
	return a.Adapter.Create(ctx, m, rows)
}

// Update implements Adapter.
func (a *metered) Update(ctx context.Context, m *Model, q *Query, set *value.Map) (changed []*Record, err error) {
	defer a.took(m, "update", time.Now(), &err)
	return a.Adapter.Update(ctx, m, q, set)
}

// Destroy implements Adapter.
func (a *metered) Destroy(ctx context.Context, m *Model, q *Query) (gone []*Record, err error) {
	defer a.took(m, "destroy", time.Now(), &err)
	return a.Adapter.Destroy(ctx, m, q)
}

// Count implements Adapter.
func (a *metered) Count(ctx context.Context, m *Model, q *Query) (n int64, err error) {
	defer a.took(m, "count", time.Now(), &err)
	return a.Adapter.Count(ctx, m, q)
}

// counted calls fn, which finds records of the model in another way, as a find.
func (m *Model) counted(fn func() error) (err error) {
	if a, ok := m.queries.(*metered); ok {
		defer a.took(m, "find", time.Now(), &err)
	}
	return fn()
}
