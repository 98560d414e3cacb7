package sqldb_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

func TestSparseRecordsDistinguishMissingFromNull(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	made := create(t, db, m,
		`{"weight":3,"town":"Bonn","note":null,"colour":"red","deep":{"a.b":[1,null]}}`, `{}`, `{"id":500,"town":"x"}`, `{"town":"after"}`)
	want := `[{"weight":3,"town":"Bonn","note":null,"colour":"red","deep":{"a.b":[1,null]},"id":1},{"id":2},{"id":500,"town":"x"},{"town":"after","id":501}]`
	if got := text(made); got != want {
		t.Errorf("created\n%s\nwant\n%s", got, want)
	}
	want = `[{"town":"Bonn","weight":3,"note":null,"id":1,"colour":"red","deep":{"a.b":[1,null]}},{"id":2},{"town":"x","id":500},{"town":"after","id":501}]`
	if got := text(find(t, db, m, nil)); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

func TestPlainRecordsHaveAllAttributes(t *testing.T) {
	m := keyed("city", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }), attr("size", orm.KindInteger))
	db := open(t, sqldb.Options{}, m)
	made := create(t, db, m, `{"code":"B"}`)
	if got, want := text(made), `[{"code":"B","size":null}]`; got != want {
		t.Errorf("created %s, want %s", got, want)
	}
	if got, want := text(find(t, db, m, nil)), `[{"code":"B","size":null}]`; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if _, err := db.Create(context.Background(), m, []*value.Map{value.Of("code", "C", "other", int64(1))}); err == nil {
		t.Error("an undeclared attribute was stored")
	}
}

// compare builds a condition.
func compare(attr string, op orm.Op, v any) orm.Expr {
	return orm.Compare{Attr: attr, Op: op, Value: v}
}

