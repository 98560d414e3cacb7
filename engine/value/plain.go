package value

import (
	"bytes"
	"math"
	"time"
)

// Plainer is an Appender that gives as a value what it writes, where that is
// cheaper than reading it from its text.
type Plainer interface{ PlainJSON() any }

// Plain is the value that Parse reads from the JSON of v: dates are strings, bytes
// the object that a Buffer is written as, and nothing of other packages is left.
// What is plain already may be shared with v.
func Plain(v any) any {
	switch v := v.(type) {
	case Undefined:
		return nil
	case nil, bool, string, int64:
		return v
	case int:
		return int64(v)
	case float64:
		return PlainNumber(v)
	case time.Time:
		return string(AppendDate(nil, v))
	case []byte:
		return bufferObject(v)
	case []any:
		out := make([]any, len(v))
		for i, each := range v {
			out[i] = Plain(each)
		}
		return out
	case *Map:
		return v.PlainJSON()
	case Plainer:
		return v.PlainJSON()
	case Appender:
		out, _ := Parse(Append(nil, v)) // what writes no JSON is nothing
		return out
	}
	return nil
}

// PlainNumber is the value that Parse reads from the JSON of a number.
func PlainNumber(f float64) any {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return nil
	case f == 0: // JSON of JavaScript has no -0
		return int64(0)
	}
	return Number(f)
}

// PlainJSON implements Plainer.
func (m *Map) PlainJSON() any {
	if m == nil {
		return nil
	}
	out := New(m.Len())
	for k, v := range m.All() {
		if _, skip := v.(Undefined); !skip {
			out.Set(k, Plain(v))
		}
	}
	return out
}

// EqualJSON reports whether two values have the same JSON.
func EqualJSON(a, b any) bool {
	switch a := a.(type) {
	case string:
		if b, ok := b.(string); ok {
			return a == b
		}
	case int64:
		if b, ok := b.(int64); ok {
			return a == b
		}
	case bool:
		if b, ok := b.(bool); ok {
			return a == b
		}
	}
	return bytes.Equal(Append(nil, a), Append(nil, b))
}
