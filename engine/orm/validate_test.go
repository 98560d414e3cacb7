package orm_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/value"

	"github.com/google/go-cmp/cmp"
)

// refusals are what a validation error says, nil for no error.
func refusals(t *testing.T, err error) []orm.AttributeFailures {
	t.Helper()
	if err == nil {
		return nil
	}
	var invalid *orm.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %T: %v", err, err)
	}
	return invalid.Invalid
}

// refused is the JSON of invalidAttributes, with the words that all messages of
// failed rules end with shortened to "…".
func refused(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var invalid *orm.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %T: %v", err, err)
	}
	text := string(value.Append(nil, invalid.InvalidAttributes()))
	text = strings.ReplaceAll(text, `\nSpecifically, it threw an error.  Details:\n undefined`, "…")
	return strings.ReplaceAll(text, ` validation rule failed for input: `, ": ")
}

func ruled(name, kind string, rules ...any) orm.AttributeDef {
	a := typed(name, kind)
	for i := 0; i < len(rules); i += 2 {
		a.Rules = append(a.Rules, orm.RuleDef{Name: rules[i].(string), Arg: rules[i+1]})
	}
	return a
}

func TestMessages(t *testing.T) {
	const required = `{"rule":"required","message":"\"required\": null…"}`
	object := value.Of("o", int64(1))
	for _, tc := range []struct {
		attribute orm.AttributeDef
		value     any
		want      string
	}{
		{ruled("v", "string", "required", true), nil, `[{"rule":"string","message":"Value should be a string (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "integer", "required", true), nil, `[{"rule":"integer","message":"Value should be an integer (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "float", "required", true), nil, `[{"rule":"float","message":"Value should be a float (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "boolean", "required", true), nil, `[{"rule":"boolean","message":"Value should be a boolean (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "datetime", "required", true), nil, `[{"rule":"datetime","message":"Value should be a datetime (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "array", "required", true), nil, `[{"rule":"array","message":"Value should be an array (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "email", "required", true), nil, `[{"rule":"email","message":"Value should be an email (instead of null, which is an object)"},` + required + `]`},
		{ruled("v", "json", "required", true), nil, `[` + required + `]`},
		{ruled("v", "string", "required", true), "", `[{"rule":"required","message":"\"required\": ''…"}]`},
		{ruled("v", "array", "required", true), []any{}, `[{"rule":"required","message":"\"required\": []…"}]`},
		{ruled("v", "string", "required", true, "minLength", int64(3), "email", true), nil, `[{"rule":"string","message":"Value should be a string (instead of null, which is an object)"},` +
			required + `,{"rule":"minLength","message":"\"minLength\": null…"},{"rule":"email","message":"\"email\": null…"}]`},

		{typed("v", "string"), object, `[{"rule":"string","message":"Value should be a string (instead of {\"o\":1}, which is an object)"}]`},
		{typed("v", "text"), object, `[{"rule":"text","message":"Value should be a text (instead of {\"o\":1}, which is an object)"}]`},
		{typed("v", "mediumtext"), int64(5), `[{"rule":"mediumtext","message":"Value should be a mediumtext (instead of 5, which is a number)"}]`},
		{typed("v", "integer"), "many", `[{"rule":"integer","message":"Value should be an integer"}]`},
		{typed("v", "integer"), object, `[{"rule":"integer","message":"Value should be an integer (instead of {\"o\":1}, which is an object)"}]`},
		{typed("v", "integer"), strings.Repeat("9", 26), `[{"rule":"integer","message":"Value should be an integer (instead of 1e+26, which is a number)"}]`},
		{typed("v", "float"), "much", `[{"rule":"float","message":"Value should be a float"}]`},
		{typed("v", "float"), object, `[{"rule":"float","message":"Value should be a float (instead of {\"o\":1}, which is an object)"}]`},
		{typed("v", "boolean"), "maybe", `[{"rule":"boolean","message":"Value should be a boolean (instead of \"maybe\", which is a string)"}]`},
		{typed("v", "boolean"), int64(2), `[{"rule":"boolean","message":"Value should be a boolean (instead of 2, which is a number)"}]`},
		{typed("v", "date"), "someday", `[{"rule":"date","message":"Value should be a date (instead of \"someday\", which is a string)"}]`},
		{typed("v", "email"), "nobody", `[{"rule":"email","message":"Value should be an email (instead of \"nobody\", which is a string)"}]`},
		{typed("v", "int"), "many", `[{"rule":"int","message":"Value should be an int (instead of \"many\", which is a string)"}]`},
		{typed("v", "decimal"), "1,5", `[{"rule":"decimal","message":"Value should be a decimal (instead of \"1,5\", which is a string)"}]`},
		{typed("v", "binary"), int64(1), `[{"rule":"binary","message":"Value should be a binary (instead of 1, which is a number)"}]`},

		{ruled("v", "string", "enum", []any{"a", "b"}), "c", `[{"rule":"in","message":"\"in\": 'c'…"}]`},
		{ruled("v", "string", "maxLength", int64(2)), object, `[{"rule":"string","message":"Value should be a string (instead of {\"o\":1}, which is an object)"},{"rule":"maxLength","message":"\"maxLength\": { o: 1 }…"}]`},
		{ruled("v", "integer", "max", int64(9)), "12", `[{"rule":"max","message":"\"max\": 12…"}]`},
		{ruled("v", "integer", "min", int64(3), "max", int64(1)), int64(2), `[{"rule":"min","message":"\"min\": 2…"},{"rule":"max","message":"\"max\": 2…"}]`},
		{ruled("v", "string", "regex", regexp.MustCompile(`^x`)), "it's", `[{"rule":"regex","message":"\"regex\": 'it\\'s'…"}]`},
		{ruled("v", "array", "contains", "z"), []any{"a", int64(1)}, `[{"rule":"contains","message":"\"contains\": [ 'a', 1 ]…"}]`},
	} {
		m := compiled(t, definition("Thing", tc.attribute)).Model("thing")
		_, err := m.Create(t.Context(), value.Of("v", tc.value))
		if got := refused(t, err); got != `{"v":`+tc.want+`}` {
			t.Errorf("%s %v is refused with\n%s, want\n%s", tc.attribute.Type, tc.value, got, tc.want)
		}
		if left := all(t, m); left != "" {
			t.Errorf("%s %v left %s", tc.attribute.Type, tc.value, left)
		}
	}
}

// TestAccepted: values that are left alone because nothing requires them, or
// that casting made right.
func TestAccepted(t *testing.T) {
	for _, tc := range []struct {
		attribute orm.AttributeDef
		value     any
		want      string
	}{
		{ruled("v", "integer", "min", int64(3)), nil, `{"v":null,"id":1}`},
		{ruled("v", "string", "minLength", int64(3), "email", true, "notEmpty", true), "", `{"v":"","id":1}`},
		{ruled("v", "string", "required", false), nil, `{"v":null,"id":1}`},
		{ruled("v", "string", "email", false), "no", `{"v":"no","id":1}`},
		{ruled("v", "boolean", "required", true), false, `{"v":false,"id":1}`},
		{ruled("v", "integer", "required", true, "max", int64(5)), "0", `{"v":0,"id":1}`},
		{typed("v", "integer"), "507f1f77bcf86cd799439011", `{"v":"507f1f77bcf86cd799439011","id":1}`},
		{typed("v", "string"), int64(5), `{"v":"5","id":1}`},
		{typed("v", "array"), "a", `{"v":["a"],"id":1}`},
		{typed("v", "number"), int64(1), `{"v":1,"id":1}`},
		{typed("v", "object"), value.Of("a", int64(1)), `{"v":{"a":1},"id":1}`},
		{typed("v", "geojson"), value.Of("type", "Point"), `{"v":{"type":"Point"},"id":1}`},
		{typed("v", "time"), "10:30", `{"v":"10:30","id":1}`},
		{typed("v", "strng"), nil, `{"v":null,"id":1}`},
	} {
		m := compiled(t, definition("Thing", tc.attribute)).Model("thing")
		_, err := m.Create(t.Context(), value.Of("v", tc.value))
		if got := all(t, m); err != nil || got != tc.want {
			t.Errorf("%s %v gives %s %v, want %s", tc.attribute.Type, tc.value, got, err, tc.want)
		}
	}
}

// TestUnknownTypes: a word that is no type refuses every value, and is warned
// about when the models are opened.
func TestUnknownTypes(t *testing.T) {
	d := definition("Thing", typed("v", "strng"), typed("w", "blob"), typed("own", "even"), typed("none", ""))
	d.Types = map[string]orm.Rule{"even": func(context.Context, any, *value.Map, any) (bool, error) { return true, nil }}
	o := compiled(t, d)
	want := []problem.Problem{
		problem.In("api/models/Thing.js", `Thing.v: there is no type "strng", so every value is refused`).Advise(`did you mean "string"?`).Of("v"),
		problem.In("api/models/Thing.js", `Thing.w: there is no type "blob", so every value is refused`).Of("w"),
	}
	if diff := cmp.Diff(want, o.Warnings()); diff != "" {
		t.Error(diff)
	}
	for _, v := range []any{"x", int64(1), true, value.Of("a", int64(1))} {
		_, err := o.Model("thing").Create(t.Context(), value.Of("v", v))
		var invalid *orm.ValidationError
		if !errors.As(err, &invalid) {
			t.Errorf("%v is not refused: %v", v, err)
		}
	}
}

func TestSeveralAttributes(t *testing.T) {
	m := compiled(t, definition("Thing", ruled("z", "string", "required", true), typed("a", "integer"), ruled("m", "email"), typed("fine", "string"))).Model("thing")
	_, err := m.Create(t.Context(), value.Of("m", "x", "a", "y", "fine", "yes"))
	const want = `[Error (E_VALIDATION) 3 attributes are invalid] Invalid attributes sent to Thing:
 • z
   • Value should be a string (instead of null, which is an object)
   • "required" validation rule failed for input: null
Specifically, it threw an error.  Details:
 undefined
 • a
   • Value should be an integer
 • m
   • Value should be an email (instead of "x", which is a string)
`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want\n%s", err, want)
	}
	_, err = m.Update(t.Context(), query(t, m, nil), value.Of("a", "y"))
	if got := refused(t, err); got != `{"a":[{"rule":"integer","message":"Value should be an integer"}]}` {
		t.Errorf("an update is refused with %s", got)
	}
	if !strings.Contains(err.Error(), "1 attribute is invalid") {
		t.Errorf("got %v", err)
	}
}

// TestValidate: the values as they are, without defaults, and without storing anything.
func TestValidate(t *testing.T) {
	d := definition("Thing", ruled("name", "string", "required", true), ruled("kind", "string", "in", []any{"a"}))
	d.Attributes[1].HasDefault, d.Attributes[1].Default = true, "b"
	m := compiled(t, d).Model("thing")
	const badKind = `{"kind":[{"rule":"in","message":"\"in\": 'b'…"}]}`
	for _, tc := range []struct {
		values      *value.Map
		presentOnly bool
		want        string
	}{
		{value.Of("name", "x", "kind", "a"), false, ""},
		{value.Of("name", "x"), false, ""},
		{value.Of("name", "x", "kind", value.Undefined{}), false, ""},
		{value.New(0), true, ""},
		{value.Of("kind", "b"), true, badKind},
		{value.Of("name", nil), true, `{"name":[{"rule":"string","message":"Value should be a string (instead of null, which is an object)"},{"rule":"required","message":"\"required\": null…"}]}`},
	} {
		before := string(value.Append(nil, tc.values))
		if got := refused(t, m.Validate(context.Background(), tc.values, tc.presentOnly)); got != tc.want {
			t.Errorf("%s: %s, want %s", before, got, tc.want)
		}
		if after := string(value.Append(nil, tc.values)); after != before {
			t.Errorf("%s became %s", before, after)
		}
	}
	if got := all(t, m); got != "" {
		t.Errorf("validating stored %s", got)
	}
}
