package orm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"framework/engine/value"
)

// modernRule is a validation rule of modern models.
type modernRule struct {
	// types are those of the attributes that may have it.
	types string
	// blank rules look at the empty string, which all others accept.
	blank bool
	holds func(v, arg any) bool
	// message returns the error for a value that breaks the rule.
	message func(v, arg any) string
}

func fixed(format string) func(v, arg any) string {
	return func(v, _ any) string { return fmt.Sprintf("Value (%s) %s", shown(v), format) }
}

func textTest(test func(string) bool) func(v, arg any) bool {
	return func(v, _ any) bool {
		s, ok := v.(string)
		return ok && test(s)
	}
}

// modernRules are the rules by name. All of them accept null.
var modernRules = map[string]modernRule{
	"custom": {types: "string number boolean json ref", blank: true, message: fixed("failed custom validation.")},
	"isAfter": {types: "json ref string number", holds: func(v, arg any) bool { return compareTimes(v, arg, time.Time.After) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was before the configured time (%s)", shown(v), shownTime(arg))
	}},
	"isBefore": {types: "json ref string number", holds: func(v, arg any) bool { return compareTimes(v, arg, time.Time.Before) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was after the configured time (%s)", shown(v), shownTime(arg))
	}},
	"isBoolean": {types: "json ref", blank: true, holds: func(v, _ any) bool { return typeOf(v) == "boolean" }, message: fixed("was not a boolean.")},
	"isNumber":  {types: "json ref", blank: true, holds: func(v, _ any) bool { return isNumber(v) }, message: fixed("was not a number.")},
	"isString":  {types: "json ref", blank: true, holds: func(v, _ any) bool { return isString(v) }, message: fixed("was not a string.")},
	"isInteger": {types: "json ref number", blank: true, holds: func(v, _ any) bool { _, ok := v.(int64); return ok }, message: fixed("was not an integer.")},
	"isCreditCard": {types: "json ref string", holds: textTest(isCreditCard), message: func(any, any) string {
		return "Value was not a valid credit card." // without the number, which must not get into logs
	}},
	"isEmail":    {types: "json ref string", holds: textTest(isEmail), message: fixed("was not a valid email address.")},
	"isHexColor": {types: "json ref string", holds: textTest(hexColor.MatchString), message: fixed("was not a valid hex color.")},
	"isIP":       {types: "json ref string", holds: textTest(isIP), message: fixed("was not a valid IP address.")},
	"isURL":      {types: "json ref string", holds: textTest(isURL), message: fixed("was not a valid URL.")},
	"isUUID":     {types: "json ref string", holds: textTest(uuids.MatchString), message: fixed("was not a valid UUID.")},
	"isIn": {types: "json ref string number", holds: isAmong, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was not in the configured whitelist (%s)", shown(v), listed(arg))
	}},
	"isNotIn": {types: "json ref string number", holds: func(v, arg any) bool { return !isAmong(v, arg) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was in the configured blacklist (%s)", shown(v), listed(arg))
	}},
	"isNotEmptyString": {types: "json ref string", blank: true, holds: func(v, _ any) bool { return v != "" }, message: fixed("was an empty string.")},
	"max": {types: "json ref number", blank: true, holds: func(v, arg any) bool { a, b, ok := numbers(v, arg); return ok && a <= b }, message: unless(notNumber, func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was greater than the configured maximum (%s)", shown(v), shown(arg))
	})},
	"min": {types: "json ref number", blank: true, holds: func(v, arg any) bool { a, b, ok := numbers(v, arg); return ok && a >= b }, message: unless(notNumber, func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was less than the configured minimum (%s)", shown(v), shown(arg))
	})},
	"maxLength": {types: "json ref string", holds: func(v, arg any) bool { return lengthWithin(v, arg, func(n, limit float64) bool { return n <= limit }) }, message: unless(notText, func(v, arg any) string {
		limit, _ := numberOf(arg)
		return fmt.Sprintf("Value was %d characters longer than the configured maximum length (%s)", int(limit)-textLength(v), shown(arg)) // less than none, as there
	})},
	"minLength": {types: "json ref string", holds: func(v, arg any) bool { return lengthWithin(v, arg, func(n, limit float64) bool { return n >= limit }) }, message: unless(notText, func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was shorter than the configured minimum length (%s)", shown(v), shown(arg))
	})},
	"regex": {types: "json ref string", message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) did not match the configured regular expression (%s)", shown(v), arg)
	}, holds: func(v, arg any) bool {
		s, ok := v.(string)
		re, isRegex := arg.(Matcher)
		return ok && isRegex && re.MatchString(s)
	}},
}

