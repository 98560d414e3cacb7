package orm

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"framework/engine/value"
)

// types are the tests of type words. A word that is not here, nor a type of the
// project, accepts nothing but null, as in the classic releases.
var types = map[string]func(v any) bool{
	"string":     isString,
	"text":       isString,
	"mediumtext": isString,
	"longtext":   isString,
	"integer":    isInteger,
	"int":        isInteger,
	"float":      isFloat,
	"decimal":    isFloat,
	"boolean":    func(v any) bool { _, ok := v.(bool); return ok },
	"array":      func(v any) bool { _, ok := v.([]any); return ok },
	"date":       isDate,
	"datetime":   isDate,
	"binary":     isBinary,
	"":           anything,
	"time":       anything,
	"json":       anything,
	"objectid":   anything,
	// Names of rules may stand as types.
	"number":             isNumber,
	"finite":             isNumber,
	"object":             func(v any) bool { return typeOf(v) == "object" },
	"geojson":            anything,
	"geometry":           anything,
	"email":              text(isEmail),
	"url":                text(isURL),
	"urlish":             text(urlish.MatchString),
	"ip":                 text(isIP),
	"ipv4":               text(isIPv4),
	"ipv6":               text(isIPv6),
	"uuid":               text(uuids.MatchString),
	"uuidv3":             text(isUUIDv3),
	"uuidv4":             text(isUUIDv4),
	"alpha":              text(alpha.MatchString),
	"alphanumeric":       text(alphanumeric.MatchString),
	"alphadashed":        text(alphadashed.MatchString),
	"alphanumericdashed": text(alphanumericdashed.MatchString),
	"numeric":            text(numeric.MatchString),
	"hexadecimal":        text(hexadecimal.MatchString),
	"hexColor":           text(hexColor.MatchString),
	"creditcard":         text(isCreditCard),
	"lowercase":          text(func(s string) bool { return s == strings.ToLower(s) }),
	"uppercase":          text(func(s string) bool { return s == strings.ToUpper(s) }),
}

func anything(any) bool { return true }

// ClassicRules lists the validation rules of 0.10 to 0.12 by name, sorted; types are
// rules too.
func ClassicRules() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(rules)), maps.Keys(types))
	slices.Sort(names)
	return names
}

// knownType reports whether a word can be the type of an attribute: of those
// that are named like rules, only ones that a value alone can keep to.
func knownType(d *Definition, word string) bool {
	_, own := d.Types[word]
	_, builtIn := types[word]
	return own || builtIn
}

// rules are the tests of validation rules, (value, argument), with the meaning
// that anchor 0.11 and the validator library of its time give them.
var rules = map[string]func(v, arg any) bool{
	"required":  func(v, _ any) bool { return !isEmpty(v) },
	"notEmpty":  func(v, _ any) bool { return !isEmpty(v) && v != false && v != int64(0) },
	"empty":     func(v, _ any) bool { return isEmpty(v) },
	"notNull":   func(v, _ any) bool { return v != nil },
	"null":      func(v, _ any) bool { return v == nil },
	"undefined": func(v, _ any) bool { _, ok := v.(value.Undefined); return ok },
	"truthy":    func(v, _ any) bool { return value.Truthy(v) },
	"falsey":    func(v, _ any) bool { return !value.Truthy(v) },

	"min":         func(v, arg any) bool { return compareNumbers(v, arg, func(a, b float64) bool { return a >= b }) },
	"max":         func(v, arg any) bool { return compareNumbers(v, arg, func(a, b float64) bool { return a <= b }) },
	"greaterThan": func(v, arg any) bool { return compareNumbers(v, arg, func(a, b float64) bool { return a > b }) },
	"lessThan":    func(v, arg any) bool { return compareNumbers(v, arg, func(a, b float64) bool { return a < b }) },
	"minLength":   func(v, arg any) bool { n, ok := numberOf(arg); return !ok || float64(length(v)) >= n },
	"maxLength":   func(v, arg any) bool { n, ok := numberOf(arg); return !ok || float64(length(v)) <= n },
	"len":         hasLength,

	"in":          isOneOf,
	"enum":        isOneOf,
	"notIn":       func(v, arg any) bool { return !isOneOf(v, arg) },
	"equals":      func(v, arg any) bool { return textOf(v) == textOf(arg) },
	"contains":    func(v, arg any) bool { return strings.Contains(textOf(v), textOf(arg)) },
	"notContains": func(v, arg any) bool { return !strings.Contains(textOf(v), textOf(arg)) },
	"regex":       matches,
	"is":          matches,
	"notRegex":    matchesNot,
	"not":         matchesNot,
	"after":       func(v, arg any) bool { return compareDates(v, arg, time.Time.After) },
	"before":      func(v, arg any) bool { return compareDates(v, arg, time.Time.Before) },

	"string":     func(v, _ any) bool { return isString(v) },
	"text":       func(v, _ any) bool { return isString(v) },
	"mediumtext": func(v, _ any) bool { return isString(v) },
	"longtext":   func(v, _ any) bool { return isString(v) },
	"binary":     func(v, _ any) bool { return isBinary(v) },
	"integer":    func(v, _ any) bool { return isInteger(v) },
	"int":        func(v, _ any) bool { return isInteger(v) },
	"float":      func(v, _ any) bool { return isFloat(v) },
	"decimal":    func(v, _ any) bool { return isFloat(v) },
	"number":     func(v, _ any) bool { return isNumber(v) },
	"finite":     func(v, _ any) bool { return isNumber(v) },
	"boolean":    func(v, _ any) bool { _, ok := v.(bool); return ok },
	"array":      func(v, _ any) bool { _, ok := v.([]any); return ok },
	"object":     func(v, _ any) bool { return typeOf(v) == "object" && v != nil },
	"json":       func(_, _ any) bool { return true },
	"date":       func(v, _ any) bool { return isDate(v) },
	"datetime":   func(v, _ any) bool { return isDate(v) },

	"email":              textRule("email"),
	"url":                textRule("url"),
	"urlish":             textRule("urlish"),
	"ip":                 textRule("ip"),
	"ipv4":               textRule("ipv4"),
	"ipv6":               textRule("ipv6"),
	"uuid":               textRule("uuid"),
	"uuidv3":             textRule("uuidv3"),
	"uuidv4":             textRule("uuidv4"),
	"alpha":              textRule("alpha"),
	"alphanumeric":       textRule("alphanumeric"),
	"alphadashed":        textRule("alphadashed"),
	"alphanumericdashed": textRule("alphanumericdashed"),
	"numeric":            textRule("numeric"),
	"hexadecimal":        textRule("hexadecimal"),
	"hexColor":           textRule("hexColor"),
	"creditcard":         textRule("creditcard"),
	"lowercase":          textRule("lowercase"),
	"uppercase":          textRule("uppercase"),
}

