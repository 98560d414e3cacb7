package mongo

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// collection is a model as the database has it.
type collection struct {
	model    *orm.Model
	name     string
	fields   []*field // in the order of the model
	byName   map[string]*field
	byColumn map[string]*field
	key      *field // the primary key
	// ignoresCase: equality of text does.
	ignoresCase bool
	exact       bool // Options.Exact
	// whole: records have all attributes, also those that the document lacks.
	whole bool
}

// field is a stored attribute.
type field struct {
	attr   *orm.Attribute
	at     int // the index in fields
	column string
	// objectID: the values are keys, which are ObjectIDs in the database.
	objectID bool
}

// compile returns the collection of a model.
func (db *DB) compile(m *orm.Model) *collection {
	c := &collection{
		model: m, name: m.Table, byName: map[string]*field{}, byColumn: map[string]*field{},
		ignoresCase: !db.opts.CaseSensitive && !db.opts.Exact, exact: db.opts.Exact,
		whole: db.opts.Exact && m.Schema,
	}
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		f := &field{attr: a, at: len(c.fields), column: a.Column}
		if f.column == "" {
			f.column = a.Name
		}
		if a.Name == m.PrimaryKey {
			c.key = f
			if f.column == "id" {
				f.column = "_id"
			}
		}
		f.objectID = db.isObjectID(m, a)
		c.fields = append(c.fields, f)
		c.byName[a.Name] = f
		c.byColumn[f.column] = f
	}
	return c
}

// isObjectID reports whether values of the attribute are ObjectIDs in the database:
// it is the key of a model, or refers to one.
func (db *DB) isObjectID(m *orm.Model, a *orm.Attribute) bool {
	if db.opts.PlainKeys || a.Kind != orm.KindString && a.Kind != orm.KindText {
		return false
	}
	if strings.EqualFold(a.Type, "objectid") {
		return true
	}
	if a.Name == m.PrimaryKey && (a.Column == "id" || a.Column == "_id" || a.Column == "" && a.Name == "id") {
		return !plain(m)
	}
	target := referred(m, a)
	if target == nil {
		return false
	}
	if _, here := target.Adapter().(*DB); !here {
		return false
	}
	key := target.Attribute(target.PrimaryKey)
	return key != nil && key != a && db.isObjectID(target, key)
}

func plain(m *orm.Model) bool { return m.Definition != nil && m.Definition.PlainKeys }

// referred is the model whose keys the attribute holds, nil if it is no reference.
func referred(m *orm.Model, a *orm.Attribute) *orm.Model {
	o := m.ORM()
	if o == nil {
		return nil
	}
	if a.Assoc != nil && !a.Assoc.Collection {
		return o.Model(a.Assoc.Target)
	}
	if !m.Junction || a.PrimaryKey {
		return nil
	}
	for _, other := range o.Models() {
		for _, link := range other.Associations {
			switch {
			case link.Through != m.Identity:
			case link.Near == a.Name:
				return other
			case link.Far == a.Name:
				return o.Model(link.Target)
			}
		}
	}
	return nil
}

// path returns what a query calls an attribute, or a member of what one holds
// (address.city); nil is returned for undeclared attributes and for members.
func (c *collection) path(name string) (string, *field, error) {
	if f := c.byName[name]; f != nil {
		return f.column, f, nil
	}
	if name == "_id" || name == "id" && c.key.column == "_id" {
		if f := c.byColumn["_id"]; f != nil {
			return "_id", f, nil
		}
		return "_id", nil, nil
	}
	if strings.HasPrefix(name, "$") || name == "" || strings.Contains(name, "\x00") {
		return "", nil, &orm.UsageError{Reason: "there is no attribute `" + name + "`", Clause: "where"}
	}
	if head, rest, ok := strings.Cut(name, "."); ok {
		if f := c.byName[head]; f != nil {
			return f.column + "." + rest, nil, nil
		}
	}
	return name, nil, nil
}

// encode returns a value of the field as the database has it.
func (f *field) encode(v any) any {
	if f.objectID {
		if text, ok := v.(string); ok {
			if id, ok := bsonvalue.ParseObjectID(text); ok {
				return id
			}
		}
	}
	return bsonvalue.Encode(v)
}

// stored returns the value of an attribute for a document. With Options.Exact text that
// is no ObjectID is refused where one is needed, as in 1.x.
func (c *collection) stored(name string, v any) (any, error) {
	f := c.byName[name]
	if f == nil {
		return bsonvalue.Encode(v), nil
	}
	out := f.encode(v)
	if c.exact && f.objectID && v != nil {
		if _, ok := out.(bson.ObjectID); !ok {
			what := "replacement foreign key value provided for association (`" + name + "`)"
			if f == c.key {
				what = "primary key value provided for `" + name + "`"
			}
			return nil, &orm.UsageError{Reason: "Invalid " + what + ".  Cannot interpret `" + value.Inspect(v) + "` as a Mongo id."}
		}
	}
	return out, nil
}
