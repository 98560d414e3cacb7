package mongo

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// record returns the record of a document: declared attributes in the order of the
// model, then the others. only are the attributes that were asked for, all if none.
func (c *collection) record(doc bson.Raw, only ...string) (*orm.Record, error) {
	elements, err := doc.Elements()
	if err != nil {
		return nil, err
	}
	at := make([]int, len(c.fields)) // where the document has a field; 0 for nowhere
	others := 0
	for i, e := range elements {
		if f := c.byColumn[e.Key()]; f != nil {
			at[f.at] = i + 1
		} else {
			others++
		}
	}
	r := orm.NewRecord(c.model)
	r.Map = *value.New(len(elements))
	for i, f := range c.fields {
		switch {
		case at[i] > 0:
			r.Set(f.attr.Name, bsonvalue.Decode(elements[at[i]-1].Value()))
		case c.whole && (len(only) == 0 || slices.Contains(only, f.attr.Name)):
			r.Set(f.attr.Name, value.CloneValue(f.attr.Backfill))
		}
	}
	if others == 0 || c.exact && c.model.Schema {
		return r, nil
	}
	for _, e := range elements {
		name := e.Key()
		if name == "_id" || c.byColumn[name] != nil || c.byName[name] != nil {
			continue
		}
		r.Set(name, bsonvalue.Decode(e.Value()))
	}
	return r, nil
}
