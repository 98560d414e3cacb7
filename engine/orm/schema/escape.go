package schema

import (
	"strings"

	"ariga.io/atlas/sql/schema"
)

// escape doubles the quotes in the names that changes are about, for the
// library puts names between quotes as they are. The names are their own again
// after restore.
func (d Dialect) escape(changes []schema.Change) (restore func()) {
	e := escaping{mark: `"`, was: map[*string]string{}}
	if d == MySQL {
		e.mark = "`"
	}
	e.changes(changes)
	return func() {
		for name, was := range e.was {
			*name = was
		}
	}
}

type escaping struct {
	mark string
	was  map[*string]string // the names that were changed
}

func (e *escaping) name(name *string) {
	if _, done := e.was[name]; done || !strings.Contains(*name, e.mark) {
		return
	}
	e.was[name] = *name
	*name = strings.ReplaceAll(*name, e.mark, e.mark+e.mark)
}

func (e *escaping) table(t *schema.Table) {
	e.name(&t.Name)
	for _, c := range t.Columns {
		e.name(&c.Name)
	}
	for _, x := range t.Indexes {
		e.index(x)
	}
	if t.PrimaryKey != nil {
		e.index(t.PrimaryKey)
	}
}

func (e *escaping) index(x *schema.Index) {
	e.name(&x.Name)
	for _, part := range x.Parts {
		if part.C != nil {
			e.name(&part.C.Name)
		}
	}
}

func (e *escaping) changes(list []schema.Change) {
	for _, change := range list {
		switch c := change.(type) {
		case *schema.AddTable:
			e.table(c.T)
		case *schema.DropTable:
			e.table(c.T)
		case *schema.ModifyTable:
			e.table(c.T)
			e.changes(c.Changes)
		case *schema.AddColumn:
			e.name(&c.C.Name)
		case *schema.DropColumn:
			e.name(&c.C.Name)
		case *schema.ModifyColumn:
			e.name(&c.From.Name)
			e.name(&c.To.Name)
		case *schema.AddIndex:
			e.index(c.I)
		case *schema.DropIndex:
			e.index(c.I)
		case *schema.ModifyIndex:
			e.index(c.From)
			e.index(c.To)
		case *schema.AddPrimaryKey:
			e.index(c.P)
		case *schema.DropPrimaryKey:
			e.index(c.P)
		case *schema.ModifyPrimaryKey:
			e.index(c.From)
			e.index(c.To)
		}
	}
}
