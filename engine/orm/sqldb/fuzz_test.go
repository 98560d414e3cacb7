package sqldb_test

import (
	"context"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// FuzzNamesAndValues puts any text where a request can put it, and expects
// SQL to see none of it. Each input is a condition with one operator.
func FuzzNamesAndValues(f *testing.F) {
	for _, seed := range [][2]string{
		{"town", "Bonn"}, {`x" OR 1=1; DROP TABLE parcel; --`, `' OR ''='`}, {"a.b[0]", "%_\\"}, {"\x00", "\xff"}, {`"\`, "1e5"},
	} {
		for op := orm.Equal; op <= orm.EndsWith; op++ {
			f.Add(seed[0], seed[1], uint8(op-orm.Equal))
		}
	}
	m := parcel()
	db := sparse(f, m)
	create(f, db, m, `{"town":"always here","id":1}`)
	f.Fuzz(func(t *testing.T, name, val string, n uint8) {
		ctx := context.Background()
		op := orm.Equal + orm.Op(n)%(orm.EndsWith-orm.Equal+1)
		var v any = val
		if op == orm.In || op == orm.NotIn {
			v = []any{val, "ü" + val, nil}
		}
		q := &orm.Query{Where: orm.Compare{Attr: name, Op: op, Value: v}, Sort: []orm.Order{{Attr: name}}, Select: []string{name}}
		if _, err := db.Find(ctx, m, q); err != nil {
			t.Fatalf("%q %d %q: %v", name, op, val, err)
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
