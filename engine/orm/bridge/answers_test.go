package bridge_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/bridge"
	"framework/engine/value"
)

// answering is an adapter that answers every call with the same value, or error.
type answering struct {
	methods []string
	answer  any
	refused *value.Map // nil for no error
	calls   []string
}

func (*answering) Name() string        { return "answering" }
func (*answering) Source() string      { return "api/adapters/AnsweringAdapter.js" }
func (*answering) Members() *value.Map { return value.New(0) }
func (a *answering) Has(m string) bool { return slices.Contains(a.methods, m) }
func (a *answering) fail() error       { return &refusal{a.refused} }
func (*refusal) Error() string         { return "refused" }
func (r *refusal) Details() *value.Map { return r.details }

type refusal struct{ details *value.Map }

func (a *answering) Call(_ context.Context, method string, _ ...any) (any, error) {
	a.calls = append(a.calls, method)
	switch {
	case method == "registerConnection" || method == "registerDatastore" || method == "teardown":
		return nil, nil
	case a.refused != nil:
		return nil, a.fail()
	}
	return value.CloneValue(a.answer), nil
}

var (
	common  = []string{"find", "create", "createEach", "update", "destroy", "count", "describe", "define", "drop", "teardown"}
	classic = append([]string{"registerConnection"}, common...)
	modern  = append([]string{"registerDatastore", "sum", "avg"}, common...)
)

