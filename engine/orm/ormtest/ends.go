package ormtest

import (
	"context"
	"errors"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// ends: operations fail after their context has ended or the store was closed.
func (s *suite) ends(t *testing.T) {
	store := s.open(t)
	o, err := compile(t.Context(), store, []*orm.Definition{town()})
	if err != nil {
		t.Fatal(err)
	}
	m := o.Model("town")
	fill(t, m, towns...)
	before := s.everything(t, m)
	operations := map[string]func(ctx context.Context) error{
		"find":   func(ctx context.Context) error { _, err := store.Find(ctx, m, &orm.Query{}); return err },
		"count":  func(ctx context.Context) error { _, err := store.Count(ctx, m, &orm.Query{}); return err },
		"create": func(ctx context.Context) error { _, err := store.Create(ctx, m, objects(t, `{}`)); return err },
		"update": func(ctx context.Context) error {
			_, err := store.Update(ctx, m, &orm.Query{}, value.Of("size", nil))
			return err
		},
		"destroy": func(ctx context.Context) error { _, err := store.Destroy(ctx, m, &orm.Query{}); return err },
	}
	if tx, ok := store.(orm.Transactor); ok {
		operations["transact"] = func(ctx context.Context) error {
			return tx.Transact(ctx, func(context.Context) error { return nil })
		}
	}
	if j, ok := store.(orm.Joiner); ok {
		operations["join"] = func(ctx context.Context) error {
			_, err := j.FindGrouped(ctx, m, nil, "size", []any{int64(1)}, &orm.Query{})
			return err
		}
	}
	if j, ok := store.(orm.JSONFinder); ok {
		operations["write"] = func(ctx context.Context) error {
			_, _, err := j.AppendFind(ctx, nil, m, &orm.Query{}, "", "")
			return err
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, do := range operations {
		if err := do(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after its context ended: %v", name, err)
		}
	}
	if after := s.everything(t, m); after != before {
		t.Errorf("work after its context ended left\n%s\nof\n%s", after, before)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	for name, do := range operations {
		if err := do(t.Context()); err == nil {
			t.Errorf("%s works after the store was closed", name)
		}
	}
}
