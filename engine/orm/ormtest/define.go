package ormtest

import (
	"errors"
	"testing"

	"framework/engine/orm"
)

// define: each migration, with an existing and with a missing table.
func (s *suite) define(t *testing.T) {
	store := s.open(t)
	bring := func(t *testing.T, migrate orm.Migration, change func(d *orm.Definition)) (*orm.Model, error) {
		t.Helper()
		d := town()
		d.Migrate = migrate
		if change != nil {
			change(d)
		}
		o, err := compile(t.Context(), store, []*orm.Definition{d})
		if err != nil {
			return nil, err
		}
		return o.Model("town"), nil
	}
	step := func(what string, migrate orm.Migration, change func(d *orm.Definition), want string) *orm.Model {
		t.Helper()
		m, err := bring(t, migrate, change)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if got := keysOf(s.found(t, m, &orm.Query{})); got != want {
			t.Fatalf("%s: there is %q, want %q", what, got, want)
		}
		return m
	}
	m := step("drop of nothing", orm.Drop, nil, "")
	fill(t, m, `{"name":"a","size":1}`, `{"name":"b","size":2}`)
	step("alter without a change", orm.Alter, nil, "1 2")
	step("safe", orm.Safe, nil, "1 2")
	m = step("create", orm.Create, nil, "1 2")
	wider := step("alter with another attribute", orm.Alter, func(d *orm.Definition) {
		d.Attributes = append(d.Attributes, orm.AttributeDef{Name: "more", Type: "string"})
	}, "1 2")
	fill(t, wider, `{"name":"c","more":"x"}`)
	fill(t, m, `{"name":"d"}`) // requests in progress use the models before
	if got := keysOf(s.found(t, m, where("name", orm.In, []any{"c", "d"}))); got != "3 4" {
		t.Errorf("the model before finds %q", got)
	}
	fill(t, step("drop", orm.Drop, nil, ""), `{"name":"a"}`)
	// A missing table is an error when the model is defined or when it is used.
	for _, migrate := range []orm.Migration{orm.Safe, "unheard-of"} {
		m, err := bring(t, migrate, func(d *orm.Definition) { d.Table = "t_missing" })
		if err == nil && migrate == orm.Safe {
			_, err = m.Find(t.Context(), &orm.Query{})
		}
		if s.traits.Documents && migrate == orm.Safe {
			if err != nil {
				t.Errorf("a collection that is not there: %v", err)
			}
			continue
		}
		if err == nil {
			t.Errorf("migrate %q works without a table", migrate)
		}
	}
	step("create of what is missing", orm.Create, func(d *orm.Definition) { d.Table = "t_new" }, "")
	if _, err := bring(t, orm.Drop, func(d *orm.Definition) { d.Table = "t_new" }); err != nil {
		t.Error(err)
	}
}

// plans: a plan lists the steps of Define and changes nothing; steps that lose data
// have to be allowed.
func (s *suite) plans(t *testing.T) {
	store := s.open(t)
	migrator, ok := store.(orm.Migrator)
	if !ok {
		t.Skip("the store does not plan")
	}
	o, err := compile(t.Context(), store, []*orm.Definition{town()})
	if err != nil {
		t.Fatal(err)
	}
	m := o.Model("town")
	fill(t, m, towns...)
	before := s.everything(t, m)
	plan := func(what string, migrate orm.Migration, change func(d *orm.Definition)) (*orm.Plan, *orm.Model) {
		t.Helper()
		d := town()
		if change != nil {
			change(d)
		}
		// Compiled for another store, so that nothing is defined in this one.
		o, err := compile(t.Context(), NewNaive(s.traits), []*orm.Definition{d})
		if err != nil {
			t.Fatal(err)
		}
		p, err := migrator.PlanMigration(t.Context(), []*orm.Model{o.Model("town")}, migrate)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return p, o.Model("town")
	}
	if p, _ := plan("no difference", orm.Alter, nil); len(p.Steps) > 0 {
		t.Errorf("a plan where nothing is to do: %+v", p.Steps)
	}
	more := func(d *orm.Definition) {
		d.Attributes = append(d.Attributes, orm.AttributeDef{Name: "more", Type: "string", Index: true})
	}
	wider, model := plan("another attribute", orm.Alter, more)
	number, _ := plan("the same attribute of another type", orm.Alter, func(d *orm.Definition) {
		d.Attributes = append(d.Attributes, orm.AttributeDef{Name: "more", Type: "integer"})
	})
	drop, _ := plan("drop", orm.Drop, nil)
	if len(wider.Steps) == 0 || len(drop.Steps) == 0 {
		t.Fatalf("there is something to do: %+v, %+v", wider.Steps, drop.Steps)
	}
	if after := s.everything(t, m); after != before {
		t.Errorf("planning left\n%s\nof\n%s", after, before)
	}
	var loss *orm.LossError
	if err := migrator.ApplyMigration(t.Context(), drop, false); !errors.As(err, &loss) {
		t.Errorf("dropping records is not refused: %v", err)
	}
	if err := migrator.ApplyMigration(t.Context(), wider, false); err != nil {
		t.Fatal(err)
	}
	if p, err := migrator.PlanMigration(t.Context(), []*orm.Model{model}, orm.Alter); err != nil || len(p.Steps) > 0 {
		t.Errorf("after a plan was applied there is left: %+v, %v", p, err)
	}
	if after := s.everything(t, m); after != before {
		t.Errorf("another attribute left\n%s\nof\n%s", after, before)
	}
	if err := migrator.ApplyMigration(t.Context(), wider, false); err != nil {
		t.Errorf("a plan of which nothing is left: %v", err)
	}
	if err := migrator.ApplyMigration(t.Context(), number, false); !errors.Is(err, orm.ErrStalePlan) {
		t.Errorf("a plan is applied although the table has changed since: %v", err)
	}
}
