package orm

import (
	"context"
	"fmt"
	"math"
	"strings"

	"framework/engine/ordered"
)

// Validate checks values as Create would (presentOnly: as Update would), the
// callbacks around validation included.
func (m *Model) Validate(ctx context.Context, values *ordered.Map, presentOnly bool) error {
	d := m.draft(values)
	if !presentOnly {
		if err := m.applyDefaults(ctx, d.values); err != nil {
			return err
		}
	}
	m.castAll(d.values)
	if err := each(ctx, m.Definition.Callbacks.BeforeValidate, d.values); err != nil {
		return err
	}
	if err := m.validate(ctx, d.values, presentOnly); err != nil {
		return err
	}
	return each(ctx, m.Definition.Callbacks.AfterValidate, d.values)
}

// validate checks cast values against the rules of the attributes, in their
// order. An attribute without a value is only checked when it is required.
func (m *Model) validate(ctx context.Context, values *ordered.Map, presentOnly bool) error {
	var invalid []AttributeFailures
	for _, a := range m.Attributes {
		v, present := values.Get(a.Name)
		if !a.Stored || presentOnly && !present {
			continue
		}
		if a.AutoIncrement && (v == nil || v == "") { // the database gives one
			continue
		}
		failures, err := m.check(ctx, a, v, values)
		if err != nil {
			return err
		}
		if len(failures) > 0 {
			invalid = append(invalid, AttributeFailures{a.Name, failures})
		}
	}
	if len(invalid) > 0 {
		return &ValidationError{Model: m.GlobalID, Invalid: invalid}
	}
	return nil
}

func (m *Model) check(ctx context.Context, a *Attribute, v any, values *ordered.Map) ([]Failure, error) {
	if _, undefined := v.(ordered.Undefined); undefined {
		v = nil
	}
	if v == nil || v == "" {
		required, err := m.required(ctx, a, values)
		if err != nil || !required {
			return nil, err
		}
	}
	var failures []Failure
	if a.Assoc == nil {
		if f, failed := typeFailure(a, v); failed {
			failures = append(failures, f)
		}
	}
	for _, r := range a.Rules {
		ok, err := m.holds(ctx, r, v, values)
		if err != nil {
			return nil, fmt.Errorf("%s: the rule %s of %s.%s: %w", m.Definition.Source, r.Name, m.GlobalID, a.Name, err)
		}
		if !ok {
			name := r.Name
			if name == "enum" {
				name = "in"
			}
			failures = append(failures, ruleFailure(name, v))
		}
	}
	return failures, nil
}

// required reports whether the attribute has to have a value.
func (m *Model) required(ctx context.Context, a *Attribute, values *ordered.Map) (bool, error) {
	for _, r := range a.Rules {
		if r.Name != "required" {
			continue
		}
		arg, err := argument(ctx, r, values)
		if err != nil {
			return false, err
		}
		if ordered.Truthy(arg) {
			return true, nil
		}
	}
	return false, nil
}

func argument(ctx context.Context, r RuleDef, values *ordered.Map) (any, error) {
	if fn, ok := r.Arg.(RuleArgFunc); ok {
		return fn(ctx, values)
	}
	return r.Arg, nil
}

// holds applies one rule. A rule set to false is off.
func (m *Model) holds(ctx context.Context, r RuleDef, v any, values *ordered.Map) (bool, error) {
	arg, err := argument(ctx, r, values)
	if err != nil {
		return false, err
	}
	if custom, ok := m.Definition.Types[r.Name]; ok {
		return custom(ctx, v, values, arg)
	}
	if off, isBool := arg.(bool); isBool && !off {
		return true, nil
	}
	test, ok := rules[r.Name]
	if !ok {
		if m.orm.switches.UnknownRuleIsError {
			return false, fmt.Errorf("there is no rule of that name")
		}
		return true, nil
	}
	return test(v, arg), nil
}

// ruleFailure words a failed rule as anchor 0.11 does, its odd second line
// included, which clients have been seen to cut off.
func ruleFailure(rule string, v any) Failure {
	return Failure{Rule: rule, Message: fmt.Sprintf("%q validation rule failed for input: %s\nSpecifically, it threw an error.  Details:\n undefined", rule, ordered.Inspect(v))}
}

// typeFailure checks a value against its attribute's type.
func typeFailure(a *Attribute, v any) (Failure, bool) {
	test, ok := types[a.Type]
	if !ok || test(v) {
		return Failure{}, false
	}
	article := "a"
	if a.Type != "" && strings.ContainsRune("aeiou", rune(a.Type[0])) {
		article = "an"
	}
	message := fmt.Sprintf("Value should be %s %s", article, a.Type)
	if f, ok := v.(float64); !ok || !math.IsNaN(f) {
		kind := typeOf(v)
		kindArticle := "a"
		if strings.ContainsRune("aeiou", rune(kind[0])) {
			kindArticle = "an"
		}
		message += fmt.Sprintf(" (instead of %s, which is %s %s)", asJSON(v), kindArticle, kind)
	}
	return Failure{Rule: a.Type, Message: message}, true
}

func asJSON(v any) string {
	if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return "null"
	}
	return string(ordered.Append(nil, v))
}

// typeOf is JavaScript's typeof.
func typeOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int64, float64, int:
		return "number"
	case ordered.Undefined:
		return "undefined"
	}
	return "object"
}

// shownKey is a value as it stands in a message.
func shownKey(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return textOf(v)
}
