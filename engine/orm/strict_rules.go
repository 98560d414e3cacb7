package orm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"framework/engine/ordered"
)

// strictRule is a validation rule of strict models.
type strictRule struct {
	// types are those of the attributes that may have it.
	types string
	// blank rules look at the empty string, which all others accept.
	blank bool
	holds func(v, arg any) bool
	// message tells about a value that breaks it.
	message func(v, arg any) string
}

func told(format string) func(v, arg any) string {
	return func(v, _ any) string { return fmt.Sprintf("Value (%s) %s", ordered.Inspect(v), format) }
}

func textTest(test func(string) bool) func(v, arg any) bool {
	return func(v, _ any) bool {
		s, ok := v.(string)
		return ok && test(s)
	}
}

// strictRules are the rules by name. All of them accept null.
var strictRules = map[string]strictRule{
	"custom": {types: "string number boolean json ref", blank: true, message: told("failed custom validation.")},
	"isAfter": {types: "json ref string number", holds: func(v, arg any) bool { return compareTimes(v, arg, time.Time.After) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was before the configured time (%s)", ordered.Inspect(v), shownTime(arg))
	}},
	"isBefore": {types: "json ref string number", holds: func(v, arg any) bool { return compareTimes(v, arg, time.Time.Before) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was after the configured time (%s)", ordered.Inspect(v), shownTime(arg))
	}},
	"isBoolean": {types: "json ref", blank: true, holds: func(v, _ any) bool { return typeOf(v) == "boolean" }, message: told("was not a boolean.")},
	"isNumber":  {types: "json ref", blank: true, holds: func(v, _ any) bool { return isNumber(v) }, message: told("was not a number.")},
	"isString":  {types: "json ref", blank: true, holds: func(v, _ any) bool { return isString(v) }, message: told("was not a string.")},
	"isInteger": {types: "json ref number", blank: true, holds: func(v, _ any) bool { _, ok := v.(int64); return ok }, message: told("was not an integer.")},
	"isCreditCard": {types: "json ref string", holds: textTest(isCreditCard), message: func(any, any) string {
		return "Value was not a valid credit card." // which is not to be told on
	}},
	"isEmail":    {types: "json ref string", holds: textTest(isEmail), message: told("was not a valid email address.")},
	"isHexColor": {types: "json ref string", holds: textTest(hexColor.MatchString), message: told("was not a valid hex color.")},
	"isIP":       {types: "json ref string", holds: textTest(isIP), message: told("was not a valid IP address.")},
	"isURL":      {types: "json ref string", holds: textTest(isURL), message: told("was not a valid URL.")},
	"isUUID":     {types: "json ref string", holds: textTest(uuids.MatchString), message: told("was not a valid UUID.")},
	"isIn": {types: "json ref string number", holds: isAmong, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was not in the configured whitelist (%s)", ordered.Inspect(v), listed(arg))
	}},
	"isNotIn": {types: "json ref string number", holds: func(v, arg any) bool { return !isAmong(v, arg) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was in the configured blacklist (%s)", ordered.Inspect(v), listed(arg))
	}},
	"isNotEmptyString": {types: "json ref string", blank: true, holds: func(v, _ any) bool { return v != "" }, message: told("was an empty string.")},
	"max": {types: "json ref number", blank: true, holds: func(v, arg any) bool { a, b, ok := numbers(v, arg); return ok && a <= b }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was greater than the configured maximum (%s)", ordered.Inspect(v), ordered.Inspect(arg))
	}},
	"min": {types: "json ref number", blank: true, holds: func(v, arg any) bool { a, b, ok := numbers(v, arg); return ok && a >= b }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was less than the configured minimum (%s)", ordered.Inspect(v), ordered.Inspect(arg))
	}},
	"maxLength": {types: "json ref string", holds: func(v, arg any) bool { return lengthWithin(v, arg, func(n, limit float64) bool { return n <= limit }) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was longer than the configured maximum length (%s)", ordered.Inspect(v), ordered.Inspect(arg))
	}},
	"minLength": {types: "json ref string", holds: func(v, arg any) bool { return lengthWithin(v, arg, func(n, limit float64) bool { return n >= limit }) }, message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) was shorter than the configured minimum length (%s)", ordered.Inspect(v), ordered.Inspect(arg))
	}},
	"regex": {types: "json ref string", message: func(v, arg any) string {
		return fmt.Sprintf("Value (%s) did not match the configured regular expression (%s)", ordered.Inspect(v), arg)
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

// StrictRule is the name of a validation rule of strict models, given one of the
// names that it has had; false when there is no such rule.
func StrictRule(name string) (string, bool) {
	if renamed, ok := renamedRules[name]; ok {
		name = renamed
	}
	_, ok := strictRules[name]
	return name, ok
}

// StrictRules are the names of all of them.
func StrictRules() []string {
	names := make([]string, 0, len(strictRules))
	for name := range strictRules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// StrictRuleFits says that attributes of the type may have the rule.
func StrictRuleFits(rule, typ string) bool {
	return slices.Contains(strings.Fields(strictRules[rule].types), typ)
}

// violations are the rules of the attribute that v breaks.
func (m *Model) violations(ctx context.Context, a *Attribute, v any) ([]Failure, error) {
	if v == nil {
		return nil, nil
	}
	var out []Failure
	for _, r := range a.Rules {
		rule := strictRules[r.Name]
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
		return typeOf(each) == typeOf(v) && string(ordered.Append(nil, each)) == string(ordered.Append(nil, v))
	})
}

func listed(arg any) string {
	list, _ := arg.([]any)
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = ordered.Inspect(v)
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
	s, ok := v.(string)
	limit, isNumber := numberOf(arg)
	return ok && (!isNumber || holds(float64(len(utf16.Encode([]rune(s)))), limit))
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

func shownTime(arg any) string {
	if t, ok := timeOf(arg); ok {
		return t.UTC().Format(ordered.DateLayout)
	}
	return ordered.Inspect(arg)
}
