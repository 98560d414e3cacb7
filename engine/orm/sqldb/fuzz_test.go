package sqldb_test

import (
	"context"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// FuzzNamesAndValues puts any text where a request can put it, and expects
// SQL to see none of it.
func FuzzNamesAndValues(f *testing.F) {
	f.Add("town", "Bonn")
	f.Add(`x" OR 1=1; DROP TABLE parcel; --`, `' OR ''='`)
	f.Add("a.b[0]", "%_\\")
	f.Add("\x00", "\xff")
	f.Add(`"\`, "1e5")
	m := parcel()
	db := sparse(f, m)
	create(f, db, m, `{"town":"always here","id":1}`)
	f.Fuzz(func(t *testing.T, name, val string) {
		ctx := context.Background()
		for op := orm.Equal; op <= orm.EndsWith; op++ {
			var v any = val
			if op == orm.In || op == orm.NotIn {
				v = []any{val, "ü" + val, nil}
			}
			q := &orm.Query{Where: orm.Compare{Attr: name, Op: op, Value: v}, Sort: []orm.Order{{Attr: name}}, Select: []string{name}}
			if _, err := db.Find(ctx, m, q); err != nil {
				t.Fatalf("%q %d %q: %v", name, op, val, err)
			}
		}
		if m.PrimaryKey == name {
			return
		}
		row := value.Of("note", "fuzz")
		if name != "note" {
			row.Set(name, val)
		}
		made, err := db.Create(ctx, m, []*value.Map{row})
		if err != nil {
			t.Fatalf("create %q: %q: %v", name, val, err)
		}
		mine := &orm.Query{Where: compare("id", orm.Equal, made[0].ID())}
		set := value.Of(name, val)
		if _, err := db.Update(ctx, m, mine, set); err != nil {
			t.Fatalf("update %q: %q: %v", name, val, err)
		}
		if _, err := db.Destroy(ctx, m, mine); err != nil {
			t.Fatal(err)
		}
		if got := text(find(t, db, m, nil)); got != `[{"town":"always here","id":1}]` {
			t.Fatalf("%q: %q changed the table to %s", name, val, got)
		}
	})
}
