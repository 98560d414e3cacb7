package orm_test

import (
	"context"
	"errors"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

func opened(t testing.TB, switches orm.Switches, defs ...*orm.Definition) *orm.ORM {
	t.Helper()
	o, err := orm.Open(t.Context(), defs, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": memory(t, true)}, Rules: orm.Classic(switches),
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

var errRule = errors.New("the rule broke")

// TestOwnRules: rules of the project's types see the value, the other values
// and the argument, also where a rule of that name exists already.
func TestOwnRules(t *testing.T) {
	var seen []any
	d := definition("Thing",
		ruled("a", "string", "like", "b", "email", true),
		ruled("b", "string"), ruled("c", "string", "breaks", true), typed("even", "even"), ruled("off", "string", "even", false))
	d.Types = map[string]orm.Rule{
		"like": func(_ context.Context, v any, values *value.Map, arg any) (bool, error) {
			seen = []any{v, values.Value("b"), arg}
			return v == values.Value(arg.(string)), nil
		},
		"email": func(_ context.Context, v any, _ *value.Map, _ any) (bool, error) { return v != "spam", nil },
		"even": func(_ context.Context, v any, _ *value.Map, _ any) (bool, error) {
			s, ok := v.(string)
			return ok && len(s)%2 == 0, nil
		},
		"breaks": func(context.Context, any, *value.Map, any) (bool, error) { return false, errRule },
	}
	m := compiled(t, d).Model("thing")
	for _, tc := range []struct {
		values *value.Map
		want   string
	}{
		{value.Of("a", "x", "b", "x"), ""},
		{value.Of("a", "x", "b", "y"), `{"a":[{"rule":"like","message":"\"like\": 'x'…"}]}`},
		{value.Of("a", "spam", "b", "spam"), `{"a":[{"rule":"email","message":"\"email\": 'spam'…"}]}`},
		{value.Of("b", "y"), ""},
		{value.Of("even", "22", "off", "x"), ""},
		{value.Of("even", "333"), `{"even":[{"rule":"even","message":"Value should be an even (instead of \"333\", which is a string)"}]}`},
	} {
		if got := refused(t, m.Validate(t.Context(), tc.values, false)); got != tc.want {
			t.Errorf("%s: %s, want %s", value.Append(nil, tc.values), got, tc.want)
		}
	}
	if len(seen) != 3 || seen[0] != "spam" || seen[1] != "spam" || seen[2] != "b" {
		t.Errorf("the rule saw %v", seen)
	}
	_, err := m.Create(t.Context(), value.Of("c", "x"))
	const want = "api/models/Thing.js: the rule breaks of Thing.c: the rule broke"
	if !errors.Is(err, errRule) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := all(t, m); got != "" {
		t.Errorf("a broken rule left %s", got)
	}
}

// TestRuleArguments: arguments may be computed from the values.
func TestRuleArguments(t *testing.T) {
	of := func(name string) orm.RuleArgFunc {
		return func(_ context.Context, values *value.Map) (any, error) { return values.Value(name), nil }
	}
	broken := orm.RuleArgFunc(func(context.Context, *value.Map) (any, error) { return nil, errRule })
	m := compiled(t, definition("Thing",
		ruled("low", "integer"), ruled("n", "integer", "min", of("low")),
		ruled("on", "boolean"), ruled("name", "string", "required", of("on"), "email", of("on")),
	)).Model("thing")
	for _, tc := range []struct{ values, want string }{
		{`{"low": 3, "n": 3}`, ""},
		{`{"low": 3, "n": 2}`, `{"n":[{"rule":"min","message":"\"min\": 2…"}]}`},
		{`{"n": -2}`, ""},
		{`{"on": false}`, ""},
		{`{"on": false, "name": "x"}`, ""},
		{`{"on": true, "name": "x"}`, `{"name":[{"rule":"email","message":"\"email\": 'x'…"}]}`},
		{`{"on": true, "name": ""}`, `{"name":[{"rule":"required","message":"\"required\": ''…"},{"rule":"email","message":"\"email\": ''…"}]}`},
	} {
		_, err := m.Create(t.Context(), parse(t, tc.values).(*value.Map))
		if got := refused(t, err); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.values, got, tc.want)
		}
	}
	for _, rule := range []string{"required", "min"} {
		m := compiled(t, definition("Thing", ruled("n", "integer", rule, broken))).Model("thing")
		values := value.Of("n", int64(1))
		if rule == "required" {
			values = value.New(0)
		}
		if _, err := m.Create(t.Context(), values); !errors.Is(err, errRule) {
			t.Errorf("%s: got %v", rule, err)
		}
	}
}

// TestUnknownRules: an unknown rule is an error, or is ignored, depending on
// the release.
func TestUnknownRules(t *testing.T) {
	d := definition("Thing", ruled("a", "string", "sparkles", true))
	off := definition("Thing", ruled("a", "string", "sparkles", false))
	for _, tc := range []struct {
		def      *orm.Definition
		switches orm.Switches
		value    any
		want     string
	}{
		{d, orm.Switches{UnknownRuleIsError: true}, "x", "api/models/Thing.js: the rule sparkles of Thing.a: there is no rule of that name"},
		{d, orm.Switches{UnknownRuleIsError: true}, nil, ""},
		{d, orm.Switches{}, "x", ""},
		{off, orm.Switches{UnknownRuleIsError: true}, "x", ""},
	} {
		_, err := opened(t, tc.switches, tc.def).Model("thing").Create(t.Context(), value.Of("a", tc.value))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%v, %v: got %q, want %q", tc.switches, tc.value, got, tc.want)
		}
	}
}

// TestBooleanGarbage: what is no boolean fails validation, or is false where
// the release has it so.
func TestBooleanGarbage(t *testing.T) {
	d := definition("Thing", typed("a", "boolean"))
	if _, err := opened(t, orm.Switches{}, d).Model("thing").Create(t.Context(), value.Of("a", "maybe")); refused(t, err) == "" {
		t.Error("garbage is accepted")
	}
	m := opened(t, orm.Switches{BooleanGarbageFalse: true}, d).Model("thing")
	if _, err := m.Create(t.Context(), value.Of("a", "maybe")); err != nil || all(t, m) != `{"a":false,"id":1}` {
		t.Errorf("got %v, %s", err, all(t, m))
	}
}
