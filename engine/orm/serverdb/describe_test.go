package serverdb_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/orm"
	"framework/engine/value"
)

func TestDescribeAndDrop(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		m := model("parcel", attr("town", orm.KindString, column("place")), attr("label", orm.KindString, unique),
			attr("tags", orm.KindArray), attr("fragile", orm.KindBoolean))
		db := p.db(t, m)
		got, err := db.Describe(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		want := []orm.Column{
			{Name: "place", Type: "string"},
			{Name: "label", Type: "string", Unique: true, Indexed: true},
			{Name: "tags", Type: "array"},
			{Name: "fragile", Type: "boolean"},
			{Name: "id", Type: "integer", PrimaryKey: true, AutoIncrement: true, Unique: true, Indexed: true},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		for range 2 { // a table that is gone is gone
			if err := db.Drop(ctx, m); err != nil {
				t.Fatal(err)
			}
			if got, err := db.Describe(ctx, m); got != nil || err != nil {
				t.Errorf("after drop: %v, %v", got, err)
			}
		}
	})
}

func TestCreateAddsColumns(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		before := migrate(model("user", attr("name", orm.KindString)), orm.Create)
		fill(t, p.db(t, before), before, value.Of("name", "x"))
		after := migrate(model("user", attr("name", orm.KindString), attr("age", orm.KindInteger)), orm.Create)
		db := p.db(t, after)
		fill(t, db, after, value.Of("name", "y", "age", int64(3)))
		found, err := db.Find(context.Background(), after, &orm.Query{Sort: []orm.Order{{Attr: "id"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := shown(found, "name", "age"), `"x" null; "y" 3`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
