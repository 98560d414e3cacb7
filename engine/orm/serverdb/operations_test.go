package serverdb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
	"framework/engine/value"
)

func compare(attr string, op orm.Op, v any) orm.Expr {
	return orm.Compare{Attr: attr, Op: op, Value: v}
}

func where(e orm.Expr) *orm.Query { return &orm.Query{Where: e} }

func shown(records []*orm.Record, names ...string) string {
	var lines []string
	for _, r := range records {
		var parts []string
		for _, n := range names {
			parts = append(parts, string(value.Append(nil, r.Value(n))))
		}
		lines = append(lines, strings.Join(parts, " "))
	}
	return strings.Join(lines, "; ")
}

func TestRecordsComeBackAsStored(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		m := parcel()
		db := p.db(t, m)
		sent := time.Date(2015, 6, 7, 8, 9, 10, 123_000_000, time.UTC)
		given := value.Of("town", "Zürich 🏔 'quoted' \"twice\" \\ back", "weight", int64(1)<<40, "fragile", true,
			"tags", []any{"a", int64(1), nil}, "sent", sent, "note", strings.Repeat("long ", 30_000), "shelf", "",
			"specs", value.Of("z", int64(1), "a", []any{}), "price", 1.25, "photo", []byte{0, 1, 255, '\\'})
		made, err := db.Create(ctx, m, []*value.Map{given})
		if err != nil {
			t.Fatal(err)
		}
		found, err := db.Find(ctx, m, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*orm.Record{made[0], found[0]} {
			for k, v := range given.All() {
				want, got := string(value.Append(nil, v)), string(value.Append(nil, r.Value(k)))
				if want != got {
					t.Errorf("%s = %.200s, want %.200s", k, got, want)
				}
			}
			if id, ok := r.ID().(int64); !ok || id != 1 {
				t.Errorf("id = %v", r.ID())
			}
		}
		asJSON, n, err := db.AppendFind(ctx, nil, m, nil, "", "  ")
		if err != nil || n != 1 {
			t.Fatal(n, err)
		}
		if want := string(orm.Records(found).AppendJSON(nil, "", "  ")); "["+string(asJSON)+"\n]" != want {
			t.Errorf("JSON is %.2000s, want %.2000s", asJSON, want)
		}
		empty, err := db.Create(ctx, m, []*value.Map{value.New(0)})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Attributes {
			if v := empty[0].Value(c.Name); v != nil && c.Name != "id" {
				t.Errorf("%s of an empty record is %v", c.Name, v)
			}
		}
	})
}