func TestConditions(t *testing.T) {
	m := parcel()
	rows := []string{
		`{"town":"Aalen","weight":5,"fragile":true,"tags":["x"],"note":"first one"}`,
		`{"town":"Bonn","weight":10,"fragile":false,"note":"second","extra":"5","n":5}`,
		`{"town":"Celle","weight":15,"fragile":true,"note":"THIRD","shelf":"north"}`,
		`{"town":"Dachau","weight":20,"fragile":false,"extra":null}`,
		`{"town":"ÄRGER_1","weight":null,"fragile":true,"note":"100%"}`,
		`{"town":"bonn","weight":30,"fragile":false,"note":"","specs":"text"}`,
	}
	long := make([]any, 2000)
	for i := range long {
		long[i] = int64(i + 25)
	}
	date := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name          string
		where         orm.Expr
		sparse, plain string // ids; plain "" is the same, "!" an error
	}{
		{"nothing", nil, "123456", ""},
		{"equal ignores case", compare("town", orm.Equal, "BONN"), "26", ""},
		{"equal beyond ASCII", compare("town", orm.Equal, "ärger_1"), "5", ""},
		{"equal number", compare("weight", orm.Equal, int64(15)), "3", ""},
		{"equal boolean", compare("fragile", orm.Equal, true), "135", ""},
		{"not equal includes null, not absent", compare("note", orm.NotEqual, "SECOND"), "1356", ""},
		{"not equal number with null", compare("weight", orm.NotEqual, int64(10)), "13456", "1346"},
		{"null", compare("weight", orm.Equal, nil), "5", ""},
		{"null finds the empty string", compare("note", orm.Equal, nil), "6", "4"},
		{"not null", compare("note", orm.NotEqual, nil), "1235", "12356"},
		{"null of an undeclared attribute", compare("extra", orm.Equal, nil), "4", "!"},
		{"in", compare("town", orm.In, []any{"Bonn", "celle", "ärger_1"}), "2356", ""},
		{"in with null", compare("note", orm.In, []any{"third", nil}), "346", "3"},
		{"in nothing", compare("town", orm.In, []any{}), "-", ""},
		{"in a long list", compare("weight", orm.In, long), "6", ""},
		{"not in", compare("weight", orm.NotIn, []any{int64(5), int64(25)}), "23456", "2346"},
		{"not in with null", compare("weight", orm.NotIn, []any{int64(5), nil}), "2346", ""},
		{"null is less than text", compare("extra", orm.Less, "a"), "24", "!"},
		{"not in nothing", compare("weight", orm.NotIn, []any{}), "123456", ""},
		{"less takes null for 0, absent for nothing", compare("weight", orm.Less, int64(9)), "15", "1"},
		{"greater", compare("weight", orm.Greater, int64(20)), "6", ""},
		{"greater takes null for 0", compare("weight", orm.GreaterOrEqual, int64(0)), "123456", "12346"},
		{"range", orm.And{compare("weight", orm.GreaterOrEqual, int64(10)), compare("weight", orm.Less, int64(20))}, "23", ""},
		{"like", compare("town", orm.Like, "%onn"), "26", ""},
		{"like escapes _", compare("town", orm.Like, "_onn"), "-", ""},
		{"like finds _", compare("town", orm.Contains, "ärger_"), "5", ""},
		{"contains", compare("note", orm.Contains, "ONE"), "1", ""},
		{"contains with a wildcard", compare("note", orm.Contains, "%"), "12356", ""},
		{"starts", compare("town", orm.StartsWith, "b"), "26", ""},
		{"ends", compare("town", orm.EndsWith, "N"), "126", ""},
		{"not like", compare("note", orm.NotLike, "%i%"), "2456", "256"},
		{"undeclared", compare("extra", orm.Equal, "5"), "2", "!"},
		{"undeclared, as a number", compare("extra", orm.Equal, int64(5)), "2", "!"},
		{"undeclared number, as text", compare("n", orm.Equal, "5"), "2", "!"},
		{"undeclared in", compare("n", orm.In, []any{"5", "7"}), "2", "!"},
		{"undeclared less", compare("n", orm.Less, int64(6)), "2", "!"},
		{"undeclared text less than a number", compare("extra", orm.Less, int64(6)), "24", "!"},
		{"undeclared text not above a number", compare("extra", orm.Greater, int64(6)), "-", "!"},
		{"undeclared number less than text", compare("n", orm.Less, "40"), "2", "!"},
		{"undeclared number compared with text", compare("n", orm.Less, "x"), "-", "!"},
		{"unknown", compare("nothing", orm.Equal, "1"), "-", "!"},
		{"unknown not", compare("nothing", orm.NotEqual, "1"), "-", "!"},
		{"unknown not in", compare("nothing", orm.NotIn, []any{"1"}), "123456", "!"},
		{"column name", compare("shelf_place", orm.Equal, "NORTH"), "3", ""},
		{"json", compare("specs", orm.Equal, "TEXT"), "6", "-"},
		{"date", compare("sent", orm.Greater, date), "-", ""},
		{"or", orm.Or{compare("town", orm.Equal, "Celle"), compare("weight", orm.Greater, int64(25))}, "36", ""},
		{"empty or", orm.Or{}, "-", ""},
		{"empty and", orm.And{}, "123456", ""},
		{"not", orm.Not{Expr: compare("weight", orm.Greater, int64(10))}, "125", "12"},
		{"hostile name", compare(`x" OR 1=1 --`, orm.Equal, "1"), "-", "!"},
		{"hostile name in json", compare(`a"') OR 1=1 --\`, orm.Equal, nil), "-", "!"},
		{"hostile value", compare("town", orm.Equal, `' OR '1'='1`), "-", ""},
		{"hostile pattern", compare("town", orm.Contains, `\`), "-", ""},
	} {
		for _, sparse := range []bool{true, false} {
			want := tc.sparse
			if !sparse && tc.plain != "" {
				want = tc.plain
			}
			t.Run(tc.name+map[bool]string{true: "/sparse", false: "/plain"}[sparse], func(t *testing.T) {
				db := open(t, sqldb.Options{Sparse: sparse}, m)
				for _, row := range rows {
					o := object(t, row)
					if !sparse {
						o.Delete("extra")
						o.Delete("n")
					}
					if _, err := db.Create(context.Background(), m, []*value.Map{o}); err != nil {
						t.Fatal(err)
					}
				}
				found, err := db.Find(context.Background(), m, &orm.Query{Where: tc.where})
				got := ids(found)
				if err != nil {
					got = "!"
				}
				if got != want {
					t.Errorf("found %s, want %s (%v)", got, want, err)
				}
				n, err := db.Count(context.Background(), m, &orm.Query{Where: tc.where})
				if err == nil && want != "!" && int(n) != len(strings.Trim(want, "-")) {
					t.Errorf("counted %d of %s", n, want)
				}
			})
		}
	}
}

// ids are the keys of the records, "-" when there are none.
func ids(records []*orm.Record) string {
	if len(records) == 0 {
		return "-"
	}
	var b strings.Builder
	for _, r := range records {
		b.Write(value.Append(nil, r.ID()))
	}
	return b.String()
}

func TestOrderAndWindow(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{"town":"b","weight":2}`, `{"town":"B","weight":1}`, `{"town":"a","weight":null}`, `{"weight":2}`, `{"z":1}`)
	for _, tc := range []struct {
		name string
		q    orm.Query
		want string
	}{
		{"by creation", orm.Query{}, "12345"},
		{"no value first", orm.Query{Sort: []orm.Order{{Attr: "weight"}}}, "35214"},
		{"descending", orm.Query{Sort: []orm.Order{{Attr: "weight", Desc: true}}}, "14235"},
		{"two keys", orm.Query{Sort: []orm.Order{{Attr: "weight", Desc: true}, {Attr: "town"}}}, "41253"},
		{"undeclared", orm.Query{Sort: []orm.Order{{Attr: "z", Desc: true}}}, "51234"},
		{"limit", orm.Query{Limit: 2}, "12"},
		{"skip", orm.Query{Skip: 3}, "45"},
		{"both", orm.Query{Limit: 2, Skip: 1}, "23"},
		{"beyond", orm.Query{Skip: 50}, "-"},
		{"nothing", orm.Query{Nothing: true}, "-"},
	} {
		if got := ids(find(t, db, m, &tc.q)); got != tc.want {
			t.Errorf("%s: found %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestSelect(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{"town":"b","weight":null,"x":1,"y":2}`)
	for want, list := range map[string][]string{
		`[{"town":"b","id":1}]`:               {"town"},
		`[{"weight":null,"id":1,"x":1}]`:      {"weight", "x", "nothing"},
		`[{"town":"b","weight":null,"id":1}]`: {"id", "weight", "town"},
	} {
		if got := text(find(t, db, m, &orm.Query{Select: list})); got != want {
			t.Errorf("%v: got %s, want %s", list, got, want)
		}
	}
}

func TestAggregates(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	if got := text(find(t, db, m, &orm.Query{Sum: []string{"weight"}})); got != `[]` {
		t.Errorf("of nothing: %s", got)
	}
	create(t, db, m, `{"fragile":true,"weight":5,"price":1.5}`, `{"fragile":false,"weight":10}`, `{"fragile":true,"weight":15,"price":2.5}`)
	for _, tc := range []struct {
		q    orm.Query
		want string
	}{
		{orm.Query{Sum: []string{"weight"}}, `[{"weight":30}]`},
		{orm.Query{GroupBy: []string{"fragile"}, Sum: []string{"weight"}}, `[{"fragile":true,"weight":20},{"fragile":false,"weight":10}]`},
		{orm.Query{Average: []string{"price"}}, `[{"price":2}]`},
		{orm.Query{Min: []string{"weight"}, Max: []string{"price"}}, `[{"weight":5,"price":2.5}]`},
		{orm.Query{Max: []string{"weight"}, Where: compare("fragile", orm.Equal, false)}, `[{"weight":10}]`},
	} {
		if got := text(find(t, db, m, &tc.q)); got != tc.want {
			t.Errorf("%+v: got %s, want %s", tc.q, got, tc.want)
		}
	}
}

func TestValuesSurvive(t *testing.T) {
	m := parcel()
	moment := time.Date(2014, 3, 1, 10, 20, 30, 45e6, time.FixedZone("x", 3600))
	for _, sparse := range []bool{true, false} {
		db := open(t, sqldb.Options{Sparse: sparse, Path: t.TempDir() + "/deep/er/x.db"}, m)
		for _, tc := range []struct {
			attr     string
			in, want any
		}{
			{"town", "NUL\x00 after", nil},
			{"town", "bad \xff\xfe UTF-8", nil},
			{"town", "", nil},
			{"town", strings.Repeat("ü", 100_000), nil},
			{"weight", int64(math.MaxInt64), nil},
			{"weight", int64(math.MinInt64), nil},
			{"weight", float64(7), int64(7)},
			{"price", 0.1, nil},
			{"price", 1e300, nil},
			{"price", int64(3), nil},
			{"fragile", false, nil},
			{"sent", moment, moment.UTC()},
			{"tags", []any{"a", nil, int64(1), []any{}}, nil},
			{"specs", value.Of("k", "\x00", "l", value.Of()), nil},
			{"specs", "text", nil},
			{"specs", true, nil},
			{"photo", []byte{0, 1, 255}, nil},
			{"photo", []byte{}, nil},
		} {
			want := tc.want
			if want == nil {
				want = tc.in
			}
			made, err := db.Create(context.Background(), m, []*value.Map{value.Of(tc.attr, tc.in)})
			if err != nil {
				t.Errorf("%s = %v: %v", tc.attr, tc.in, err)
				continue
			}
			q := &orm.Query{Where: compare("id", orm.Equal, made[0].ID())}
			got := find(t, db, m, q)[0].Value(tc.attr)
			if !same(got, want) {
				t.Errorf("%s = %.60q came back as %.60q", tc.attr, tc.in, got)
			}
			found := find(t, db, m, q)
			out, n, err := db.AppendFind(context.Background(), nil, m, q, "", "")
			if err != nil || n != 1 || "["+string(out)+"]" != text(found) {
				t.Errorf("%s: AppendFind = %.200s, %d, %v; want %.200s", tc.attr, out, n, err, text(found))
			}
		}
	}
}

func same(a, b any) bool {
	if s, ok := b.(string); ok {
		return a == s
	}
	return string(value.Append(nil, a)) == string(value.Append(nil, b))
}
