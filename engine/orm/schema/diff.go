package schema

import (
	"context"
	"fmt"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/mysql"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"

	"framework/engine/orm"
)

// Diff plans the statements that turn tables into wanted ones, for a migration file:
// without a database, and as if every table had records. A table that is no longer
// wanted is dropped.
func (d Dialect) Diff(before, wanted []Table) ([]orm.Step, error) {
	s := &session{Migrator: New(nil, d, nil), ctx: context.Background()}
	db, err := d.assume(before, wanted)
	if err != nil {
		return nil, err
	}
	steps, err := s.planTables(wanted, orm.Alter, &db)
	if err != nil {
		return nil, err
	}
	stay := map[string]bool{}
	for i := range wanted {
		stay[wanted[i].key()] = true
	}
	for i := range before {
		t := &before[i]
		if stay[t.key()] {
			continue
		}
		steps = append(steps, orm.Step{
			Model: t.Model, Table: t.Name, SQL: "DROP TABLE " + d.qualified(t),
			Why: fmt.Sprintf("no model has the table %q any more", t.Name), Loses: "its records",
		})
	}
	return steps, nil
}

// assume is a database with these tables and nothing else.
func (d Dialect) assume(tables, wanted []Table) (database, error) {
	db := database{
		schemas: map[string]*schema.Schema{}, tables: map[string]*schema.Table{}, views: map[string]bool{}, made: map[string]made{},
		fold: func(name string) string { return name },
	}
	db.applier = map[Dialect]migrate.PlanApplier{PostgreSQL: postgres.DefaultPlan, MySQL: mysql.DefaultPlan}[d]
	in := func(name string) *schema.Schema {
		if db.schemas[name] == nil {
			db.schemas[name] = &schema.Schema{Name: name}
		}
		return db.schemas[name]
	}
	for i := range wanted {
		if name := wanted[i].Schema; name == "" || name == "public" {
			in(name) // it is always there
		}
	}
	for i := range tables {
		t := &tables[i]
		table, err := d.table(t, in(t.Schema))
		if err != nil {
			return db, fmt.Errorf("table %q: %w", t.Name, err)
		}
		m := made{}
		for _, c := range table.Columns {
			m.Columns = append(m.Columns, c.Name)
		}
		for j := range t.Indexes {
			x, err := d.index(&t.Indexes[j], table)
			if err != nil {
				return db, fmt.Errorf("table %q: %w", t.Name, err)
			}
			table.AddIndexes(x)
			m.Indexes = append(m.Indexes, x.Name)
		}
		db.tables[t.key()], db.made[t.key()] = table, m
	}
	return db, nil
}
