package value

import (
	"math"
	"strings"
	"time"
)

// Number gives a whole number that a JavaScript number holds exactly the type
// that values have it in, int64; all others, and -0, stay float64.
func Number(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) <= maxSafeInteger && (f != 0 || !math.Signbit(f)) {
		return int64(f)
	}
	return f
}

// Truthy is JavaScript's idea of truth.
func Truthy(v any) bool {
	switch v := v.(type) {
	case nil, Undefined:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case int64:
		return v != 0
	case float64:
		return v != 0 && !math.IsNaN(v)
	}
	return true
}

// Inspect shows a value as Node's util.inspect does on one line.
func Inspect(v any) string { return string(inspect(nil, v)) }

// inspect appends, so that a value in others is written once, not once for each
// of them.
func inspect(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case Undefined:
		return append(dst, "undefined"...)
	case string:
		return append(append(append(dst, '\''), strings.ReplaceAll(strings.ReplaceAll(v, `\`, `\\`), "'", `\'`)...), '\'')
	case float64:
		return append(dst, FormatNumber(v)...)
	case time.Time:
		return v.UTC().AppendFormat(dst, DateLayout)
	case []any:
		if len(v) == 0 {
			return append(dst, "[]"...)
		}
		dst = append(dst, "[ "...)
		for i := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = inspect(dst, v[i])
		}
		return append(dst, " ]"...)
	case *Map:
		if v.Len() == 0 {
			return append(dst, "{}"...)
		}
		dst = append(dst, "{ "...)
		for i := range v.Len() {
			key, inner := v.At(i)
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = inspect(append(append(dst, key...), ": "...), inner)
		}
		return append(dst, " }"...)
	}
	return Append(dst, v)
}
