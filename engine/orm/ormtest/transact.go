package ormtest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// transactions: all operations of one take effect, or none.
func (s *suite) transactions(t *testing.T) {
	m := s.filled(t)
	store, ok := m.Adapter().(orm.Transactor)
	if !ok {
		t.Skip("the store has no transactions")
	}
	ctx := t.Context()
	before := s.everything(t, m)
	count := func(ctx context.Context) int64 {
		t.Helper()
		n, err := m.Count(ctx, &orm.Query{})
		if err != nil {
			t.Error(err)
		}
		return n
	}
	writes := func(ctx context.Context) {
		t.Helper()
		_, err := m.Create(ctx, value.Of("name", "new"))
		_, err2 := m.Update(ctx, where("id", orm.Equal, int64(1)), value.Of("size", int64(99)))
		_, err3 := m.Destroy(ctx, where("id", orm.Equal, int64(2)))
		if err := errors.Join(err, err2, err3); err != nil {
			t.Error(err)
		}
		if n := count(ctx); n != int64(len(towns)) {
			t.Errorf("the transaction sees %d records of its own", n)
		}
		if list, err := m.Find(ctx, where("size", orm.Equal, int64(99))); err != nil || keysOf(list) != "1" {
			t.Errorf("the transaction does not see its own update: %v", err)
		}
	}
	failure := errors.New("failure")
	unchanged := func(what string) {
		t.Helper()
		if after := s.everything(t, m); after != before {
			t.Errorf("%s left\n%s\nof\n%s", what, after, before)
		}
	}
	err := store.Transact(ctx, func(ctx context.Context) error {
		writes(ctx)
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("a failed transaction ends with %v", err)
	}
	unchanged("a failed transaction")

	err = store.Transact(ctx, func(ctx context.Context) error {
		inner := store.Transact(ctx, func(ctx context.Context) error {
			writes(ctx)
			return nil
		})
		if inner != nil {
			return inner
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("a transaction around another ends with %v", err)
	}
	unchanged("a failed transaction around another")

	err = store.Transact(ctx, func(ctx context.Context) error {
		if _, err := m.Create(ctx, value.Of("name", "outer")); err != nil {
			return err
		}
		inner := store.Transact(ctx, func(ctx context.Context) error {
			if _, err := m.Create(ctx, value.Of("name", "inner")); err != nil {
				t.Error(err)
			}
			return failure
		})
		if !errors.Is(inner, failure) {
			t.Errorf("a failed transaction in another ends with %v", inner)
		}
		return nil
	})
	if err != nil {
		t.Errorf("a transaction around a failed one: %v", err)
	}
	if gone, err := m.Destroy(ctx, where("name", orm.In, []any{"outer", "inner"})); err != nil || len(gone) != 1 || gone[0].Value("name") != "outer" {
		t.Errorf("a transaction around a failed one left %v, %v", lines(gone), err)
	}

	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic does not reach the caller of a transaction")
			}
		}()
		_ = store.Transact(ctx, func(ctx context.Context) error {
			writes(ctx)
			panic("in a transaction")
		})
	}()
	unchanged("a panic in a transaction")

	ended, cancel := context.WithCancel(ctx)
	err = store.Transact(ended, func(ctx context.Context) error {
		writes(ctx)
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a transaction whose context ended gives %v", err)
	}
	unchanged("a transaction whose context ended")

	var late context.Context
	err = store.Transact(ctx, func(ctx context.Context) error {
		late = ctx
		// A refused write does not end the transaction.
		if _, err := m.Create(ctx, value.Of("id", int64(1))); err == nil {
			t.Error("a taken key was stored")
		}
		writes(ctx)
		return nil
	})
	if err != nil {
		t.Errorf("a transaction with a refused write in it: %v", err)
	}
	if got := keysOf(s.found(t, m, &orm.Query{Sort: []orm.Order{{Attr: "id"}}})); !strings.HasPrefix(got, "1 3 4 5 6 ") {
		t.Errorf("a transaction left %s", got)
	}
	after := s.everything(t, m)
	if _, err := m.Create(late, value.Of("name", "late")); err == nil || s.everything(t, m) != after {
		t.Errorf("work in a transaction that is over: %v", err)
	}
}
