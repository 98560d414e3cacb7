package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/schema"
)

// columns adds the columns that are missing and changes those that do not fit.
func (p *planner) columns() error {
	for i := range p.t.Columns {
		c := &p.t.Columns[i]
		want, err := p.dialect.column(c)
		if err != nil {
			return err
		}
		if have := p.found(c.Name); have == nil {
			err = p.addColumn(c, want)
		} else {
			err = p.alterColumn(c, have, want)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// grow adds the columns that are missing and changes nothing else.
func (p *planner) grow() error {
	if p.dialect == SQLite && slices.ContainsFunc(p.t.PrimaryKey, func(name string) bool { return p.found(name) == nil }) {
		return nil // lifting refuses it
	}
	for i := range p.t.Columns {
		c := &p.t.Columns[i]
		if p.found(c.Name) != nil || p.isKey(c.Name) {
			continue
		}
		want, err := p.dialect.column(c)
		if err != nil {
			return err
		}
		if err := p.addColumn(c, want); err != nil {
			return err
		}
	}
	return nil
}

func (p *planner) addColumn(c *Column, want *schema.Column) error {
	if c.Former == nil || p.found(c.Former.Column) == nil {
		return p.addEmptyColumn(c, want)
	}
	first := len(p.steps)
	if err := p.addEmptyColumn(c, want); err != nil {
		return err
	}
	return p.promote(c, first)
}

// addEmptyColumn adds a column without moving values into it.
func (p *planner) addEmptyColumn(c *Column, want *schema.Column) error {
	why := fmt.Sprintf("the attribute %q is new", cmp.Or(c.Attribute, c.Name))
	if p.isKey(c.Name) && c.AutoIncrement {
		if p.dialect == MySQL { // only together with the key
			p.also = append(p.also, &schema.AddColumn{C: want})
			return nil
		}
		_, err := p.change(c, why, &schema.AddColumn{C: want})
		return err
	}
	if (c.Null && !p.isKey(c.Name)) || c.Default != "" || p.rows == 0 && p.dialect != SQLite {
		if p.isKey(c.Name) {
			want.Type.Null = false
		}
		if c.Backfill != "" && want.Default == nil && p.rows > 0 {
			want.Default = &schema.RawExpr{X: c.Backfill}
		}
		_, err := p.change(c, why, &schema.AddColumn{C: want})
		return err
	}
	loose := *want
	loose.Type = &schema.ColumnType{Type: want.Type.Type, Raw: want.Type.Raw, Null: true}
	if _, err := p.change(c, why, &schema.AddColumn{C: &loose}); err != nil || p.isKey(c.Name) {
		return err // nothing can be the key of the records: see key
	}
	missing := p.rows
	if p.dialect == SQLite && missing > 0 {
		var err error
		if missing, err = p.count("*", p.source(c.Name)+" IS NULL"); err != nil {
			return err
		}
	}
	if missing > 0 {
		if err := p.fill(c, want, missing, false); err != nil {
			return err
		}
	}
	strict := *want
	_, err := p.change(c, fmt.Sprintf("%q has to have a value", c.Name), &schema.ModifyColumn{From: &loose, To: &strict, Change: schema.ChangeNull})
	return err
}

// fill gives the records without a value of the column one; exists says that
// the column is not new.
func (p *planner) fill(c *Column, want *schema.Column, n int64, exists bool) error {
	value := cmp.Or(c.Fill, c.Empty, p.dialect.kindOf(want.Type.Type).emptyValue())
	q := p.dialect.quote(c.Name)
	if p.unique(c.Name) {
		taken := int64(0)
		if exists || c.Former != nil {
			var err error
			if taken, err = p.count("*", p.fresh(c.Name)+" = "+value); err != nil {
				return err
			}
		}
		if n+taken > 1 { // they cannot all have it
			s := p.add(c, "DELETE FROM "+p.dialect.qualified(p.t)+" WHERE "+q+" IS NULL", fmt.Sprintf("%q has to have a value of its own", c.Name))
			s.Loses, s.Cleanup = amount(n, "record")+fmt.Sprintf(" without a value of %q", c.Name), true
			return nil
		}
	}
	set := q + " = " + value
	if c.Former != nil && p.found(c.Former.Column) != nil {
		set += ", " + c.Former.Clear
	}
	s := p.add(c, "UPDATE "+p.dialect.qualified(p.t)+" SET "+set+" WHERE "+q+" IS NULL", fmt.Sprintf("%q has to have a value", c.Name))
	if exists || c.Fill == "" {
		s.Loses = fmt.Sprintf("the absence of %q in %s, which would become %s", c.Name, amount(n, "record"), value)
	}
	return nil
}

// alterColumn changes the type of a column and whether it has to have a value.
func (p *planner) alterColumn(c *Column, have, want *schema.Column) error {
	to := *have
	to.Type = &schema.ColumnType{Type: have.Type.Type, Raw: have.Type.Raw, Null: have.Type.Null}
	haveKind, wantKind := p.dialect.kindOf(have.Type.Type), p.dialect.kindOf(want.Type.Type)
	// Another's column may be narrower than ours would be.
	tolerable := haveKind.class == wantKind.class && haveKind.class != other && !slices.Contains(p.made.Columns, have.Name)
	tolerable = tolerable || p.dialect == SQLite && haveKind == numeric && c.Numeric
	if !tolerable && !p.dialect.fits(haveKind, wantKind) {
		var done bool
		var err error
		if done, err = p.retype(c, have, want, &to, haveKind, wantKind); done || err != nil {
			return err
		}
	}
	p.rekeyed(c, have)
	switch {
	case p.isKey(c.Name):
		return p.number(c, &to)
	case p.wasKey(c.Name):
		return nil // see loosen
	case c.Null && !to.Type.Null && have.Default == nil && !p.numbered(have):
		from := to
		from.Type = &schema.ColumnType{Type: to.Type.Type, Raw: to.Type.Raw}
		to.Type.Null = true
		_, err := p.change(c, fmt.Sprintf("%q may be empty", c.Name), &schema.ModifyColumn{From: &from, To: &to, Change: schema.ChangeNull})
		return err
	case !c.Null && to.Type.Null:
		n, err := p.count("*", p.value(c.Name)+" IS NULL")
		if err != nil {
			return err
		}
		if n > 0 {
			if err := p.fill(c, want, n, true); err != nil {
				return err
			}
		}
		from := to
		from.Type = &schema.ColumnType{Type: to.Type.Type, Raw: to.Type.Raw, Null: true}
		to.Type.Null = false
		_, err = p.change(c, fmt.Sprintf("%q has to have a value", c.Name), &schema.ModifyColumn{From: &from, To: &to, Change: schema.ChangeNull})
		return err
	}
	return nil
}

// fresh is value, also of columns that are new.
func (p *planner) fresh(name string) string {
	if p.found(name) != nil {
		return p.value(name)
	}
	q := p.source(name)
	if c := p.wantedColumn(name); c != nil && c.Former != nil && !c.Former.JSON {
		return cmp.Or(convertSQLite(q, affinity(c.Type)).value, q)
	}
	return q
}

// value is the SQL of a column's value as it will be.
func (p *planner) value(name string) string {
	q := p.dialect.quote(name)
	if convert := p.converted[name]; convert != nil {
		return convert(q)
	}
	return q
}

// dropUndeclared drops the columns made by this package that are not declared any
// more; those with values only for who allows that.
func (p *planner) dropUndeclared() error {
	for _, c := range p.has.Columns {
		if p.wantedColumn(c.Name) != nil || c.Name == p.t.Keep || !slices.Contains(p.made.Columns, c.Name) {
			continue
		}
		if p.used(c) {
			continue
		}
		n, err := p.count(p.dialect.quote(c.Name), "")
		if err != nil {
			return err
		}
		why := fmt.Sprintf("the column %q is no longer declared", c.Name)
		if n > 0 && !c.Type.Null && c.Default == nil && !p.numbered(c) && p.dialect != SQLite && !p.offline() { // else done by rebuild, or dropped at once
			to := *c
			to.Type = &schema.ColumnType{Type: c.Type.Type, Raw: c.Type.Raw, Null: true}
			if _, err := p.change(nil, why+" and cannot be required", &schema.ModifyColumn{From: c, To: &to, Change: schema.ChangeNull}); err != nil {
				return err
			}
		}
		s, err := p.change(nil, why, &schema.DropColumn{C: c})
		if err != nil {
			return err
		}
		s.Optional = true
		if n > 0 {
			s.Loses = fmt.Sprintf("%s of %q", amount(n, "value"), c.Name)
		}
	}
	return nil
}

// used says that something of another's making depends on the column.
func (p *planner) used(c *schema.Column) bool {
	for _, x := range p.has.Indexes {
		if slices.Contains(p.made.Indexes, x.Name) {
			continue
		}
		for _, part := range x.Parts {
			raw, isExpr := part.X.(*schema.RawExpr)
			if part.C == c || isExpr && strings.Contains(raw.X, c.Name) {
				return true
			}
		}
	}
	if p.dialect == SQLite && p.mentions(c.Name) {
		return true
	}
	for _, f := range p.has.ForeignKeys {
		if slices.Contains(f.Columns, c) {
			return true
		}
	}
	for _, a := range p.has.Attrs {
		if check, ok := a.(*schema.Check); ok && strings.Contains(check.Expr, c.Name) {
			return true
		}
	}
	return false
}