func fill(t *testing.T, db *serverdb.DB, m *orm.Model, rows ...*value.Map) []*orm.Record {
	t.Helper()
	made, err := db.Create(context.Background(), m, rows)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestComparisons(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		m := parcel()
		db := p.db(t, m)
		day := time.Date(2020, 2, 29, 0, 0, 0, 5_000_000, time.UTC)
		fill(t, db, m,
			value.Of("town", "Bern", "weight", int64(10), "fragile", true, "sent", day, "price", 0.1, "tags", []any{"x"}, "specs", "text"),
			value.Of("town", "bern", "weight", int64(20), "fragile", false, "sent", day.Add(time.Hour), "price", 1e300, "specs", int64(12)),
			value.Of("town", "50%_off|", "weight", int64(-3), "price", -2.5, "specs", value.Of("a", int64(1))),
			value.Of("town", "NULL", "weight", nil, "shelf", `a"b\c,{}`),
			value.Of("town", nil, "weight", int64(30), "shelf", "s'; --"))
		for _, c := range []struct {
			where orm.Expr
			want  string
		}{
			{compare("town", orm.Equal, "BERN"), "1; 2"},
			{compare("town", orm.NotEqual, "BERN"), "3; 4"},
			{compare("town", orm.Equal, nil), "5"},
			{compare("town", orm.NotEqual, nil), "1; 2; 3; 4"},
			{compare("town", orm.In, []any{"bErN", "null", nil}), "1; 2; 4"},
			{compare("town", orm.NotIn, []any{"bErN", "null"}), "3"},
			{compare("town", orm.In, []any{}), ""},
			{compare("town", orm.In, []any{nil}), ""},
			{compare("town", orm.NotIn, []any{}), "1; 2; 3; 4; 5"},
			{compare("shelf", orm.In, []any{`A"B\C,{}`, "s'; --"}), "4; 5"},
			{compare("shelf", orm.Equal, `a"b\c,{}`), "4"},
			{compare("town", orm.Like, "b%N"), "1; 2"},
			{compare("town", orm.NotLike, "b%"), "3; 4"},
			{compare("town", orm.Contains, "_"), "3"},
			{compare("town", orm.Contains, "|"), "3"},
			{compare("town", orm.StartsWith, "be"), "1; 2"},
			{compare("town", orm.EndsWith, "LL"), "4"},
			{compare("weight", orm.Equal, int64(10)), "1"},
			{compare("weight", orm.Equal, 10.5), ""},
			{compare("weight", orm.Less, 10.5), "1; 3"},
			{compare("weight", orm.Less, 1e300), "1; 2; 3; 5"},
			{compare("weight", orm.Greater, int64(1)<<60), ""},
			{compare("weight", orm.Equal, "ten"), ""},
			{compare("weight", orm.Equal, ""), ""},
			{compare("weight", orm.In, []any{int64(20), 30.0, 1.5, "x"}), "2; 5"},
			{compare("weight", orm.Like, "1%"), "1"},
			{compare("weight", orm.Greater, nil), ""},
			{compare("fragile", orm.Equal, true), "1"},
			{compare("fragile", orm.NotEqual, true), "2"},
			{compare("fragile", orm.In, []any{true, false}), "1; 2"},
			{compare("sent", orm.Equal, day), "1"},
			{compare("sent", orm.GreaterOrEqual, day), "1; 2"},
			{compare("sent", orm.In, []any{day}), "1"},
			{compare("sent", orm.Equal, "no date"), ""},
			{compare("price", orm.Equal, 0.1), "1"},
			{compare("price", orm.In, []any{0.1, int64(7)}), "1"},
			{compare("price", orm.Greater, int64(0)), "1; 2"},
			{compare("specs", orm.Equal, "text"), "1"},
			{compare("specs", orm.Equal, int64(12)), "2"},
			{compare("id", orm.Equal, int64(3)), "3"},
			{compare("id", orm.Equal, "3"), "3"},
			{compare("id", orm.Equal, "3 OR 1=1"), ""},
			{orm.Not{Expr: compare("weight", orm.Equal, int64(10))}, "2; 3; 5"},
			{orm.And{compare("weight", orm.Greater, int64(0)), orm.Or{compare("town", orm.Equal, nil), compare("town", orm.Equal, "bern")}}, "1; 2; 5"},
			{orm.And{}, "1; 2; 3; 4; 5"},
			{orm.Or{}, ""},
		} {
			q := where(c.where)
			found, err := db.Find(ctx, m, q)
			if got := shown(found, "id"); err != nil || got != c.want {
				t.Errorf("%v finds %q, want %q (%v)", c.where, got, c.want, err)
			}
			n, err := db.Count(ctx, m, q)
			if err != nil || int(n) != len(found) {
				t.Errorf("%v counts %d, want %d (%v)", c.where, n, len(found), err)
			}
		}
		if _, err := db.Find(ctx, m, where(compare("nothing", orm.Equal, int64(1)))); err == nil {
			t.Error("an unknown attribute is no error")
		}
		exact := p.opts
		exact.CaseSensitive = true
		db = p.with(t, exact, m)
		for _, c := range []struct {
			where orm.Expr
			want  string
		}{
			{compare("town", orm.Equal, "BERN"), ""},
			{compare("town", orm.Equal, "Bern"), "1"},
			{compare("town", orm.In, []any{"bern", "x"}), "2"},
		} {
			found, err := db.Find(ctx, m, where(c.where))
			if got := shown(found, "id"); err != nil || got != c.want {
				t.Errorf("exactly, %v finds %q, want %q (%v)", c.where, got, c.want, err)
			}
		}
	})
}

