package ormtest

import (
	"context"
	"slices"
	"testing"

	"framework/engine/orm"
)

// Opener opens a store for one test, which may define any tables in it, and closes it
// when the test ends.
type Opener func(t testing.TB) orm.Adapter

// Run tests the contract on a store. Each test opens a new store; all may be in one
// database, because tables are created again. only names the tests to run, of a store
// whose other differences are not its own; none are all.
func Run(t *testing.T, open Opener, traits Traits, only ...string) {
	s := &suite{open: open, traits: traits}
	for _, test := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"Define", s.define},
		{"Plans", s.plans},
		{"Values", s.values},
		{"Create", s.create},
		{"Uniqueness", s.uniqueness},
		{"Find", s.find},
		{"Conditions", s.conditions},
		{"Keys", s.keys},
		{"Update", s.update},
		{"Destroy", s.destroy},
		{"Aggregates", s.aggregates},
		{"Transactions", s.transactions},
		{"Groups", s.groups},
		{"JSON", s.written},
		{"Ends", s.ends},
		{"Properties", s.properties},
		{"Counters", s.counters},
	} {
		if len(only) == 0 || slices.Contains(only, test.name) {
			t.Run(test.name, test.run)
		}
	}
}

// suite is a store under test.
type suite struct {
	open   Opener
	traits Traits
}

// datastore is the name of the store in definitions.
const datastore = "store"

// compile compiles definitions for an adapter.
func compile(ctx context.Context, adapter orm.Adapter, defs []*orm.Definition) (*orm.ORM, error) {
	return orm.Open(ctx, defs, orm.Options{Datastores: map[string]orm.Adapter{datastore: adapter}})
}
