package datastore_test

import (
	"errors"
	"log/slog"
	"testing"

	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/value"
)

func project(t *testing.T, rules datastore.Rules, settings *value.Map) *datastore.Project {
	t.Helper()
	layer := config.Layer{Source: "config", Values: settings}
	return &datastore.Project{Root: t.TempDir(), Config: config.Merge([]config.Layer{layer}, config.Options{}), Rules: rules}
}

// TestForgottenAdapter: production does not take a file in the place of a database.
func TestForgottenAdapter(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		environment string
		settings    *value.Map
		refused     bool
	}{
		"a database":                 {"production", value.Of("url", "mysql://db/shop"), true},
		"a misspelt key":             {"production", value.Of("adaptor", "sails-mysql"), true},
		"a database, in development": {"development", value.Of("url", "mysql://db/shop"), false},
		"the folder of files":        {"production", value.Of("dir", "data"), false},
		"nothing":                    {"production", value.New(0), false},
		"an adapter":                 {"production", value.Of("adapter", "sails-disk", "url", "x"), false},
	} {
		p := project(t, datastore.Modern(), value.Of("datastores", value.Of("default", tt.settings)))
		p.Settings.Environment = tt.environment
		_, _, err := p.DatastoreSettings("default")
		var refused *datastore.Error
		if errors.As(err, &refused) != tt.refused || refused != nil && refused.Source != "config" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDatastoreSettings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		rules    datastore.Rules
		settings *value.Map
		store    string
		adapter  any    // nil where it is refused
		reason   string // of that
	}{
		"classic, unconfigured":  {datastore.Classic(), value.New(0), "localDiskDb", "sails-disk", ""},
		"classic, unknown":       {datastore.Classic(), value.New(0), "pg", nil, "there is no such connection"},
		"classic, short name":    {datastore.Classic(), value.Of("connections", value.Of("pg", value.Of("adapter", "postgresql"))), "pg", "sails-postgresql", ""},
		"classic, module":        {datastore.Classic(), value.Of("connections", value.Of("pg", value.Of("module", "sails-mysql"))), "pg", "sails-mysql", ""},
		"classic, no adapter":    {datastore.Classic(), value.Of("connections", value.Of("pg", value.Of("host", "db"))), "pg", value.Undefined{}, ""},
		"classic, a list":        {datastore.Classic(), value.Of("connections", value.Of("pg", value.Of("adapter", []any{}))), "pg", "a list", ""},
		"modern, unconfigured":   {datastore.Modern(), value.New(0), "default", "sails-disk", ""},
		"modern, no adapter":     {datastore.Modern(), value.Of("datastores", value.Of("default", value.Of("dir", "d"))), "default", "sails-disk", ""},
		"modern, upgraded":       {datastore.Modern(), value.Of("connections", value.Of("pg", value.Of("adapter", "sails-mysql"))), "pg", "sails-mysql", ""},
		"modern, no short names": {datastore.Modern(), value.Of("datastores", value.Of("pg", value.Of("adapter", "mysql"))), "pg", "mysql", ""},
		"modern, both generations": {
			datastore.Modern(),
			value.Of("datastores", value.Of("default", value.Of("dir", "d")), "connections", value.Of("pg", value.Of("adapter", "sails-mysql"))), "default",
			nil, "there are config.connections and config.datastores, which replaced it",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, err := project(t, tt.rules, tt.settings).DatastoreSettings(tt.store)
			var refused *datastore.Error
			switch errors.As(err, &refused); {
			case tt.reason != "":
				if refused == nil || refused.Reason != tt.reason || refused.Name != tt.store {
					t.Errorf("got %v %v", got, err)
				}
			case err != nil:
				t.Error(err)
			default:
				adapter, _ := got.Get("adapter")
				if _, list := adapter.([]any); list {
					adapter = "a list"
				}
				if _, set := got.Get("adapter"); !set {
					adapter = value.Undefined{}
				}
				if adapter != tt.adapter {
					t.Errorf("the adapter is %v", adapter)
				}
			}
		})
	}
}

func TestDefault(t *testing.T) {
	t.Parallel()
	old := value.Of("models", value.Of("connection", "old"))
	for name, tt := range map[string]struct {
		rules    datastore.Rules
		settings *value.Map
		want     string
	}{
		"classic":            {datastore.Classic(), value.New(0), "localDiskDb"},
		"classic, named":     {datastore.Classic(), old, "old"},
		"modern":             {datastore.Modern(), value.New(0), "default"},
		"modern, named":      {datastore.Modern(), value.Of("models", value.Of("datastore", "new", "connection", "old")), "new"},
		"modern, upgraded":   {datastore.Modern(), old, "old"},
		"classic, next word": {datastore.Classic(), value.Of("models", value.Of("datastore", "new")), "localDiskDb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := project(t, tt.rules, tt.settings).Default(); err != nil || got != tt.want {
				t.Errorf("got %q %v, want %q", got, err, tt.want)
			}
		})
	}
}

// A database is shared by those with the same settings, and closed when the last of
// them has released it, or when what borrowed it is closed.
func TestPool(t *testing.T) {
	t.Parallel()
	pool := datastore.NewPool(datastore.Options{Log: slog.New(slog.DiscardHandler)})
	root := t.TempDir()
	open := func(adapter string) *datastore.Store {
		t.Helper()
		st, err := pool.Open(t.Context(), datastore.Connection{
			Name: "default", Settings: value.Of("adapter", adapter), Root: root, Rules: datastore.Modern(),
		})
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	first, second, other := open("sails-disk"), open("sails-disk"), open("sails-memory")
	if first != second || first == other {
		t.Error("settings do not decide which database it is")
	}
	first.Release()
	if open("sails-disk") != second {
		t.Error("a database that is in use was closed")
	}
	second.Release()
	var borrowed datastore.Borrowed
	release := borrowed.Add(second)
	release()
	release()
	again := open("sails-disk")
	if again == second {
		t.Error("a database that nobody uses stays open")
	}
	borrowed.Add(again)
	borrowed.Close()
	late := open("sails-disk")
	if late == again {
		t.Error("what was borrowed is not closed")
	}
	borrowed.Add(late)
	if last := open("sails-disk"); last == late {
		t.Error("what is borrowed too late is not closed")
	} else {
		last.Release()
	}
	other.Release()
}
