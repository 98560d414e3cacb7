package bsonvalue

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/value"
)

// Decode returns a value of the database. ObjectIDs are text.
func Decode(v bson.RawValue) any {
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
		return decodeObject(v.Document(), Decode)
	case bson.TypeArray:
		return decodeList(v.Array(), Decode)
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
