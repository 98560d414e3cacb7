package orm

import (
	"fmt"
	"math"
	"strings"
	"time"

	"framework/engine/value"
)

// modifierOps are the comparisons by the names that criteria have for them.
var modifierOps = map[string]Op{
	"=": Equal, "equals": Equal, "equal": Equal,
	"!": NotEqual, "not": NotEqual,
	"<": Less, "lessThan": Less,
	"<=": LessOrEqual, "lessThanOrEqual": LessOrEqual,
	">": Greater, "greaterThan": Greater,
	">=": GreaterOrEqual, "greaterThanOrEqual": GreaterOrEqual,
	"like": Like, "contains": Contains, "startsWith": StartsWith, "endsWith": EndsWith,
}

// modifiers reads { '>': 1, '<': 5 }: all of them have to hold.
func (p *parser) modifiers(name string, a *Attribute, m *value.Map) (Expr, error) {
	if m.Len() == 0 {
		return nil, misuse("where", "the condition of `%s` is an empty object; give a value, or a modifier such as contains", name)
	}
	all := make(And, 0, m.Len())
	for key, v := range m.All() {
		op, ok := modifierOps[key]
		if strings.HasPrefix(key, "$") && p.hasOperators() {
			e, err := p.operator(name, a, key, v)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
			continue
		}
		if !ok {
			return nil, misuse("where", "`%s` in the condition of `%s` is no modifier; there are <, <=, >, >=, !, like, contains, startsWith and endsWith", key, name)
		}
		e, err := p.modifier(name, a, key, op, v)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return conjunction(all), nil
}

func (p *parser) modifier(name string, a *Attribute, key string, op Op, v any) (Expr, error) {
	switch op {
	case Equal:
		if m, ok := v.(*value.Map); ok {
			if id, ok := p.nestedKey(a, m); ok {
				return p.compare(name, a, Equal, id)
			}
			break
		}
		return p.value(name, v)
	case NotEqual:
		switch v := v.(type) {
		case []any:
			return p.in(name, a, v, true)
		case *value.Map:
			if id, ok := p.nestedKey(a, v); ok {
				return p.compare(name, a, NotEqual, id)
			}
			return p.negated(name, a, v)
		}
	case Like, Contains, StartsWith, EndsWith:
		return p.pattern(name, key, op, v)
	}
	return p.compare(name, a, op, v)
}

// negated reads { '!': { contains: 'x' } }. Modifiers do not nest further.
func (p *parser) negated(name string, a *Attribute, m *value.Map) (Expr, error) {
	for key, v := range m.All() {
		if _, nested := v.(*value.Map); nested {
			return nil, misuse("where", "`%s` under a negation of `%s` cannot be %s", key, name, describe(v))
		}
	}
	e, err := p.modifiers(name, a, m)
	if err != nil {
		return nil, err
	}
	return negation(e), nil
}

// maxPattern bounds the bytes of a pattern; stores take no longer ones than
// twice that, and some characters are escaped.
const maxPattern = 20_000

// pattern reads a comparison with a pattern, or with one of several. Patterns
// compare with the text of a value, whatever its kind.
func (p *parser) pattern(name, key string, op Op, v any) (Expr, error) {
	list, several := v.([]any)
	if !several {
		list = []any{v}
	}
	parts := make([]Expr, len(list))
	for i, member := range list {
		text, ok := plainText(member)
		if !ok {
			return nil, misuse("where", "`%s` of `%s` needs text, not %s", key, name, describe(member))
		}
		if len(text) > maxPattern {
			return nil, misuse("where", "`%s` of `%s` takes a text of up to %d bytes", key, name, maxPattern)
		}
		parts[i] = Compare{Attr: name, Op: op, Value: text}
	}
	return disjunction(parts), nil
}

// plainText is the text of a value that is one.
func plainText(v any) (string, bool) {
	switch v := v.(type) {
	case time.Time:
		return v.UTC().Format(value.DateLayout), true
	case []any:
		return "", false
	}
	return stringOf(v)
}

// operand casts a value to compare the attribute with, false when it is text
// that can equal no value of the attribute's kind.
func (m *Model) operand(a *Attribute, v any) (any, bool) {
	switch x := v.(type) {
	case nil, value.Undefined:
		return nil, true
	case InvalidDate:
		return nil, false
	case *Record:
		if x == nil || x.Model == nil {
			return nil, true
		}
		v = x.ID()
	case int:
		v = int64(x)
	}
	if a == nil {
		return v, true
	}
	switch a.Kind {
	case KindInteger, KindFloat:
		switch x := v.(type) {
		case string:
			if x == "" {
				return x, true
			}
			n, ok := toNumber(x)
			if !ok {
				return v, false
			}
			return n, true
		case bool:
			if x {
				return int64(1), true
			}
			return int64(0), true
		case time.Time:
			return x.UnixMilli(), true
		case float64:
			return value.Number(x), !math.IsNaN(x)
		}
	case KindArray, KindBinary:
	default:
		return Cast(a, v, Switches{}), true
	}
	return v, true
}

// describe names the type of v, "" if it is no value.
func describe(v any) string {
	switch v := v.(type) {
	case nil, value.Undefined:
		return "null"
	case bool, int64, int, float64, time.Time:
		return "the value " + fmt.Sprint(v)
	case string:
		if len(v) > 40 {
			return "a text"
		}
		return fmt.Sprintf("the text %q", v)
	case []byte:
		return "binary data"
	case []any, Records:
		return "a list"
	case *value.Map:
		return "an object"
	case *Record:
		return "a record"
	case InvalidDate:
		return "an invalid date"
	}
	return ""
}
