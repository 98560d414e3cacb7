package orm_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// onStores runs a test on a document store and on a plain SQL one.
func onStores(t *testing.T, run func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM)) {
	t.Helper()
	for name, opts := range map[string]sqldb.Options{"sparse": {Sparse: true}, "sql": {Schema: true}} {
		t.Run(name, func(t *testing.T) {
			run(t, func(defs ...*orm.Definition) *orm.ORM {
				t.Helper()
				db, err := sqldb.Open(t.Context(), opts)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = db.Close() })
				o, err := orm.Open(t.Context(), defs, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
				if err != nil {
					t.Fatal(err)
				}
				return o
			})
		})
	}
}

func defaulted(name, kind string, v any) orm.AttributeDef {
	a := typed(name, kind)
	a.HasDefault, a.Default = true, v
	return a
}

func TestDefaults(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		count := int64(0)
		computed := typed("computed", "string")
		computed.HasDefault = true
		computed.DefaultFunc = func(_ context.Context, values *value.Map) (any, error) {
			count++
			return value.Inspect(values.Value("name")), nil
		}
		broken := typed("maybe", "string")
		broken.HasDefault = true
		broken.DefaultFunc = func(_ context.Context, values *value.Map) (any, error) {
			if values.Value("name") == "bad" {
				return nil, errRule
			}
			return value.Undefined{}, nil
		}
		things := open(definition("Thing", typed("name", "string"), defaulted("n", "integer", "5"), defaulted("tags", "array", []any{"a"}),
			defaulted("on", "boolean", false), computed, broken)).Model("thing")
		for _, tc := range []struct{ values, want string }{
			{`{"name":"x"}`, `{"name":"x","n":5,"tags":["a"],"on":false,"computed":"'x'"}`},
			{`{"n":null,"tags":"b","on":true,"computed":"","maybe":"m"}`, `{"n":null,"tags":["b"],"on":true,"computed":"","maybe":"m"}`},
		} {
			r, err := things.Create(t.Context(), parse(t, tc.values).(*value.Map))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"id", "name", "maybe"} {
				if v := r.Value(name); v == nil || name == "id" {
					r.Delete(name)
				}
			}
			want := parse(t, tc.want).(*value.Map)
			for k, v := range want.All() {
				if got := r.Value(k); value.Inspect(got) != value.Inspect(v) {
					t.Errorf("%s: %s is %v, want %v", tc.values, k, got, v)
				}
			}
		}
		if count != 1 {
			t.Errorf("the default was computed %d times", count)
		}
		r, err := things.Create(t.Context(), value.Of("name", value.Undefined{}, "n", value.Undefined{}))
		if err != nil || r.Value("n") != int64(5) {
			t.Errorf("undefined: %v, %v", r, err)
		}
		// A default list is each record's own.
		r.Value("tags").([]any)[0] = "changed"
		if r, err = things.Create(t.Context(), value.New(0)); err != nil || r.Value("tags").([]any)[0] != "a" {
			t.Errorf("the default became %v, %v", r, err)
		}
		if _, err := things.Create(t.Context(), value.Of("name", "bad")); !errors.Is(err, errRule) {
			t.Errorf("got %v", err)
		}
		if _, err := things.Update(t.Context(), query(t, things, "1"), value.Of("name", "y")); err != nil {
			t.Error(err)
		}
		if got, err := things.FindOne(t.Context(), query(t, things, "1")); err != nil || got.Value("computed") != "'x'" {
			t.Errorf("an update computed a default: %v, %v", got, err)
		}
	})
}

