package schema

import (
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/mysql"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"
)

func (p *planner) isKey(name string) bool {
	return slices.ContainsFunc(p.t.PrimaryKey, func(k string) bool { return p.dialect.sameName(k, name) })
}

// numbered says that the database numbers the records by the column.
func (p *planner) numbered(c *schema.Column) bool {
	if _, ok := c.Type.Type.(*postgres.SerialType); ok {
		return true
	}
	for _, a := range c.Attrs {
		switch a.(type) {
		case *postgres.Identity, *mysql.AutoIncrement, *sqlite.AutoIncrement:
			return true
		}
	}
	return p.dialect == PostgreSQL && c.Default != nil
}

// number makes the database number the records by a key that exists. The
// numbers begin after those that are taken.
func (p *planner) number(c *Column, have *schema.Column) error {
	if !c.AutoIncrement || p.numbered(p.found(c.Name)) {
		return nil
	}
	why := fmt.Sprintf("the database numbers %q", c.Name)
	if p.dialect == SQLite {
		_, err := p.change(c, why, &schema.ModifyColumn{From: have, To: have, Change: schema.ChangeAttr})
		return err
	}
	if p.dialect == MySQL {
		to := *have
		to.Type = &schema.ColumnType{Type: have.Type.Type, Raw: have.Type.Raw}
		to.Default = nil
		to.Attrs = append(slices.Clone(have.Attrs), &mysql.AutoIncrement{})
		change := &schema.ModifyColumn{From: have, To: &to, Change: schema.ChangeAttr}
		if p.sameKey() {
			_, err := p.change(c, why, change)
			return err
		}
		p.also = append(p.also, change)
		return nil
	}
	sequence := p.dialect.qualified(&Table{Schema: p.t.Schema, Name: p.t.Name + "_" + c.Name + "_seq"})
	table, q := p.dialect.qualified(p.t), p.dialect.quote(c.Name)
	p.add(c, "CREATE SEQUENCE "+sequence+" OWNED BY "+table+"."+q, why)
	p.add(c, "SELECT setval("+literal(sequence)+", coalesce((SELECT max("+q+") FROM "+table+"), 0) + 1, false)", why)
	p.add(c, "ALTER TABLE "+table+" ALTER COLUMN "+q+" SET DEFAULT nextval("+literal(sequence)+")", why)
	return nil
}

// sameKey says that the primary key is the wanted one.
func (p *planner) sameKey() bool {
	if p.has.PrimaryKey == nil {
		return len(p.t.PrimaryKey) == 0
	}
	return slices.EqualFunc(p.has.PrimaryKey.Parts, p.t.PrimaryKey, func(part *schema.IndexPart, name string) bool {
		return part.C != nil && p.dialect.sameName(part.C.Name, name)
	})
}

// key changes the primary key.
func (p *planner) key() error {
	if p.sameKey() || len(p.t.PrimaryKey) == 0 {
		return nil
	}
	whole := slices.Clone(p.has.Columns)
	var changes []schema.Change
	if p.has.PrimaryKey != nil {
		changes = append(changes, &schema.DropPrimaryKey{P: p.has.PrimaryKey})
		changes = append(changes, p.unnumber()...)
	}
	changes = append(changes, p.also...)
	next := &schema.Table{Name: p.has.Name, Schema: p.has.Schema, Columns: whole}
	for _, name := range p.t.PrimaryKey {
		c := p.wantedColumn(name)
		if c == nil {
			return fmt.Errorf("the key %q is no column", name)
		}
		have := p.found(name)
		if have == nil {
			want, err := p.dialect.column(c)
			if err != nil {
				return err
			}
			next.AddColumns(want)
		}
		if err := p.unkeyed(c, have); err != nil {
			return err
		}
		if p.dialect == MySQL && (have == nil || have.Type.Null) && len(p.also) == 0 {
			// The key's columns cannot be null.
			want, err := p.dialect.column(c)
			if err != nil {
				return err
			}
			want.Type.Null = false
			if have != nil {
				want.Attrs, want.Default = have.Attrs, have.Default
			}
			changes = append(changes, &schema.ModifyColumn{From: want, To: want, Change: schema.ChangeNull})
		}
	}
	if err := p.distinct(p.t.PrimaryKey, nil, false); err != nil {
		return err
	}
	key, err := p.dialect.primaryKey(p.t.PrimaryKey, next)
	if err != nil {
		return err
	}
	changes = append(changes, &schema.AddPrimaryKey{P: key})
	_, err = p.change(p.wantedColumn(p.t.PrimaryKey[0]), fmt.Sprintf("%q becomes the key", strings.Join(p.t.PrimaryKey, ", ")), changes...)
	return err
}

