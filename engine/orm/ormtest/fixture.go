package ormtest

import (
	"slices"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// models opens a new store and defines the models in it.
func (s *suite) models(t *testing.T, defs ...*orm.Definition) *orm.ORM {
	t.Helper()
	o, err := compile(t.Context(), s.open(t), defs)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// town is a model with an automatic key and an attribute of most types.
func town() *orm.Definition {
	d := model("town",
		orm.AttributeDef{Name: "name", Type: "string"},
		orm.AttributeDef{Name: "size", Type: "integer", Column: "how many"},
		orm.AttributeDef{Name: "height", Type: "float"},
		orm.AttributeDef{Name: "port", Type: "boolean"},
		orm.AttributeDef{Name: "founded", Type: "datetime"},
		orm.AttributeDef{Name: "mayor", Type: "text"},
	)
	d.AutoPK = true
	return d
}

// towns are the rows of most tests; their ids are 1 to 6.
var towns = []string{
	`{"name":"Aalen","size":5,"height":1.5,"port":true,"mayor":"Ada"}`,
	`{"name":"Bonn","size":10,"height":-2,"port":false,"mayor":"100%"}`,
	`{"name":"celle","size":15,"height":0.25,"port":true,"mayor":"b_c"}`,
	`{"name":"Dachau","size":10,"height":null,"port":null,"mayor":""}`,
	`{"name":"bonn","size":null,"height":7,"port":false,"mayor":null}`,
	`{"name":null,"size":20,"height":1e9,"port":true,"mayor":"b\\c's \"x\""}`,
}

// object parses JSON.
func object(t testing.TB, text string) *value.Map {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v.(*value.Map)
}

func objects(t testing.TB, texts ...string) []*value.Map {
	t.Helper()
	list := make([]*value.Map, len(texts))
	for i, text := range texts {
		list[i] = object(t, text)
	}
	return list
}

// fill creates records from JSON objects.
func fill(t *testing.T, m *orm.Model, rows ...string) []*orm.Record {
	t.Helper()
	made, err := m.CreateEach(t.Context(), objects(t, rows...))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// filled returns the model town with the towns in it.
func (s *suite) filled(t *testing.T) *orm.Model {
	t.Helper()
	m := s.models(t, town()).Model("town")
	fill(t, m, towns...)
	return m
}

// found returns the records that q finds, sorted by key if the order is undefined.
func (s *suite) found(t *testing.T, m *orm.Model, q *orm.Query) []*orm.Record {
	t.Helper()
	if s.traits.unordered() && len(q.Sort) == 0 {
		sorted := *q
		sorted.Sort = []orm.Order{{Attr: m.PrimaryKey}}
		q = &sorted
	}
	list, err := m.Find(t.Context(), q)
	if err != nil {
		t.Fatalf("find %s: %v", show(q), err)
	}
	return list
}

// everything returns all records of m as text.
func (s *suite) everything(t *testing.T, m *orm.Model) string {
	t.Helper()
	return strings.Join(lines(s.found(t, m, &orm.Query{})), "\n")
}

// keysOf returns the primary keys of records, separated by spaces.
func keysOf(list []*orm.Record) string {
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i] = strings.Trim(canonical(r.ID()), `"`)
	}
	return strings.Join(parts, " ")
}

// byKey sorts records by their keys, for stores without a defined order.
func (s *suite) byKey(list []*orm.Record) []*orm.Record {
	if s.traits.unordered() {
		slices.SortFunc(list, func(a, b *orm.Record) int { return s.traits.order(a.ID(), b.ID()) })
	}
	return list
}

// where returns a query with one condition.
func where(attr string, op orm.Op, v any) *orm.Query {
	return &orm.Query{Where: orm.Compare{Attr: attr, Op: op, Value: v}}
}
