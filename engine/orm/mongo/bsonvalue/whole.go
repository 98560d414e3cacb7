package bsonvalue

import (
	"math"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm/document"
	"framework/engine/value"
)

// EncodeWhole is Encode for code that talks to the database itself: what is undefined
// is null, as the driver for Node has it, and no condition is lost by it.
func EncodeWhole(v any) any {
	switch v := v.(type) {
	case value.Undefined:
		return nil
	case []any:
		list := make(bson.A, len(v))
		for i, member := range v {
			list[i] = EncodeWhole(member)
		}
		return list
	case *value.Map:
		if v == nil {
			return nil
		}
		doc := make(bson.D, 0, v.Len())
		for name, member := range v.All() {
			doc = append(doc, bson.E{Key: ValidText(name), Value: EncodeWhole(member)})
		}
		return doc
	}
	return Encode(v)
}

// encodeTyped returns a value of package document for the driver.
func encodeTyped(v any) (out any, ok bool) {
	switch v := v.(type) {
	case document.ObjectID:
		return bson.ObjectID(v), true
	case document.Long:
		return int64(v), true
	case document.Double:
		return float64(v), true
	case document.Decimal:
		d, err := bson.ParseDecimal128(string(v))
		if err != nil {
			return string(v), true
		}
		return d, true
	case document.Binary:
		return bson.Binary{Subtype: v.Subtype, Data: v.Data}, true
	case document.Regexp:
		return bson.Regex{Pattern: v.Pattern, Options: v.Options}, true
	case document.Timestamp:
		return bson.Timestamp{T: v.Seconds, I: v.Increment}, true
	case document.Code:
		return bson.JavaScript(v), true
	case document.MinKey:
		return bson.MinKey{}, true
	case document.MaxKey:
		return bson.MaxKey{}, true
	}
	return nil, false
}

// DecodeWhole returns the members of a document, with the types of package document.
func DecodeWhole(doc bson.Raw) *value.Map { return decodeObject(doc, decodeTyped) }

// decodeTyped is Decode that keeps the types which JSON does not have.
func decodeTyped(v bson.RawValue) any {
	switch v.Type {
	case bson.TypeObjectID:
		return document.ObjectID(v.ObjectID())
	case bson.TypeInt64:
		if n := v.Int64(); n > exactIntegers || n < -exactIntegers {
			return document.Long(n)
		}
	case bson.TypeDouble:
		if f := v.Double(); math.IsNaN(f) || math.IsInf(f, 0) {
			return f
		}
	case bson.TypeBinary:
		subtype, data := v.Binary()
		return document.Binary{Subtype: subtype, Data: append([]byte{}, data...)}
	case bson.TypeRegex:
		pattern, options := v.Regex()
		return document.Regexp{Pattern: pattern, Options: options}
	case bson.TypeDecimal128:
		return document.Decimal(v.Decimal128().String())
	case bson.TypeTimestamp:
		t, i := v.Timestamp()
		return document.Timestamp{Seconds: t, Increment: i}
	case bson.TypeJavaScript:
		return document.Code(v.JavaScript())
	case bson.TypeMinKey:
		return document.MinKey{}
	case bson.TypeMaxKey:
		return document.MaxKey{}
	case bson.TypeEmbeddedDocument:
		return DecodeWhole(v.Document())
	case bson.TypeArray:
		return decodeList(v.Array(), decodeTyped)
	}
	return Decode(v)
}
