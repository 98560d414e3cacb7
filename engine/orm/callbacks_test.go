package orm_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/orm"
	"framework/engine/value"
)

// journal records the callbacks of models; it fails at one of them.
type journal struct {
	entries []string
	failAt  string
}

var errCallback = errors.New("refused by a callback")

func (j *journal) note(entry string) error {
	j.entries = append(j.entries, entry)
	if j.failAt == entry {
		return errCallback
	}
	return nil
}

func (j *journal) take() []string {
	e := j.entries
	j.entries = nil
	return e
}

// callbacks are two of each kind, so that a failure is seen to stop the rest.
func (j *journal) callbacks(prefix string) orm.Callbacks {
	values := func(name string) []func(context.Context, *value.Map) error {
		return []func(context.Context, *value.Map) error{
			func(_ context.Context, v *value.Map) error {
				return j.note(fmt.Sprint(prefix, name, " ", v.Value("name")))
			},
			func(context.Context, *value.Map) error { return j.note(prefix + name + " again") },
		}
	}
	record := func(name string) []func(context.Context, *orm.Record) error {
		return []func(context.Context, *orm.Record) error{
			func(_ context.Context, r *orm.Record) error {
				return j.note(fmt.Sprint(prefix, name, " ", r.Value("name")))
			},
			func(context.Context, *orm.Record) error { return j.note(prefix + name + " again") },
		}
	}
	return orm.Callbacks{
		BeforeValidate: values("beforeValidate"), AfterValidate: values("afterValidate"),
		BeforeCreate: values("beforeCreate"), AfterCreate: record("afterCreate"),
		BeforeUpdate: values("beforeUpdate"), AfterUpdate: record("afterUpdate"),
		BeforeDestroy: []func(context.Context, *orm.Query) error{
			func(context.Context, *orm.Query) error { return j.note(prefix + "beforeDestroy") },
			func(context.Context, *orm.Query) error { return j.note(prefix + "beforeDestroy again") },
		},
		AfterDestroy: []func(context.Context, []*orm.Record) error{
			func(_ context.Context, gone []*orm.Record) error {
				return j.note(fmt.Sprint(prefix, "afterDestroy ", len(gone)))
			},
			func(context.Context, []*orm.Record) error { return j.note(prefix + "afterDestroy again") },
		},
	}
}

// firsts drops the entries of second callbacks.
func firsts(entries []string) []string {
	return slices.DeleteFunc(entries, func(e string) bool { return strings.HasSuffix(e, " again") })
}

func journaled(t testing.TB) (*journal, *orm.Model) {
	t.Helper()
	j := &journal{}
	d := definition("Pet", orm.AttributeDef{Name: "name", Type: "string", Rules: []orm.RuleDef{{Name: "required", Arg: true}}}, typed("age", "integer"))
	d.Callbacks = j.callbacks("")
	return j, compiled(t, d).Model("pet")
}

// operations are the writes of a model that has records called b and c.
func operations(t testing.TB, m *orm.Model) map[string]func() error {
	ctx := t.Context()
	both := func() *orm.Query { return query(t, m, value.Of("name", []any{"b", "c"})) }
	return map[string]func() error{
		"create": func() error { _, err := m.Create(ctx, value.Of("name", "a")); return err },
		"create each": func() error {
			_, err := m.CreateEach(ctx, []*value.Map{value.Of("name", "x"), value.Of("name", "y")})
			return err
		},
		"create refused": func() error {
			_, err := m.CreateEach(ctx, []*value.Map{value.Of("name", "x"), value.New(0)})
			return err
		},
		"create nothing": func() error { _, err := m.CreateEach(ctx, nil); return err },
		"update":         func() error { _, err := m.Update(ctx, both(), value.Of("name", "d")); return err },
		"update none":    func() error { _, err := m.Update(ctx, query(t, m, "99"), value.Of("name", "d")); return err },
		"update nothing": func() error { _, err := m.Update(ctx, query(t, m, []any{}), value.Of("name", "d")); return err },
		"update refused": func() error { _, err := m.Update(ctx, both(), value.Of("name", "")); return err },
		"destroy":        func() error { _, err := m.Destroy(ctx, both()); return err },
		"destroy none":   func() error { _, err := m.Destroy(ctx, query(t, m, "99")); return err },
		"destroy nothing": func() error {
			_, err := m.Destroy(ctx, query(t, m, []any{}))
			return err
		},
		"find": func() error { _, err := m.Find(ctx, both()); return err },
		"findOrCreate, found": func() error {
			_, _, err := m.FindOrCreate(ctx, both(), value.Of("name", "b"))
			return err
		},
		"findOrCreate, made": func() error {
			_, _, err := m.FindOrCreate(ctx, query(t, m, value.Of("name", "n")), value.Of("name", "n"))
			return err
		},
		"validate": func() error { return m.Validate(ctx, value.Of("name", "v"), false) },
	}
}

