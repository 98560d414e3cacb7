package orm

import (
	"time"

	"framework/engine/value"
)

// Cast turns v into what the attribute's kind stores, as the classic releases
// do before they validate; what cannot be converted is left as it is, or is
// NaN for numbers, for validation to refuse. Null, undefined and objects are
// never converted.
func Cast(a *Attribute, v any, s Switches) any {
	switch v.(type) {
	case nil, value.Undefined, *value.Map, *Record, Records:
		return v
	}
	if a.Type == "number" || a.Type == "finite" || a.Type == "object" {
		return v // names of rules, which say nothing of converting
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
		if ms, ok := v.(int64); ok && a.Clock && ms >= -maxDate && ms <= maxDate {
			return time.UnixMilli(ms).UTC()
		}
	case KindJSON:
		// Records show the value that the JSON text stands for.
		if text, ok := v.(string); ok {
			if parsed, err := value.Parse([]byte(text)); err == nil {
				return parsed
			}
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

// castBoolean takes the words true and false and what begins with the number 0
// or 1; garbage is false in 0.10 and stays as it is later.
func castBoolean(v any, garbageFalse bool) any {
	switch b := v.(type) {
	case bool:
		if b || !garbageFalse {
			return b
		}
	case string:
		if b == "true" || b == "false" {
			return b == "true"
		}
	default:
		if text, ok := stringOf(v); ok {
			if n := parseInt(text); n == int64(0) || n == int64(1) {
				return n == int64(1)
			}
		}
	}
	if garbageFalse {
		return false
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

// dateOf reads a date as Date.parse does, which sees the text of everything.
func dateOf(v any) (time.Time, bool) {
	if t, ok := v.(time.Time); ok {
		return t, true
	}
	text, ok := stringOf(v)
	if !ok {
		return time.Time{}, false
	}
	return parseDate(text)
}
