package ordered

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
func Inspect(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case Undefined:
		return "undefined"
	case string:
		return "'" + strings.ReplaceAll(strings.ReplaceAll(v, `\`, `\\`), "'", `\'`) + "'"
	case float64:
		return FormatNumber(v)
	case time.Time:
		return v.UTC().Format(DateLayout)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = Inspect(v[i])
		}
		if len(parts) == 0 {
			return "[]"
		}
		return "[ " + strings.Join(parts, ", ") + " ]"
	case *Map:
		parts := make([]string, 0, v.Len())
		for k, inner := range v.All() {
			parts = append(parts, k+": "+Inspect(inner))
		}
		if len(parts) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return string(Append(nil, v))
}
