package orm_test

import (
	"context"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

type valuesFunc = func(context.Context, *value.Map) error

func set(name string, v any) valuesFunc {
	return func(_ context.Context, values *value.Map) error {
		values.Set(name, v)
		return nil
	}
}

// TestCallbacksChangeValues: what they set is stored; it is validated when it
// was set before validation, and stripped as everything else.
func TestCallbacksChangeValues(t *testing.T) {
	schema := true
	for _, tc := range []struct {
		name      string
		callbacks orm.Callbacks
		created   string
		updated   string
	}{
		{"none", orm.Callbacks{}, `{"name":"a","age":1,"id":1}`, `{"name":"a","age":2,"id":1}`},
		{
			"before validation",
			orm.Callbacks{BeforeValidate: []valuesFunc{set("name", "bv")}},
			`{"name":"bv","age":1,"id":1}`, `{"name":"bv","age":2,"id":1}`,
		},
		{
			"after validation",
			orm.Callbacks{AfterValidate: []valuesFunc{set("name", "this is too long")}},
			`{"name":"this is too long","age":1,"id":1}`, `{"name":"this is too long","age":2,"id":1}`,
		},
		{
			"before the write",
			orm.Callbacks{BeforeCreate: []valuesFunc{set("name", "bc"), set("age", int64(7))}, BeforeUpdate: []valuesFunc{set("name", "bu")}},
			`{"name":"bc","age":7,"id":1}`, `{"name":"bu","age":2,"id":1}`,
		},
		{
			"what the model does not declare",
			orm.Callbacks{BeforeCreate: []valuesFunc{set("other", "x")}, BeforeUpdate: []valuesFunc{set("other", "x")}},
			`{"name":"a","age":1,"id":1}`, `{"name":"a","age":2,"id":1}`,
		},
		{
			"undefined",
			orm.Callbacks{BeforeUpdate: []valuesFunc{set("age", value.Undefined{})}},
			`{"name":"a","age":1,"id":1}`, `{"name":"a","age":1,"id":1}`,
		},
	} {
		d := definition("Pet", orm.AttributeDef{Name: "name", Type: "string", Rules: []orm.RuleDef{{Name: "maxLength", Arg: int64(5)}}}, typed("age", "integer"))
		d.Callbacks, d.Schema = tc.callbacks, &schema
		pets := compiled(t, d).Model("pet")
		values := value.Of("name", "a", "age", int64(1))
		if _, err := pets.Create(t.Context(), values); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if got := all(t, pets); got != tc.created {
			t.Errorf("%s: created %s, want %s", tc.name, got, tc.created)
		}
		if _, err := pets.Update(t.Context(), query(t, pets, "1"), value.Of("age", "2")); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if got := all(t, pets); got != tc.updated {
			t.Errorf("%s: updated %s, want %s", tc.name, got, tc.updated)
		}
		if got := string(value.Append(nil, values)); got != `{"name":"a","age":1}` {
			t.Errorf("%s: the caller's values became %s", tc.name, got)
		}
	}
}

// TestCallbacksSeeNestedValues: callbacks before the write see collections as
// they were given, and the keys of references that were objects.
func TestCallbacksSeeNestedValues(t *testing.T) {
	var seen []string
	see := func(_ context.Context, values *value.Map) error {
		seen = append(seen, string(value.Append(nil, values)))
		return nil
	}
	pet := definition("Pet", typed("name", "string"), one("owner", "owner"), many("toys", "toy", "pet"))
	pet.Callbacks = orm.Callbacks{BeforeValidate: []valuesFunc{see}, BeforeCreate: []valuesFunc{see}, BeforeUpdate: []valuesFunc{see}}
	o := compiled(t, pet, definition("Owner", typed("name", "string")), definition("Toy", typed("name", "string"), one("pet", "pet")))
	pets := o.Model("pet")
	if _, err := pets.Create(t.Context(), value.Of("name", 5, "owner", value.Of("name", "A"), "toys", []any{value.Of("name", "ball")}, "more", true)); err != nil {
		t.Fatal(err)
	}
	if _, err := pets.Update(t.Context(), query(t, pets, "1"), value.Of("owner", value.Of("name", "B"), "toys", "1")); err != nil {
		t.Fatal(err)
	}
	created, updated := `{"name":"5","owner":1,"toys":[{"name":"ball"}],"more":true}`, `{"owner":2,"toys":"1"}`
	for i, want := range []string{created, created, updated, updated} {
		if i >= len(seen) || seen[i] != want {
			t.Fatalf("callbacks saw %q, want %s at %d", seen, want, i)
		}
	}
	if got := all(t, pets); got != `{"name":"5","owner":2,"id":1,"more":true}` {
		t.Errorf("there is %s", got)
	}
}

// TestCallbacksChangeTheRest: the record after a create, the query before a
// destroy.
func TestCallbacksChangeTheRest(t *testing.T) {
	d := definition("Pet", typed("name", "string"))
	var gone int
	d.Callbacks = orm.Callbacks{
		AfterCreate: []func(context.Context, *orm.Record) error{func(_ context.Context, r *orm.Record) error {
			r.Set("shown", "only in the answer")
			return nil
		}},
		AfterUpdate: []func(context.Context, *orm.Record) error{func(_ context.Context, r *orm.Record) error {
			r.Delete("name")
			return nil
		}},
		BeforeDestroy: []func(context.Context, *orm.Query) error{func(_ context.Context, q *orm.Query) error {
			q.Where = orm.And{q.Where, orm.Compare{Attr: "name", Op: orm.NotEqual, Value: "keep"}}
			return nil
		}},
		AfterDestroy: []func(context.Context, []*orm.Record) error{func(_ context.Context, list []*orm.Record) error {
			gone = len(list)
			return nil
		}},
	}
	pets := compiled(t, d).Model("pet")
	var shownName any
	for _, name := range []string{"keep", "drop"} {
		r, err := pets.Create(t.Context(), value.Of("name", name))
		if err != nil {
			t.Fatal(err)
		}
		shownName = r.Value("shown")
	}
	if shownName != "only in the answer" {
		t.Errorf("the record has %v", shownName)
	}
	list, err := pets.Update(t.Context(), query(t, pets, "1"), value.New(0))
	if err != nil || len(list) != 1 || list[0].Has("name") {
		t.Errorf("updated: %v, %v", list, err)
	}
	if _, err := pets.Destroy(t.Context(), query(t, pets, []any{"1", "2"})); err != nil {
		t.Fatal(err)
	}
	if got := all(t, pets); got != `{"name":"keep","id":1}` || gone != 1 {
		t.Errorf("%d are gone, there is %s", gone, got)
	}
}
