package ormtest

import (
	"slices"
	"strings"
	"testing"

	"framework/engine/orm"
)

// find: order, window, selection and count.
func (s *suite) find(t *testing.T) {
	asc := func(names ...string) (list []orm.Order) {
		for _, name := range names {
			attr, desc := strings.CutPrefix(name, "-")
			list = append(list, orm.Order{Attr: attr, Desc: desc})
		}
		return list
	}
	m := s.filled(t)
	nulls := func(first, last string) string {
		if s.traits.NullsLast {
			return last
		}
		return first
	}
	for _, tc := range []struct {
		name string
		q    orm.Query
		want string
	}{
		{"everything", orm.Query{}, "1 2 3 4 5 6"},
		{"by number", orm.Query{Sort: asc("size", "id")}, nulls("5 1 2 4 3 6", "1 2 4 3 6 5")},
		{"by number, falling", orm.Query{Sort: asc("-size", "id")}, nulls("6 3 2 4 1 5", "5 6 3 2 4 1")},
		{"by two", orm.Query{Sort: asc("port", "-id")}, nulls("4 5 2 6 3 1", "5 2 6 3 1 4")},
		{"by float", orm.Query{Sort: asc("height")}, nulls("4 2 3 1 5 6", "2 3 1 5 6 4")},
		{"limit", orm.Query{Sort: asc("id"), Limit: 2}, "1 2"},
		{"skip", orm.Query{Sort: asc("id"), Skip: 4}, "5 6"},
		{"limit and skip", orm.Query{Sort: asc("-id"), Skip: 1, Limit: 3}, "5 4 3"},
		{"skip beyond", orm.Query{Sort: asc("id"), Skip: 9, Limit: 3}, ""},
		{"limit beyond", orm.Query{Sort: asc("id"), Limit: 99}, "1 2 3 4 5 6"},
		{"no limit", orm.Query{Sort: asc("id"), Limit: -1, Skip: -1}, "1 2 3 4 5 6"},
		{"nothing", orm.Query{Nothing: true}, ""},
		{"a condition and a window", orm.Query{Where: where("size", orm.Equal, int64(10)).Where, Sort: asc("id"), Skip: 1}, "4"},
	} {
		got := keysOf(s.found(t, m, &tc.q))
		if got != tc.want {
			t.Errorf("%s: found %s, want %s", tc.name, got, tc.want)
		}
		n, err := m.Adapter().Count(t.Context(), m, &tc.q)
		if want := len(strings.Fields(tc.want)); err != nil || n != int64(want) {
			t.Errorf("%s: counted %d, want %d (%v)", tc.name, n, want, err)
		}
	}
	for _, tc := range []struct{ names, want string }{
		{"name", `{name: "Bonn", id: 2}`},
		{"id", `{id: 2}`},
		{"port size", `{size: 10, port: false, id: 2}`},
		{"size size id", `{size: 10, id: 2}`},
	} {
		got := lines(s.found(t, m, &orm.Query{Where: where("id", orm.Equal, int64(2)).Where, Select: strings.Fields(tc.names)}))
		if strings.Join(got, "") != tc.want {
			t.Errorf("select %s gives %s, want %s", tc.names, got, tc.want)
		}
	}
	if list, err := m.Adapter().Find(t.Context(), m, nil); err != nil || len(list) != len(towns) {
		t.Errorf("no query finds %d, %v", len(list), err)
	}
	if n, err := m.Adapter().Count(t.Context(), m, nil); err != nil || n != int64(len(towns)) {
		t.Errorf("no query counts %d, %v", n, err)
	}
}

