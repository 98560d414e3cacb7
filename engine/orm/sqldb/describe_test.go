package sqldb_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
)

func TestDescribeAndDrop(t *testing.T) {
	ctx := context.Background()
	for _, sparse := range []bool{true, false} {
		m := model("parcel", attr("town", orm.KindString, column("place"), indexed), attr("label", orm.KindString, unique),
			attr("tags", orm.KindArray), attr("fragile", orm.KindBoolean))
		db := open(t, sqldb.Options{Sparse: sparse}, m)
		create(t, db, m, `{"town":"Celle"}`)
		got, err := db.Describe(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		want := []orm.Column{
			{Name: "place", Type: "string", Indexed: true},
			{Name: "label", Type: "string", Unique: true, Indexed: true},
			{Name: "tags", Type: "array"},
			{Name: "fragile", Type: "boolean"},
			{Name: "id", Type: "integer", PrimaryKey: true, AutoIncrement: true, Unique: true},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sparse %v: %s", sparse, diff)
		}
		for range 2 { // a table that is gone is gone
			if err := db.Drop(ctx, m); err != nil {
				t.Fatal(err)
			}
			if got, err := db.Describe(ctx, m); got != nil || err != nil {
				t.Errorf("after drop: %v, %v", got, err)
			}
		}
		// What was dropped is made again.
		if err := db.Define(ctx, []*orm.Model{m}); err != nil {
			t.Fatal(err)
		}
		if n, err := db.Count(ctx, m, nil); n != 0 || err != nil {
			t.Errorf("%d records in the new table (%v)", n, err)
		}
	}
}

func TestMissingTableThatMayBe(t *testing.T) {
	m := migrating(model("user", attr("name", orm.KindString)), orm.Safe)
	m.Definition.MayMiss = true
	db := open(t, sqldb.Options{}, m)
	if got, err := db.Describe(context.Background(), m); got != nil || err != nil {
		t.Errorf("described %v, %v", got, err)
	}
	if _, err := db.Find(context.Background(), m, nil); err == nil {
		t.Error("a table that is missing has been read")
	}
}

// TestCreateAddsColumns: a sparse table keeps the values that were undeclared
// until now.
func TestCreateAddsColumns(t *testing.T) {
	for _, sparse := range []bool{true, false} {
		l := newLifts(t)
		l.plain = !sparse
		first := migrating(model("user", attr("name", orm.KindString)), orm.Create)
		row := `{"name":"x","age":3}`
		if !sparse {
			row = `{"name":"x"}`
		}
		if err := l.lift(func(db *sqldb.DB) { create(t, db, first, row) }, first); err != nil {
			t.Fatal(err)
		}
		second := migrating(model("user", attr("name", orm.KindString), attr("age", orm.KindInteger)), orm.Create)
		for range 2 {
			err := l.lift(func(db *sqldb.DB) {
				columns, err := db.Describe(context.Background(), second)
				if err != nil || len(columns) != 3 {
					t.Errorf("sparse %v: %+v, %v", sparse, columns, err)
				}
				want := `[{"name":"x","age":3,"id":1}]`
				if !sparse {
					want = `[{"name":"x","age":null,"id":1}]`
				}
				if got := text(find(t, db, second, nil)); got != want {
					t.Errorf("sparse %v: %s", sparse, got)
				}
			}, second)
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