// TestDefaultMembers: defaults of associations are as if they had been given.
func TestDefaultMembers(t *testing.T) {
	owner := one("owner", "user")
	owner.HasDefault, owner.Default = true, value.Of("name", "nobody")
	toys := many("toys", "toy", "")
	toys.HasDefault, toys.Default = true, []any{int64(1)}
	o := compiled(t, definition("Pet", owner, toys), definition("User", typed("name", "string")), definition("Toy", typed("name", "string")))
	if _, err := o.Model("toy").Create(t.Context(), value.Of("name", "ball")); err != nil {
		t.Fatal(err)
	}
	pets := o.Model("pet")
	if _, err := pets.CreateEach(t.Context(), []*value.Map{value.New(0), value.Of("owner", nil, "toys", nil)}); err != nil {
		t.Fatal(err)
	}
	got := populated(t, pets, value.Of("sort", "id"), "owner", "toys")
	if want := `{"owner":{"name":"nobody","id":1},"toys":[{"name":"ball","id":1}],"id":1} {"toys":[],"id":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTimestamps(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		renamed := definition("Renamed", typed("name", "string"))
		renamed.CreatedAt, renamed.UpdatedAt = "made", ""
		o := open(definition("Thing", typed("name", "string")), renamed)
		things := o.Model("thing")
		old := time.Date(2001, 2, 3, 4, 5, 6, 7e6, time.UTC)
		start := time.Now().Add(-time.Millisecond)
		for _, tc := range []struct {
			given any
			kept  bool
		}{{value.Undefined{}, false}, {nil, false}, {"", false}, {old, true}, {"2001-02-03T04:05:06.007Z", true}} {
			r, err := things.Create(t.Context(), value.Of("createdAt", tc.given, "updatedAt", tc.given))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"createdAt", "updatedAt"} {
				got, ok := r.Value(name).(time.Time)
				if !ok || tc.kept && !got.Equal(old) || !tc.kept && (got.Before(start) || got.After(time.Now())) || got.Location() != time.UTC {
					t.Errorf("%s of %v is %v", name, tc.given, r.Value(name))
				}
			}
		}
		r, err := things.FindOne(t.Context(), query(t, things, "4"))
		if err != nil || r.Value("createdAt") != old {
			t.Fatalf("stored: %v, %v", r, err)
		}
		list, err := things.Update(t.Context(), query(t, things, "4"), value.Of("name", "x", "updatedAt", old))
		if err != nil || list[0].Value("createdAt") != old || list[0].Value("updatedAt").(time.Time).Before(start) {
			t.Errorf("updated: %v, %v", list[0], err)
		}
		r, err = o.Model("renamed").Create(t.Context(), value.New(0))
		if err != nil || r.Has("createdAt") || r.Has("updatedAt") || r.Value("made").(time.Time).Before(start) {
			t.Errorf("renamed: %v, %v", r, err)
		}
		if _, err = o.Model("renamed").Update(t.Context(), query(t, o.Model("renamed"), nil), value.New(0)); err != nil {
			t.Errorf("an update of nothing: %v", err)
		}
	})
}

// TestKeys: what is given for keys of every kind, and what comes of it.
func TestKeys(t *testing.T) {
	key := func(kind string, auto bool) orm.AttributeDef {
		return orm.AttributeDef{Name: "key", Type: kind, PrimaryKey: true, AutoIncrement: auto}
	}
	required := key("string", false)
	required.Rules = []orm.RuleDef{{Name: "required", Arg: true}}
	huge := int64(1<<53 - 1)
	for _, tc := range []struct {
		key   orm.AttributeDef
		given []any
		want  string
	}{
		{key("integer", true), []any{value.Undefined{}, nil, "", int64(0), "0", "x", "9", value.Undefined{}, int64(-4), 1e16, 1e20, "507f1f77bcf86cd799439011", value.Undefined{}, huge}, "1 2 3 4 5 integer 9 10 -4 integer integer integer 11 9007199254740991"},
		{key("integer", false), []any{int64(7), "8", 9.0, "7", "x", int64(0), int64(-1), nil, ""}, "7 8 9 unique integer 0 -1 integer integer"},
		{key("string", false), []any{"a", "b", "a", int64(5), nil, "", "x y/z", "é", strings.Repeat("k", 5000)}, "a b unique 5 string  x y/z é " + strings.Repeat("k", 5000)},
		{required, []any{nil, "", "a"}, "string+required required a"},
		{key("float", false), []any{1.5, "2.5", int64(3), "x"}, "1.5 2.5 3 float"},
		{key("objectid", false), []any{"x", nil}, "x required"},
		{key("date", false), []any{"2014-03-01", "someday"}, "2014-03-01T00:00:00.000Z date"},
	} {
		onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
			things := open(definition("Thing", tc.key)).Model("thing")
			var got []string
			for _, given := range tc.given {
				r, err := things.Create(t.Context(), value.Of("key", given))
				if err != nil {
					var rules []string
					for _, f := range refusals(t, err)[0].Failures {
						rules = append(rules, f.Rule)
					}
					got = append(got, strings.Join(rules, "+"))
					continue
				}
				shown := strings.Trim(string(value.Append(nil, r.ID())), `"`)
				found, err := things.FindOne(t.Context(), query(t, things, r.ID()))
				if err != nil || found == nil || value.Inspect(found.ID()) != value.Inspect(r.ID()) {
					t.Errorf("%v is found as %v, %v", r.ID(), found, err)
				}
				got = append(got, shown)
			}
			if text := strings.Join(got, " "); text != tc.want {
				t.Errorf("%s: %v give %.200s, want %.200s", tc.key.Type, tc.given, text, tc.want)
			}
		})
	}
}

