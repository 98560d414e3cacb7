package orm

import (
	"math"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"framework/engine/ordered"
)

// types are the tests of type words. A type that has none accepts everything.
var types = map[string]func(v any) bool{
	"string":     isString,
	"text":       isString,
	"mediumtext": isString,
	"longtext":   isString,
	"integer":    isInteger,
	"float":      isNumber,
	"boolean":    func(v any) bool { _, ok := v.(bool); return ok },
	"array":      func(v any) bool { _, ok := v.([]any); return ok },
	"date":       isDate,
	"datetime":   isDate,
	"binary":     func(v any) bool { _, isBytes := v.([]byte); return isBytes || isString(v) },
	// Names of rules may stand as types.
	"email":              text(func(s string) bool { return email.MatchString(s) }),
	"url":                text(isURL),
	"urlish":             text(urlish.MatchString),
	"ip":                 text(func(s string) bool { return net.ParseIP(s) != nil }),
	"ipv4":               text(isIPv4),
	"ipv6":               text(isIPv6),
	"uuid":               text(uuids.MatchString),
	"uuidv3":             text(uuidVersion('3')),
	"uuidv4":             text(uuidVersion('4')),
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

// rules are the tests of validation rules, (value, argument), with the meaning
// that anchor 0.11 and the validator library of its time give them.
var rules = map[string]func(v, arg any) bool{
	"required":  func(v, _ any) bool { return !isEmpty(v) },
	"notEmpty":  func(v, _ any) bool { return !isEmpty(v) },
	"empty":     func(v, _ any) bool { return isEmpty(v) },
	"notNull":   func(v, _ any) bool { return v != nil },
	"null":      func(v, _ any) bool { return v == nil },
	"undefined": func(v, _ any) bool { _, ok := v.(ordered.Undefined); return ok },
	"truthy":    func(v, _ any) bool { return ordered.Truthy(v) },
	"falsey":    func(v, _ any) bool { return !ordered.Truthy(v) },

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
	"notRegex":    func(v, arg any) bool { return !matches(v, arg) },
	"not":         func(v, arg any) bool { return !matches(v, arg) },
	"after":       func(v, arg any) bool { return compareDates(v, arg, time.Time.After) },
	"before":      func(v, arg any) bool { return compareDates(v, arg, time.Time.Before) },

	"string":  func(v, _ any) bool { return isString(v) },
	"integer": func(v, _ any) bool { return isInteger(v) },
	"int":     func(v, _ any) bool { return isInteger(v) },
	"float":   func(v, _ any) bool { return isNumber(v) },
	"decimal": func(v, _ any) bool { return isNumber(v) },
	"number":  func(v, _ any) bool { return isNumber(v) },
	"finite":  func(v, _ any) bool { return isNumber(v) },
	"boolean": func(v, _ any) bool { _, ok := v.(bool); return ok },
	"array":   func(v, _ any) bool { _, ok := v.([]any); return ok },
	"object":  func(v, _ any) bool { return typeOf(v) == "object" && v != nil },
	"json":    func(_, _ any) bool { return true },
	"date":    func(v, _ any) bool { return isDate(v) },

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

var (
	email              = regexp.MustCompile(`(?i)^[a-z0-9.!#$%&'*+/=?^_{|}~\x60-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$`)
	urlish             = regexp.MustCompile(`^\s*([^/\s]+\.)+\S+\s*$`)
	uuids              = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	alpha              = regexp.MustCompile(`^[a-zA-Z]+$`)
	alphanumeric       = regexp.MustCompile(`^[a-zA-Z0-9]+$`)
	alphadashed        = regexp.MustCompile(`^[a-zA-Z_-]*$`)
	alphanumericdashed = regexp.MustCompile(`^[a-zA-Z0-9_-]*$`)
	numeric            = regexp.MustCompile(`^-?[0-9]+$`)
	hexadecimal        = regexp.MustCompile(`^[0-9a-fA-F]+$`)
	hexColor           = regexp.MustCompile(`^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
	host               = regexp.MustCompile(`(?i)^(localhost|([a-z0-9\x{00a1}-\x{ffff}]([a-z0-9\x{00a1}-\x{ffff}-]*[a-z0-9\x{00a1}-\x{ffff}])?\.)+[a-z\x{00a1}-\x{ffff}]{2,})$`)
	digits             = regexp.MustCompile(`[^0-9]+`)
)

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

func isInteger(v any) bool {
	switch v := v.(type) {
	case int64:
		return true
	case float64:
		return v == math.Trunc(v) && !math.IsInf(v, 0)
	case string:
		return numeric.MatchString(v)
	}
	return false
}

func isNumber(v any) bool {
	switch v := v.(type) {
	case int64:
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return false
}

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

// isEmpty: 0 and false count as present.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil, ordered.Undefined:
		return true
	case string:
		return v == ""
	case float64:
		return math.IsNaN(v)
	}
	return false
}

// textOf is the text that the validator library tests: null is no text.
func textOf(v any) string {
	switch v := v.(type) {
	case nil, ordered.Undefined:
		return ""
	case string:
		return v
	case float64:
		if math.IsNaN(v) {
			return ""
		}
		return ordered.FormatNumber(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return v.UTC().Format(ordered.DateLayout)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = textOf(v[i])
		}
		return strings.Join(parts, ",")
	}
	return "[object Object]"
}

func length(v any) int { return len(utf16.Encode([]rune(textOf(v)))) }

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

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v)
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return f, err == nil
	}
	return 0, false
}

// compareNumbers passes what is no number, as the validator library does.
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

// isURL accepts addresses with or without http, https or ftp in front.
func isURL(s string) bool {
	if s == "" || len(s) >= 2083 || strings.ContainsFunc(s, unicode.IsSpace) || strings.HasPrefix(s, "mailto:") {
		return false
	}
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return false
	}
	switch u.Scheme {
	case "http", "https", "ftp":
	default:
		return false
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return false
		}
	}
	name := u.Hostname()
	return net.ParseIP(name) != nil || host.MatchString(name)
}

func isIPv4(s string) bool {
	ip := net.ParseIP(s)
	return ip != nil && strings.Contains(s, ".") && !strings.Contains(s, ":")
}

func isIPv6(s string) bool { ip := net.ParseIP(s); return ip != nil && strings.Contains(s, ":") }

func uuidVersion(digit byte) func(string) bool {
	return func(s string) bool { return uuids.MatchString(s) && s[14] == digit }
}

// isCreditCard is the Luhn check on 13 to 16 digits.
func isCreditCard(s string) bool {
	s = digits.ReplaceAllString(s, "")
	if len(s) < 13 || len(s) > 16 {
		return false
	}
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
