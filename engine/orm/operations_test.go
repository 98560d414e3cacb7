package orm_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// journal records callbacks and fails at one of them.
type journal struct {
	entries []string
	failAt  string
}

var errCallback = errors.New("refused by a callback")

func (j *journal) note(entry string) error {
	j.entries = append(j.entries, entry)
	if j.failAt != "" && strings.HasPrefix(entry, j.failAt) {
		return errCallback
	}
	return nil
}

func (j *journal) take() []string {
	e := j.entries
	j.entries = nil
	return e
}

func (j *journal) callbacks() orm.Callbacks {
	values := func(name string) []func(context.Context, *ordered.Map) error {
		return []func(context.Context, *ordered.Map) error{func(_ context.Context, v *ordered.Map) error {
			return j.note(name + " " + fmt.Sprint(v.Value("name")))
		}}
	}
	record := func(name string) []func(context.Context, *orm.Record) error {
		return []func(context.Context, *orm.Record) error{func(_ context.Context, r *orm.Record) error {
			return j.note(name + " " + fmt.Sprint(r.Value("name")))
		}}
	}
	return orm.Callbacks{
		BeforeValidate: values("beforeValidate"), AfterValidate: values("afterValidate"),
		BeforeCreate: values("beforeCreate"), AfterCreate: record("afterCreate"),
		BeforeUpdate: values("beforeUpdate"), AfterUpdate: record("afterUpdate"),
		BeforeDestroy: []func(context.Context, *orm.Query) error{func(context.Context, *orm.Query) error { return j.note("beforeDestroy") }},
		AfterDestroy: []func(context.Context, []*orm.Record) error{func(_ context.Context, gone []*orm.Record) error {
			return j.note(fmt.Sprintf("afterDestroy %d", len(gone)))
		}},
	}
}