func TestOrderAndWindow(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		m := parcel()
		db := p.db(t, m)
		for i := range 7 {
			fill(t, db, m, value.Of("town", fmt.Sprint("t", i%2), "weight", int64(i)))
		}
		for _, c := range []struct {
			q    orm.Query
			want string
		}{
			{orm.Query{}, "1; 2; 3; 4; 5; 6; 7"},
			{orm.Query{Limit: 2}, "1; 2"},
			{orm.Query{Skip: 5}, "6; 7"},
			{orm.Query{Limit: 2, Skip: 3}, "4; 5"},
			{orm.Query{Sort: []orm.Order{{Attr: "town", Desc: true}, {Attr: "weight", Desc: true}}, Limit: 4}, "6; 4; 2; 7"},
			{orm.Query{Sort: []orm.Order{{Attr: "town"}}}, "1; 3; 5; 7; 2; 4; 6"},
			{orm.Query{Sort: []orm.Order{{Attr: "id", Desc: true}}, Limit: 1}, "7"},
		} {
			found, err := db.Find(ctx, m, &c.q)
			if got := shown(found, "id"); err != nil || got != c.want {
				t.Errorf("%+v gives %q, want %q (%v)", c.q, got, c.want, err)
			}
		}
		if n, err := db.Count(ctx, m, &orm.Query{Limit: 3, Skip: 5}); n != 2 || err != nil {
			t.Errorf("count of a window is %d (%v)", n, err)
		}
		changed, err := db.Update(ctx, m, &orm.Query{Limit: 2, Skip: 1}, value.Of("note", "n"))
		if got := shown(changed, "id", "note"); err != nil || got != `2 "n"; 3 "n"` {
			t.Errorf("a window of records changed is %s (%v)", got, err)
		}
		gone, err := db.Destroy(ctx, m, &orm.Query{Sort: []orm.Order{{Attr: "id", Desc: true}}, Limit: 2})
		if got := shown(gone, "id"); err != nil || got != "6; 7" {
			t.Errorf("a window of records destroyed is %s (%v)", got, err)
		}
		sums, err := db.Find(ctx, m, &orm.Query{GroupBy: []string{"town"}, Sum: []string{"weight"}, Average: []string{"id"}})
		if got := shown(sums, "town", "weight", "id"); err != nil || got != `"t0" 6 3; "t1" 4 3` {
			t.Errorf("sums are %s (%v)", got, err)
		}
		none, err := db.Find(ctx, m, &orm.Query{Where: compare("id", orm.Equal, int64(99)), Max: []string{"weight"}})
		if err != nil || len(none) != 0 {
			t.Errorf("an aggregate of nothing is %s (%v)", shown(none, "weight"), err)
		}
	})
}

func TestWrites(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		m := model("account", attr("email", orm.KindString, unique), attr("visits", orm.KindInteger))
		db := p.db(t, m)
		rows := make([]*value.Map, 5000)
		for i := range rows {
			rows[i] = value.Of("email", fmt.Sprint("u", i), "visits", int64(i))
		}
		made, err := db.Create(ctx, m, rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range made {
			if r.ID() != int64(i+1) || r.Value("visits") != int64(i) {
				t.Fatalf("row %d came back as %s", i, value.Append(nil, r))
			}
		}
		var taken *orm.UniqueError
		_, err = db.Create(ctx, m, []*value.Map{value.Of("email", "new"), value.Of("email", "u7")})
		if !errors.As(err, &taken) || taken.Attribute != "email" || taken.Value != "u7" {
			t.Errorf("a taken value gives %v", err)
		}
		if n, _ := db.Count(ctx, m, where(compare("email", orm.Equal, "new"))); n != 0 {
			t.Error("the row before the refused one was kept")
		}
		_, err = db.Update(ctx, m, where(compare("id", orm.Equal, int64(1))), value.Of("email", "u7"))
		if !errors.As(err, &taken) || taken.Attribute != "email" || taken.Value != "u7" {
			t.Errorf("an update to a taken value gives %v", err)
		}
		changed, err := db.Update(ctx, m, where(compare("visits", orm.Less, int64(3))), value.Of("visits", int64(-1), "email", value.Undefined{}))
		if got := shown(changed, "id", "email", "visits"); err != nil || got != `1 "u0" -1; 2 "u1" -1; 3 "u2" -1` {
			t.Errorf("changed %s (%v)", got, err)
		}
		if same, err := db.Update(ctx, m, where(compare("id", orm.Equal, int64(4))), value.New(0)); err != nil || len(same) != 1 {
			t.Errorf("an update of nothing returns %v (%v)", same, err)
		}
		moved, err := db.Update(ctx, m, where(compare("id", orm.Equal, int64(4))), value.Of("id", int64(90_000)))
		if got := shown(moved, "id", "email"); err != nil || got != `90000 "u3"` {
			t.Errorf("a changed key gives %s (%v)", got, err)
		}
		own := fill(t, db, m, value.Of("id", int64(6000), "email", "own"))
		next := fill(t, db, m, value.Of("email", "next"))
		if own[0].ID() != int64(6000) || next[0].ID().(int64) <= 6000 {
			t.Errorf("after the key %v comes %v", own[0].ID(), next[0].ID())
		}
		fill(t, db, m, value.Of("id", int64(1_000_000), "email", "far"))
		if r := fill(t, db, m, value.Of("email", "after")); r[0].ID().(int64) <= 1_000_000 {
			t.Errorf("after a far key comes %v", r[0].ID())
		}
		_, err = db.Create(ctx, m, []*value.Map{value.Of("id", int64(6000))})
		if !errors.As(err, &taken) || taken.Attribute != "id" {
			t.Errorf("a taken key gives %v", err)
		}
		gone, err := db.Destroy(ctx, m, where(compare("id", orm.LessOrEqual, int64(2500))))
		if err != nil || len(gone) != 2499 || gone[0].ID() != int64(1) {
			t.Errorf("destroyed %d (%v)", len(gone), err)
		}
		var usage *orm.UsageError
		for name, bad := range map[string]*value.Map{
			"text in a number":  value.Of("visits", "many"),
			"a number too long": value.Of("visits", 1e30),
		} {
			if _, err := db.Create(ctx, m, []*value.Map{bad}); !errors.As(err, &usage) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := db.Create(ctx, m, []*value.Map{value.Of("color", "red")}); err == nil || !strings.Contains(err.Error(), "no such column: color") {
			t.Errorf("an undeclared attribute: %v", err)
		}
	})
}

