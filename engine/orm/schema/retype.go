package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"

	"framework/engine/orm"
)

// retype changes the type of a column. done says that the column is new then.
func (p *planner) retype(c *Column, have, want, to *schema.Column, haveKind, wantKind kind) (done bool, err error) {
	q := p.dialect.quote(c.Name)
	why := fmt.Sprintf("%q changes from %s to %s", c.Name, p.dialect.formatType(plain(have.Type.Type)), p.dialect.formatType(plain(want.Type.Type)))
	conv, ok := p.dialect.convert(q, haveKind, wantKind)
	if !ok {
		n, err := p.count(q, "")
		if err != nil {
			return true, err
		}
		if n > 0 && p.isKey(c.Name) {
			return true, fmt.Errorf("%s, and there is no way from one to the other for a key", why)
		}
		s, err := p.change(c, why, &schema.DropColumn{C: have})
		if err != nil {
			return true, err
		}
		if n > 0 {
			s.Loses = fmt.Sprintf("%s of %q, which cannot be converted", amount(n, "value"), c.Name)
		}
		for _, x := range p.has.Indexes {
			if slices.ContainsFunc(x.Parts, func(part *schema.IndexPart) bool { return part.C == have }) {
				p.dropped[x] = true
			}
		}
		*have = *want // what comes later starts from it
		p.replaced[c.Name] = true
		return true, p.addColumn(c, want)
	}
	if conv.valid != "" {
		if err := p.unconvertible(c, have, wantKind, conv, why); err != nil {
			return false, err
		}
	}
	loses := ""
	if conv.exact != "" {
		exact := "NOT (" + conv.exact + ")"
		if conv.valid != "" {
			exact = "CASE WHEN " + conv.valid + " THEN " + exact + " ELSE false END"
		}
		n, err := p.count(q, q+" IS NOT NULL AND "+exact)
		if err != nil {
			return false, err
		}
		if n > 0 {
			loses = fmt.Sprintf("the exact form of %s of %q", amount(n, "value"), c.Name)
		}
	}
	p.converted[c.Name] = func(q string) string {
		conv, _ := p.dialect.convert(q, haveKind, wantKind)
		value := cmp.Or(conv.using, conv.value, q)
		if p.dialect == PostgreSQL && conv.using == "" {
			value = q + "::" + p.dialect.formatType(plain(want.Type.Type))
		}
		if conv.valid != "" {
			value = "CASE WHEN " + conv.valid + " THEN " + value + " END"
		}
		return "(" + value + ")"
	}
	if p.uniqueColumn(c.Name) {
		if err := p.distinct([]string{c.Name}, nil, true); err != nil {
			return false, err
		}
	}
	if conv.prepare != "" && p.rows > 0 {
		p.add(c, "UPDATE "+p.dialect.qualified(p.t)+" SET "+q+" = "+conv.prepare+" WHERE "+q+" IS NOT NULL", why).Loses = loses
	}
	from := *to
	to.Type = &schema.ColumnType{Type: plain(want.Type.Type), Raw: want.Type.Raw, Null: have.Type.Null}
	change := &schema.ModifyColumn{From: &from, To: to, Change: schema.ChangeType}
	if haveKind.class != wantKind.class {
		to.Attrs = slices.DeleteFunc(slices.Clone(to.Attrs), textAttribute)
		if to.Default != nil {
			to.Default = nil
			change.Change |= schema.ChangeDefault
		}
		if p.dialect == PostgreSQL {
			change.Extra = append(change.Extra, &postgres.ConvertUsing{X: cmp.Or(conv.using, q+"::"+p.dialect.formatType(to.Type.Type))})
		}
	}
	s, err := p.change(c, why, change)
	if err != nil {
		return false, err
	}
	s.Loses = loses
	if conv.finish != "" && p.rows > 0 {
		p.add(c, "UPDATE "+p.dialect.qualified(p.t)+" SET "+q+" = "+conv.finish+" WHERE "+q+" IS NOT NULL", why)
	}
	*have = *to // what comes later starts from it
	return false, nil
}

// textAttribute says that only text has such an attribute.
func textAttribute(a schema.Attr) bool {
	switch a.(type) {
	case *schema.Charset, *schema.Collation:
		return true
	}
	return false
}

// plain is the type of a numbered column without the numbering.
func plain(t schema.Type) schema.Type {
	if serial, ok := t.(*postgres.SerialType); ok {
		return serial.IntegerType()
	}
	return t
}

// unconvertible empties the values that have no form in the new type.
func (p *planner) unconvertible(c *Column, have *schema.Column, want kind, conv conversion, why string) error {
	q := p.dialect.quote(c.Name)
	where := q + " IS NOT NULL AND NOT (" + conv.valid + ")"
	n, err := p.count(q, where)
	if err != nil || n == 0 {
		return err
	}
	var s *orm.Step
	switch {
	case p.isKey(c.Name):
		s = p.add(c, "DELETE FROM "+p.dialect.qualified(p.t)+" WHERE "+where, why)
		s.Loses = fmt.Sprintf("%s whose key %q cannot be converted", amount(n, "record"), c.Name)
		s.Cleanup = true
		return nil
	case !have.Type.Null && (p.unique(c.Name) || p.uniqueColumn(c.Name)): // they cannot all have the same
		s = p.add(c, "DELETE FROM "+p.dialect.qualified(p.t)+" WHERE "+where, why)
		s.Loses = fmt.Sprintf("%s whose %q cannot be converted", amount(n, "record"), c.Name)
		s.Cleanup = true
		return nil
	case have.Type.Null:
		s = p.add(c, "UPDATE "+p.dialect.qualified(p.t)+" SET "+q+" = NULL WHERE "+where, why)
	default:
		// It has to be a value of the old type, and to convert.
		old := p.dialect.kindOf(have.Type.Type)
		value := old.emptyValue()
		if old.class == text {
			if value = want.emptyValue(); !strings.HasPrefix(value, "'") {
				value = literal(value)
			}
		}
		s = p.add(c, "UPDATE "+p.dialect.qualified(p.t)+" SET "+q+" = "+value+" WHERE "+where, why)
	}
	s.Loses, s.Cleanup = fmt.Sprintf("%s of %q, which cannot be converted", amount(n, "value"), c.Name), true
	return nil
}