// TestUndeclared: attributes that a model does not declare are kept, unless it
// has a schema.
func TestUndeclared(t *testing.T) {
	yes, no := true, false
	for _, tc := range []struct {
		schema *bool
		want   string
	}{
		{nil, `{"name":"b","id":1,"more":{"a":[1]},"none":null}`},
		{&no, `{"name":"b","id":1,"more":{"a":[1]},"none":null}`},
		{&yes, `{"name":"b","id":1}`},
	} {
		d := definition("Thing", typed("name", "string"))
		d.Schema = tc.schema
		things := compiled(t, d).Model("thing")
		values := value.Of("name", "a", "more", value.Of("a", []any{int64(1)}), "none", nil, "gone", value.Undefined{})
		if _, err := things.Create(t.Context(), values); err != nil {
			t.Fatal(err)
		}
		if _, err := things.Update(t.Context(), query(t, things, "1"), value.Of("name", "b")); err != nil {
			t.Fatal(err)
		}
		got := strings.Replace(all(t, things), `,"gone":null`, "", 1)
		if got != tc.want {
			t.Errorf("schema %v: got %s, want %s", tc.schema, got, tc.want)
		}
	}
}

// TestKeysChange: what an update does to keys, and to attributes that the store
// wants a value of.
func TestKeysChange(t *testing.T) {
	own := definition("Own", orm.AttributeDef{Name: "key", Type: "string", PrimaryKey: true},
		orm.AttributeDef{Name: "must", Type: "string", NotNull: true, Rules: []orm.RuleDef{{Name: "notNull", Arg: true}}})
	for _, tc := range []struct {
		model, values, want string // the rules that fail, or the records
	}{
		{"auto", `{"id":7}`, `{"name":"a","id":7}`},
		{"auto", `{"id":"7"}`, `{"name":"a","id":7}`},
		{"auto", `{"id":1}`, `{"name":"a","id":1}`},
		{"auto", `{"id":null}`, "integer"},
		{"auto", `{"id":""}`, "integer"},
		{"auto", `{"id":"x"}`, "integer"},
		{"auto", `{"id":1e17}`, "integer"},
		{"own", `{"key":"b"}`, `{"key":"b","must":"m"}`},
		{"own", `{"key":null}`, "string"},
		{"own", `{"must":null}`, "string notNull"},
		{"own", `{"must":""}`, `{"key":"a","must":""}`},
	} {
		onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
			// Document stores have no columns that could refuse null.
			document, want := strings.Contains(t.Name(), "sparse"), tc.want
			if document && want == "string notNull" {
				want = `{"key":"a","must":null}`
			}
			o := open(definition("Auto", typed("name", "string")), own)
			if _, err := o.Model("auto").Create(t.Context(), value.Of("name", "a")); err != nil {
				t.Fatal(err)
			}
			_, err := o.Model("own").Create(t.Context(), value.Of("key", "without"))
			if document {
				if err == nil {
					_, err = o.Model("own").Destroy(t.Context(), &orm.Query{})
				}
				if err != nil {
					t.Errorf("without a value: %v", err)
				}
			} else if got := refused(t, err); !strings.Contains(got, `"rule":"notNull"`) {
				t.Errorf("without a value: %v", err)
			}
			if _, err := o.Model("own").Create(t.Context(), value.Of("key", "a", "must", "m")); err != nil {
				t.Fatal(err)
			}
			m := o.Model(tc.model)
			_, err = m.Update(t.Context(), &orm.Query{}, parse(t, tc.values).(*value.Map))
			got := all(t, m)
			if err != nil {
				var rules []string
				for _, f := range refusals(t, err)[0].Failures {
					rules = append(rules, f.Rule)
				}
				got = strings.Join(rules, " ")
			}
			if got != want {
				t.Errorf("%s: %s, want %s", tc.values, got, want)
			}
			if _, err := m.Update(t.Context(), &orm.Query{}, value.Of(m.PrimaryKey, value.Undefined{})); err != nil {
				t.Errorf("undefined: %v", err)
			}
		})
	}
}
