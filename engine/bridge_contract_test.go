package engine_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/bridge"
	"framework/engine/orm/ormtest"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/adapters"
	"framework/jsapi/app"
)

// bridgeTo opens a store of the adapter in the file or folder at path, in a realm of its
// own.
func bridgeTo(t testing.TB, path string, settings *value.Map) *bridge.Store {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: filepath.Dir(path), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	var project *app.App
	err = iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
		project, err = app.New(r, app.Options{Root: filepath.Dir(path), Version: "1.5.0", HookTimeout: time.Minute, Log: slog.New(slog.DiscardHandler)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	driver, err := adapters.Load(t.Context(), adapters.Options{Name: filepath.Base(path), Source: path, Isolate: iso}, func(*jsapi.Realm) (jsapi.Value, error) {
		return project.RequireModule(path)
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err := bridge.Open(driver, bridge.Options{Datastore: "store", Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if err := iso.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return db
}

// fixtureAdapter is the path of an adapter that was written for tests.
func fixtureAdapter(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "adapters", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBridgeContract: stores of adapters that are JavaScript keep the contract of
// adapters.
func TestBridgeContract(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	t.Run("classic", func(t *testing.T) {
		t.Parallel()
		ormtest.Run(t, func(t testing.TB) orm.Adapter { return bridgeTo(t, fixtureAdapter(t, "ShelfAdapter.js"), nil) }, ormtest.Traits{Sparse: true},
			"Values", "Create", "Uniqueness", "Find", "Destroy", "Groups", "JSON", "Ends")
	})
	t.Run("modern", func(t *testing.T) {
		t.Parallel()
		open := func(t testing.TB) orm.Adapter { return bridgeTo(t, fixtureAdapter(t, "CrateAdapter.js"), nil) }
		ormtest.RunModern(t, open, ormtest.ModernTraits{NullDiffers: true})
	})
	t.Run("sails-memory 0.10", func(t *testing.T) {
		testenv.Slow(t)
		t.Parallel()
		dir := testenv.Packages(t, "sails-memory@0.10.7")
		open := func(t testing.TB) orm.Adapter {
			return bridgeTo(t, filepath.Join(dir, "node_modules", "sails-memory"), nil)
		}
		// In memory it takes a key that is taken, and gives attributes in the order of creation.
		ormtest.Run(t, open, ormtest.Traits{Sparse: true}, "Values", "Destroy", "Groups", "JSON", "Ends")
	})
	t.Run("sails-disk 2", func(t *testing.T) {
		testenv.Slow(t)
		t.Parallel()
		dir := testenv.Packages(t, "sails-disk@2.1.2")
		open := func(t testing.TB) orm.Adapter {
			return bridgeTo(t, filepath.Join(dir, "node_modules", "sails-disk"), value.Of("inMemoryOnly", true))
		}
		ormtest.RunModern(t, open, ormtest.ModernTraits{NullDiffers: true})
	})
}
