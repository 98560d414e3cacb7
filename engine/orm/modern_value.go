package orm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/value"
)

// ValueError is a value that an attribute of a modern model refuses.
type ValueError struct {
	// Code is E_TYPE, E_REQUIRED, E_VIOLATES_RULES or E_HIGHLY_IRREGULAR.
	Code string
	// Reason is a sentence, or several, that name no attribute where the value
	// breaks rules.
	Reason string
	// Expected is the type that was expected, for E_TYPE.
	Expected string
	// Violations are the rules that the value breaks.
	Violations []Failure
	// Missing: there is no value.
	Missing bool
}

func (e *ValueError) Error() string { return e.Reason }

// NormalizeValue is v as the attribute of a modern model stores it. A value that
// the attribute refuses is a *ValueError; other errors are of the project's own
// rules.
func (m *Model) NormalizeValue(ctx context.Context, a *Attribute, v any) (any, error) {
	if rec, ok := v.(*Record); ok {
		v = &rec.Map
	}
	switch {
	case a.Assoc != nil && a.Assoc.Collection:
		return m.normalizeMembers(a, v)
	case a.Assoc != nil:
		return m.normalizeReference(a, v)
	case a.PrimaryKey:
		key, ok := m.modernKey(v)
		if !ok {
			return nil, irregular("Invalid primary key value.  %s", m.badKey(v))
		}
		v = key
	case v == nil:
		switch {
		case a.Required:
			return nil, wrongType(a, v)
		case !a.AllowNull && (a.Type == "string" || a.Type == "number" || a.Type == "boolean"):
			return nil, noNull(a)
		}
		return nil, nil
	case v == "" && a.Required:
		return nil, noEmptyText()
	default:
		typed, ok := coerce(a.Type, v)
		if !ok {
			return nil, wrongType(a, v)
		}
		v = typed
	}
	violations, err := m.violations(ctx, a, v)
	if err != nil {
		return nil, err
	}
	if len(violations) > 0 {
		var b strings.Builder
		b.WriteString("Violated one or more validation rules:\n")
		for _, f := range violations {
			fmt.Fprintf(&b, "  • %s\n", f.Message)
		}
		return nil, &ValueError{Code: "E_VIOLATES_RULES", Reason: b.String(), Violations: violations}
	}
	return v, nil
}

// baseValue is stored instead of a missing value.
func (a *Attribute) baseValue() any {
	if a.Assoc != nil && a.Assoc.Collection {
		return []any{}
	}
	if a.AllowNull || a.Assoc != nil || a.PrimaryKey {
		return nil
	}
	switch a.Type {
	case "string":
		return ""
	case "number":
		return int64(0)
	case "boolean":
		return false
	}
	return nil
}

// coerce brings a value into a type without guessing; false for one that is of
// another.
func coerce(typ string, v any) (any, bool) {
	if n, ok := v.(int); ok {
		v = int64(n)
	}
	switch typ {
	case "string":
		return coerceString(v)
	case "number":
		return coerceNumber(v)
	case "boolean":
		switch v {
		case true, "true", "1", int64(1):
			return true, true
		case false, "false", "0", int64(0):
			return false, true
		}
		return nil, false
	case "json":
		return plainJSON(v), true
	}
	if _, is := v.(*Function); is {
		return nil, true
	}
	return v, true
}

func coerceString(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return value.FormatNumber(v), !math.IsNaN(v) && !math.IsInf(v, 0)
	case bool:
		return strconv.FormatBool(v), true
	case time.Time:
		return v.UTC().Format(value.DateLayout), true
	}
	return nil, false
}

func coerceNumber(v any) (any, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		return value.Number(v), !math.IsNaN(v) && !math.IsInf(v, 0)
	case bool:
		if v {
			return int64(1), true
		}
		return int64(0), true
	case time.Time:
		return v.UnixMilli(), true
	case string:
		if v == "" || strings.TrimFunc(v, space) != v {
			return nil, false
		}
		n, ok := toNumber(v)
		if f, isFloat := n.(float64); isFloat && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return nil, false
		}
		return n, ok
	}
	return nil, false
}

