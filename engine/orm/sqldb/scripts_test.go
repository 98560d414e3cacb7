package sqldb_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"framework/engine/orm"
	ddl "framework/engine/orm/schema"
	"framework/engine/orm/sqldb"
)

// TestDiffWithoutDatabase: the statements of a difference between random models run in a
// database that has records of the first, and afterwards there is nothing left to plan,
// there and back.
func TestDiffWithoutDatabase(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sparse := rapid.Bool().Draw(rt, "sparse")
		opts := sqldb.Options{Sparse: sparse, Schema: !sparse}
		db, err := sqldb.Open(context.Background(), opts)
		if err != nil {
			rt.Fatal(err)
		}
		defer db.Close() //nolint:errcheck // in memory
		current := randomModel(rt)
		follow(rt, db, opts, nil, current)
		for range rapid.IntRange(1, 3).Draw(rt, "versions") {
			safe := *current.Definition
			safe.Migrate = orm.Safe
			current.Definition = &safe
			if err := db.Define(context.Background(), []*orm.Model{current}); err != nil {
				rt.Fatal(err)
			}
			fillTable(rt, db, current, sparse)
			next := randomModel(rt)
			follow(rt, db, opts, current, next)
			follow(rt, db, opts, next, current)
			follow(rt, db, opts, current, next)
			current = next
		}
		follow(rt, db, opts, current, nil)
	})
}

// follow runs the difference between two versions of a model, which may be nil.
func follow(rt *rapid.T, db *sqldb.DB, opts sqldb.Options, before, after *orm.Model) {
	describe := func(m *orm.Model) []ddl.Table {
		if m == nil {
			return nil
		}
		list, err := sqldb.Tables([]*orm.Model{m}, opts)
		if err != nil {
			rt.Fatal(err)
		}
		return list
	}
	from, to := describe(before), describe(after)
	steps, err := ddl.SQLite.Diff(from, to)
	if err != nil {
		rt.Fatal(err)
	}
	var done []string
	err = db.Scripts(context.Background(), false, func(run ddl.Run) error {
		return run(true, func(ctx context.Context, c ddl.Conn) error {
			for _, s := range steps {
				done = append(done, s.SQL)
				if _, err := c.ExecContext(ctx, s.SQL); err != nil {
					return err
				}
			}
			return nil
		})
	})
	text := strings.Join(done, ";\n")
	if err != nil {
		rt.Fatalf("%v\n%s", err, text)
	}
	if after == nil {
		return
	}
	p, err := db.PlanMigration(context.Background(), []*orm.Model{after}, orm.Alter)
	if err != nil {
		rt.Fatal(err)
	}
	if len(p.Steps) > 0 {
		rt.Fatalf("left over: %s\nafter\n%s", p.Steps[0].SQL, text)
	}
	var want, got []string
	for _, c := range to[0].Columns {
		want = append(want, c.Name)
	}
	for _, r := range raw(rt, db, "SELECT name FROM pragma_table_info('user')") {
		got = append(got, r.Value("name").(string))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		rt.Fatalf("columns %q, want %q\nafter\n%s", got, want, text)
	}
}