func text(test func(string) bool) func(any) bool {
	return func(v any) bool {
		s, ok := v.(string)
		return ok && test(s)
	}
}

func textRule(name string) func(v, arg any) bool {
	return func(v, _ any) bool { return textTests(name, textOf(v)) }
}

// textTests applies the test of a type word to a text.
func textTests(name, s string) bool { return types[name](s) }

func isString(v any) bool { _, ok := v.(string); return ok }

func isBinary(v any) bool { _, isBytes := v.([]byte); return isBytes || isString(v) }

func isDate(v any) bool {
	switch v := v.(type) {
	case time.Time:
		return true
	case string:
		_, ok := parseDate(v)
		return ok
	}
	return false
}

// textOf is the text that the validator library tests: null is no text.
func textOf(v any) string {
	switch v := v.(type) {
	case nil, value.Undefined:
		return ""
	case string:
		return v
	case float64:
		if math.IsNaN(v) {
			return ""
		}
		return value.FormatNumber(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return v.UTC().Format(value.DateLayout)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = textOf(v[i])
		}
		return strings.Join(parts, ",")
	}
	return "[object Object]"
}

// length counts characters: a pair of surrogates is one.
func length(v any) int { return utf8.RuneCountInString(textOf(v)) }

// hasLength is len: exactly n, or between the two members of a list.
func hasLength(v, arg any) bool {
	n := float64(length(v))
	if list, ok := arg.([]any); ok && len(list) > 0 {
		low, _ := numberOf(list[0])
		if n < low {
			return false
		}
		high, ok := numberOf(list[len(list)-1])
		return len(list) < 2 || !ok || n <= high
	}
	low, ok := numberOf(arg)
	return !ok || n >= low
}

// numberOf is parseFloat(v): text counts with the number that it starts with.
func numberOf(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case string, []any:
		v = parseFloat(textOf(n))
	}
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, !math.IsNaN(n)
	}
	return 0, false
}

// compareNumbers passes what is no number, as anchor does.
func compareNumbers(v, arg any, holds func(a, b float64) bool) bool {
	a, ok := numberOf(v)
	if !ok {
		return true
	}
	b, ok := numberOf(arg)
	return !ok || holds(a, b)
}

func compareDates(v, arg any, holds func(a, b time.Time) bool) bool {
	a, ok := dateOf(v)
	if !ok {
		return false
	}
	b, ok := dateOf(arg)
	return ok && holds(a, b)
}

func isOneOf(v, arg any) bool {
	switch list := arg.(type) {
	case []any:
		return slices.ContainsFunc(list, func(each any) bool { return textOf(each) == textOf(v) && (v != nil || each == nil) })
	case string:
		return strings.Contains(list, textOf(v))
	}
	return false
}

func matches(v, arg any) bool {
	m, ok := arg.(Matcher)
	return ok && m.MatchString(textOf(v))
}

func matchesNot(v, arg any) bool {
	m, ok := arg.(Matcher)
	return ok && !m.MatchString(textOf(v))
}
