package datastore_test

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"framework/engine/datastore"
	"framework/engine/value"
)

// TestAccess: how far each kind of access touches what is there, and what it makes.
func TestAccess(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		access datastore.Access
		exists bool // the file, before
		after  bool
		shared bool // both open the same database in the file
	}{
		"full":                          {datastore.Full, false, true, true},
		"full, it exists":               {datastore.Full, true, true, true},
		"existing, it does not":         {datastore.Existing, false, false, false},
		"existing, it does":             {datastore.Existing, true, true, true},
		"in memory":                     {datastore.InMemory, false, false, false},
		"in memory, although it exists": {datastore.InMemory, true, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			file := filepath.Join(root, ".tmp", "default.sqlite")
			open := func(access datastore.Access, adapter string) *datastore.Store {
				t.Helper()
				pool := datastore.NewPool(datastore.Options{Log: slog.New(slog.DiscardHandler), Access: access})
				st, err := pool.Open(t.Context(), datastore.Connection{
					Name: "default", Settings: value.Of("adapter", adapter), Root: root, Rules: datastore.Modern(),
				})
				if err != nil {
					t.Fatal(err)
				}
				return st
			}
			size := func() int64 {
				info, err := os.Stat(file)
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
				if err != nil {
					return -1
				}
				return info.Size()
			}
			if tt.exists {
				open(datastore.Full, "sails-disk").Release()
			}
			before := size()
			st := open(tt.access, "sails-disk")
			if _, err := os.Stat(file + "-wal"); (err == nil) != tt.shared {
				t.Errorf("the file is open: %v", err == nil)
			}
			st.Release()
			if got := size(); (got >= 0) != tt.after || tt.exists && got < before {
				t.Errorf("the file has %d bytes, before %d", got, before)
			}
			if tt.access != datastore.InMemory {
				return
			}
			// Servers are not connected to either.
			st = open(tt.access, "sails-postgresql")
			if pinger, ok := st.Adapter().(interface{ Lost() error }); !ok || pinger.Lost() != nil {
				t.Errorf("a server is used: %T", st.Adapter())
			}
			st.Release()
		})
	}
}
