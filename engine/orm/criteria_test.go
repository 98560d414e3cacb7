package orm_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/engine/orm"
	"framework/engine/value"
)

func parcels(t testing.TB) *orm.ORM {
	return compiled(t,
		definition("Parcel", typed("town", "string"), typed("weight", "integer"), typed("price", "float"),
			typed("fragile", "boolean"), typed("tags", "array"), typed("sent", "date"), typed("note", "string"),
			orm.AttributeDef{Name: "shelf", Type: "string", Column: "shelf_place"}, one("owner", "person"),
			typed("specs", "json"), typed("min", "integer")),
		definition("Person", orm.AttributeDef{Name: "nick", Type: "string", PrimaryKey: true}, many("parcels", "parcel", "owner")))
}

// parse reads JSON in which every number and object is as a request has it.
func parse(t testing.TB, text string) any {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// show writes an expression compactly.
func show(e orm.Expr) string {
	list := func(parts []orm.Expr, with string) string {
		texts := make([]string, len(parts))
		for i, p := range parts {
			texts[i] = show(p)
		}
		return "(" + strings.Join(texts, with) + ")"
	}
	switch e := e.(type) {
	case nil:
		return "all"
	case orm.And:
		return list(e, " and ")
	case orm.Or:
		return list(e, " or ")
	case orm.Not:
		return "not " + show(e.Expr)
	case orm.Compare:
		ops := []string{"=", "!=", "in", "not in", "<", "<=", ">", ">=", "like", "not like", "contains", "startsWith", "endsWith"}
		return e.Attr + " " + ops[e.Op] + " " + string(value.Append(nil, e.Value))
	}
	return fmt.Sprintf("%T", e)
}

func TestConditions(t *testing.T) {
	m := parcels(t).Model("parcel")
	for _, tc := range []struct{ criteria, want string }{
		{`null`, `all`},
		{`{}`, `all`},
		{`[]`, `nothing`},
		{`false`, `nothing`},
		{`3`, `id = 3`},
		{`"3"`, `id = 3`},
		{`"1.5"`, `id = 1.5`},
		{`"abc"`, `nothing`},
		{`["1", 3]`, `id in [1,3]`},
		{`["x"]`, `nothing`},
		{`[{"id": 1}, {"town": "Bonn"}]`, `(id = 1 or town = "Bonn")`},
		{`[{"town": "Bonn"}, 7]`, `(town = "Bonn" or id = 7)`},
		{`{"town": "Bonn", "weight": "30"}`, `(town = "Bonn" and weight = 30)`},
		{`{"where": {"town": "Bonn"}, "other": 1}`, `town = "Bonn"`},
		{`{"where": null}`, `all`},
		{`{"where": 4}`, `id = 4`},
		{`{"where": []}`, `nothing`},
		{`{"where": [{"town": "a"}, {"town": "b"}]}`, `(town = "a" or town = "b")`},
		{`{"town": 12}`, `town = "12"`},
		{`{"town": null}`, `town = null`},
		{`{"weight": "abc"}`, `nothing`},
		{`{"weight": ""}`, `weight = ""`},
		{`{"weight": " 0x10 "}`, `weight = 16`},
		{`{"weight": {"<": "abc"}}`, `nothing`},
		{`{"weight": {"!": "abc"}}`, `all`},
		{`{"weight": true}`, `weight = 1`},
		{`{"price": "1e2"}`, `price = 100`},
		{`{"fragile": "true"}`, `fragile = true`},
		{`{"fragile": 0}`, `fragile = false`},
		{`{"fragile": "maybe"}`, `fragile = "maybe"`},
		{`{"sent": "2014-03-01"}`, `sent = "2014-03-01T00:00:00.000Z"`},
		{`{"sent": "someday"}`, `sent = "someday"`},
		{`{"shelf_place": "north"}`, `shelf = "north"`},
		{`{"shelf": "north"}`, `shelf = "north"`},
		{`{"unknown": 1}`, `unknown = 1`},
		{`{"a.b": 1}`, `a.b = 1`},
		{`{"weight": [5, "25", null]}`, `weight in [5,25,null]`},
		{`{"weight": []}`, `nothing`},
		{`{"weight": [], "town": "Bonn"}`, `nothing`},
		{`{"or": [{"weight": []}, {"town": "Bonn"}]}`, `town = "Bonn"`},
		{`{"weight": {">=": 20, "<": "30"}}`, `(weight >= 20 and weight < 30)`},
		{`{"weight": {"lessThan": 1}}`, `weight < 1`},
		{`{"weight": {"lessThanOrEqual": 1}}`, `weight <= 1`},
		{`{"weight": {"greaterThan": 1}}`, `weight > 1`},
		{`{"weight": {"greaterThanOrEqual": 1}}`, `weight >= 1`},
		{`{"weight": {"!": 10}}`, `weight != 10`},
		{`{"weight": {"not": null}}`, `weight != null`},
		{`{"weight": {"!": [5, 25]}}`, `weight not in [5,25]`},
		{`{"weight": {"!": []}}`, `all`},
		{`{"weight": {"equals": 4}}`, `weight = 4`},
		{`{"weight": {"=": [4]}}`, `weight in [4]`},
		{`{"town": {"!": {"contains": "x"}}}`, `not town contains "x"`},
		{`{"town": {"!": {"startsWith": "x", "endsWith": "y"}}}`, `not (town startsWith "x" and town endsWith "y")`},
		{`{"town": {"contains": "on"}}`, `town contains "on"`},
		{`{"town": {"like": "%e_"}}`, `town like "%e_"`},
		{`{"town": {"like": ["a%", "b%"]}}`, `(town like "a%" or town like "b%")`},
		{`{"weight": {"contains": 1}}`, `weight contains "1"`},
		{`{"like": {"note": "%ir%", "shelf_place": "x"}}`, `(note like "%ir%" and shelf like "x")`},
		{`{"or": []}`, `nothing`},
		{`{"or": [{"town": "Celle"}, {"weight": {">": 25}}], "fragile": false}`, `((town = "Celle" or weight > 25) and fragile = false)`},
		{
			`{"or": [{"or": [{"town": "a"}, {"town": "b"}]}, {"and": [{"town": "c"}, {"weight": 1}]}]}`,
			`(town = "a" or town = "b" or (town = "c" and weight = 1))`,
		},
		{`{"or": [{}, {"town": "a"}]}`, `all`},
		{`{"and": []}`, `all`},
		{`{"not": {"town": "a"}}`, `not town = "a"`},
		{`{"not": {}}`, `nothing`},
		{`{"owner": {"nick": "ann"}}`, `owner = "ann"`},
		{`{"owner": {"!": {"nick": 5}}}`, `owner != "5"`},
		{`{"owner": {"like": "a%"}}`, `owner like "a%"`},
		{`{"weight": "0b101"}`, `weight = 5`},
		{`{"not": {"or": []}}`, `all`},
		{`{"sent": {"contains": ["2014", 3]}}`, `(sent contains "2014" or sent contains "3")`},
		{`{"owner": {"!": {"contains": "n"}}}`, `not owner contains "n"`},
		{`{"tags": "x"}`, `tags = "x"`},
	} {
		q, err := m.Query(parse(t, tc.criteria))
		if err != nil {
			t.Errorf("%s: %v", tc.criteria, err)
			continue
		}
		got := show(q.Where)
		if q.Nothing {
			got = "nothing"
		}
		if got != tc.want {
			t.Errorf("%s is %s, want %s", tc.criteria, got, tc.want)
		}
	}
}

func TestConditionsFromCode(t *testing.T) {
	o := parcels(t)
	m, person := o.Model("parcel"), o.Model("person")
	ann := orm.NewRecord(person)
	ann.Set("nick", "ann")
	for name, tc := range map[string]struct {
		criteria any
		want     string
	}{
		"undefined":       {value.Undefined{}, "all"},
		"undefined value": {value.Of("town", value.Undefined{}), "town = null"},
		"undefined where": {value.Of("where", value.Undefined{}), "all"},
		"record":          {value.Of("owner", ann), `owner = "ann"`},
		"records":         {value.Of("owner", orm.Records{ann}), `owner in ["ann"]`},
		"not records":     {value.Of("owner", value.Of("!", []any{ann})), `owner not in ["ann"]`},
		"nil record":      {value.Of("owner", (*orm.Record)(nil)), `owner = null`},
		"date":            {value.Of("sent", value.Of(">", time.UnixMilli(0))), `sent > "1970-01-01T00:00:00.000Z"`},
		"not a number":    {value.Of("weight", math.NaN()), `nothing`},
		"a number of Go":  {value.Of("weight", 5, "unknown", 6), `(weight = 5 and unknown = 6)`},
	} {
		q, err := m.Query(tc.criteria)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := show(q.Where)
		if q.Nothing {
			got = "nothing"
		}
		if got != tc.want {
			t.Errorf("%s is %s, want %s", name, got, tc.want)
		}
	}
	for order, want := range map[any]string{1: "up", 0: "down", -1: "down", 2: "", -2: "", 1.0: "up", 0.0: "down", -1.0: "down", 0.5: "", -0.5: ""} {
		got := ""
		if q, err := m.Query(value.Of("sort", value.Of("town", order))); err == nil {
			got = map[bool]string{true: "down", false: "up"}[q.Sort[0].Desc]
		}
		if got != want {
			t.Errorf("the order %T %v is %q, want %q", order, order, got, want)
		}
	}
	for limit, want := range map[any]int{5: 5, -5: 0, 1.0: 1, 0.99: 0, 1e300: 1<<53 - 1, float64(1<<53 - 1): 1<<53 - 1} {
		if q, err := m.Query(value.Of("limit", limit)); err != nil || q.Limit != want {
			t.Errorf("the limit %T %v is %v, want %d: %v", limit, limit, q, want, err)
		}
	}
	q, err := person.Query(ann)
	if err != nil || show(q.Where) != `nick = "ann"` {
		t.Errorf("a record as criteria: %v, %v", q, err)
	}
	if got := person.CastKey(int64(5)); got != "5" {
		t.Errorf("CastKey(5) = %#v", got)
	}
	if got := m.CastKey("12"); got != int64(12) {
		t.Errorf("CastKey(\"12\") = %#v", got)
	}
	if got := person.CastKey(ann); got != "ann" {
		t.Errorf("CastKey(record) = %#v", got)
	}
}

func TestClauses(t *testing.T) {
	m := parcels(t).Model("parcel")
	for _, tc := range []struct {
		criteria string
		want     orm.Query
	}{
		{`{"limit": 2, "skip": "4"}`, orm.Query{Limit: 2, Skip: 4}},
		{`{"limit": "2nd", "skip": 1.9}`, orm.Query{Limit: 2, Skip: 1}},
		{`{"limit": 0, "skip": -1}`, orm.Query{}},
		{`{"limit": -1, "skip": "abc"}`, orm.Query{}},
		{`{"limit": "abc"}`, orm.Query{}},
		{`{"limit": ["2"], "skip": null}`, orm.Query{}},
		{`{"limit": 1e300}`, orm.Query{Limit: 1<<53 - 1}},
		{`{"sort": "weight"}`, orm.Query{Sort: []orm.Order{{Attr: "weight"}}}},
		{`{"sort": "weight desc"}`, orm.Query{Sort: []orm.Order{{Attr: "weight", Desc: true}}}},
		{`{"sort": " shelf_place  ASC "}`, orm.Query{Sort: []orm.Order{{Attr: "shelf"}}}},
		{`{"sort": ""}`, orm.Query{}},
		{`{"sort": false}`, orm.Query{}},
		{`{"sort": null}`, orm.Query{}},
		{`{"sort": "-weight"}`, orm.Query{Sort: []orm.Order{{Attr: "-weight"}}}},
		{`{"sort": {"fragile": 1, "weight": -1, "town": 0, "note": "DESC"}}`, orm.Query{Sort: []orm.Order{
			{Attr: "fragile"}, {Attr: "weight", Desc: true}, {Attr: "town", Desc: true}, {Attr: "note", Desc: true},
		}}},
		{`{"where": {"limit": 3, "sort": "town"}}`, orm.Query{Limit: 3, Sort: []orm.Order{{Attr: "town"}}}},
		{`{"select": ["town", "shelf_place"]}`, orm.Query{Select: []string{"town", "shelf"}}},
		{`{"select": ["town", "*"]}`, orm.Query{}},
		{`{"where": {}, "select": []}`, orm.Query{Select: []string{"id"}}},
		{`{"groupBy": ["fragile"], "sum": "weight", "average": ["price"], "max": ["weight"]}`, orm.Query{
			GroupBy: []string{"fragile"}, Sum: []string{"weight"}, Average: []string{"price"}, Max: []string{"weight"},
		}},
		{`{"populate": ["owner"]}`, orm.Query{}},
		{`{"min": 4}`, orm.Query{Where: orm.Compare{Attr: "min", Value: int64(4)}}},
		{`{"where": {}, "min": "weight"}`, orm.Query{Min: []string{"weight"}}},
		{`{"town": "Bonn", "limit": 1}`, orm.Query{Where: orm.Compare{Attr: "town", Value: "Bonn"}, Limit: 1}},
	} {
		q, err := m.Query(parse(t, tc.criteria))
		if err != nil {
			t.Errorf("%s: %v", tc.criteria, err)
		} else if diff := cmp.Diff(tc.want, *q); diff != "" {
			t.Errorf("%s: %s", tc.criteria, diff)
		}
	}
}

func TestMisuse(t *testing.T) {
	m := parcels(t).Model("parcel")
	deep := strings.Repeat(`{"or":[`, 200) + `{"id":1}` + strings.Repeat(`]}`, 200)
	for _, tc := range []struct{ criteria, clause, want string }{
		{`{"groupBy": "town"}`, "groupBy", "sum, average, min or max"},
		{`{"or": {"town": "Celle"}}`, "where", "`or` has to be a list of conditions, not an object"},
		{`{"or": [null]}`, "where", "null is none"},
		{`{"and": 1}`, "where", "`and` has to be a list"},
		{`{"weight": {"bogus": 1}}`, "where", "`bogus` in the condition of `weight` is no modifier"},
		{`{"weight": {"!=": 1}}`, "where", "`!=`"},
		{`{"weight": {}}`, "where", "`weight` is an empty object"},
		{`{"weight": {"<": [1]}}`, "where", "cannot be compared with a list"},
		{`{"weight": {"<": {"a": 1}}}`, "where", "cannot be compared with an object"},
		{`{"weight": {"=": {"=": {"=": 1}}}}`, "where", "cannot be compared with an object"},
		{`{"weight": {"!": {"!": {"!": 1}}}}`, "where", "under a negation"},
		{`{"weight": [[1]]}`, "where", "cannot hold a list"},
		{`{"weight": [{"a": 1}]}`, "where", "cannot hold an object"},
		{`{"town": {"like": {"a": 1}}}`, "where", "needs text"},
		{`{"like": {"town": [[1]]}}`, "where", "needs text"},
		{deep, "where", "nest deeper than 100 levels"},
		{`{"sort": "town sideways"}`, "sort", `"town sideways"`},
		{`{"sort": "a asc, b desc"}`, "sort", "is no order"},
		{`{"sort": ["town"]}`, "sort", "not a list"},
		{`{"sort": {"town": 2}}`, "sort", "`town` has to be 1, -1"},
		{`{"sort": {"town": null}}`, "sort", "not null"},
		{`{"sort": 5}`, "sort", "the value 5"},
		{`{"sort": true}`, "sort", "the value true"},
		{`{"select": 5}`, "select", "select takes"},
		{`{"sum": [5]}`, "sum", "sum takes"},
	} {
		_, err := m.Query(parse(t, tc.criteria))
		var misuse *orm.UsageError
		switch {
		case !errors.As(err, &misuse):
			t.Errorf("%.60s: got %v", tc.criteria, err)
		case misuse.Clause != tc.clause || !strings.Contains(misuse.Reason, tc.want):
			t.Errorf("%.60s: %s: %s, want %q", tc.criteria, misuse.Clause, misuse.Reason, tc.want)
		}
	}
	if _, err := m.Query(value.Of("town", struct{}{})); err == nil {
		t.Error("a value of an unknown type passes")
	}
}

func TestCriteriaAreNotChanged(t *testing.T) {
	m := parcels(t).Model("parcel")
	const text = `{"where":{"limit":3,"weight":["1"]},"sort":"town"}`
	for _, criteria := range []string{text, `{"town":"a","limit":1,"weight":{">":"2"}}`} {
		v := parse(t, criteria)
		if _, err := m.Query(v); err != nil {
			t.Fatal(err)
		}
		if got := string(value.Append(nil, v)); got != criteria {
			t.Errorf("%s became %s", criteria, got)
		}
	}
}

// TestQueriesFind runs queries against a store: what a criteria text finds.
func TestQueriesFind(t *testing.T) {
	ctx := context.Background()
	m := parcels(t).Model("parcel")
	var rows []*value.Map
	for _, row := range []string{
		`{"town":"Aalen","weight":5,"fragile":true,"tags":["x"],"note":"first one"}`,
		`{"town":"Bonn","weight":10,"fragile":false,"note":"second"}`,
		`{"town":"Celle","weight":15,"fragile":true,"note":"THIRD","loose":"12"}`,
		`{"town":"Dachau","weight":20,"fragile":false}`,
		`{"town":"Emden","weight":25,"fragile":true,"note":"fifth one"}`,
		`{"town":"bonn","weight":30,"fragile":false,"note":"sixth"}`,
	} {
		rows = append(rows, parse(t, row).(*value.Map))
	}
	if _, err := m.Adapter().Create(ctx, m, rows); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ criteria, want string }{
		{`{"town": "Bonn"}`, "2 6"},
		{`{"town": ["Bonn", "Celle"]}`, "2 3 6"},
		{`{"weight": {"!": 10}}`, "1 3 4 5 6"},
		{`{"weight": {"!": [5, 25]}}`, "2 3 4 6"},
		{`{"weight": {"!": "abc"}}`, "1 2 3 4 5 6"},
		{`{"note": {"contains": "ONE"}}`, "1 5"},
		{`{"note": {"contains": "%"}}`, "1 2 3 5 6"},
		{`{"note": {"!": {"contains": "one"}}, "weight": {">": 5}}`, "2 3 4 6"},
		{`{"or": [{"town": {"startsWith": "Aa"}}, {"note": {"endsWith": "one"}}, {"weight": 20}]}`, "1 4 5"},
		{`{"note": null}`, ""},
		{`{"loose": 12}`, "3"},
		{`{"unknown": 1}`, ""},
		{`{"id": "2"}`, "2"},
		{`{"id": "abc"}`, ""},
		{`"1.5"`, ""},
		{`{"sort": {"fragile": 1, "weight": -1}}`, "6 4 2 5 3 1"},
		{`{"sort": "nothing", "skip": 4}`, "5 6"},
	} {
		q, err := m.Query(parse(t, tc.criteria))
		if err != nil {
			t.Errorf("%s: %v", tc.criteria, err)
			continue
		}
		var ids []string
		if !q.Nothing {
			found, err := m.Adapter().Find(ctx, m, q)
			if err != nil {
				t.Errorf("%s: %v", tc.criteria, err)
			}
			for _, r := range found {
				ids = append(ids, fmt.Sprint(r.ID()))
			}
		}
		if got := strings.Join(ids, " "); got != tc.want {
			t.Errorf("%s finds %s, want %s", tc.criteria, got, tc.want)
		}
	}
}

