package migrate

import (
	"context"
	"maps"
	"slices"
	"strings"

	"framework/engine/orm/schema"
)

// Condition is what became of a migration.
type Condition string

// The conditions of migrations.
const (
	Applied Condition = "applied"
	Pending Condition = "pending"
	Changed Condition = "changed" // after it was applied
	Missing Condition = "missing" // it was applied, and there is no file
	Failed  Condition = "failed"  // some of its statements were run
)

// Status is a migration and what became of it.
type Status struct {
	Name      string    `json:"name"`
	Condition Condition `json:"status"`
	AppliedAt string    `json:"appliedAt,omitempty"`
	// Done of Total statements were run; for those that failed.
	Done  int `json:"done,omitempty"`
	Total int `json:"total,omitempty"`
}

// Database is a database with the migrations for it.
type Database struct {
	Dialect schema.Dialect
	Files   []*File
	// Scripts gives access to the database, see schema.Migrator.Scripts.
	Scripts func(ctx context.Context, readOnly bool, fn func(run schema.Run) error) error
}

// Status lists the migrations of files and journal, by name.
func (db *Database) Status(ctx context.Context) ([]Status, error) {
	var out []Status
	err := db.Scripts(ctx, true, func(run schema.Run) error {
		return run(true, func(ctx context.Context, c schema.Conn) error {
			entries, err := journal{ctx, c, db.Dialect}.read()
			if err == nil {
				out, err = db.compare(entries)
			}
			return err
		})
	})
	return out, err
}

// compare says what became of the migrations, by the journal.
func (db *Database) compare(entries map[string]Entry) ([]Status, error) {
	entries = maps.Clone(entries)
	out := make([]Status, 0, len(db.Files))
	for _, f := range db.Files {
		e, was := entries[f.Name]
		delete(entries, f.Name)
		s := Status{Name: f.Name, Condition: Pending, AppliedAt: e.Applied}
		list, err := f.statements(db.Dialect, &f.Up)
		switch {
		case err != nil && !was:
			return nil, err
		case !was:
		case e.Done < e.Total:
			s.Condition, s.Done, s.Total, s.AppliedAt = Failed, e.Done, e.Total, ""
		case err != nil || checksum(list) != e.Checksum:
			s.Condition = Changed
		default:
			s.Condition = Applied
		}
		out = append(out, s)
	}
	for _, e := range entries {
		out = append(out, Status{Name: e.Name, Condition: Missing, AppliedAt: e.Applied})
	}
	slices.SortFunc(out, func(a, b Status) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// file is the one of that name, nil when there is none.
func (db *Database) file(name string) *File {
	for _, f := range db.Files {
		if f.Name == name {
			return f
		}
	}
	return nil
}
