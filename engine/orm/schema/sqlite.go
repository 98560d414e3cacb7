package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/schema"

	"framework/engine/orm"
)

// noCase makes an index of SQLite ignore the case of ASCII letters.
const noCase = " COLLATE NOCASE"

// numeric is the affinity of SQLite that prefers numbers and has no type of its own.
var numeric = kind{raw: "numeric"}

// affinity is the kind of values that SQLite prefers in a column of that declared type.
func affinity(declared string) kind {
	declared = strings.ToUpper(declared)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(declared, w) })
	}
	switch {
	case has("INT"):
		return kind{class: integer}
	case has("CHAR", "CLOB", "TEXT"):
		return kind{class: text}
	case declared == "", has("BLOB"):
		return kind{class: blob}
	case has("REAL", "FLOA", "DOUB"):
		return kind{class: float}
	}
	return numeric
}

// convertSQLite: values that do not convert stay as they are, so only their exact form
// can be lost, as that of "007" in a column of numbers.
func convertSQLite(q string, want kind) conversion {
	number := "CAST(" + q + " AS NUMERIC)"
	other := "typeof(" + q + ") = 'text' AND " + q + " = " + number + " AND CAST(" + number + " AS TEXT) <> " + q
	asNumber := "CASE WHEN " + q + " = " + number + " THEN " + number + " ELSE " + q + " END"
	switch want.class {
	case integer:
		return conversion{exact: "NOT (" + other + ")", value: asNumber}
	case float:
		return conversion{exact: "NOT (" + other + " AND CAST(CAST(" + q + " AS REAL) AS TEXT) <> " + q +
			" OR typeof(" + q + ") = 'integer' AND CAST(CAST(" + q + " AS REAL) AS INTEGER) <> " + q + ")", value: asNumber}
	case text:
		return conversion{exact: "NOT (typeof(" + q + ") = 'real' AND CAST(CAST(" + q + " AS TEXT) AS REAL) <> " + q + ")", value: "CAST(" + q + " AS TEXT)"}
	}
	return conversion{}
}

// statementsOfSQLite are the statements of changes in the words of SQLite. What ALTER
// TABLE cannot change waits for rebuild.
func (p *planner) statementsOfSQLite(c *Column, why string, changes []schema.Change) (*orm.Step, error) {
	var first *orm.Step
	take := func(s *orm.Step) { first = cmp.Or(first, s) }
	alter := "ALTER TABLE " + p.dialect.qualified(p.t)
	for _, change := range changes {
		switch change := change.(type) {
		case *schema.AddTable:
			take(p.add(c, p.createTable(p.t.Name, nil), why))
		case *schema.ModifyTable:
			s, err := p.statementsOfSQLite(c, why, change.Changes)
			if err != nil {
				return nil, err
			}
			take(s)
		case *schema.AddColumn:
			text := " ADD COLUMN " + p.dialect.quote(change.C.Name) + " " + c.Type
			if x, ok := change.C.Default.(*schema.RawExpr); ok {
				text += " DEFAULT " + x.X
			}
			take(p.add(c, alter+text, why))
		case *schema.DropColumn:
			take(p.add(c, alter+" DROP COLUMN "+p.dialect.quote(change.C.Name), why))
		case *schema.DropIndex:
			take(p.add(c, "DROP INDEX "+p.dialect.quote(change.I.Name), why))
		case *schema.AddIndex:
			take(p.add(c, p.createIndex(change.I), why))
		case *schema.ModifyColumn, *schema.AddPrimaryKey, *schema.DropPrimaryKey:
			s := &orm.Step{Why: why}
			if c != nil {
				s.Attribute = cmp.Or(c.Attribute, c.Name)
			}
			p.rebuilds = append(p.rebuilds, s)
			take(s)
		default:
			return nil, fmt.Errorf("there is no statement for a %T", change)
		}
	}
	if first == nil {
		return nil, fmt.Errorf("there is no statement to bring about that %s", why)
	}
	return first, nil
}

func (p *planner) createIndex(x *schema.Index) string {
	text := "CREATE INDEX "
	if x.Unique {
		text = "CREATE UNIQUE INDEX "
	}
	parts := make([]string, len(x.Parts))
	for i, part := range x.Parts {
		if part.C != nil {
			parts[i] = p.dialect.quote(part.C.Name)
		} else if raw, ok := part.X.(*schema.RawExpr); ok {
			parts[i] = raw.X
		}
	}
	return text + p.dialect.quote(x.Name) + " ON " + p.dialect.quote(p.t.Name) + " (" + strings.Join(parts, ", ") + ")"
}

