package orm

import (
	"context"
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

// Find implements Adapter.
func (a *metered) Find(ctx context.Context, m *Model, q *Query) ([]*Record, error) {
	began := time.Now()
	found, err := a.Adapter.Find(ctx, m, q)
	a.done(m, "find", time.Since(began), err)
	return found, err
}

// Create implements Adapter.
func (a *metered) Create(ctx context.Context, m *Model, rows []*value.Map) ([]*Record, error) {
	began := time.Now()
	made, err := a.Adapter.Create(ctx, m, rows)
	a.done(m, "create", time.Since(began), err)
	return made, err
}

// Update implements Adapter.
func (a *metered) Update(ctx context.Context, m *Model, q *Query, set *value.Map) ([]*Record, error) {
	began := time.Now()
	changed, err := a.Adapter.Update(ctx, m, q, set)
	a.done(m, "update", time.Since(began), err)
	return changed, err
}

// Destroy implements Adapter.
func (a *metered) Destroy(ctx context.Context, m *Model, q *Query) ([]*Record, error) {
	began := time.Now()
	gone, err := a.Adapter.Destroy(ctx, m, q)
	a.done(m, "destroy", time.Since(began), err)
	return gone, err
}

// Count implements Adapter.
func (a *metered) Count(ctx context.Context, m *Model, q *Query) (int64, error) {
	began := time.Now()
	n, err := a.Adapter.Count(ctx, m, q)
	a.done(m, "count", time.Since(began), err)
	return n, err
}

// counted calls fn, which finds records of the model in another way, as a find.
func (m *Model) counted(fn func() error) error {
	a, ok := m.queries.(*metered)
	if !ok {
		return fn()
	}
	began := time.Now()
	err := fn()
	a.done(m, "find", time.Since(began), err)
	return err
}
