package orm_test

import (
	"slices"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

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
		parts = append(parts, string(value.Append(nil, c)))
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
	made, err := owners.Create(ctx, value.Of("name", "Ada", "pets", []any{value.Of("name", "Rex")}, "clubs", []any{value.Of("name", "Chess")}))
	if err != nil {
		t.Fatal(err)
	}
	before := all(t, owners) + all(t, pets) + all(t, clubs)
	for what, run := range map[string]func() error{
		"a child that is refused": func() error {
			_, err := owners.Create(ctx, value.Of("name", "Bob", "pets", []any{value.Of("name", "Tom"), value.New(0)}))
			return err
		},
		"a child whose name is taken": func() error {
			_, err := owners.Create(ctx, value.Of("name", "Bob", "clubs", []any{value.Of("name", "Go"), value.Of("name", "Chess")}))
			return err
		},
		"a parent that is refused": func() error {
			_, err := pets.Create(ctx, value.Of("owner", value.Of("name", "New")))
			return err
		},
		"one of several": func() error {
			_, err := pets.CreateEach(ctx, []*value.Map{value.Of("name", "Max"), value.Of("name", "Rex")})
			return err
		},
		"an update of a collection": func() error {
			_, err := owners.Update(ctx, query(t, owners, made.ID()), value.Of("name", "Changed", "pets", []any{value.Of("name", "Zoe"), value.New(0)}))
			return err
		},
		"a saved change": func() error {
			r, err := owners.FindOne(ctx, query(t, owners, made.ID()))
			if err != nil {
				t.Fatal(err)
			}
			r.Set("name", "Saved")
			return owners.Save(ctx, r, []orm.Change{{Alias: "pets", Child: value.Of("name", "Ole")}, {Alias: "clubs", Child: int64(99)}})
		},
		"an update that takes a taken name": func() error {
			if _, err := pets.Create(ctx, value.Of("name", "Kim")); err != nil {
				t.Fatal(err)
			}
			_, err := pets.Update(ctx, query(t, pets, value.Of("name", "Kim")), value.Of("name", "Rex"))
			if _, clean := pets.Destroy(ctx, query(t, pets, value.Of("name", "Kim"))); clean != nil {
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

// populated is the JSON of the records that criteria find, in their order, with
// the associations called aliases, without time stamps.
func populated(t testing.TB, m *orm.Model, criteria any, aliases ...string) string {
	t.Helper()
	q := query(t, m, criteria)
	for _, alias := range aliases {
		q.Populate = append(q.Populate, orm.Populate{Alias: alias})
	}
	return listed(t, m, q)
}

// listed is the JSON of the records that q finds, in their order.
func listed(t testing.TB, m *orm.Model, q *orm.Query) string {
	t.Helper()
	list, err := m.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	parts := make([]string, len(list))
	for i, r := range list {
		undate(r)
		parts[i] = string(value.Append(nil, r))
	}
	return strings.Join(parts, " ")
}