func TestCallbacksInOrder(t *testing.T) {
	for name, want := range map[string]string{
		"create":              "beforeValidate a, afterValidate a, beforeCreate a, afterCreate a",
		"create each":         "beforeValidate x, beforeValidate y, afterValidate x, beforeCreate x, afterValidate y, beforeCreate y, afterCreate x, afterCreate y",
		"create refused":      "beforeValidate x, beforeValidate <nil>, afterValidate x, beforeCreate x",
		"create nothing":      "",
		"update":              "beforeValidate d, afterValidate d, beforeUpdate d, afterUpdate d, afterUpdate d",
		"update none":         "beforeValidate d, afterValidate d, beforeUpdate d",
		"update nothing":      "beforeValidate d, afterValidate d, beforeUpdate d",
		"update refused":      "beforeValidate ",
		"destroy":             "beforeDestroy, afterDestroy 2",
		"destroy none":        "beforeDestroy, afterDestroy 0",
		"destroy nothing":     "beforeDestroy",
		"find":                "",
		"findOrCreate, found": "",
		"findOrCreate, made":  "beforeValidate n, afterValidate n, beforeCreate n, afterCreate n",
		"validate":            "beforeValidate v, afterValidate v",
	} {
		t.Run(name, func(t *testing.T) {
			j, pets := journaled(t)
			if _, err := pets.CreateEach(t.Context(), []*value.Map{value.Of("name", "b"), value.Of("name", "c")}); err != nil {
				t.Fatal(err)
			}
			j.take()
			if err := operations(t, pets)[name](); (err != nil) != strings.HasSuffix(name, "refused") {
				t.Errorf("got %v", err)
			}
			if got := strings.Join(firsts(j.take()), ", "); got != want {
				t.Errorf("got\n%s, want\n%s", got, want)
			}
		})
	}
}

// TestCallbackErrors: an error ends the operation. Before the write nothing is
// stored; after it, what was written stays.
func TestCallbackErrors(t *testing.T) {
	const before = `{"name":"b","id":1} {"name":"c","id":2}`
	for _, tc := range []struct{ operation, failAt, last, after string }{
		{"create", "beforeValidate a", "beforeValidate a", before},
		{"create", "afterValidate again", "afterValidate again", before},
		{"create", "beforeCreate a", "beforeCreate a", before},
		{"create", "afterCreate a", "afterCreate a", `{"name":"a","id":3} ` + before},
		{"create each", "beforeValidate y", "beforeValidate y", before},
		{"create each", "beforeCreate y", "beforeCreate y", before},
		{"create each", "afterCreate x", "afterCreate x", before + ` {"name":"x","id":3} {"name":"y","id":4}`},
		{"update", "beforeValidate d", "beforeValidate d", before},
		{"update", "afterValidate d", "afterValidate d", before},
		{"update", "beforeUpdate again", "beforeUpdate again", before},
		{"update", "afterUpdate d", "afterUpdate d", `{"name":"d","id":1} {"name":"d","id":2}`},
		{"destroy", "beforeDestroy", "beforeDestroy", before},
		{"destroy", "afterDestroy 2", "afterDestroy 2", ""},
		{"validate", "beforeValidate v", "beforeValidate v", before},
		{"validate", "afterValidate v", "afterValidate v", before},
	} {
		t.Run(tc.operation+", "+tc.failAt, func(t *testing.T) {
			j, pets := journaled(t)
			if _, err := pets.CreateEach(t.Context(), []*value.Map{value.Of("name", "b"), value.Of("name", "c")}); err != nil {
				t.Fatal(err)
			}
			j.take()
			j.failAt = tc.failAt
			if err := operations(t, pets)[tc.operation](); !errors.Is(err, errCallback) {
				t.Errorf("got %v", err)
			}
			if got := j.take(); len(got) == 0 || got[len(got)-1] != tc.last {
				t.Errorf("the callbacks were %q, want %s to be the last", got, tc.last)
			}
			j.failAt = ""
			if got := all(t, pets); got != tc.after {
				t.Errorf("there is %s, want %s", got, tc.after)
			}
		})
	}
}

