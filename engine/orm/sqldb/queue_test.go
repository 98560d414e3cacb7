package sqldb_test

import (
	"path/filepath"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/ormtest"
	"framework/engine/orm/sqldb"
)

// TestRequestsWaitNoLongerThanTheyMay for the writer, and in memory for the only
// connection.
func TestRequestsWaitNoLongerThanTheyMay(t *testing.T) {
	m := parcel()
	for name, path := range map[string]string{"file": filepath.Join(t.TempDir(), "queue.db"), "memory": ""} {
		t.Run(name, func(t *testing.T) {
			db, err := sqldb.Open(t.Context(), sqldb.Options{Path: path, Sparse: true, QueueTime: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.Define(t.Context(), []*orm.Model{m}); err != nil {
				t.Fatal(err)
			}
			ormtest.RequestsWait(t, db, m, "town", ormtest.Waits{Reads: path == ""})
		})
	}
}

// TestCountsAnswers in a file and in memory.
func TestCountsAnswers(t *testing.T) {
	m := parcel()
	for name, path := range map[string]string{"file": filepath.Join(t.TempDir(), "answers.db"), "memory": ""} {
		t.Run(name, func(t *testing.T) {
			db, err := sqldb.Open(t.Context(), sqldb.Options{Path: path, Sparse: true})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.Define(t.Context(), []*orm.Model{m}); err != nil {
				t.Fatal(err)
			}
			ormtest.CountsAnswers(t, db, m, "town")
		})
	}
}
