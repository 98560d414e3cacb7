package waterline_test

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

var places atomic.Int64

// onDatabases runs a test on SQLite and on the servers that the environment
// names, where it has a database of its own.
func onDatabases(t *testing.T, test func(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter)) {
	t.Run("SQLite", func(t *testing.T) { test(t, "SQLite", nil) })
	for _, s := range []struct {
		name, variable string
		open           func(context.Context, serverdb.Options) (*serverdb.DB, error)
	}{
		{"PostgreSQL", "FRAMEWORK_TEST_POSTGRES", serverdb.OpenPostgreSQL},
		{"MySQL", "FRAMEWORK_TEST_MYSQL", serverdb.OpenMySQL},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel() // most of the time is the servers'
			opts := serverdb.Options{URL: testenv.Server(t, s.variable)}
			ctx := context.Background()
			connect := func(opts serverdb.Options) *serverdb.DB {
				db, err := s.open(ctx, opts)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = db.Close() })
				return db
			}
			admin := connect(opts)
			name := fmt.Sprintf("fw_js_%d_%d", os.Getpid(), places.Add(1))
			if _, err := admin.Query(ctx, "CREATE DATABASE "+name, nil); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if _, err := admin.Query(ctx, "DROP DATABASE "+name, nil); err != nil {
					t.Error(err)
				}
			})
			opts.Database = name
			db := connect(opts)
			test(t, s.name, func(orm.Adapter) orm.Adapter { return db })
		})
	}
}

// unequal are the cases in which databases differ, and why.
var unequal = map[string]map[string]string{
	"PostgreSQL": {
		"aggregate of an unknown attribute": "a table has columns",
		"findOrCreate at once":              "transactions run side by side; a unique attribute keeps them apart",
		"query":                             "parameters are $1, see TestRawQueries",
		"query with one value":              "parameters are $1, see TestRawQueries",
		"query with a callback":             "the result is whole, see TestRawQueries",
		"query with values and a callback":  "parameters are $1, see TestRawQueries",
		"query that writes":                 "parameters are $1, see TestRawQueries",
		"sort twice":                        "null comes last",
		"describe":                          "keys are indexed",
	},
	"MySQL": {
		"time-out of a statement":           "the server ends an endless query by itself",
		"aggregate of an unknown attribute": "a table has columns",
		"query that writes":                 "the result says what was done, see TestRawQueries",
		"describe":                          "keys are indexed",
		"findOrCreate at once":              "transactions run side by side; a unique attribute keeps them apart",
		"keys that differ by case":          "keys compare as the column's collation says",
	},
}

// sameOn skips a case in which a database differs from SQLite.
func sameOn(t *testing.T, database, name string) {
	t.Helper()
	if why, differs := unequal[database][name]; differs {
		t.Skip(why)
	}
}
