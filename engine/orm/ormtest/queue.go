package ormtest

import (
	"context"
	"errors"
	"testing"

	"framework/engine/admission"
	"framework/engine/orm"
	"framework/engine/value"
)

// Shared is a store whose transactions make other operations wait.
type Shared interface {
	orm.Adapter
	orm.Transactor
}

// Waits says which operations, besides writes, wait for a transaction of a store.
type Waits struct{ Reads, Transactions bool }

// RequestsWait tests a store with a very short QueueTime while a transaction blocks
// requests: requests that have not started their work are refused and change nothing,
// others wait until the transaction ends. text is a text attribute of the empty model
// m.
func RequestsWait(t *testing.T, db Shared, m *orm.Model, text string, waits Waits) {
	t.Helper()
	add := func(ctx context.Context, val string) error {
		_, err := db.Create(ctx, m, []*value.Map{value.Of(text, val)})
		return err
	}
	request := func() context.Context { return admission.Arrive(context.Background()) }
	started := admission.Arrive(t.Context())
	admission.Start(started)
	waited := make(chan error, 2)
	err := db.Transact(t.Context(), func(ctx context.Context) error {
		go func() { waited <- add(started, "started") }()
		go func() { waited <- add(context.Background(), "no request") }()
		if err := add(request(), "refused"); !errors.Is(err, admission.ErrOverloaded) {
			t.Errorf("a write that waits: %v", err)
		}
		if waits.Reads {
			if _, err := db.Find(request(), m, nil); !errors.Is(err, admission.ErrOverloaded) {
				t.Errorf("a query that waits: %v", err)
			}
		}
		if waits.Transactions {
			if err := db.Transact(request(), func(context.Context) error { return nil }); !errors.Is(err, admission.ErrOverloaded) {
				t.Errorf("a transaction that waits: %v", err)
			}
		}
		return add(ctx, "inside")
	})
	for range cap(waited) {
		err = errors.Join(err, <-waited)
	}
	if err != nil {
		t.Error(err)
	}
	arrived := admission.Arrive(t.Context())
	if err := add(arrived, "free"); err != nil || !admission.Started(arrived) {
		t.Errorf("with nobody before it: %v, started: %t", err, admission.Started(arrived))
	}
	found, err := db.Find(t.Context(), m, nil)
	if err != nil || len(found) != 4 {
		t.Errorf("%d records, %v; want the four that were not refused: %s", len(found), err, value.Append(nil, orm.Records(found)))
	}
}
