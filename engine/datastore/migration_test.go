package datastore_test

import (
	"log/slog"
	"testing"

	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/orm"
	"framework/engine/value"
)

// TestSafeNeedsNoTable: sails-disk and sails-memory have no tables that could
// have been created before; the others may.
func TestSafeNeedsNoTable(t *testing.T) {
	t.Parallel()
	for adapter, lifts := range map[string]bool{"sails-disk": true, "sails-memory": true, "sails-sqlite3": false} {
		for name, rules := range map[string]datastore.Rules{"classic": datastore.Classic(), "modern": datastore.Modern()} {
			t.Run(name+", "+adapter, func(t *testing.T) {
				t.Parallel()
				log := slog.New(slog.DiscardHandler)
				pool := datastore.NewPool(datastore.Options{Log: log})
				section := "connections"
				if name == "modern" {
					section = "datastores"
				}
				p := project(t, rules, value.Of(section, value.Of("d", value.Of("adapter", adapter))))
				p.Settings = config.Settings{}
				data, err := p.Open(t.Context(), pool, []*orm.Definition{{
					Identity: "pet", GlobalID: "Pet", Datastore: "d", Migrate: orm.Safe, AutoPK: true,
					Attributes: []orm.AttributeDef{{Name: "name", Type: "string"}},
				}}, nil)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(data.Close)
				if err := data.Migrate(t.Context(), nil, log); (err == nil) != lifts {
					t.Errorf("got %v", err)
				}
			})
		}
	}
}
