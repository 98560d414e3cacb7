package mongo_test

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
	"framework/engine/orm/ormtest"
	"framework/engine/testenv"
)

// TestContract: the store keeps the contract of adapters.
func TestContract(t *testing.T) {
	for name, opts := range map[string]mongo.Options{"plain": {}, "case": {CaseSensitive: true}, "exact": {Exact: true}} {
		t.Run(name, func(t *testing.T) {
			opts.PlainKeys = true // the contract counts keys
			exact := opts.CaseSensitive || opts.Exact
			ormtest.Run(t, func(t testing.TB) orm.Adapter { return open(t, opts) }, ormtest.Traits{
				Sparse: true, Documents: true, CaseSensitive: exact, ExactPatterns: opts.Exact, Natural: ormtest.Unordered, Gaps: true,
				// FerretDB has no lists in lists, cannot find names with quotation marks, and leaves an
				// object as it is that $set would give other names, but the same values.
				Flat: true, SameMembers: true, Columns: []string{"", "", "order", "Mixed Case", "ünï", "a-b", "x'y"},
			})
		})
	}
}

// TestModernModels: models of 1.x.
func TestModernModels(t *testing.T) {
	fresh := func(t testing.TB) orm.Adapter { return open(t, mongo.Options{Exact: true, PlainKeys: true}) }
	ormtest.RunModernGrowth(t, fresh)
	ormtest.RunModern(t, fresh, ormtest.ModernTraits{NullDiffers: true})
}

var databases atomic.Int64

// place returns the options of an empty database of the test's own.
func place(t testing.TB, opts mongo.Options) mongo.Options {
	t.Helper()
	opts.URL = testenv.Server(t, "FRAMEWORK_TEST_MONGO")
	opts.Database = fmt.Sprintf("fw_test_%d_%d", os.Getpid(), databases.Add(1))
	t.Cleanup(func() { drop(t, opts) })
	return opts
}

func open(t testing.TB, opts mongo.Options) *mongo.DB {
	t.Helper()
	return with(t, place(t, opts))
}

func with(t testing.TB, opts mongo.Options, models ...*orm.Model) *mongo.DB {
	t.Helper()
	db, err := mongo.Open(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if len(models) > 0 {
		if err := db.Define(context.Background(), models); err != nil {
			t.Fatal(err)
		}
	}
	return db
}
