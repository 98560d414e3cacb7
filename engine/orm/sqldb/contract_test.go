package sqldb_test

import (
	"path/filepath"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/ormtest"
	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
)

// TestContract: every way to open a database keeps the contract of adapters.
func TestContract(t *testing.T) {
	testenv.Slow(t)
	for _, tc := range []struct {
		name   string
		opts   sqldb.Options
		file   bool
		traits ormtest.Traits
	}{
		{"memory", sqldb.Options{Schema: true}, false, ormtest.Traits{Natural: ormtest.ByAutomaticKey}},
		{"file", sqldb.Options{Schema: true, Synchronous: "OFF"}, true, ormtest.Traits{Natural: ormtest.ByAutomaticKey}},
		{"exact", sqldb.Options{Schema: true, CaseSensitive: true}, false, ormtest.Traits{Natural: ormtest.ByAutomaticKey, CaseSensitive: true}},
		{"sparse exact", sqldb.Options{Sparse: true, CaseSensitive: true}, false, ormtest.Traits{Natural: ormtest.ByAutomaticKey, Sparse: true, CaseSensitive: true}},
		{"sparse memory", sqldb.Options{Sparse: true}, false, ormtest.Traits{Natural: ormtest.ByAutomaticKey, Sparse: true}},
		{"sparse file", sqldb.Options{Sparse: true, Synchronous: "OFF"}, true, ormtest.Traits{Natural: ormtest.ByAutomaticKey, Sparse: true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ormtest.Run(t, func(t testing.TB) orm.Adapter {
				opts := tc.opts
				if tc.file {
					opts.Path = filepath.Join(t.TempDir(), "test.sqlite")
				}
				return open(t, opts)
			}, tc.traits)
		})
	}
}

// TestModernModels: models of 1.x on both kinds of embedded store.
func TestModernModels(t *testing.T) {
	for name, opts := range map[string]sqldb.Options{
		"document": {Document: true, CaseSensitive: true},
		"sql":      {Schema: true, CaseSensitive: true},
	} {
		t.Run(name, func(t *testing.T) {
			fresh := func(t testing.TB) orm.Adapter { return open(t, opts) }
			ormtest.RunModern(t, fresh, ormtest.ModernTraits{NullDiffers: opts.Document})
			ormtest.RunModernGrowth(t, fresh)
		})
	}
}