// conditions: the towns that each comparison finds.
func (s *suite) conditions(t *testing.T) {
	compare := func(attr string, op orm.Op, v any) orm.Expr { return orm.Compare{Attr: attr, Op: op, Value: v} }
	long := make([]any, 3000)
	for i := range long {
		long[i] = int64(i + 15)
	}
	names := make([]any, 3000)
	for i := range names {
		names[i] = "x" + strings.Repeat("y", i%50)
	}
	names = append(names, "BONN")
	exact := func(exact, folded string) string {
		if s.traits.UniqueFolds {
			return folded
		}
		return exact
	}
	documents := map[string]string{
		"not text": "1 2 3 4 6", "in text": "2", "in a long list of text": "-", "null text": "5", "empty text": "4", "not null": "1 2 3 4 6",
		"less": "1", "less or equal": "1 2 4", "pattern of a number": "-", "exact texts": "5", "in with null": "1 5", "in null": "5",
	}
	m := s.filled(t)
	for _, tc := range []struct {
		name          string
		where         orm.Expr
		exact, folded string // keys with and without regard to case; folded "": as exact
		sparse        string // "": as folded
	}{
		{"no condition", nil, "1 2 3 4 5 6", "", ""},
		{"text", compare("name", orm.Equal, "Bonn"), "2", "2 5", ""},
		{"exact text", orm.Compare{Attr: "name", Op: orm.Equal, Value: "Bonn", Exact: true}, "2", exact("2", "2 5"), ""},
		{"exact texts", orm.Compare{Attr: "name", Op: orm.In, Value: []any{"bonn", "Celle"}, Exact: true}, "5", exact("5", "2 3 5"), ""},
		{"not text", compare("name", orm.NotEqual, "bonn"), "1 2 3 4", "1 3 4", "1 3 4 6"},
		{"number", compare("size", orm.Equal, int64(10)), "2 4", "", ""},
		{"number as float", compare("size", orm.Equal, 10.0), "2 4", "", ""},
		{"fraction of an integer", compare("size", orm.Equal, 10.5), "-", "", ""},
		{"not number", compare("size", orm.NotEqual, int64(10)), "1 3 6", "", "1 3 5 6"},
		{"boolean", compare("port", orm.Equal, true), "1 3 6", "", ""},
		{"null", compare("size", orm.Equal, nil), "5", "", ""},
		{"null text", compare("mayor", orm.Equal, nil), "5", "", "4 5"},
		{"empty text", compare("mayor", orm.Equal, ""), "4", "", "4 5"},
		{"not null", compare("mayor", orm.NotEqual, nil), "1 2 3 4 6", "", "1 2 3 6"},
		{"in", compare("size", orm.In, []any{int64(5), int64(20), int64(99)}), "1 6", "", ""},
		{"in text", compare("name", orm.In, []any{"AALEN", "Bonn"}), "2", "1 2 5", ""},
		{"in with null", compare("size", orm.In, []any{int64(5), nil}), "1", "", "1 5"},
		{"in nothing", compare("size", orm.In, []any{}), "-", "", ""},
		{"in null", compare("size", orm.In, []any{nil}), "-", "", "5"},
		{"in a long list", compare("size", orm.In, long), "3 6", "", ""},
		{"in a long list of text", compare("name", orm.In, names), "-", "2 5", ""},
		{"not in a long list", compare("size", orm.NotIn, long), "1 2 4", "", "1 2 4 5"},
		{"not in", compare("size", orm.NotIn, []any{int64(5), int64(20)}), "2 3 4", "", "2 3 4 5"},
		{"not in nothing", compare("size", orm.NotIn, []any{}), "1 2 3 4 5 6", "", ""},
		{"less", compare("size", orm.Less, int64(10)), "1", "", "1 5"},
		{"less or equal", compare("size", orm.LessOrEqual, int64(10)), "1 2 4", "", "1 2 4 5"},
		{"greater", compare("height", orm.Greater, 0.5), "1 5 6", "", ""},
		{"greater or equal", compare("height", orm.GreaterOrEqual, 0.25), "1 3 5 6", "", ""},
		{"greater than a fraction", compare("size", orm.Greater, 9.5), "2 3 4 6", "", ""},
		{"less than null", compare("size", orm.Less, nil), "-", "", ""},
		{"like", compare("name", orm.Like, "%onn"), "2 5", "", ""},
		{"like of another case", compare("name", orm.Like, "B%N"), "-", "2 5", ""},
		{"like without %", compare("name", orm.Like, "onn"), "-", "", ""},
		{"like _", compare("name", orm.Like, "_onn"), "-", "", ""},
		{"contains %", compare("mayor", orm.Contains, "0%"), "2", "", ""},
		{"contains _", compare("mayor", orm.Contains, "_"), "3", "", ""},
		{`contains \`, compare("mayor", orm.Contains, `\`), "6", "", ""},
		{"contains quotes", compare("mayor", orm.Contains, `'s "`), "6", "", ""},
		{"contains [", compare("mayor", orm.Contains, "[b]"), "-", "", ""},
		{"contains *", compare("name", orm.Contains, "o*"), "-", "", ""},
		{"contains nothing", compare("mayor", orm.Contains, ""), "1 2 3 4 6", "", ""},
		{"starts", compare("name", orm.StartsWith, "B"), "2", "2 5", ""},
		{"ends", compare("name", orm.EndsWith, "N"), "-", "1 2 5", ""},
		{"not like", compare("name", orm.NotLike, "b%"), "1 2 3 4", "1 3 4", "1 3 4 6"},
		{"pattern of a number", compare("size", orm.StartsWith, "1"), "2 3 4", "", ""},
		{"both", orm.And{compare("size", orm.Equal, int64(10)), compare("port", orm.Equal, false)}, "2", "", ""},
		{"either", orm.Or{compare("size", orm.Equal, int64(15)), compare("size", orm.Equal, nil)}, "3 5", "", ""},
		{"empty and", orm.And{}, "1 2 3 4 5 6", "", ""},
		{"empty or", orm.Or{}, "-", "", ""},
		{"not", orm.Not{Expr: compare("size", orm.Greater, int64(10))}, "1 2 4", "", "1 2 4 5"},
		{"not not", orm.Not{Expr: orm.Not{Expr: compare("size", orm.Greater, int64(10))}}, "3 6", "", ""},
		{"not null of a not", orm.Not{Expr: compare("size", orm.Equal, nil)}, "1 2 3 4 6", "", ""},
		{"nested", orm.Or{orm.And{compare("port", orm.Equal, true), orm.Not{Expr: compare("size", orm.Less, int64(10))}}, compare("id", orm.In, []any{int64(4)})}, "3 4 6", "", ""},
		{"hostile value", compare("name", orm.Equal, `' OR '1'='1`), "-", "", ""},
		{"hostile pattern", compare("name", orm.Like, `%' OR 1=1 --`), "-", "", ""},
	} {
		want := tc.exact
		if !s.traits.CaseSensitive && tc.folded != "" {
			want = tc.folded
		}
		if s.traits.Sparse && tc.sparse != "" {
			want = tc.sparse
			if s.traits.CaseSensitive && tc.folded != "" {
				continue // the property tests cover the combination
			}
		}
		if s.traits.Documents && !s.traits.ExactPatterns && tc.folded != "" && strings.Contains("like of another case starts ends", tc.name) {
			want = tc.folded
		}
		if other, differs := documents[tc.name]; differs && s.traits.Documents {
			want = other
		}
		q := &orm.Query{Where: tc.where}
		if got := keysOf(s.found(t, m, q)); got != strings.Trim(want, "-") {
			t.Errorf("%s: found %s, want %s", tc.name, got, want)
		}
	}
	for _, hostile := range []string{"nothing", `x" OR 1=1 --`, "x' OR 1=1 --", "x`; SELECT 1"} {
		list, err := m.Adapter().Find(t.Context(), m, where(hostile, orm.Equal, "1"))
		if s.traits.Sparse && (err != nil || len(list) > 0) || !s.traits.Sparse && err == nil {
			t.Errorf("an attribute called %s finds %d, %v", hostile, len(list), err)
		}
	}
}

// keys: the ORM distinguishes records by their exact keys.
func (s *suite) keys(t *testing.T) {
	if s.traits.UniqueFolds {
		t.Skip("keys that differ by case alone are one key in this store")
	}
	crate := model("crate",
		orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true}, orm.AttributeDef{Name: "size", Type: "integer"},
		orm.AttributeDef{Name: "items", Collection: "item", Via: "crate"}, orm.AttributeDef{Name: "labels", Collection: "label", Via: "crates"})
	item := model("item", orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true}, orm.AttributeDef{Name: "crate", Model: "crate"})
	label := model("label", orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true}, orm.AttributeDef{Name: "crates", Collection: "crate", Via: "labels"})
	state := func(t *testing.T, o *orm.ORM) string {
		t.Helper()
		sorted := &orm.Query{Sort: []orm.Order{{Attr: "code"}}}
		list := s.found(t, o.Model("crate"), &orm.Query{
			Sort: sorted.Sort, Populate: []orm.Populate{{Alias: "items", Query: sorted}, {Alias: "labels", Query: sorted}},
		})
		var parts []string
		for _, r := range list {
			text := canonical(r.ID()) + canonical(r.Value("size"))
			for _, alias := range []string{"items", "labels"} {
				text += "[" + keysOf(r.Value(alias).(orm.Records)) + "]"
			}
			parts = append(parts, strings.ReplaceAll(text, `"`, ""))
		}
		return strings.Join(parts, " ")
	}
	for _, tc := range []struct {
		name string
		do   func(crates *orm.Model, one *orm.Record) error
		want string
	}{
		{"nothing", func(*orm.Model, *orm.Record) error { return nil }, "A1[I][L] a1[i][l]"},
		{"save", func(m *orm.Model, r *orm.Record) error {
			r.Set("size", int64(2))
			return m.Save(t.Context(), r, nil)
		}, "A1[I][L] a2[i][l]"},
		{"add", func(m *orm.Model, r *orm.Record) error {
			return m.Save(t.Context(), r, []orm.Change{{Alias: "items", Child: "I"}, {Alias: "labels", Child: "L"}})
		}, "A1[][L] a1[I i][L l]"},
		{"remove", func(m *orm.Model, r *orm.Record) error {
			return m.Save(t.Context(), r, []orm.Change{{Alias: "items", Child: "i", Remove: true}, {Alias: "labels", Child: "l", Remove: true}})
		}, "A1[I][L] a1[][]"},
		{"replace", func(m *orm.Model, _ *orm.Record) error {
			_, err := m.Update(t.Context(), m.ByKey("a"), object(t, `{"items":["I"],"labels":["L"]}`))
			return err
		}, "A1[][L] a1[I][L]"},
		{"destroy", func(m *orm.Model, _ *orm.Record) error {
			_, err := m.Destroy(t.Context(), m.ByKey("a"))
			return err
		}, "A1[I][L]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := s.models(t, crate, item, label)
			m := o.Model("crate")
			fill(t, o.Model("item"), `{"code":"i"}`, `{"code":"I"}`)
			fill(t, o.Model("label"), `{"code":"l"}`, `{"code":"L"}`)
			fill(t, m, `{"code":"a","size":1,"items":["i"],"labels":["l"]}`, `{"code":"A","size":1,"items":["I"],"labels":["L"]}`)
			list := s.found(t, m, m.ByKey("a"))
			if len(list) != 1 {
				t.Fatalf("the key a finds %s", keysOf(list))
			}
			if err := tc.do(m, list[0]); err != nil {
				t.Fatal(err)
			}
			got := strings.Fields(state(t, o))
			if strings.Join(got, " ") != tc.want {
				t.Errorf("there is %s, want %s", strings.Join(got, " "), tc.want)
			}
			links := s.found(t, o.Model(m.Association("labels").Through), &orm.Query{})
			if want := strings.Count(tc.want, "L") + strings.Count(tc.want, "l"); len(links) != want {
				t.Errorf("%d links are left, want %d", len(links), want)
			}
		})
	}
}

