package orm

import (
	"fmt"
	"math"
	"strings"

	"framework/engine/value"
)

// What modern models say about primary keys.

const mendKey = "To resolve this error, pass in a valid base-10, non-zero, positive integer instead.  (Or if you must use strings, then change the relevant model's pk attribute from `type: 'number'` to `type: 'string'`.)"

// badKey returns why v is no primary key of m's records.
func (m *Model) badKey(v any) string {
	if n, ok := v.(int); ok {
		v = int64(n)
	}
	if m.keyType() == "string" {
		if v == "" {
			return "Cannot use empty string ('') as a primary key value."
		}
		return "Instead of a string (the expected pk type), the provided value is: " + shown(v)
	}
	if text, ok := v.(string); ok {
		if text == "" || strings.Trim(text, "0123456789") != "" {
			return fmt.Sprintf("Instead of a number, the provided value (`%s`) is a string, and it cannot be coerced into a valid primary key value automatically (contains characters other than numerals 0-9).  %s", shown(v), mendKey)
		}
		if strings.Trim(text, "0") != "" {
			return fmt.Sprintf("Instead of a valid number, the provided value (`%s`) is a string that looks like a number.  But it cannot be coerced automatically because, despite its \"numbery\" appearance, it's just too big!  %s", shown(v), mendKey)
		}
		v = int64(0)
	}
	var f float64
	switch n := v.(type) {
	case int64:
		f = float64(n)
	case float64:
		f = n
	default:
		return "Instead of a number (the expected pk type), got: " + shown(v)
	}
	switch {
	case math.IsNaN(f):
		return "Cannot use `NaN` as a primary key value."
	case math.IsInf(f, 0):
		return fmt.Sprintf("Cannot use `Infinity` or `-Infinity` (`%s`) as a primary key value.", shown(v))
	case f == 0:
		return "Cannot use zero (0) as a primary key value."
	case f < 0:
		return fmt.Sprintf("Cannot use a negative number (%s) as a primary key value.", shown(v))
	case f > maxSafe:
		return fmt.Sprintf("Cannot use the provided value (`%s`), because it is too large to safely fit into a JavaScript integer (i.e. `> Number.MAX_SAFE_INTEGER`)", shown(v))
	}
	return fmt.Sprintf("Cannot use a floating point number (%s) as a primary key value.", shown(v))
}

// badKeys says why v is neither a key nor a list of keys; member is the one of
// the list that is none.
func (m *Model) badKeys(v, member any) string {
	switch v.(type) {
	case []any:
		return "One of the values in the provided array is not valid primary key value.  " + m.badKey(member)
	case string, int, int64, float64:
		return "The provided value is not valid primary key value.  " + m.badKey(v)
	}
	kind := m.keyType()
	return fmt.Sprintf("Expecting either an individual primary key value (a %s) or a homogeneous array of primary key values (%ss).  But instead got a %s: %s", kind, kind, wordOf(v), shown(v))
}

// BadKeys returns why v is neither a key nor a list of keys.
func (m *Model) BadKeys(v any) string { return m.badKeys(v, v) }

// wordOf is typeof v.
func wordOf(v any) string {
	switch v.(type) {
	case value.Undefined:
		return "undefined"
	case bool:
		return "boolean"
	case *Function:
		return "function"
	}
	return "object"
}

// shown is a value as util.inspect shows it.
func shown(v any) string {
	if rec, ok := v.(*Record); ok {
		v = &rec.Map
	}
	return value.Shown(v, value.ShownDepth)
}