// unnumber stops MySQL's numbering of columns that leave the key.
func (p *planner) unnumber() (changes []schema.Change) {
	if p.dialect != MySQL {
		return nil
	}
	for _, part := range p.has.PrimaryKey.Parts {
		if part.C == nil || p.isKey(part.C.Name) || !p.numbered(part.C) {
			continue
		}
		to := *part.C
		to.Type = &schema.ColumnType{Type: part.C.Type.Type, Raw: part.C.Type.Raw, Null: true}
		to.Attrs = slices.DeleteFunc(slices.Clone(to.Attrs), func(a schema.Attr) bool { _, ok := a.(*mysql.AutoIncrement); return ok })
		changes = append(changes, &schema.ModifyColumn{From: part.C, To: &to, Change: schema.ChangeAttr})
	}
	return changes
}

// wasKey says that the column leaves the key.
func (p *planner) wasKey(name string) bool {
	return p.has.PrimaryKey != nil && len(p.t.PrimaryKey) > 0 && !p.isKey(name) &&
		slices.ContainsFunc(p.has.PrimaryKey.Parts, func(part *schema.IndexPart) bool { return part.C != nil && p.dialect.sameName(part.C.Name, name) })
}

// loosen lets columns that left the key be empty.
func (p *planner) loosen() error {
	for i := range p.t.Columns {
		c := &p.t.Columns[i]
		if !c.Null || !p.wasKey(c.Name) {
			continue
		}
		have, why := p.found(c.Name), fmt.Sprintf("%q may be empty", c.Name)
		switch {
		case p.dialect == PostgreSQL:
			alter := "ALTER COLUMN " + p.dialect.quote(c.Name)
			sql := "ALTER TABLE " + p.dialect.qualified(p.t) + " " + alter + " DROP NOT NULL"
			if _, ok := have.Type.Type.(*postgres.SerialType); ok && !c.AutoIncrement {
				sql += ", " + alter + " DROP DEFAULT"
			}
			p.add(c, sql, why)
		case !p.numbered(have): // else done with the key
			to := *have
			to.Type = &schema.ColumnType{Type: have.Type.Type, Raw: have.Type.Raw, Null: true}
			if _, err := p.change(c, why, &schema.ModifyColumn{From: have, To: &to, Change: schema.ChangeNull}); err != nil {
				return err
			}
		}
	}
	return nil
}

// unkeyed removes the records that cannot have the new key.
func (p *planner) unkeyed(c *Column, have *schema.Column) error {
	where, n := p.dialect.quote(c.Name)+" IS NULL", p.rows
	if c.AutoIncrement && (have == nil || p.dialect == SQLite) {
		return nil // they are given one
	}
	if have != nil || p.dialect == SQLite {
		var err error
		if n, err = p.count("*", p.source(c.Name)+" IS NULL"); err != nil {
			return err
		}
	}
	if n > 0 {
		s := p.add(c, "DELETE FROM "+p.dialect.qualified(p.t)+" WHERE "+where, fmt.Sprintf("%q is the key", c.Name))
		s.Loses, s.Cleanup = amount(n, "record")+" without a value for the key", true
	}
	return nil
}