// aggregates: sums, averages, extremes and groups.
func (s *suite) aggregates(t *testing.T) {
	m := s.filled(t)
	for _, tc := range []struct {
		name string
		q    orm.Query
		want string
	}{
		{"sum", orm.Query{Sum: []string{"size"}}, "{size: 60}"},
		{"average", orm.Query{Average: []string{"size"}}, "{size: 12}"},
		{"average with a fraction", orm.Query{Average: []string{"size"}, Where: where("id", orm.In, []any{int64(1), int64(2)}).Where}, "{size: 7.5}"},
		{"extremes", orm.Query{Min: []string{"size"}, Max: []string{"height"}}, "{size: 5, height: 1000000000}"},
		{"sum of a float", orm.Query{Sum: []string{"height"}, Where: where("id", orm.LessOrEqual, int64(4)).Where}, "{height: -0.25}"},
		{"sum of nulls", orm.Query{Sum: []string{"size"}, Where: where("size", orm.Equal, nil).Where}, "{size: null}"},
		{"nothing matches", orm.Query{Sum: []string{"size"}, Where: where("size", orm.Greater, int64(99)).Where}, ""},
		{"groups", orm.Query{GroupBy: []string{"port"}, Sum: []string{"size"}}, "{port: true, size: 40} {port: false, size: 10} {port: null, size: 10}"},
		{"groups by number", orm.Query{GroupBy: []string{"size"}, Max: []string{"id"}}, "{size: 5, id: 1} {size: 10, id: 4} {size: 15, id: 3} {size: null, id: 5} {size: 20, id: 6}"},
		{"groups by two", orm.Query{GroupBy: []string{"port", "size"}, Where: where("id", orm.LessOrEqual, int64(2)).Where}, "{port: true, size: 5} {port: false, size: 10}"},
	} {
		list, err := m.Adapter().Find(t.Context(), m, &tc.q)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		got := lines(list)
		if tc.name == "sum of nulls" && s.traits.Documents {
			tc.want = "{size: 0}"
		}
		want := strings.SplitAfter(tc.want, "} ")
		for i := range want {
			want[i] = strings.TrimSpace(want[i])
		}
		if s.traits.unordered() {
			slices.Sort(got)
			slices.Sort(want)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: found %s, want %s", tc.name, got, want)
		}
	}
}