// opened is a store of an adapter with a model.
func opened(t testing.TB, a *answering) (*bridge.Store, *orm.Model) {
	t.Helper()
	db, err := bridge.Open(a, bridge.Options{Datastore: "main", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	o, err := orm.Open(t.Context(), []*orm.Definition{{
		Identity: "pet", GlobalID: "Pet", Datastore: "main", AutoPK: true, Migrate: orm.Safe,
		Attributes: []orm.AttributeDef{
			{Name: "name", Type: "string", Unique: true, Column: "nm"},
			{Name: "age", Type: "integer"},
			{Name: "weight", Type: "float"},
			{Name: "born", Type: "datetime"},
			{Name: "tame", Type: "boolean"},
			{Name: "tags", Type: "json"},
			{Name: "photo", Type: "binary"},
		},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"main": db}})
	if err != nil {
		t.Fatal(err)
	}
	return db, o.Model("pet")
}

// TestAnswers: what adapters call back with, for one operation of each kind.
func TestAnswers(t *testing.T) {
	t.Parallel()
	row := value.Of("id", int64(1), "nm", "Rex", "tame", int64(1), "born", "2020-02-29T12:00:00.000Z", "tags", `["a"]`, "photo", value.Of("type", "Buffer", "data", []any{int64(1)}))
	const found = `[{"id":1,"name":"Rex","born":"2020-02-29T12:00:00.000Z","tame":true,"tags":["a"],"photo":{"type":"Buffer","data":[1]}}]`
	for name, tt := range map[string]struct {
		answer any
		find   string // what find gives, "" for an error
	}{
		"a list":        {[]any{row}, found},
		"one row":       {row, found},
		"nothing":       {value.Undefined{}, `[]`},
		"null":          {nil, `[]`},
		"a text":        {"done", ""},
		"a number":      {int64(5), ""},
		"rows of texts": {[]any{"a"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, methods := range [][]string{classic, modern} {
				db, m := opened(t, &answering{methods: methods, answer: tt.answer})
				list, err := db.Find(t.Context(), m, nil)
				if (err == nil) != (tt.find != "") {
					t.Fatalf("%s: find gives %v, %v", methods[0], list, err)
				}
				if err != nil {
					continue
				}
				for _, r := range list { // the order of the attributes is another matter
					ordered := value.Of("id", r.ID())
					for _, a := range m.Attributes {
						if v, ok := r.Get(a.Name); ok && a.Name != "id" {
							ordered.Set(a.Name, v)
						}
					}
					r.Map = *ordered
				}
				text := "["
				for _, r := range list {
					text += string(value.Append(nil, &r.Map))
				}
				if text += "]"; text != tt.find {
					t.Errorf("%s: find gives %s, want %s", methods[0], text, tt.find)
				}
			}
		})
	}
}

// TestListsInOrder: records of a list that was given with its keys come back in its order,
// also from an adapter that returns more than the new ones.
func TestListsInOrder(t *testing.T) {
	t.Parallel()
	a := &answering{methods: classic, answer: []any{value.Of("id", int64(1)), value.Of("id", int64(2)), value.Of("id", int64(3))}}
	db, m := opened(t, a)
	list, err := db.Create(t.Context(), m, []*value.Map{value.Of("id", int64(3)), value.Of("id", int64(2))})
	if err != nil || len(list) != 2 || list[0].ID() != int64(3) || list[1].ID() != int64(2) {
		t.Errorf("got %v, %v", list, err)
	}
	if list, err := db.Create(t.Context(), m, []*value.Map{value.Of("name", "a"), value.Of("name", "b")}); err == nil {
		t.Errorf("three records for two rows give %v", list)
	}
}

// special are values that JSON does not have, by the texts that stand for them.
var special = map[string]any{
	"undefined": value.Undefined{}, "NaN": math.NaN(), "Infinity": math.Inf(1), "date": time.Unix(0, 0), "bytes": []byte{1, 2}, "half": 0.5,
}

func specials(v any) any {
	switch v := v.(type) {
	case string:
		if other, ok := special[v]; ok {
			return other
		}
	case []any:
		for i := range v {
			v[i] = specials(v[i])
		}
	case *value.Map:
		for _, k := range v.Keys() {
			v.Set(k, specials(v.Value(k)))
		}
	}
	return v
}

// FuzzAnswers: whatever an adapter calls back with, operations give records or an error.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`[{"id":1,"nm":"Rex","age":3}]`, `[[1],[2]]`, `{"id":"undefined"}`, `"NaN"`, `3`, `[null]`, `{"data":[{"id":1}]}`, `[{"id":{"a":1},"tags":"[","photo":{"type":"Buffer","data":[300]}}]`,
		`[{"born":"date","tame":2,"age":"x","weight":"NaN"}]`, `{"footprint":{"identity":"notUnique","keys":["nm",5]}}`,
		`{"invalidAttributes":{"nm":[{"rule":"unique"}],"age":5}}`, `{"code":"E_UNIQUE"}`, `{"footprint":{"identity":"noSuchPhysicalModel"}}`,
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, refuses bool) {
		answer, err := value.Parse(text)
		if err != nil {
			return
		}
		answer = specials(answer)
		for _, methods := range [][]string{classic, modern} {
			a := &answering{methods: methods, answer: answer}
			db, m := opened(t, a)
			if details, ok := answer.(*value.Map); ok && refuses {
				a.refused = details
			}
			ctx := t.Context()
			named := &orm.Query{Where: orm.Compare{Attr: "name", Op: orm.Equal, Value: "Rex"}, Sort: []orm.Order{{Attr: "age"}}, Limit: 2}
			check := func(what string, list []*orm.Record, err error) {
				t.Helper()
				if slices.Contains(list, nil) {
					t.Errorf("%s has a record that is none", what)
				}
				if err != nil && len(list) > 0 {
					t.Errorf("%s gives %d records with %v", what, len(list), err)
				}
				for _, r := range list {
					_ = value.Append(nil, &r.Map)
				}
			}
			list, err := db.Find(ctx, m, named)
			check("find", list, err)
			list, err = db.Find(ctx, m, &orm.Query{Where: orm.Not{Expr: named.Where}, Sort: named.Sort, Skip: 1})
			check("find by what cannot be asked", list, err)
			list, err = db.Find(ctx, m, &orm.Query{GroupBy: []string{"tame"}, Sum: []string{"age"}, Average: []string{"weight"}, Max: []string{"born"}})
			check("aggregates", list, err)
			list, err = db.Find(ctx, m, &orm.Query{Sum: []string{"age"}})
			check("a sum", list, err)
			rows := []*value.Map{value.Of("name", "Rex", "age", int64(1)), value.Of("name", "Max")}
			list, err = db.Create(ctx, m, rows)
			check("create", list, err)
			if err == nil && len(list) != len(rows) {
				t.Errorf("create gives %d records for %d rows", len(list), len(rows))
			}
			list, err = db.Update(ctx, m, named, value.Of("name", "Rex"))
			check("update", list, err)
			list, err = db.Destroy(ctx, m, named)
			check("destroy", list, err)
			if _, err = db.Count(ctx, m, named); err != nil && a.refused != nil && !errors.As(err, new(*refusal)) && !errors.As(err, new(*orm.MissingTableError)) {
				t.Errorf("count hides the error of the adapter: %v", err)
			}
			_, _ = db.Describe(ctx, m)
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
