package datastore_test

import (
	"log/slog"
	"sync"
	"testing"

	"framework/engine/datastore"
	"framework/engine/orm"
	"framework/engine/value"
)

// TestHealth: each database is checked once, under the name of its datastore,
// and a closed one fails.
func TestHealth(t *testing.T) {
	t.Parallel()
	p := project(t, datastore.Modern(), value.Of("datastores", value.Of(
		"default", value.Of("adapter", "sails-disk"), "other", value.Of("adapter", "sails-sqlite3", "filename", "other.db"), "unused", value.Of("adapter", "sails-disk"),
	)))
	pool := datastore.NewPool(datastore.Options{Log: slog.New(slog.DiscardHandler)})
	model := func(name, store string) *orm.Definition {
		return &orm.Definition{Identity: name, GlobalID: name, Datastore: store, AutoPK: true, Migrate: orm.Safe}
	}
	data, err := p.Open(t.Context(), pool, []*orm.Definition{model("a", "other"), model("b", "default"), model("c", "other")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	closeOnce := sync.OnceFunc(data.Close)
	t.Cleanup(closeOnce)
	parts := data.Health()
	var names []string
	for _, part := range parts {
		names = append(names, part.Name)
		if err := part.Ping(t.Context()); err != nil {
			t.Errorf("%s: %v", part.Name, err)
		}
	}
	if len(names) != 2 || names[0] != "datastore other" || names[1] != "datastore default" {
		t.Fatalf("what is asked: %q", names)
	}
	closeOnce()
	for _, part := range parts {
		if err := part.Ping(t.Context()); err == nil {
			t.Errorf("%s answers although it is closed", part.Name)
		}
	}
}
