package mongo

import (
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
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
			r.Set(f.attr.Name, decode(elements[at[i]-1].Value()))
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
		r.Set(name, decode(e.Value()))
	}
	return r, nil
}

// decode returns a value of the database. ObjectIDs are text.
func decode(v bson.RawValue) any {
	switch v.Type {
	case bson.TypeString:
		return v.StringValue()
	case bson.TypeInt32:
		return int64(v.Int32())
	case bson.TypeInt64:
		return v.Int64()
	case bson.TypeDouble:
		return value.Number(v.Double())
	case bson.TypeBoolean:
		return v.Boolean()
	case bson.TypeObjectID:
		return v.ObjectID().Hex()
	case bson.TypeDateTime:
		return time.UnixMilli(v.DateTime()).UTC()
	case bson.TypeNull, bson.TypeUndefined:
		return nil
	case bson.TypeBinary:
		_, data := v.Binary()
		return append([]byte{}, data...)
	case bson.TypeSymbol:
		return v.Symbol()
	case bson.TypeEmbeddedDocument:
		return decodeObject(v.Document(), decode)
	case bson.TypeArray:
		return decodeList(v.Array(), decode)
	case bson.TypeDecimal128:
		return value.Of("$numberDecimal", v.Decimal128().String())
	}
	// The types that records of projects do not have: as JSON of MongoDB.
	text, err := bson.MarshalExtJSON(bson.D{{Key: "v", Value: v}}, false, false)
	if err != nil {
		return nil
	}
	parsed, err := value.Parse(text)
	if err != nil {
		return nil
	}
	return parsed.(*value.Map).Value("v")
}

// decodeObject decodes the members of a document by member.
func decodeObject(doc bson.Raw, member func(bson.RawValue) any) *value.Map {
	elements, err := doc.Elements()
	if err != nil {
		return value.New(0)
	}
	out := value.New(len(elements))
	for _, e := range elements {
		out.Set(e.Key(), member(e.Value()))
	}
	return out
}

// decodeList decodes the members of a list by member; nil for a list that is broken.
func decodeList(list bson.RawArray, member func(bson.RawValue) any) any {
	values, err := list.Values()
	if err != nil {
		return nil
	}
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = member(v)
	}
	return out
}