func TestFindGrouped(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		owner := model("owner", attr("name", orm.KindString))
		pet := model("pet", attr("name", orm.KindString), attr("owner", orm.KindInteger, indexed), attr("age", orm.KindInteger))
		link := model("link", attr("left", orm.KindInteger), attr("right", orm.KindInteger))
		db := p.db(t, owner, pet, link)
		for i := range 4 {
			fill(t, db, owner, value.Of("name", fmt.Sprint("o", i)))
			for j := range 3 {
				fill(t, db, pet, value.Of("name", fmt.Sprintf("p%d%d", i, j), "owner", int64(i+1), "age", int64(9-j)))
			}
		}
		for _, pair := range [][2]int64{{1, 2}, {1, 2}, {1, 5}, {3, 2}, {3, 99}} {
			fill(t, db, link, value.Of("left", pair[0], "right", pair[1]))
		}
		keys := []any{int64(1), int64(3), int64(77)}
		show := func(got map[any][]*orm.Record, err error) string {
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%d: %s / %s", len(got), shown(got[int64(1)], "name"), shown(got[int64(3)], "name"))
		}
		got := show(db.FindGrouped(ctx, pet, nil, "owner", keys, &orm.Query{Sort: []orm.Order{{Attr: "age"}}, Limit: 1, Skip: 1, Where: compare("age", orm.Less, int64(9))}))
		if got != `2: "p01" / "p21"` {
			t.Error(got)
		}
		got = show(db.FindGrouped(ctx, pet, nil, "owner", keys, nil))
		if got != `2: "p00"; "p01"; "p02" / "p20"; "p21"; "p22"` {
			t.Error(got)
		}
		through := &orm.Join{Model: link, Near: "left", Far: "right"}
		got = show(db.FindGrouped(ctx, pet, through, "left", keys, &orm.Query{Sort: []orm.Order{{Attr: "name", Desc: true}}}))
		if got != `2: "p11"; "p01" / "p01"` {
			t.Error(got)
		}
		got = show(db.FindGrouped(ctx, pet, through, "left", keys, &orm.Query{Limit: 1, Select: []string{"name"}}))
		if got != `2: "p01" / "p01"` {
			t.Error(got)
		}
	})
}

// TestTablesThatChangeUnderStatements: prepared statements still work when
// another program changes their table.
func TestTablesThatChangeUnderStatements(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := account()
		p.opts.PoolSize = 2
		db, other := p.db(t, m), p.with(t, p.opts)
		fill(t, db, m, value.Of("name", "a"))
		for _, text := range []string{`ALTER TABLE "account" ALTER COLUMN "n" TYPE int`, `ALTER TABLE "account" ALTER COLUMN "n" TYPE text`} {
			if got := names(t, db, m); got != `"a"` {
				t.Fatalf("there is %s", got)
			}
			if p.postgres() {
				text = strings.Replace(text, `"account"`, p.opts.Schema+".account", 1)
			} else {
				text = strings.NewReplacer(`"`, "`", "ALTER COLUMN", "MODIFY", "TYPE", "").Replace(text)
			}
			p.sql(t, other, text)
			if got := names(t, db, m); got != `"a"` {
				t.Errorf("after %s there is %s", text, got)
			}
		}
	})
}
