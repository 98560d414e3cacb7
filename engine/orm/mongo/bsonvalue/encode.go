package bsonvalue

import (
	"math"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/document"
	"framework/engine/value"
)

// ParseObjectID parses 24 hexadecimal digits.
func ParseObjectID(text string) (bson.ObjectID, bool) {
	id, ok := document.ParseObjectID(text)
	return bson.ObjectID(id), ok
}

// Encode returns a value for the driver: what is undefined is left out of documents. Whole numbers have the types that the driver
// for Node gives them.
func Encode(v any) any {
	switch v := v.(type) {
	case nil, bool:
		return v
	case string:
		return ValidText(v)
	case int:
		return encodeInteger(int64(v))
	case int64:
		return encodeInteger(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= math.MaxInt32 && !(v == 0 && math.Signbit(v)) {
			return int32(v)
		}
		return v
	case time.Time:
		return bson.NewDateTimeFromTime(v)
	case []byte:
		return bson.Binary{Data: v}
	case []any:
		list := make(bson.A, len(v))
		for i, member := range v {
			list[i] = Encode(member)
		}
		return list
	case *value.Map:
		return encodeObject(v)
	case *orm.Record:
		if v == nil {
			return nil
		}
		return encodeObject(&v.Map)
	case value.Undefined:
		return nil
	}
	if typed, ok := encodeTyped(v); ok {
		return typed
	}
	return Encode(value.Plain(v))
}

// exactIntegers are the whole numbers that a double has.
const exactIntegers = 1 << 53

func encodeInteger(n int64) any {
	switch {
	case n >= math.MinInt32 && n <= math.MaxInt32:
		return int32(n)
	case n >= -exactIntegers && n <= exactIntegers:
		return float64(n)
	}
	return n
}

func encodeObject(m *value.Map) any {
	doc := make(bson.D, 0, m.Len())
	for name, member := range m.All() {
		if _, undefined := member.(value.Undefined); !undefined {
			doc = append(doc, bson.E{Key: ValidText(name), Value: Encode(member)})
		}
	}
	return doc
}

// ValidText replaces what is no UTF-8, which a document cannot have.
func ValidText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