// createTable is the CREATE TABLE statement of the wanted table under that name, with
// more clauses at the end. Defaults that its columns have now are kept.
func (p *planner) createTable(name string, more []string) string {
	var list []string
	for i := range p.t.Columns {
		c := &p.t.Columns[i]
		d := p.dialect.quote(c.Name) + " " + c.Type
		switch {
		case p.isKey(c.Name) && c.AutoIncrement:
			list = append(list, d+" PRIMARY KEY AUTOINCREMENT")
			continue
		case p.isKey(c.Name) && len(p.t.PrimaryKey) == 1:
			list = append(list, d+" PRIMARY KEY NOT NULL")
			continue
		case !c.Null || p.isKey(c.Name):
			d += " NOT NULL"
		}
		fallback := c.Default
		if p.has != nil {
			if have := p.found(c.Name); have != nil {
				if x, ok := have.Default.(*schema.RawExpr); ok {
					fallback = "(" + x.X + ")"
				}
			}
		}
		if fallback != "" {
			d += " DEFAULT " + fallback
		}
		list = append(list, d)
	}
	if len(p.t.PrimaryKey) > 1 {
		names := make([]string, len(p.t.PrimaryKey))
		for i, name := range p.t.PrimaryKey {
			names[i] = p.dialect.quote(name)
		}
		list = append(list, "PRIMARY KEY ("+strings.Join(names, ", ")+")")
	}
	return "CREATE TABLE " + p.dialect.quote(name) + " (" + strings.Join(append(list, more...), ", ") + ")"
}

// rebuild copies a table of SQLite into one of the wanted form, which is how SQLite
// changes a column's type or the key. Numbers once given are not given again; columns,
// indexes and triggers of others' making stay.
func (p *planner) rebuild() error {
	if p.dialect != SQLite {
		return nil
	}
	if err := p.release(); err != nil || len(p.rebuilds) == 0 {
		return err
	}
	var reasons, losses []string
	altered := ""
	for _, s := range p.rebuilds {
		if !slices.Contains(reasons, s.Why) {
			reasons = append(reasons, s.Why)
		}
		if s.Loses != "" {
			losses = append(losses, s.Loses)
			altered = cmp.Or(altered, s.Attribute)
		}
	}
	why := strings.Join(reasons, ", ")
	table, fresh := p.dialect.qualified(p.t), p.t.Name+"__new"
	var names, kept []string
	for _, c := range p.has.Columns {
		if p.extras.computed[c] {
			continue
		}
		names = append(names, p.dialect.quote(c.Name))
		if p.wantedColumn(c.Name) == nil {
			kept = append(kept, p.undeclared(c))
		}
	}
	for i := range p.t.Columns { // those that were added
		if name := p.t.Columns[i].Name; p.found(name) == nil {
			names = append(names, p.dialect.quote(name))
		}
	}
	if err := p.wholeKeys(); err != nil {
		return err
	}
	p.add(nil, p.createTable(fresh, append(kept, p.extras.constraints...)), why)
	for _, c := range p.t.Columns {
		if p.isKey(c.Name) && c.AutoIncrement {
			// Numbers once given are not given again.
			p.add(&c, "INSERT INTO sqlite_sequence (name, seq) SELECT "+literal(fresh)+", seq FROM sqlite_sequence WHERE name = "+literal(p.t.Name)+noCase,
				why)
		}
	}
	list, order := strings.Join(names, ", "), ""
	if p.rowid != "" {
		order = " ORDER BY " + p.rowid
	}
	move := p.add(nil, "INSERT INTO "+p.dialect.quote(fresh)+" ("+list+") SELECT "+list+" FROM "+table+order, why)
	if len(losses) > 0 {
		move.Loses, move.Attribute = strings.Join(losses, " and "), altered
	}
	s := p.add(nil, "DROP TABLE "+table, why)
	if len(p.extras.special) > 0 {
		s.Loses = strings.Join(p.extras.special, ", ") + " of the table's definition"
	}
	p.add(nil, "ALTER TABLE "+p.dialect.quote(fresh)+" RENAME TO "+table, why)
	for _, x := range p.has.Indexes {
		switch text := p.extras.indexes[x]; {
		case slices.Contains(p.made.Indexes, x.Name):
			p.dropped[x] = true // those that are wanted are made anew
		case text != "":
			p.add(nil, text, "the index is not ours")
		}
	}
	for _, text := range p.extras.triggers {
		p.add(nil, text, "the trigger is not ours")
	}
	return nil
}

