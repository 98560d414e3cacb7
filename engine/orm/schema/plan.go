package schema

import (
	"cmp"
	"fmt"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/schema"

	"framework/engine/orm"
)

// plan inspects the database and plans all tables, each as its strategy says.
func (s *session) plan(tables []Table, strategy orm.Migration) ([]orm.Step, database, error) {
	before, err := s.inspect(tables)
	if err != nil {
		return nil, before, err
	}
	steps, err := s.planTables(tables, strategy, &before)
	return steps, before, err
}

func (s *session) planTables(tables []Table, strategy orm.Migration, before *database) ([]orm.Step, error) {
	var steps []orm.Step
	for i := range tables {
		t := &tables[i]
		p := &planner{
			session: s, database: before, t: t, asked: strategy == "",
			dropped: map[*schema.Index]bool{}, replaced: map[string]bool{}, converted: map[string]func(string) string{},
		}
		if err := p.plan(cmp.Or(strategy, t.Strategy, orm.Alter)); err != nil {
			return nil, fmt.Errorf("table %q: %w", t.Name, err)
		}
		steps = append(steps, p.steps...)
	}
	return steps, nil
}

// planner collects the steps for one table.
type planner struct {
	*session
	*database
	t       *Table
	asked   bool
	in      *schema.Schema
	has     *schema.Table // nil when there is none
	made    made
	rows    int64
	steps   []orm.Step
	dropped map[*schema.Index]bool
	// replaced are the columns that were dropped and created again.
	replaced map[string]bool
	// converted are the columns whose type changes: the SQL of the new value
	// of the column, whichever way that is named.
	converted map[string]func(q string) string
	// rowid is a name of SQLite's row number, "" for none.
	rowid  string
	extras extras
	// rebuilds are the changes of an SQLite table that need a new one, see rebuild.
	rebuilds []*orm.Step
	// also is one change that has to be in the same statement as the key's;
	// MySQL requires that for numbered columns.
	also []schema.Change
}

func (p *planner) plan(strategy orm.Migration) error {
	key := p.fold(p.t.key())
	p.has, p.made, p.in = p.tables[key], p.database.made[key], p.schemas[p.t.Schema]
	if p.dialect == SQLite && p.has != nil {
		p.extras = p.database.extras[key]
		p.rowid = p.rowNumber()
	}
	switch {
	case strategy == orm.Safe, p.views[key]:
		return nil
	case strategy != orm.Create && strategy != orm.Alter && strategy != orm.Drop:
		return fmt.Errorf("migrate is %q; it can be alter, drop, create or safe", strategy)
	case p.has == nil:
		return p.create()
	}
	var err error
	if p.rows, err = p.count("*", ""); err != nil {
		return err
	}
	if strategy == orm.Drop {
		s := p.add(nil, "DROP TABLE "+p.dialect.qualified(p.t), "the table is made anew")
		s.Asked = p.asked
		if p.rows > 0 {
			s.Loses = amount(p.rows, "record")
		}
		return p.create()
	}
	if strategy == orm.Create {
		return p.grow()
	}
	for _, step := range []func() error{p.dropIndexes, p.columns, p.key, p.loosen, p.rebuild, p.indexes, p.dropUndeclared} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// add appends a step about the column, or about the table when it is nil.
func (p *planner) add(c *Column, sql, why string) *orm.Step {
	s := orm.Step{Model: p.t.Model, Table: p.t.Name, SQL: sql, Why: why}
	if c != nil {
		s.Attribute = cmp.Or(c.Attribute, c.Name)
	}
	p.steps = append(p.steps, s)
	return &p.steps[len(p.steps)-1]
}

// change appends the statements of changes, as the library writes them, and
// returns the first of the steps.
func (p *planner) change(c *Column, why string, changes ...schema.Change) (*orm.Step, error) {
	if p.has != nil {
		changes = []schema.Change{&schema.ModifyTable{T: p.has, Changes: changes}}
	}
	return p.statements(c, why, changes)
}

func (p *planner) statements(c *Column, why string, changes []schema.Change) (*orm.Step, error) {
	if p.dialect == SQLite {
		return p.statementsOfSQLite(c, why, changes)
	}
	restore := p.dialect.escape(changes)
	defer restore()
	plan, err := p.applier.PlanChanges(p.ctx, "", changes, func(o *migrate.PlanOptions) { o.SchemaQualifier = &p.t.Schema })
	if err != nil {
		return nil, err
	}
	first := len(p.steps)
	for _, change := range plan.Changes {
		p.add(c, change.Cmd, why)
	}
	if first == len(p.steps) {
		return nil, fmt.Errorf("there is no statement to bring about that %s", why)
	}
	return &p.steps[first], nil
}

func (p *planner) create() error {
	if p.in == nil {
		p.in = &schema.Schema{Name: p.t.Schema}
		p.schemas[p.t.Schema] = p.in
		create := "CREATE SCHEMA "
		if p.offline() {
			create += "IF NOT EXISTS "
		}
		p.add(nil, create+p.dialect.quote(p.t.Schema), "there is no such schema")
	}
	table, err := p.dialect.table(p.t, p.in)
	if err != nil {
		return err
	}
	if _, err := p.statements(nil, "there is no such table", []schema.Change{&schema.AddTable{T: table}}); err != nil {
		return err
	}
	p.has = table
	for i := range p.t.Indexes {
		if err := p.addIndex(&p.t.Indexes[i]); err != nil {
			return err
		}
	}
	return nil
}

// wantedColumn is the column of that name, nil when none is wanted.
func (p *planner) wantedColumn(name string) *Column {
	for i := range p.t.Columns {
		if p.dialect.sameName(p.t.Columns[i].Name, name) {
			return &p.t.Columns[i]
		}
	}
	return nil
}

// found is the column as it is, nil when there is none.
func (p *planner) found(name string) *schema.Column {
	for _, c := range p.has.Columns {
		if p.dialect.sameName(c.Name, name) {
			return c
		}
	}
	return nil
}

// count is the number of values of the expression, "*" for records.
func (p *planner) count(what, where string) (int64, error) {
	query := "SELECT count(" + what + ") FROM " + p.dialect.qualified(p.t)
	if where != "" {
		query += " WHERE " + where
	}
	return p.answer(query)
}