// renamedRules are the words of the classic releases for rules, and their names.
var renamedRules = map[string]string{
	"after": "isAfter", "before": "isBefore", "creditcard": "isCreditCard", "email": "isEmail", "in": "isIn", "enum": "isIn",
	"ip": "isIP", "notIn": "isNotIn", "url": "isURL", "uuid": "isUUID", "integer": "isInteger", "boolean": "isBoolean",
	"string": "isString", "number": "isNumber", "notEmpty": "isNotEmptyString", "hexColor": "isHexColor",
}

// ModernRule is the name of a validation rule of modern models, given one of the
// names that it has had; false when there is no such rule.
func ModernRule(name string) (string, bool) {
	if renamed, ok := renamedRules[name]; ok {
		name = renamed
	}
	_, ok := modernRules[name]
	return name, ok
}

// ModernRules are the names of all of them.
func ModernRules() []string {
	names := make([]string, 0, len(modernRules))
	for name := range modernRules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ModernRuleFits reports whether attributes of the type may have the rule.
func ModernRuleFits(rule, typ string) bool {
	return slices.Contains(strings.Fields(modernRules[rule].types), typ)
}

// violations are the rules of the attribute that v breaks.
func (m *Model) violations(ctx context.Context, a *Attribute, v any) ([]Failure, error) {
	if v == nil {
		return nil, nil
	}
	var out []Failure
	for _, r := range a.Rules {
		rule := modernRules[r.Name]
		if r.Arg == false || r.Arg == nil || v == "" && !rule.blank {
			continue
		}
		ok := true
		if test, own := r.Arg.(Test); own {
			var err error
			ok, err = test(ctx, v)
			if said, is := errors.AsType[*Refused](err); is {
				out = append(out, Failure{Rule: r.Name, Message: said.Message})
				continue
			}
			if err != nil {
				return nil, err
			}
		} else if rule.holds != nil {
			ok = rule.holds(v, r.Arg)
		}
		if !ok {
			out = append(out, Failure{Rule: r.Name, Message: rule.message(v, r.Arg)})
		}
	}
	return out, nil
}

func isAmong(v, arg any) bool {
	list, _ := arg.([]any)
	return slices.ContainsFunc(list, func(each any) bool {
		return typeOf(each) == typeOf(v) && string(value.Append(nil, each)) == string(value.Append(nil, v))
	})
}

// listed is a list as JavaScript writes it when it is joined.
func listed(arg any) string {
	list, _ := arg.([]any)
	texts := make([]string, len(list))
	for i, v := range list {
		switch v := v.(type) {
		case string:
			texts[i] = v
		case nil:
		case []any:
			texts[i] = strings.ReplaceAll(listed(v), ", ", ",")
		case *value.Map:
			texts[i] = "[object Object]"
		default:
			texts[i] = shown(v)
		}
	}
	return strings.Join(texts, ", ")
}

func numbers(v, arg any) (a, b float64, ok bool) {
	if !isNumber(v) {
		return 0, 0, false
	}
	a, _ = numberOf(v)
	b, ok = numberOf(arg)
	return a, b, ok
}

// lengthWithin counts the way JavaScript does, in units of UTF-16.
func lengthWithin(v, arg any, holds func(n, limit float64) bool) bool {
	limit, isNumber := numberOf(arg)
	return isString(v) && (!isNumber || holds(float64(textLength(v)), limit))
}

func textLength(v any) int {
	s, _ := v.(string)
	return len(utf16.Encode([]rune(s)))
}

// notText and notNumber are the errors of rules for strings and numbers for other values.
func notText(v any) (string, bool) { return "Value was not a string.", !isString(v) }

func notNumber(v any) (string, bool) { return "Value was not a number.", !isNumber(v) }

// unless makes a message of one for values of another kind.
func unless(other func(v any) (string, bool), message func(v, arg any) string) func(v, arg any) string {
	return func(v, arg any) string {
		if text, is := other(v); is {
			return text
		}
		return message(v, arg)
	}
}

// timeOf reads a point in time: a date, milliseconds, or text of either.
func timeOf(v any) (time.Time, bool) {
	switch v := v.(type) {
	case int64:
		return time.UnixMilli(v), true
	case float64:
		return time.UnixMilli(int64(v)), true
	case time.Time, string:
		return dateOf(v)
	}
	return time.Time{}, false
}

func compareTimes(v, arg any, holds func(a, b time.Time) bool) bool {
	a, ok := timeOf(v)
	b, known := timeOf(arg)
	return ok && (!known || holds(a, b))
}

// shownTime is a configured time as JavaScript writes it.
func shownTime(arg any) string {
	switch arg := arg.(type) {
	case time.Time:
		return arg.UTC().Format("Mon Jan 02 2006 15:04:05") + " GMT+0000 (Coordinated Universal Time)"
	case string:
		return arg
	}
	return shown(arg)
}