// wholeKeys removes the records whose value cannot be a number that SQLite gives.
func (p *planner) wholeKeys() error {
	for i := range p.t.Columns {
		c := &p.t.Columns[i]
		if !p.isKey(c.Name) || !c.AutoIncrement {
			continue
		}
		value := p.source(c.Name)
		n, err := p.count("*", value+" <> CAST("+value+" AS INTEGER)")
		if err != nil {
			return err
		}
		if have := p.found(c.Name); n > 0 && (have == nil && c.Former != nil || have != nil && !p.numbered(have)) {
			q := p.dialect.quote(c.Name)
			s := p.add(c, "DELETE FROM "+p.dialect.qualified(p.t)+" WHERE "+q+" <> CAST("+q+" AS INTEGER)", fmt.Sprintf("%q is the key", c.Name))
			s.Loses, s.Cleanup = amount(n, "record")+" whose key is no whole number", true
		}
	}
	return nil
}

// source is the SQL of the values that a column has before anything is done.
func (p *planner) source(name string) string {
	if c := p.wantedColumn(name); p.found(name) == nil && c != nil {
		if c.Former != nil && p.found(c.Former.Column) != nil {
			return c.Former.Value
		}
		return "NULL"
	}
	return p.dialect.quote(name)
}

// release notes the columns of this package's making that are no longer declared and
// cannot be required any more.
func (p *planner) release() error {
	for _, c := range p.has.Columns {
		if p.wantedColumn(c.Name) != nil || c.Type.Null || c.Default != nil || p.isPrimary(c) || !slices.Contains(p.made.Columns, c.Name) || p.used(c) {
			continue
		}
		n, err := p.count("*", "")
		if err != nil {
			return err
		}
		if n > 0 && !p.offline() { // else the column is dropped
			p.rebuilds = append(p.rebuilds, &orm.Step{Why: fmt.Sprintf("%q is not declared any more and cannot be required", c.Name)})
		}
	}
	return nil
}

// isPrimary says that the column belongs to the key as it is.
func (p *planner) isPrimary(c *schema.Column) bool {
	return p.has.PrimaryKey != nil && slices.ContainsFunc(p.has.PrimaryKey.Parts, func(part *schema.IndexPart) bool { return part.C == c })
}

// undeclared is a column that no attribute declares, in CREATE TABLE: what this package
// made is no longer required, others' columns stay as they are.
func (p *planner) undeclared(c *schema.Column) string {
	d := strings.TrimSpace(p.dialect.quote(c.Name) + " " + c.Type.Raw)
	if !c.Type.Null && !slices.Contains(p.made.Columns, c.Name) {
		d += " NOT NULL"
	}
	if x, ok := c.Default.(*schema.RawExpr); ok {
		d += " DEFAULT (" + x.X + ")"
	}
	return d
}

// rekeyed notes that a numeric key of SQLite has to be declared otherwise: only one of
// the very type INTEGER is the row number, which SQLite numbers.
func (p *planner) rekeyed(c *Column, have *schema.Column) {
	if p.dialect != SQLite || !p.isPrimary(have) || c.AutoIncrement || !strings.EqualFold(have.Type.Raw, "INTEGER") || affinity(c.Type).class != integer {
		return
	}
	p.rebuilds = append(p.rebuilds, &orm.Step{Why: fmt.Sprintf("%q changes from INTEGER to %s", c.Name, strings.ToUpper(c.Type)), Attribute: cmp.Or(c.Attribute, c.Name)})
}

// extras are parts of an SQLite table for which package atlas has no place.
type extras struct {
	computed    map[*schema.Column]bool
	indexes     map[*schema.Index]string // their statements
	constraints []string                 // UNIQUE clauses
	triggers    []string                 // their statements
	views       []string                 // of the whole database
	special     []string                 // words of its definition that a copy of it would lose
}

// promote moves the values of an attribute that was undeclared until now into its column,
// right after step number at has added that. A null stays where it is as its mark.
func (p *planner) promote(c *Column, at int) error {
	n, err := p.count("*", c.Former.Where)
	if err != nil || n == 0 {
		return err
	}
	s := orm.Step{Model: p.t.Model, Table: p.t.Name, Attribute: cmp.Or(c.Attribute, c.Name)}
	s.SQL = "UPDATE " + p.dialect.qualified(p.t) + " SET " + p.dialect.quote(c.Name) + " = " + c.Former.Value + ", " + c.Former.Clear + " WHERE " + c.Former.Where
	s.Why = fmt.Sprintf("%q was undeclared until now: its column takes %s", s.Attribute, amount(n, "value"))
	if conv := convertSQLite(c.Former.Value, affinity(c.Type)); conv.exact != "" && !c.Former.JSON && !p.offline() {
		lost, err := p.count("*", c.Former.Where+" AND NOT ("+conv.exact+")")
		if err != nil {
			return err
		}
		if lost > 0 {
			s.Loses = fmt.Sprintf("the exact form of %s of %q", amount(lost, "value"), s.Attribute)
		}
	}
	p.steps = slices.Insert(p.steps, at+1, s)
	return nil
}