func FuzzQuery(f *testing.F) {
	m := parcels(f).Model("parcel")
	for _, seed := range []string{
		`{"town":"Bonn","or":[{"weight":{">":1}},{"not":{"note":null}}],"sort":"a desc"}`, `[1,"2",{}]`,
		`{"where":{"a":{"!":{"like":["%"]}}},"limit":"9","select":["*"]}`, `{"owner":{"nick":[1]}}`,
		`{"or":[{"or":[{"and":[{}]}]}]}`, `{"town":"\u0000","weight":"1e999","sent":"Sat, 1 Mar 2014 10:00 PM"}`,
	} {
		f.Add([]byte(seed))
	}
	ctx := context.Background()
	f.Fuzz(func(t *testing.T, text []byte) {
		criteria, err := value.Parse(text)
		if err != nil {
			return
		}
		before := string(value.Append(nil, criteria))
		q, err := m.Query(criteria)
		if got := string(value.Append(nil, criteria)); got != before {
			t.Fatalf("the criteria %s became %s", before, got)
		}
		if err != nil {
			var misuse *orm.UsageError
			if !errors.As(err, &misuse) {
				t.Fatalf("%s: %v is no usage error", text, err)
			}
			return
		}
		if q.Limit < 0 || q.Skip < 0 {
			t.Fatalf("%s: limit %d, skip %d", text, q.Limit, q.Skip)
		}
		if _, err := m.Adapter().Find(ctx, m, q); err != nil && !errors.As(err, new(*orm.UsageError)) {
			t.Fatalf("%s: the store refuses %s: %v", text, show(q.Where), err)
		}
	})
}

func BenchmarkQuery(b *testing.B) {
	m := parcels(b).Model("parcel")
	for _, bc := range []struct{ name, criteria string }{
		{"key", `7`},
		{"where", `{"where":{"town":"Bonn","weight":{">":"5"}},"limit":30,"sort":"weight DESC"}`},
	} {
		criteria := parse(b, bc.criteria)
		b.Run(bc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Query(criteria); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