// plainJSON is a value as JSON keeps it: dates are text, numbers that are none
// are 0, and undefined members are gone.
func plainJSON(v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return int64(0)
		}
	case time.Time:
		return v.UTC().Format(value.DateLayout)
	case value.Undefined:
		return nil
	case *Function:
		return v.Source
	case *Record:
		return plainJSON(&v.Map)
	case []any:
		out := make([]any, 0, len(v))
		for _, member := range v {
			if _, undefined := member.(value.Undefined); !undefined {
				out = append(out, plainJSON(member))
			}
		}
		return out
	case *value.Map:
		out := value.New(v.Len())
		for k, member := range v.All() {
			if _, undefined := member.(value.Undefined); !undefined {
				out.Set(k, plainJSON(member))
			}
		}
		return out
	}
	return v
}

// modernKey is v as a key of m's records: a positive whole number, digits being
// one, or text that is not empty.
func (m *Model) modernKey(v any) (any, bool) {
	switch m.keyType() {
	case "number":
		switch n := v.(type) {
		case int:
			v = int64(n)
		case float64:
			v = value.Number(n)
		case string:
			if n == "" || strings.Trim(n, "0123456789") != "" {
				return nil, false
			}
			parsed, err := strconv.ParseInt(n, 10, 64)
			if err != nil {
				return nil, false
			}
			v = parsed
		}
		n, ok := v.(int64)
		return n, ok && n > 0 && n <= maxSafe
	}
	s, ok := v.(string)
	return s, ok && s != ""
}

// keyType is string or number.
func (m *Model) keyType() string {
	a := m.byName[m.PrimaryKey]
	for range m.orm.order { // a key may be a reference
		if a == nil || a.Assoc == nil {
			break
		}
		target := m.orm.models[a.Assoc.Target]
		a = target.byName[target.PrimaryKey]
	}
	switch {
	case a == nil, a.AutoIncrement, a.Kind == KindInteger, a.Kind == KindFloat:
		return "number"
	}
	return "string"
}

// modernKeys reads one key or a list of them.
func (m *Model) modernKeys(v any) ([]any, error) {
	list, several := v.([]any)
	if !several {
		list = []any{v}
	}
	keys := make([]any, len(list))
	for i, member := range list {
		key, ok := m.modernKey(member)
		if !ok {
			return nil, errors.New(m.badKeys(v, member))
		}
		keys[i] = key
	}
	return keys, nil
}

func (m *Model) normalizeReference(a *Attribute, v any) (any, error) {
	target := m.orm.models[a.Assoc.Target]
	if v == nil {
		if a.Required {
			return nil, noReference(a)
		}
		return nil, nil
	}
	key, ok := target.modernKey(v)
	if ok {
		return key, nil
	}
	return nil, badReference(a, target, v)
}

func (m *Model) normalizeMembers(a *Attribute, v any) (any, error) {
	if keys, err := m.orm.models[a.Assoc.Target].modernKeys(v); err == nil {
		return keys, nil
	}
	return nil, badMembers(a, v)
}

// ModernDefault reports whether the default of an attribute is of its type.
func ModernDefault(def *AttributeDef) bool {
	if def.Default == nil {
		return def.AllowNull || def.Type == "json" || def.Type == "ref"
	}
	typed, ok := coerce(def.Type, def.Default)
	return ok && typeOf(typed) == typeOf(def.Default)
}

// modernBackfill is the value for existing records of a new attribute.
func modernBackfill(def *AttributeDef) any {
	a := Attribute{AttributeDef: *def}
	switch {
	case def.Model != "" || def.Collection != "" || def.PrimaryKey || def.Unique || def.Encrypt || def.AutoCreatedAt || def.AutoUpdatedAt:
		return nil
	case def.HasDefault:
		return def.Default
	}
	return a.baseValue()
}
