package orm

import (
	"context"
	"fmt"
	"math"
	"strings"

	"framework/engine/value"
)

// Validate checks values as they are, without defaults and casts, by all rules
// (presentOnly: by those of the attributes that they have), with the
// callbacks around validation.
func (m *Model) Validate(ctx context.Context, values *value.Map, presentOnly bool) error {
	d := m.draft(values.Clone())
	if err := each(ctx, m.Definition.Callbacks.BeforeValidate, d.values); err != nil {
		return err
	}
	if err := m.validate(ctx, d.values, presentOnly); err != nil {
		return err
	}
	return each(ctx, m.Definition.Callbacks.AfterValidate, d.values)
}

// validate checks cast values against the rules of the attributes, in their
// order. An attribute without a value is only checked when it is required. Rules of
// collections, such as required, see what was given for them.
func (m *Model) validate(ctx context.Context, values *value.Map, presentOnly bool) error {
	var invalid []AttributeFailures
	for _, a := range m.Attributes {
		v, present := values.Get(a.Name)
		if !a.Stored && len(a.Rules) == 0 || presentOnly && !present {
			continue
		}
		if (a.AutoIncrement || m.givesKey(a)) && v == nil && !(presentOnly && a.PrimaryKey) { // the store gives one
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
		return &ValidationError{Model: m.GlobalID, Invalid: invalid, Messages: m.Definition.Messages}
	}
	return nil
}

func (m *Model) check(ctx context.Context, a *Attribute, v any, values *value.Map) ([]Failure, error) {
	if _, undefined := v.(value.Undefined); undefined {
		v = nil
	}
	needed := v == nil && (a.PrimaryKey || a.NotNull) // the store would refuse it
	if v == nil && !needed || v == "" {
		required, err := m.required(ctx, a, values)
		if err != nil || !required {
			return nil, err
		}
	}
	if text, ok := v.(string); ok && a.Type == "integer" && !a.AutoIncrement && isObjectID(text) {
		return nil, nil // a key of a document store, which casting left alone
	}
	failures, err := m.failed(ctx, a, a.Rules[:a.TypeAt], v, values)
	if err != nil {
		return nil, err
	}
	if a.Assoc == nil {
		ok, err := m.isOfType(ctx, a, v, values)
		if err != nil {
			return nil, err
		}
		if !ok {
			failures = append(failures, typeFailure(a.typeName(), v))
		}
	}
	more, err := m.failed(ctx, a, a.Rules[a.TypeAt:], v, values)
	if err != nil {
		return nil, err
	}
	failures = append(failures, more...)
	if needed && len(failures) == 0 {
		failures = append(failures, ruleFailure("required", v))
	}
	return failures, nil
}

// failed applies rules of an attribute, and returns a failure for each that refuses v.
func (m *Model) failed(ctx context.Context, a *Attribute, rules []RuleDef, v any, values *value.Map) ([]Failure, error) {
	var out []Failure
	for _, r := range rules {
		ok, err := m.holds(ctx, r, v, values)
		if err != nil {
			return nil, m.broken(a, r.Name, err)
		}
		if ok {
			continue
		}
		name := r.Name
		if name == "enum" {
			name = "in"
		}
		out = append(out, ruleFailure(name, v))
	}
	return out, nil
}

// typeName is the type of the attribute, as messages name it.
func (a *Attribute) typeName() string {
	if a.AutoIncrement {
		return "integer"
	}
	return a.Type
}

// required reports whether the attribute has to have a value.
func (m *Model) required(ctx context.Context, a *Attribute, values *value.Map) (bool, error) {
	for _, r := range a.Rules {
		if r.Name != "required" {
			continue
		}
		arg, err := argument(ctx, r, values)
		if err != nil {
			return false, err
		}
		if value.Truthy(arg) {
			return true, nil
		}
	}
	return false, nil
}

func argument(ctx context.Context, r RuleDef, values *value.Map) (any, error) {
	if fn, ok := r.Arg.(RuleArgFunc); ok {
		return fn(ctx, values)
	}
	return r.Arg, nil
}

// holds applies one rule. A rule set to false is off.
func (m *Model) holds(ctx context.Context, r RuleDef, v any, values *value.Map) (bool, error) {
	arg, err := argument(ctx, r, values)
	if err != nil {
		return false, err
	}
	if off, isBool := arg.(bool); isBool && !off {
		return true, nil
	}
	if custom, ok := m.Definition.Types[r.Name]; ok {
		return custom(ctx, v, values, arg)
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
	return Failure{Rule: rule, Message: fmt.Sprintf("%q validation rule failed for input: %s\nSpecifically, it threw an error.  Details:\n undefined", rule, value.Inspect(v))}
}

// isOfType checks a value against its attribute's type, which may be one of
// the project's.
func (m *Model) isOfType(ctx context.Context, a *Attribute, v any, values *value.Map) (bool, error) {
	if custom, ok := m.Definition.Types[a.Type]; ok {
		ok, err := custom(ctx, v, values, value.Undefined{})
		return ok, m.broken(a, a.Type, err)
	}
	if a.AutoIncrement { // larger numbers would leave none for the next records
		_, ok := v.(int64)
		return ok, nil
	}
	test, ok := types[a.Type]
	return ok && test(v), nil
}

// broken says which rule could not be applied.
func (m *Model) broken(a *Attribute, rule string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: the rule %s of %s.%s: %w", m.Definition.Source, rule, m.GlobalID, a.Name, err)
}

// typeFailure words a value that is not of a type.
func typeFailure(word string, v any) Failure {
	article := "a"
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		article = "an"
	}
	message := fmt.Sprintf("Value should be %s %s", article, word)
	if f, ok := v.(float64); !ok || !math.IsNaN(f) {
		kind := typeOf(v)
		kindArticle := "a"
		if strings.ContainsRune("aeiou", rune(kind[0])) {
			kindArticle = "an"
		}
		message += fmt.Sprintf(" (instead of %s, which is %s %s)", asJSON(v), kindArticle, kind)
	}
	return Failure{Rule: word, Message: message}
}

func asJSON(v any) string {
	if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return "null"
	}
	return string(value.Append(nil, v))
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
	case value.Undefined:
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
