package sqldb_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/querylog"
	"framework/engine/value"
)

// TestBudgetOfReads: a read with a budget is done like any other, or gives up without
// waiting.
func TestBudgetOfReads(t *testing.T) {
	for name, path := range map[string]string{"in memory": "", "in a file": filepath.Join(t.TempDir(), "brief.db")} {
		t.Run(name, func(t *testing.T) {
			m := keyed("city", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }), attr("size", orm.KindInteger))
			db := open(t, sqldb.Options{Path: path}, m)
			rows := make([]*value.Map, 20000)
			for i := range rows {
				rows[i] = value.Of("code", "code"+time.Duration(i).String(), "size", int64(i))
			}
			if _, err := db.Create(t.Context(), m, rows); err != nil {
				t.Fatal(err)
			}
			ctx, log := querylog.Begin(t.Context())
			one := &orm.Query{Where: compare("code", orm.Equal, "code7ns")}
			found, err := db.Find(orm.WithBudget(ctx, time.Minute), m, one)
			if err != nil || len(found) != 1 {
				t.Fatalf("found %d, %v", len(found), err)
			}
			if n, _ := log.Total(); n != 1 {
				t.Errorf("%d statements are logged, want 1", n)
			}
			all := &orm.Query{Where: compare("size", orm.GreaterOrEqual, int64(0))}
			// The timer of the budget may be late, on a busy machine.
			for deadline := time.Now().Add(30 * time.Second); ; {
				if _, err = db.Find(orm.WithBudget(ctx, time.Nanosecond), m, all); err != nil || time.Now().After(deadline) {
					break
				}
			}
			if !errors.Is(err, orm.ErrNotBrief) {
				t.Fatalf("a long read: got %v", err)
			}
			if found, err := db.Find(ctx, m, all); err != nil || len(found) != len(rows) {
				t.Errorf("after a read that gave up: found %d, %v", len(found), err)
			}
			err = db.Transact(t.Context(), func(inside context.Context) error {
				_, err := db.Find(orm.WithBudget(inside, time.Minute), m, one)
				return err
			})
			if !errors.Is(err, orm.ErrNotBrief) {
				t.Errorf("in a transaction: got %v", err)
			}
		})
	}
}

// TestReadsWithABudgetDoNotQueue: with no connection free they give up.
func TestReadsWithABudgetDoNotQueue(t *testing.T) {
	m := keyed("city", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }))
	db := open(t, sqldb.Options{}, m)
	err := db.Transact(t.Context(), func(inside context.Context) error {
		if _, err := db.Find(inside, m, nil); err != nil { // takes the only connection
			return err
		}
		if _, err := db.Find(orm.WithBudget(t.Context(), time.Minute), m, nil); !errors.Is(err, orm.ErrNotBrief) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// observed is a context that is looked at last when a write is answered.
type observed struct {
	context.Context
	look func()
}

func (o observed) Value(key any) any {
	o.look()
	return o.Context.Value(key)
}

// TestReadAtOnceAfterAWrite: whoever gets the answer of a write may read without waiting for the
// only connection of a store in memory.
func TestReadAtOnceAfterAWrite(t *testing.T) {
	m := keyed("city", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }))
	db := open(t, sqldb.Options{}, m)
	var last error
	ctx := observed{t.Context(), func() {
		_, last = db.Find(orm.WithBudget(t.Context(), time.Hour), m, &orm.Query{Limit: 1})
	}}
	if err := db.Transact(ctx, func(context.Context) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if last != nil {
		t.Errorf("a read when the write is answered: %v", last)
	}
}
