package mongo

import (
	"time"

	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// returned is a value as a later find returns it.
func returned(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case string:
		return bsonvalue.ValidText(v)
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
