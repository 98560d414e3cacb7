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

// column is the wanted column in the library's words.
func (d Dialect) column(c *Column) (*schema.Column, error) {
	typ, err := d.parseType(c.Type)
	if _, unknown := typ.(*schema.UnsupportedType); err == nil && unknown && d != SQLite {
		err = fmt.Errorf("the database has no such type")
	}
	if err != nil {
		return nil, fmt.Errorf("column %q: type %q: %w", c.Name, c.Type, err)
	}
	out := &schema.Column{Name: c.Name, Type: &schema.ColumnType{Type: typ, Raw: c.Type, Null: c.Null}}
	if c.AutoIncrement {
		out.Type.Null = false
		if d == MySQL {
			out.Attrs = append(out.Attrs, &mysql.AutoIncrement{})
		} else if d == SQLite {
			out.Attrs = append(out.Attrs, &sqlite.AutoIncrement{})
		} else if t, ok := typ.(*schema.IntegerType); ok {
			serial := &postgres.SerialType{}
			serial.SetType(t)
			out.Type.Type = serial
		}
	}
	if c.Default != "" {
		out.Default = &schema.RawExpr{X: c.Default}
	}
	return out, nil
}

// table is the wanted table in the library's words.
func (d Dialect) table(t *Table, in *schema.Schema) (*schema.Table, error) {
	if len(t.Columns) == 0 {
		return nil, errNoColumns
	}
	out := &schema.Table{Name: t.Name, Schema: in}
	if d == MySQL && t.Charset != "" {
		out.SetCharset(t.Charset)
	}
	if d == MySQL && t.Collation != "" {
		out.SetCollation(t.Collation)
	}
	for i := range t.Columns {
		c, err := d.column(&t.Columns[i])
		if err != nil {
			return nil, err
		}
		if slices.Contains(t.PrimaryKey, c.Name) {
			c.Type.Null = false
		}
		out.AddColumns(c)
	}
	if len(t.PrimaryKey) > 0 {
		key, err := d.primaryKey(t.PrimaryKey, out)
		if err != nil {
			return nil, err
		}
		out.SetPrimaryKey(key)
	}
	return out, nil
}

func (d Dialect) primaryKey(names []string, in *schema.Table) (*schema.Index, error) {
	key := &schema.Index{Unique: true, Table: in}
	for i, name := range names {
		c, ok := in.Column(name)
		if !ok {
			return nil, fmt.Errorf("the key %q is no column", name)
		}
		key.Parts = append(key.Parts, &schema.IndexPart{SeqNo: i, C: c})
	}
	return key, nil
}

// maxPrefix is how many characters of a long text MySQL indexes.
const maxPrefix = 255

// index is the wanted index in the library's words.
func (d Dialect) index(x *Index, in *schema.Table) (*schema.Index, error) {
	out := &schema.Index{Name: x.Name, Unique: x.Unique, Table: in}
	for i, p := range x.Parts {
		c, ok := in.Column(p.Column)
		if !ok {
			return nil, fmt.Errorf("index %q: there is no column %q", x.Name, p.Column)
		}
		part := &schema.IndexPart{SeqNo: i}
		if p.Lower && d == PostgreSQL {
			part.X = &schema.RawExpr{X: "lower(" + d.quote(c.Name) + ")"}
		} else if p.Lower && d == SQLite {
			part.X = &schema.RawExpr{X: d.quote(c.Name) + noCase}
		} else {
			part.C = c
		}
		if d == MySQL && !x.Unique {
			if k := d.kindOf(c.Type.Type); (k.class == text || k.class == blob) && k.capacity > 3*maxPrefix {
				part.Attrs = append(part.Attrs, &mysql.SubPart{Len: maxPrefix})
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// satisfies says that the index there is does what the wanted one would.
func (d Dialect) satisfies(have *schema.Index, want *Index) bool {
	if have == nil || want.Unique && !have.Unique || len(have.Parts) < len(want.Parts) {
		return false
	}
	if want.Unique && len(have.Parts) != len(want.Parts) {
		return false // unique together is less
	}
	for _, a := range have.Attrs {
		switch a := a.(type) {
		case *postgres.IndexPredicate:
			return false
		case *postgres.IndexType:
			if !strings.EqualFold(a.T, postgres.IndexTypeBTree) {
				return false
			}
		case *sqlite.IndexPredicate:
			return false
		case *mysql.IndexType:
			if a.T == mysql.IndexTypeFullText || a.T == mysql.IndexTypeSpatial {
				return false
			}
		}
	}
	for i, p := range want.Parts {
		if !d.samePart(have.Parts[i], p, want.Unique) {
			return false
		}
	}
	return true
}

func (d Dialect) samePart(have *schema.IndexPart, want Part, unique bool) bool {
	if have.C != nil {
		prefix := slices.ContainsFunc(have.Attrs, func(a schema.Attr) bool { _, ok := a.(*mysql.SubPart); return ok })
		return d.sameName(have.C.Name, want.Column) && (!want.Lower || d == MySQL) && (!prefix || !unique)
	}
	raw, ok := have.X.(*schema.RawExpr)
	if !ok || !want.Lower {
		return false
	}
	if d == SQLite {
		return raw.X == d.quote(want.Column)+noCase
	}
	// PostgreSQL says lower(a), lower("A") or lower((a)::text).
	rest, ok := strings.CutPrefix(strings.TrimLeft(raw.X, "("), "lower(")
	if !ok {
		return false
	}
	inner, _, _ := strings.Cut(rest, "::")
	inner = strings.Trim(inner, "() ")
	if unquoted, err := unquote(inner); err == nil {
		inner = unquoted
	}
	return inner == want.Column
}

func unquote(s string) (string, error) {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return "", fmt.Errorf("%s is not quoted", s)
	}
	return strings.ReplaceAll(s[1:len(s)-1], `""`, `"`), nil
}

// sameName compares the names of columns.
func (d Dialect) sameName(a, b string) bool {
	if d == PostgreSQL {
		return a == b
	}
	return strings.EqualFold(a, b)
}
