package ormtest

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// create: the new record, and that all rows are stored or none.
func (s *suite) create(t *testing.T) {
	d := town()
	d.Attributes[1].NotNull = true
	m := s.models(t, d).Model("town")
	ctx := t.Context()
	made, err := m.Adapter().Create(ctx, m, objects(t, `{"size":1,"name":"A","height":null}`, `{"name":"B","size":2,"id":null}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{size: 1, name: "A", height: null, id: 1, port: null, founded: null, mayor: null}`,
		`{name: "B", size: 2, id: 2, height: null, port: null, founded: null, mayor: null}`,
	}
	if s.traits.Sparse {
		want = []string{`{size: 1, name: "A", height: null, id: 1}`, `{name: "B", size: 2, id: 2}`}
	}
	if s.traits.TableOrder {
		want = []string{
			`{name: "A", size: 1, height: null, port: null, founded: null, mayor: null, id: 1}`,
			`{name: "B", size: 2, height: null, port: null, founded: null, mayor: null, id: 2}`,
		}
	}
	if got := lines(made); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("made\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	before := s.everything(t, m)
	for name, rows := range map[string][]*value.Map{
		"a key that is taken":         objects(t, `{"size":3}`, `{"id":2,"size":4}`),
		"the same key twice":          objects(t, `{"id":7,"size":4}`, `{"id":7,"size":4}`),
		"null where it is not wanted": objects(t, `{"size":3}`, `{"size":null}`),
	} {
		if s.traits.Sparse && strings.HasPrefix(name, "null") {
			continue
		}
		if _, err := m.Adapter().Create(ctx, m, rows); err == nil {
			t.Errorf("%s: no error", name)
		}
		if after := s.everything(t, m); after != before {
			t.Errorf("%s: a failed create left\n%s\nof\n%s", name, after, before)
		}
	}
	if made, err := m.Adapter().Create(ctx, m, nil); err != nil || len(made) != 0 {
		t.Errorf("no rows made %v, %v", made, err)
	}
	undeclared := value.Of("size", int64(1), "colour", "red")
	made, err = m.Adapter().Create(ctx, m, []*value.Map{undeclared})
	switch {
	case s.traits.Sparse && (err != nil || made[0].Value("colour") != "red"):
		t.Errorf("an undeclared attribute is not kept: %v, %v", made, err)
	case !s.traits.Sparse && err == nil:
		t.Errorf("an undeclared attribute was stored: %v", lines(made))
	}
	s.numbers(t)
}

// numbers: automatic keys increase from the highest key of a record.
func (s *suite) numbers(t *testing.T) {
	m := s.models(t, town()).Model("town")
	fill(t, m, `{"id":10}`, `{}`)
	fill(t, m, `{"id":20}`)
	last := fill(t, m, `{}`, `{}`)
	if _, err := m.Destroy(t.Context(), where("id", orm.Equal, last[1].ID())); err != nil {
		t.Fatal(err)
	}
	last = fill(t, m, `{}`)
	if got := keysOf(s.found(t, m, &orm.Query{Sort: []orm.Order{{Attr: "id"}}})); got != "10 11 20 21 23" || keysOf(last) != "23" {
		t.Errorf("the keys are %s, the last is %s", got, keysOf(last))
	}
	many := make([]string, 2500)
	for i := range many {
		many[i] = `{}`
	}
	made := fill(t, m, many...)
	for i, r := range made {
		if r.ID() != int64(24+i) {
			t.Fatalf("record %d of many has the key %v", i, r.ID())
		}
	}
	if n, err := m.Count(t.Context(), &orm.Query{}); err != nil || n != 2505 {
		t.Errorf("there are %d records, %v", n, err)
	}
}

// uniqueness: which values are refused, and the error.
func (s *suite) uniqueness(t *testing.T) {
	d := model("badge",
		orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true, Column: "the code"},
		orm.AttributeDef{Name: "mail", Type: "string", Unique: true, Column: "E-Mail"},
		orm.AttributeDef{Name: "number", Type: "integer", Unique: true},
		orm.AttributeDef{Name: "day", Type: "datetime", Unique: true},
	)
	m := s.models(t, d).Model("badge")
	fill(t, m, `{"code":"a","mail":"x@y.z","number":1,"day":"2020-01-01T00:00:00.001Z"}`, `{"code":"b"}`, `{"code":"c","mail":null}`)
	before := s.everything(t, m)
	folded := ""
	if s.traits.UniqueFolds {
		folded = "mail"
	}
	type test struct{ name, row, attribute string }
	tests := []test{
		{"a key", `{"code":"a"}`, "code"},
		{"a text", `{"code":"d","mail":"x@y.z"}`, "mail"},
		{"a number", `{"code":"d","number":1}`, "number"},
		{"a date", `{"code":"d","day":"2020-01-01T00:00:00.001Z"}`, "day"},
	}
	for _, tc := range tests {
		_, err := m.Adapter().Create(t.Context(), m, []*value.Map{s.cast(t, m, tc.row)})
		s.refused(t, tc.name, err, tc.attribute, s.cast(t, m, tc.row).Value(tc.attribute))
	}
	for _, tc := range []test{
		{"a key", `{"code":"a"}`, "code"},
		{"a text", `{"mail":"x@y.z"}`, "mail"},
		{"a number", `{"number":1}`, "number"},
	} {
		_, err := m.Adapter().Update(t.Context(), m, where("code", orm.Equal, "b"), object(t, tc.row))
		s.refused(t, "update of "+tc.name, err, tc.attribute, object(t, tc.row).Value(tc.attribute))
	}
	_, err := m.Adapter().Update(t.Context(), m, where("code", orm.NotEqual, "a"), value.Of("number", int64(5)))
	s.refused(t, "one value for two", err, "number", int64(5))
	if after := s.everything(t, m); after != before {
		t.Errorf("refused writes left\n%s\nof\n%s", after, before)
	}
	_, err = m.Adapter().Create(t.Context(), m, objects(t, `{"code":"D","mail":"X@y.z","number":2}`))
	if folded == "" && err != nil {
		t.Errorf("another case of a unique text is refused: %v", err)
	} else if folded != "" {
		s.refused(t, "another case", err, "mail", "X@y.z")
	}
	if _, err := m.Adapter().Update(t.Context(), m, where("code", orm.Equal, "a"), value.Of("mail", "x@y.z", "number", int64(1))); err != nil {
		t.Errorf("a record cannot keep its own values: %v", err)
	}
}

// cast parses a row of JSON and converts the values to the kinds of m.
func (s *suite) cast(t *testing.T, m *orm.Model, text string) *value.Map {
	t.Helper()
	row := object(t, text)
	for i := range row.Len() {
		name, v := row.At(i)
		if a := m.Attribute(name); a != nil && v != nil {
			row.SetAt(i, orm.Cast(a, v, orm.Switches{}))
		}
	}
	return row
}

func (s *suite) refused(t *testing.T, what string, err error, attribute string, val any) {
	t.Helper()
	var unique *orm.UniqueError
	if !errors.As(err, &unique) {
		t.Errorf("%s: %v is no error of uniqueness", what, err)
		return
	}
	if unique.Attribute != attribute || canonical(unique.Value) != canonical(val) {
		t.Errorf("%s: the error is about %s %v, not %s %v", what, unique.Attribute, unique.Value, attribute, val)
	}
}

// update: which records are changed, and what is returned.
func (s *suite) update(t *testing.T) {
	for _, tc := range []struct {
		name string
		q    *orm.Query
		set  string
		want string // keys of the returned records
		all  string // size by key afterwards
	}{
		{"all", &orm.Query{}, `{"size":7}`, "1 2 3 4 5 6", "7 7 7 7 7 7"},
		{"some", where("port", orm.Equal, true), `{"size":7,"name":"x"}`, "1 3 6", "7 10 7 10 null 7"},
		{"none", where("size", orm.Greater, int64(99)), `{"size":7}`, "", "5 10 15 10 null 20"},
		{"nothing", &orm.Query{Nothing: true}, `{"size":7}`, "", "5 10 15 10 null 20"},
		{"to null", where("size", orm.Equal, int64(10)), `{"size":null}`, "2 4", "5 null 15 null null 20"},
		{"what is compared", where("size", orm.GreaterOrEqual, int64(10)), `{"size":11}`, "2 3 4 6", "5 11 11 11 null 11"},
		{"a window", &orm.Query{Sort: []orm.Order{{Attr: "id", Desc: true}}, Skip: 1, Limit: 2}, `{"size":7}`, "4 5", "5 10 15 7 7 20"},
		{"a limit", &orm.Query{Sort: []orm.Order{{Attr: "size", Desc: true}, {Attr: "id"}}, Limit: 1, Where: orm.Compare{Attr: "port", Op: orm.Equal, Value: true}}, `{"size":7}`, "6", "5 10 15 10 null 7"},
		{"nothing to set", where("size", orm.Equal, int64(10)), `{}`, "2 4", "5 10 15 10 null 20"},
	} {
		m := s.filled(t)
		changed, err := m.Adapter().Update(t.Context(), m, tc.q, object(t, tc.set))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		changed = s.byKey(changed)
		if got := keysOf(changed); got != tc.want {
			t.Errorf("%s: changed %s, want %s", tc.name, got, tc.want)
		}
		var sizes []string
		byKey := map[any]string{}
		for _, r := range s.found(t, m, &orm.Query{}) {
			sizes = append(sizes, canonical(r.Value("size")))
			byKey[r.ID()] = canonical(r)
		}
		if got := strings.Join(sizes, " "); got != tc.all {
			t.Errorf("%s: the sizes are %s, want %s", tc.name, got, tc.all)
		}
		for _, r := range changed {
			if got := canonical(r); got != byKey[r.ID()] {
				t.Errorf("%s: returned %s, stored is %s", tc.name, got, byKey[r.ID()])
			}
		}
	}
	m := s.filled(t)
	if s.traits.Documents {
		if _, err := m.Adapter().Update(t.Context(), m, where("id", orm.Equal, int64(3)), value.Of("id", int64(30), "size", int64(1))); err == nil {
			t.Error("the key of a document is changed")
		}
		if changed, err := m.Adapter().Update(t.Context(), m, where("id", orm.Equal, int64(3)), value.Of("id", int64(3), "size", int64(1))); err != nil || keysOf(changed) != "3" {
			t.Errorf("its own key gives %s, %v", keysOf(changed), err)
		}
		return
	}
	if changed, err := m.Adapter().Update(t.Context(), m, where("id", orm.Equal, int64(3)), value.Of("id", int64(30), "size", int64(1))); err != nil || keysOf(changed) != "30" {
		t.Errorf("a new key gives %s, %v", keysOf(changed), err)
	}
	if got := keysOf(s.found(t, m, where("size", orm.Equal, int64(1)))); got != "30" {
		t.Errorf("after a new key there is %s", got)
	}
}

// destroy: which records are removed, and what is returned.
func (s *suite) destroy(t *testing.T) {
	for _, tc := range []struct {
		name       string
		q          *orm.Query
		want, rest string
	}{
		{"all", &orm.Query{}, "1 2 3 4 5 6", ""},
		{"some", where("port", orm.Equal, true), "1 3 6", "2 4 5"},
		{"none", where("size", orm.Greater, int64(99)), "", "1 2 3 4 5 6"},
		{"nothing", &orm.Query{Nothing: true}, "", "1 2 3 4 5 6"},
		{"a window", &orm.Query{Sort: []orm.Order{{Attr: "id"}}, Skip: 1, Limit: 2}, "2 3", "1 4 5 6"},
		{"a skip", &orm.Query{Sort: []orm.Order{{Attr: "id"}}, Skip: 4}, "5 6", "1 2 3 4"},
	} {
		m := s.filled(t)
		before := map[any]string{}
		for _, r := range s.found(t, m, &orm.Query{}) {
			before[r.ID()] = canonical(r)
		}
		gone, err := m.Adapter().Destroy(t.Context(), m, tc.q)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		gone = s.byKey(gone)
		if got, rest := keysOf(gone), keysOf(s.found(t, m, &orm.Query{})); got != tc.want || rest != tc.rest {
			t.Errorf("%s: %s went and %s stayed, want %s and %s", tc.name, got, rest, tc.want, tc.rest)
		}
		for _, r := range gone {
			if canonical(r) != before[r.ID()] {
				t.Errorf("%s: what went was %s, not %s", tc.name, before[r.ID()], canonical(r))
			}
		}
	}
}
