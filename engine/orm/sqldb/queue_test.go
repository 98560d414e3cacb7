package sqldb_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"framework/engine/admission"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
)

// TestRequestsWaitNoLongerThanTheyMay while a transaction has what they want:
// those of which nothing has been done are refused, others wait until it is over,
// and nothing of what was refused is done.
func TestRequestsWaitNoLongerThanTheyMay(t *testing.T) {
	m := parcel()
	for name, path := range map[string]string{"file": filepath.Join(t.TempDir(), "queue.db"), "memory": ""} {
		t.Run(name, func(t *testing.T) {
			db, err := sqldb.Open(t.Context(), sqldb.Options{Path: path, Sparse: true, QueueTime: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.Define(t.Context(), []*orm.Model{m}); err != nil {
				t.Fatal(err)
			}
			add := func(ctx context.Context, town string) error {
				_, err := db.Create(ctx, m, []*ordered.Map{ordered.Of("town", town)})
				return err
			}
			begun := admission.Arrive(t.Context())
			admission.Begin(begun)
			waited := make(chan error, 2)
			err = db.Transact(t.Context(), func(ctx context.Context) error {
				go func() { waited <- add(begun, "begun") }()
				go func() { waited <- add(context.Background(), "no request") }()
				if err := add(admission.Arrive(context.Background()), "refused"); !errors.Is(err, admission.ErrOverloaded) {
					t.Errorf("a write that waits: %v", err)
				}
				if path == "" {
					if _, err := db.Find(admission.Arrive(context.Background()), m, nil); !errors.Is(err, admission.ErrOverloaded) {
						t.Errorf("a query that waits: %v", err)
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
			if err := add(arrived, "free"); err != nil || !admission.Begun(arrived) {
				t.Errorf("with nobody before it: %v, begun: %t", err, admission.Begun(arrived))
			}
			found, err := db.Find(t.Context(), m, nil)
			if err != nil || len(found) != 4 {
				t.Errorf("%d records, %v; want those that were not refused: %s", len(found), err, text(found))
			}
		})
	}
}
