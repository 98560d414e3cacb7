package sqldb

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
)

// planner collects the steps that bring one table to its schema.
type planner struct {
	c        *conn
	t        *table
	strategy orm.Migration
	asked    bool // the strategy is the model's own
	has      *existing
	owned    []string
	steps    []orm.Step
	// losses are what copying the table loses; altered is the first column
	// that is to blame.
	losses  []string
	altered *column
}

// planTables plans the tables in order, each as its strategy says.
func planTables(c *conn, cat *catalog, tables []*table, strategy orm.Migration) ([]orm.Step, error) {
	var steps []orm.Step
	for _, t := range tables {
		p := &planner{
			c: c, t: t, strategy: cmp.Or(strategy, t.Migration()), asked: strategy == "",
			owned: cat.owned[strings.ToLower(t.Name)],
		}
		if err := p.plan(cat.tables[strings.ToLower(t.Name)]); err != nil {
			return nil, fmt.Errorf("planning the migration of the table %q: %w", t.Name, err)
		}
		steps = append(steps, p.steps...)
	}
	return steps, nil
}

// add appends a step about the column, or about the table when it is nil.
func (p *planner) add(col *column, sql, why string) *orm.Step {
	s := orm.Step{Model: p.t.Model.Identity, Table: p.t.Name, SQL: sql, Why: why}
	if col != nil {
		s.Attribute = col.Name
	}
	p.steps = append(p.steps, s)
	return &p.steps[len(p.steps)-1]
}

// plan decides by what the name stands for: "table", "view" or "".
func (p *planner) plan(kind string) error {
	switch {
	case p.strategy == orm.Safe, kind == "view" && p.strategy != orm.Drop:
		return nil
	case kind == "":
		p.create()
		return nil
	case p.strategy == orm.Drop:
		n, err := p.count("*", "")
		if err != nil {
			return err
		}
		s := p.add(nil, "DROP TABLE "+p.t.Quoted, "the table is made anew")
		s.Asked = p.asked
		if n > 0 {
			s.Loses = orm.Amount(n, "record")
		}
		p.create()
		return nil
	case p.strategy == orm.Alter:
		return p.alter()
	case p.strategy == orm.Create:
		return p.grow()
	}
	return nil
}

// grow adds the columns that an existing table lacks, and changes nothing else.
func (p *planner) grow() error {
	var err error
	if p.has, err = readExisting(p.c, p.t.Name); err != nil {
		return err
	}
	if p.t.PK != nil && p.has.column(p.t.PK.Stored) == nil {
		return nil // lifting refuses it
	}
	for _, col := range p.t.Columns {
		if p.has.column(col.Stored) != nil {
			continue
		}
		p.add(col, "ALTER TABLE "+p.t.Quoted+" ADD COLUMN "+added(col), fmt.Sprintf("the attribute %q is new", col.Name))
		if err := p.promote(col); err != nil {
			return err
		}
	}
	return nil
}

func (p *planner) create() {
	p.add(nil, createText(p.t, p.t.Name, nil, nil), "there is no such table")
	for _, x := range indexes(p.t) {
		p.add(x.column, indexText(p.t, x), x.why())
	}
}

// alter changes an existing table to fit and keeps its data.
func (p *planner) alter() error {
	var err error
	if p.has, err = readExisting(p.c, p.t.Name); err != nil {
		return err
	}
	for _, x := range p.has.indexes {
		if p.ours(x.name) && !slices.ContainsFunc(indexes(p.t), func(w index) bool { return strings.EqualFold(w.name, x.name) }) {
			p.add(nil, "DROP INDEX "+quote(x.name), "no attribute needs the index any more")
		}
	}
	reasons, err := p.columns()
	if err != nil {
		return err
	}
	if len(reasons) > 0 {
		p.rebuild(strings.Join(reasons, ", "))
	}
	if err := p.indexes(len(reasons) > 0); err != nil {
		return err
	}
	return p.dropUndeclared()
}

