package orm

import (
	"time"

	"framework/engine/ordered"
)

// Cast turns v into what the attribute's kind stores, as the classic releases
// do before they validate; what cannot be converted is left as it is, or is
// NaN for numbers, for validation to refuse. Null, undefined and objects are
// never converted.
func Cast(a *Attribute, v any, s Switches) any {
	switch v.(type) {
	case nil, ordered.Undefined, *ordered.Map, *Record, Records:
		return v
	}
	switch a.Kind {
	case KindString, KindText:
		switch a.Type {
		case "objectid", "mediumtext", "longtext":
			return v
		}
		if text, ok := stringOf(v); ok {
			return text
		}
	case KindInteger:
		return castInteger(v)
	case KindFloat:
		return castFloat(v)
	case KindBoolean:
		return castBoolean(v, s.BooleanGarbageFalse)
	case KindDate, KindDatetime, KindTime:
		if t, ok := dateOf(v); ok {
			return t
		}
	case KindArray:
		if _, ok := v.([]any); !ok {
			return []any{v}
		}
	}
	return v
}

func castInteger(v any) any {
	switch v := v.(type) {
	case int64:
		return v
	case string:
		if isObjectID(v) {
			return v
		}
		return parseInt(v)
	}
	text, ok := stringOf(v)
	if !ok {
		return v
	}
	return parseInt(text)
}

func castFloat(v any) any {
	switch v := v.(type) {
	case int64, float64:
		return v
	case string:
		return parseFloat(v)
	}
	text, ok := stringOf(v)
	if !ok {
		return v
	}
	return parseFloat(text)
}

func castBoolean(v any, garbageFalse bool) any {
	switch b := v.(type) {
	case string:
		switch b {
		case "true", "1":
			return true
		case "false", "0":
			return false
		}
		if garbageFalse {
			return false
		}
	case int64:
		if b == 0 || b == 1 {
			return b == 1
		}
	case float64:
		if b == 0 { // minus zero
			return false
		}
	}
	return v
}

// isObjectID reports whether s looks like a key of a document store, which
// integer attributes leave alone.
func isObjectID(s string) bool {
	if len(s) != 24 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}

// dateOf reads a date: text as Date.parse does, numbers as milliseconds since
// 1970 except those of four digits, which are years.
func dateOf(v any) (time.Time, bool) {
	switch v := v.(type) {
	case time.Time:
		return v, true
	case string:
		return parseDate(v)
	case int64:
		return instant(v)
	case float64:
		if v >= -maxDate && v <= maxDate { // false for NaN
			return instant(int64(v))
		}
	}
	return time.Time{}, false
}

func instant(n int64) (time.Time, bool) {
	if n >= 1000 && n <= 9999 {
		return time.Date(int(n), 1, 1, 0, 0, 0, 0, time.UTC), true
	}
	if n < -maxDate || n > maxDate {
		return time.Time{}, false
	}
	return time.UnixMilli(n).UTC(), true
}