func query(t testing.TB, m *orm.Model, criteria any) *orm.Query {
	t.Helper()
	q, err := m.Query(criteria)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// shown is the JSON of records without their time stamps.
func shown(records ...*orm.Record) string {
	var parts []string
	for _, r := range records {
		c := r.Clone()
		c.Delete("createdAt")
		c.Delete("updatedAt")
		parts = append(parts, string(ordered.Append(nil, c)))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

func all(t testing.TB, m *orm.Model) string {
	t.Helper()
	list, err := m.Find(t.Context(), query(t, m, nil))
	if err != nil {
		t.Fatal(err)
	}
	return shown(list...)
}

func journaled(t testing.TB) (*journal, *orm.Model) {
	t.Helper()
	j := &journal{}
	d := definition("Pet", typed("name", "string"), typed("age", "integer"))
	d.Callbacks = j.callbacks()
	return j, compiled(t, d).Model("pet")
}

func TestCallbacksInOrder(t *testing.T) {
	j, pets := journaled(t)
	ctx := t.Context()
	for _, c := range []struct {
		name string
		run  func() error
		want []string
	}{
		{"create", func() error { _, err := pets.Create(ctx, ordered.Of("name", "a")); return err }, []string{"beforeValidate a", "afterValidate a", "beforeCreate a", "afterCreate a"}},
		{
			"create each", func() error {
				_, err := pets.CreateEach(ctx, []*ordered.Map{ordered.Of("name", "b"), ordered.Of("name", "c")})
				return err
			},
			[]string{"beforeValidate b", "beforeValidate c", "afterValidate b", "beforeCreate b", "afterValidate c", "beforeCreate c", "afterCreate b", "afterCreate c"},
		},
		{
			"update two", func() error {
				_, err := pets.Update(ctx, query(t, pets, ordered.Of("name", []any{"b", "c"})), ordered.Of("name", "d"))
				return err
			},
			[]string{"beforeValidate d", "afterValidate d", "beforeUpdate d", "afterUpdate d", "afterUpdate d"},
		},
		{"find", func() error { _, err := pets.Find(ctx, query(t, pets, nil)); return err }, nil},
		{"destroy", func() error { _, err := pets.Destroy(ctx, query(t, pets, ordered.Of("name", "d"))); return err }, []string{"beforeDestroy", "afterDestroy 2"}},
		{"destroy none", func() error { _, err := pets.Destroy(ctx, query(t, pets, ordered.Of("name", "z"))); return err }, []string{"beforeDestroy", "afterDestroy 0"}},
	} {
		if err := c.run(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(c.want, j.take()); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
	}
}

func TestCallbackErrors(t *testing.T) {
	for _, failAt := range []string{"beforeValidate", "afterValidate", "beforeCreate", "beforeUpdate", "beforeDestroy"} {
		j, pets := journaled(t)
		ctx := t.Context()
		if _, err := pets.Create(ctx, ordered.Of("name", "kept")); err != nil {
			t.Fatal(err)
		}
		before := all(t, pets)
		j.failAt = failAt
		_, create := pets.CreateEach(ctx, []*ordered.Map{ordered.Of("name", "x"), ordered.Of("name", "y")})
		_, change := pets.Update(ctx, query(t, pets, nil), ordered.Of("name", "z"))
		_, destroy := pets.Destroy(ctx, query(t, pets, ordered.Of("name", "kept")))
		failed := 0
		for _, err := range []error{create, change, destroy} {
			if errors.Is(err, errCallback) {
				failed++
			}
		}
		if want := map[string]int{"beforeValidate": 2, "afterValidate": 2}[failAt]; failed != max(want, 1) {
			t.Errorf("%s: %d operations failed: %v %v %v", failAt, failed, create, change, destroy)
		}
		if errors.Is(create, errCallback) && errors.Is(change, errCallback) && destroy == nil {
			continue // the destroy went through, as it should
		}
		if failAt == "beforeDestroy" && !strings.Contains(all(t, pets), `"name":"z"`) || failAt == "beforeCreate" && strings.Contains(all(t, pets), `"x"`) {
			t.Errorf("%s: from %s to %s", failAt, before, all(t, pets))
		}
	}
}

// TestNothingHalfDone: what fails inside of a nested write takes all of it back.
func TestNothingHalfDone(t *testing.T) {
	name := orm.AttributeDef{Name: "name", Type: "string", Unique: true, Rules: []orm.RuleDef{{Name: "required", Arg: true}}}
	o := compiled(t,
		definition("Owner", typed("name", "string"), many("pets", "pet", "owner"), many("clubs", "club", "members")),
		definition("Pet", name, one("owner", "owner")),
		definition("Club", name, many("members", "owner", "clubs")),
	)
	owners, pets, clubs := o.Model("owner"), o.Model("pet"), o.Model("club")
	ctx := t.Context()
	made, err := owners.Create(ctx, ordered.Of("name", "Ada", "pets", []any{ordered.Of("name", "Rex")}, "clubs", []any{ordered.Of("name", "Chess")}))
	if err != nil {
		t.Fatal(err)
	}
	before := all(t, owners) + all(t, pets) + all(t, clubs)
	for what, run := range map[string]func() error{
		"a child that is refused": func() error {
			_, err := owners.Create(ctx, ordered.Of("name", "Bob", "pets", []any{ordered.Of("name", "Tom"), ordered.New(0)}))
			return err
		},
		"a child whose name is taken": func() error {
			_, err := owners.Create(ctx, ordered.Of("name", "Bob", "clubs", []any{ordered.Of("name", "Go"), ordered.Of("name", "Chess")}))
			return err
		},
		"a parent that is refused": func() error {
			_, err := pets.Create(ctx, ordered.Of("owner", ordered.Of("name", "New")))
			return err
		},
		"one of several": func() error {
			_, err := pets.CreateEach(ctx, []*ordered.Map{ordered.Of("name", "Max"), ordered.Of("name", "Rex")})
			return err
		},
		"an update of a collection": func() error {
			_, err := owners.Update(ctx, query(t, owners, made.ID()), ordered.Of("name", "Changed", "pets", []any{ordered.Of("name", "Zoe"), ordered.New(0)}))
			return err
		},
		"a saved change": func() error {
			r, err := owners.FindOne(ctx, query(t, owners, made.ID()))
			if err != nil {
				t.Fatal(err)
			}
			r.Set("name", "Saved")
			return owners.Save(ctx, r, []orm.Change{{Alias: "pets", Child: ordered.Of("name", "Ole")}, {Alias: "clubs", Child: int64(99)}})
		},
		"an update that takes a taken name": func() error {
			if _, err := pets.Create(ctx, ordered.Of("name", "Kim")); err != nil {
				t.Fatal(err)
			}
			_, err := pets.Update(ctx, query(t, pets, ordered.Of("name", "Kim")), ordered.Of("name", "Rex"))
			if _, clean := pets.Destroy(ctx, query(t, pets, ordered.Of("name", "Kim"))); clean != nil {
				t.Fatal(clean)
			}
			return err
		},
	} {
		if err := run(); err == nil {
			t.Errorf("%s: no error", what)
		}
		if after := all(t, owners) + all(t, pets) + all(t, clubs); after != before {
			t.Errorf("%s left\n%s, want\n%s", what, after, before)
		}
	}
}

func TestUniqueness(t *testing.T) {
	mail := orm.AttributeDef{Name: "mail", Type: "string", Unique: true}
	users := compiled(t, definition("User", mail)).Model("user")
	if _, err := users.Create(t.Context(), ordered.Of("mail", "a@b")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // records without a value do not collide
		if _, err := users.Create(t.Context(), ordered.New(0)); err != nil {
			t.Error(err)
		}
	}
	_, err := users.Create(t.Context(), ordered.Of("mail", "a@b"))
	var invalid *orm.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %T %v, want a validation error", err, err)
	}
	want := []orm.AttributeFailures{{Attribute: "mail", Failures: []orm.Failure{{
		Rule: "unique", Message: "A record with that `mail` already exists (`a@b`).", Value: "a@b", HasValue: true,
	}}}}
	if !reflect.DeepEqual(invalid.Invalid, want) {
		t.Errorf("got %+v", invalid.Invalid)
	}
}
