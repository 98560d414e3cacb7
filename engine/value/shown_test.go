package value

import (
	"strings"
	"testing"
)

// TestShown: the wanted texts are what Node 20 prints.
func TestShown(t *testing.T) {
	list := func(texts ...string) []any {
		out := make([]any, len(texts))
		for i, s := range texts {
			out[i] = s
		}
		return out
	}
	for _, tc := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{Undefined{}, "undefined"},
		{"it's", `"it's"`},
		{"it's \"quoted\"\n", "`it's \"quoted\"\\n`"},
		{"a\\b\x01", `'a\\b\x01'`},
		{1.5, "1.5"},
		{[]any{}, "[]"},
		{New(0), "{}"},
		{Of("a-b", int64(1), "c", nil), "{ 'a-b': 1, c: null }"},
		{Of("a", Of("b", Of("c", Of("d", int64(1))))), "{ a: { b: { c: [Object] } } }"},
		{[]any{int64(1), []any{int64(2), []any{int64(3), []any{int64(4)}}}}, "[ 1, [ 2, [ 3, [Array] ] ] ]"},
		{Of("first", strings.Repeat("a", 40), "second", strings.Repeat("b", 40)), "{\n  first: '" + strings.Repeat("a", 40) + "',\n  second: '" + strings.Repeat("b", 40) + "'\n}"},
		{
			list("createdAt", "updatedAt", "id", "name", "email", "age", "rating", "active", "style", "biography", "tools", "extra", "mentor"),
			"[\n  'createdAt', 'updatedAt',\n  'id',        'name',\n  'email',     'age',\n  'rating',    'active',\n  'style',     'biography',\n  'tools',     'extra',\n  'mentor'\n]",
		},
		{[]any{int64(1), int64(20), int64(3), int64(4), int64(5), int64(6), int64(700)}, "[\n  1, 20,   3, 4,\n  5,  6, 700\n]"},
		{Verbatim("/x/i"), "/x/i"},
	} {
		if got := Shown(tc.v, ShownDepth); got != tc.want {
			t.Errorf("got\n%s\nwant\n%s", got, tc.want)
		}
	}
}
