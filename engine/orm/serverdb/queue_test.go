package serverdb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"framework/engine/admission"
	"framework/engine/ordered"
)

// TestRequestsWaitNoLongerThanTheyMay for the only connection.
func TestRequestsWaitNoLongerThanTheyMay(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		p.opts.PoolSize, p.opts.QueueTime = 1, time.Millisecond
		m := account()
		db := p.db(t, m)
		add := func(ctx context.Context, name string) error {
			_, err := db.Create(ctx, m, []*ordered.Map{ordered.Of("name", name)})
			return err
		}
		begun := admission.Arrive(t.Context())
		admission.Begin(begun)
		waited := make(chan error, 2)
		err := db.Transact(t.Context(), func(ctx context.Context) error {
			go func() { waited <- add(begun, "begun") }()
			go func() { waited <- add(context.Background(), "no request") }()
			if err := add(admission.Arrive(context.Background()), "refused"); !errors.Is(err, admission.ErrOverloaded) {
				t.Errorf("a write that waits: %v", err)
			}
			if _, err := db.Find(admission.Arrive(context.Background()), m, nil); !errors.Is(err, admission.ErrOverloaded) {
				t.Errorf("a query that waits: %v", err)
			}
			if err := db.Transact(admission.Arrive(context.Background()), func(context.Context) error { return nil }); !errors.Is(err, admission.ErrOverloaded) {
				t.Errorf("a transaction that waits: %v", err)
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
		if err := add(arrived, "free"); err != nil || !admission.Begun(arrived) {
			t.Errorf("with nobody before it: %v, begun: %t", err, admission.Begun(arrived))
		}
		if n, err := db.Count(t.Context(), m, nil); n != 4 || err != nil {
			t.Errorf("%d records, %v; want the four that were not refused", n, err)
		}
	})
}