// columns adds the columns that are missing and readies the values of those
// that change. It returns why the table has to be copied into a new one, which
// is how SQLite changes a column's type or the key.
func (p *planner) columns() (reasons []string, err error) {
	t := p.t
	if t.Extra && p.has.column(extraColumn) == nil {
		p.add(nil, "ALTER TABLE "+t.Quoted+" ADD COLUMN "+quote(extraColumn)+" TEXT", "attributes that are not declared need a place")
	}
	for _, col := range t.Columns {
		f := p.has.column(col.Stored)
		why := p.difference(col, f)
		if f == nil {
			p.add(col, "ALTER TABLE "+t.Quoted+" ADD COLUMN "+added(col), fmt.Sprintf("the attribute %q is new", col.Name))
			if err := p.promote(col); err != nil {
				return nil, err
			}
			if why, err = p.constraint(col); err != nil {
				return nil, err
			}
		}
		if why == "" {
			continue
		}
		reasons = append(reasons, why)
		for _, ready := range []func(*column, *found) error{p.narrow, p.fill, p.unkeyed} {
			if err := ready(col, f); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range p.has.columns {
		col := t.Column(f.name)
		switch {
		case f.key && col != t.PK:
			reasons = append(reasons, fmt.Sprintf("%q is not the key any more", f.name))
		case col == nil && f.notNull && f.fallback == "" && p.made(f.name):
			n, err := p.count("*", "")
			if err != nil {
				return nil, err
			}
			if n > 0 {
				reasons = append(reasons, fmt.Sprintf("%q is not declared any more and cannot be required", f.name))
			}
		}
	}
	return reasons, nil
}

// constraint says why a column that was just added cannot stay as ADD COLUMN
// makes it.
func (p *planner) constraint(col *column) (string, error) {
	switch {
	case col == p.t.PK:
		return fmt.Sprintf("%q becomes the key", col.Stored), nil
	case col.Attr.NotNull:
		return fmt.Sprintf("%q has to have a value", col.Stored), nil
	}
	return "", nil
}

// difference is the reason why the column must be created again, "" if it fits.
func (p *planner) difference(col *column, f *found) string {
	if f == nil {
		return ""
	}
	want, have := col.Declared, affinity(f.typ)
	fits := have == want || have == "NUMERIC" && (want == "INTEGER" || col.IsDate())
	if col == p.t.PK && want == "INTEGER" {
		// Only a key of the very type INTEGER is the row number.
		fits = have == want && (f.typ == want) == col.Auto
		if !col.Auto {
			want = "INT"
		}
	}
	switch {
	case f.key != (col == p.t.PK):
		if f.key {
			return "" // reported for the table
		}
		return fmt.Sprintf("%q becomes the key", f.name)
	case f.key && len(p.has.keys()) > 1:
		return fmt.Sprintf("%q alone becomes the key", f.name)
	case !fits:
		return fmt.Sprintf("%q changes from %s to %s", f.name, cmp.Or(f.typ, "no type"), want)
	case col == p.t.PK:
		return ""
	case f.notNull && !col.Attr.NotNull:
		return fmt.Sprintf("%q may be empty", f.name)
	case !f.notNull && col.Attr.NotNull:
		return fmt.Sprintf("%q has to have a value", f.name)
	}
	return ""
}

// source is the SQL of the values that the column will have.
func (p *planner) source(col *column) string {
	switch {
	case p.has.column(col.Stored) != nil:
		return col.Quoted
	case p.t.Extra && p.has.column(extraColumn) != nil:
		return "json_extract(" + quote(extraColumn) + ", " + col.Path + ")"
	}
	return "NULL"
}

// converted is the SQL of a value as the column will have it.
func converted(c *column, value string) string {
	switch c.Declared {
	case "INTEGER", "REAL":
		return "CASE WHEN " + value + " = CAST(" + value + " AS NUMERIC) THEN CAST(" + value + " AS NUMERIC) ELSE " + value + " END"
	case "TEXT":
		return "CAST(" + value + " AS TEXT)"
	}
	return value
}

// altered is the SQL condition of values that the column's type would write
// otherwise, "" when it leaves all as they are.
func altered(c *column, value string) string {
	number := "CAST(" + value + " AS NUMERIC)"
	text := "typeof(" + value + ") = 'text' AND " + value + " = " + number + " AND CAST(" + number + " AS TEXT) <> " + value
	switch c.Declared {
	case "INTEGER":
		return text
	case "REAL":
		return "(" + text + " AND CAST(CAST(" + value + " AS REAL) AS TEXT) <> " + value +
			" OR typeof(" + value + ") = 'integer' AND CAST(CAST(" + value + " AS REAL) AS INTEGER) <> " + value + ")"
	case "TEXT":
		return "typeof(" + value + ") = 'real' AND CAST(CAST(" + value + " AS TEXT) AS REAL) <> " + value
	}
	return ""
}

// promote moves the values of an attribute that was undeclared until now out
// of the hidden column. A null stays there as its mark.
func (p *planner) promote(col *column) error {
	if !p.t.Extra || p.has.column(extraColumn) == nil {
		return nil
	}
	n, err := p.count("*", "json_type("+quote(extraColumn)+", "+col.Path+") <> 'null'")
	if err != nil || n == 0 {
		return err
	}
	value := `json_extract("_extra", ` + col.Path + ")"
	if col.IsJSON() {
		value = `"_extra" -> ` + col.Path
	}
	var lost int64
	if where := altered(col, p.source(col)); where != "" && !col.IsJSON() {
		if lost, err = p.count("*", where); err != nil {
			return err
		}
	}
	s := p.add(col, "UPDATE "+p.t.Quoted+" SET "+col.Quoted+" = "+value+
		`, "_extra" = nullif(json_remove("_extra", `+col.Path+`), '{}')`+
		` WHERE json_type("_extra", `+col.Path+`) <> 'null'`, fmt.Sprintf("%q was undeclared until now: its column takes %s", col.Name, orm.Amount(n, "value")))
	if lost > 0 {
		s.Loses = fmt.Sprintf("the exact form of %s of %q", orm.Amount(lost, "value"), col.Name)
	}
	return nil
}

// narrow reports the values that the new type would write otherwise, such as
// "007" as a number. Values that do not convert stay as they are.
func (p *planner) narrow(col *column, f *found) error {
	if f == nil {
		return nil
	}
	q, have, want := col.Quoted, affinity(f.typ), col.Declared
	where := altered(col, q)
	if have == want || where == "" {
		return nil
	}
	n, err := p.count("*", where)
	if err != nil || n == 0 {
		return err
	}
	p.losses = append(p.losses, fmt.Sprintf("the exact form of %s of %q", orm.Amount(n, "value"), f.name))
	if p.altered == nil {
		p.altered = col
	}
	return nil
}

// fill gives records without a value of a column that now has to have one the
// attribute's default, else the empty value of its type.
func (p *planner) fill(col *column, f *found) error {
	if !col.Attr.NotNull || col == p.t.PK || f != nil && f.notNull {
		return nil
	}
	n, err := p.count("*", p.source(col)+" IS NULL")
	if err != nil || n == 0 {
		return err
	}
	value := filling(col)
	if col.Attr.Unique {
		taken, err := p.count("*", p.source(col)+" = "+value)
		if err != nil {
			return err
		}
		if n+taken > 1 { // they cannot all have it
			s := p.add(col, "DELETE FROM "+p.t.Quoted+" WHERE "+col.Quoted+" IS NULL", fmt.Sprintf("%q has to have a value of its own", col.Name))
			s.Loses = orm.Amount(n, "record") + fmt.Sprintf(" without a value of %q", col.Name)
			return nil
		}
	}
	set := col.Quoted + " = " + value
	if p.t.Extra && p.has.column(extraColumn) != nil {
		set += `, "_extra" = nullif(json_remove("_extra", ` + col.Path + `), '{}')`
	}
	s := p.add(col, "UPDATE "+p.t.Quoted+" SET "+set+" WHERE "+col.Quoted+" IS NULL", fmt.Sprintf("%q has to have a value", col.Name))
	if f != nil || !col.Attr.HasDefault {
		s.Loses = fmt.Sprintf("the absence of %q in %s, which would become %s", col.Name, orm.Amount(n, "record"), value)
	}
	return nil
}

// unkeyed removes the records that cannot have the new key.
func (p *planner) unkeyed(col *column, f *found) error {
	if col != p.t.PK {
		return nil
	}
	value, group := p.source(col), converted(col, col.Quoted)
	bad, why := col.Quoted+" IS NULL", "without a value for the key"
	lost := value + " IS NULL"
	if col.Auto { // an absent number is given
		bad = col.Quoted + " <> CAST(" + col.Quoted + " AS INTEGER)"
		lost = value + " <> CAST(" + value + " AS INTEGER)"
		why = "whose key is no whole number"
		group = "CAST(" + col.Quoted + " AS INTEGER)"
	}
	n, err := p.count("*", lost)
	if err != nil {
		return err
	}
	if n > 0 {
		s := p.add(col, "DELETE FROM "+p.t.Quoted+" WHERE "+bad, fmt.Sprintf("%q is the key", col.Stored))
		s.Loses = orm.Amount(n, "record") + " " + why
	}
	if f != nil && f.key && len(p.has.keys()) == 1 {
		return nil // as unique as before
	}
	return p.distinct(col, group)
}

// distinct removes all but the first of the records that share a value of a
// column that becomes unique.
func (p *planner) distinct(col *column, group string) error {
	var n int64
	value := converted(col, p.source(col))
	err := p.c.query([]byte("SELECT count("+value+") - count(DISTINCT "+value+") FROM "+p.t.Quoted), nil, func(stmt *sqlite.Stmt) error {
		n = stmt.ColumnInt64(0)
		return nil
	})
	if err != nil || n == 0 {
		return err
	}
	if p.has.rowid == "" {
		return fmt.Errorf("%q becomes unique, but %s share its values and the table has no row number to choose by; remove them first", col.Name, orm.Amount(n, "record"))
	}
	sql := "DELETE FROM " + p.t.Quoted + " WHERE " + col.Quoted + " IS NOT NULL AND " + p.has.rowid +
		" NOT IN (SELECT min(" + p.has.rowid + ") FROM " + p.t.Quoted + " GROUP BY " + group + ")"
	s := p.add(col, sql, fmt.Sprintf("%q becomes unique", col.Name))
	s.Loses = fmt.Sprintf("%s whose %q another one has", orm.Amount(n, "record"), col.Name)
	return nil
}

// rebuild copies the table into one of the wanted form. Numbers once given are
// not given again; columns, indexes and triggers of others' making stay.
func (p *planner) rebuild(why string) {
	t := p.t
	fresh := t.Name + "__new"
	var names, kept []string
	for _, f := range p.has.columns {
		if f.computed {
			continue
		}
		names = append(names, quote(f.name))
		if t.Column(f.name) == nil && (!t.Extra || f.name != extraColumn) {
			kept = append(kept, f.declaration(p.made(f.name)))
		}
	}
	for _, col := range t.Columns {
		if p.has.column(col.Stored) == nil {
			names = append(names, col.Quoted)
		}
	}
	for _, x := range p.has.indexes {
		if x.text == "" {
			list := make([]string, len(x.columns))
			for i, name := range x.columns {
				list[i] = quote(name)
			}
			kept = append(kept, "UNIQUE ("+strings.Join(list, ", ")+")")
		}
	}
	p.add(nil, createText(t, fresh, p.has, kept), why)
	if t.PK != nil && t.PK.Auto {
		p.add(t.PK, "INSERT INTO sqlite_sequence (name, seq) SELECT "+literal(fresh)+", seq FROM sqlite_sequence WHERE name = "+literal(t.Name)+" COLLATE NOCASE",
			"numbers once given are not given again")
	}
	list := strings.Join(names, ", ")
	order := ""
	if p.has.rowid != "" {
		order = " ORDER BY " + p.has.rowid
	}
	move := p.add(p.altered, "INSERT INTO "+quote(fresh)+" ("+list+") SELECT "+list+" FROM "+t.Quoted+order, "the records move")
	if len(p.losses) > 0 {
		move.Loses, move.Why = strings.Join(p.losses, " and "), why
	}
	s := p.add(nil, "DROP TABLE "+t.Quoted, "the new table takes its place")
	if len(p.has.special) > 0 {
		s.Loses = strings.Join(p.has.special, ", ") + " of the table's definition"
	}
	p.add(nil, "ALTER TABLE "+quote(fresh)+" RENAME TO "+t.Quoted, "the new table takes its place")
	for _, x := range p.has.indexes {
		if x.text != "" && !p.ours(x.name) {
			p.add(nil, x.text, "the index is not ours")
		}
	}
	for _, text := range p.has.triggers {
		p.add(nil, text, "the trigger is not ours")
	}
}

// declaration is a column that no attribute declares: what this package made
// is no longer required, others' columns stay as they are.
func (f *found) declaration(made bool) string {
	d := strings.TrimSpace(quote(f.name) + " " + f.typ)
	if f.notNull && !made {
		d += " NOT NULL"
	}
	if f.fallback != "" {
		d += " DEFAULT (" + f.fallback + ")"
	}
	return d
}

// indexes makes those that are missing, which are all when the table is new.
func (p *planner) indexes(all bool) error {
	for _, x := range indexes(p.t) {
		if !all && slices.ContainsFunc(p.has.indexes, func(f foundIndex) bool { return strings.EqualFold(f.name, x.name) }) {
			continue
		}
		served := func(f foundIndex) bool {
			return x.unique && f.unique && !f.partial && len(f.columns) == 1 && strings.EqualFold(f.columns[0], x.column.Stored)
		}
		had := slices.IndexFunc(p.has.indexes, served)
		if had >= 0 && !p.ours(p.has.indexes[had].name) {
			continue // someone else's does the same
		}
		if x.unique { // with another type, values may be the same now
			if err := p.distinct(x.column, x.column.Quoted); err != nil {
				return err
			}
		}
		p.add(x.column, indexText(p.t, x), x.why())
	}
	return nil
}

// dropUndeclared drops the columns made by this package that are not declared any
// more; those with values only for who allows that.
func (p *planner) dropUndeclared() error {
	for _, f := range p.has.columns {
		if f.name == extraColumn || p.t.Column(f.name) != nil || !p.made(f.name) || p.has.used(f.name, p.ours) {
			continue
		}
		n, err := p.count(quote(f.name), "")
		if err != nil {
			return err
		}
		s := p.add(nil, "ALTER TABLE "+p.t.Quoted+" DROP COLUMN "+quote(f.name), fmt.Sprintf("the column %q is no longer declared", f.name))
		s.Optional = true
		if n > 0 {
			s.Loses = fmt.Sprintf("%s of %q", orm.Amount(n, "value"), f.name)
		}
	}
	return nil
}

// made says that the column is of this package's making.
func (p *planner) made(name string) bool {
	return slices.Contains(p.owned, strings.ToLower(name))
}

// ours says that an index is of this package's making.
func (p *planner) ours(name string) bool {
	return strings.HasPrefix(name, p.t.Name+"_") &&
		(strings.HasSuffix(name, "_unique") || strings.HasSuffix(name, "_nocase") || strings.HasSuffix(name, "_index"))
}

// count is the number of values of the expression, "*" for records.
func (p *planner) count(what, where string) (n int64, err error) {
	text := "SELECT count(" + what + ") FROM " + p.t.Quoted
	if where != "" {
		text += " WHERE " + where
	}
	err = p.c.query([]byte(text), nil, func(stmt *sqlite.Stmt) error {
		n = stmt.ColumnInt64(0)
		return nil
	})
	return n, err
}
