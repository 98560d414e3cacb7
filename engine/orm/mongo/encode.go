package mongo

import (
	"math"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/document"
	"framework/engine/value"
)

// parseObjectID parses 24 hexadecimal digits.
func parseObjectID(text string) (bson.ObjectID, bool) {
	id, ok := document.ParseObjectID(text)
	return bson.ObjectID(id), ok
}

// encode returns a value for the driver. Whole numbers have the types that the driver
// for Node gives them.
func encode(v any) any {
	switch v := v.(type) {
	case nil, bool:
		return v
	case string:
		return validText(v)
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
			list[i] = encode(member)
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
	return encode(value.Plain(v))
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
			doc = append(doc, bson.E{Key: validText(name), Value: encode(member)})
		}
	}
	return doc
}

// validText replaces what is no UTF-8, which a document cannot have.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// returned is a value as a later find returns it.
func returned(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case string:
		return validText(v)
	case time.Time:
		return v.UTC().Truncate(time.Millisecond)
	case float64:
		return value.Number(v)
	case []byte:
		return append([]byte{}, v...)
	case nil, bool, int64:
		return v
	case value.Undefined:
		return nil
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = returned(member)
		}
		return list
	case *value.Map:
		out := value.New(v.Len())
		for name, member := range v.All() {
			if _, undefined := member.(value.Undefined); !undefined {
				out.Set(name, returned(member))
			}
		}
		return out
	}
	return returned(value.Plain(v))
}