// TestNestedCallbacks: members run the callbacks of their model, and an error
// of one takes everything back.
func TestNestedCallbacks(t *testing.T) {
	j := &journal{}
	owner := definition("Owner", typed("name", "string"), many("pets", "pet", "owner"))
	pet := definition("Pet", typed("name", "string"), one("owner", "owner"))
	owner.Callbacks, pet.Callbacks = j.callbacks("owner "), j.callbacks("pet ")
	o := compiled(t, owner, pet)
	owners, pets := o.Model("owner"), o.Model("pet")
	create := func() error {
		_, err := owners.Create(t.Context(), value.Of("name", "A", "pets", []any{value.Of("name", "r"), value.Of("name", "s")}))
		return err
	}
	want := []string{
		"owner beforeValidate A", "owner afterValidate A", "owner beforeCreate A",
		"pet beforeValidate r", "pet afterValidate r", "pet beforeCreate r", "pet afterCreate r",
		"pet beforeValidate s", "pet afterValidate s", "pet beforeCreate s", "pet afterCreate s",
		"owner afterCreate A",
	}
	for _, failAt := range want[:len(want)-1] {
		j.failAt = failAt
		if err := create(); !errors.Is(err, errCallback) {
			t.Errorf("%s: got %v", failAt, err)
		}
		if left := all(t, owners) + all(t, pets); left != "" {
			t.Errorf("%s left %s", failAt, left)
		}
	}
	j.failAt = ""
	j.take()
	if err := create(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, firsts(j.take())); diff != "" {
		t.Errorf("create: %s", diff)
	}
	if _, err := pets.Create(t.Context(), value.Of("name", "t", "owner", value.Of("name", "B"))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"owner beforeValidate B", "owner afterValidate B", "owner beforeCreate B", "owner afterCreate B",
		"pet beforeValidate t", "pet afterValidate t", "pet beforeCreate t", "pet afterCreate t",
	}, firsts(j.take())); diff != "" {
		t.Errorf("create of a reference: %s", diff)
	}
	for name, tc := range map[string]struct {
		model  *orm.Model
		values string
		want   []string
	}{
		"a member as it is": {owners, `{"name":"C","pets":[{"id":1}]}`, []string{
			"owner beforeValidate C", "owner afterValidate C", "owner beforeUpdate C",
			"pet beforeValidate <nil>", "pet afterValidate <nil>", "pet beforeUpdate <nil>", "pet afterUpdate s", // leaves
			"pet beforeValidate <nil>", "pet afterValidate <nil>", "pet beforeUpdate <nil>", "pet afterUpdate r", // is linked
			"owner afterUpdate C",
		}},
		"a changed reference": {pets, `{"name":"u","owner":{"id":2,"name":"D"}}`, []string{
			"pet beforeValidate u", "pet afterValidate u", "pet beforeUpdate u",
			"owner beforeValidate D", "owner afterValidate D", "owner beforeUpdate D", "owner afterUpdate D", "pet afterUpdate u",
		}},
	} {
		key := "1"
		if tc.model == pets {
			key = "3"
		}
		if _, err := tc.model.Update(t.Context(), query(t, tc.model, key), parse(t, tc.values).(*value.Map)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, firsts(j.take())); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
