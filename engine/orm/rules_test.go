package orm_test

import (
	"regexp"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// failing names the rules that refuse v as the value of an attribute.
func failing(t *testing.T, m *orm.Model, v any) string {
	t.Helper()
	var names []string
	for _, a := range refusals(t, m.Validate(t.Context(), value.Of("v", v), false)) {
		for _, f := range a.Failures {
			names = append(names, f.Rule)
		}
	}
	return strings.Join(names, " ")
}

// TestRules: which values each rule accepts and which it refuses. The attribute
// has the type objectid, which is neither cast nor checked.
func TestRules(t *testing.T) {
	list := func(v ...any) []any { return v }
	text := func(s ...string) (out []any) {
		for _, v := range s {
			out = append(out, v)
		}
		return out
	}
	object := value.Of("a", int64(1))
	for _, tc := range []struct {
		rule           string
		arg            any
		accept, refuse []any
	}{
		{"required", true, list("a", int64(0), false, object, list("a"), list(int64(0))), list(list(), list(nil))},
		{"notEmpty", true, list("a", int64(1), true, object), list(int64(0), false, list())},
		{"truthy", true, list("a", int64(1), true, list(), object), list(int64(0), false)},
		{"falsey", true, list(int64(0), false), list("a", int64(1), object)},
		{"null", true, nil, list("a", int64(0))},
		{"undefined", true, nil, list("a", object)},
		{"notNull", true, list("a", int64(0), false), nil},

		{"string", true, list("a"), list(int64(1), true, object)},
		{"text", true, list("a"), list(int64(1))},
		{"mediumtext", true, list("a"), list(false)},
		{"longtext", true, list("a"), list(list())},
		{"binary", true, list("a", []byte{1}), list(int64(1), object)},
		{"boolean", true, list(true, false), list("x", int64(1))},
		{"array", true, list(list(), list(int64(1))), list("a", object)},
		{"object", true, list(object, list()), list("a", int64(1), true)},
		{"json", true, list("a", int64(1), object, list()), nil},
		{"integer", true, list(int64(3), 4.0, "5", "-6", "+7", "0"), list(1.5, "x", "007", "1.0", "1e3", 1e21, object)},
		{"int", true, list(int64(3), "5"), list(1.5, "x")},
		{"float", true, list(int64(3), 1.5, "1.5", "-1", ".5", "2e-3"), list("x", ".", "1,5", object)},
		{"decimal", true, list(1.5, "1.5"), list("one", true)},
		{"number", true, list(int64(1), 1.5), list("x", true, object)},
		{"finite", true, list(int64(1)), list("x", object)},
		{"date", true, list("2014-03-01", "2014-03-01T10:00:00Z", "Sat, 1 Mar 2014 10:00:00 GMT"), list("someday", "2014-13-01", object)},
		{"datetime", true, list("2014-03-01T10:00:00Z"), list("someday")},

		{"min", int64(3), list(int64(3), 3.5, "4", "x", object), list(int64(2), "2", "2px", -1.0)},
		{"max", int64(3), list(int64(3), 2.5, "2", "x", "nan"), list(int64(4), "4", "4px", "1e1")},
		{"greaterThan", int64(3), list(int64(4)), list(int64(3), "3")},
		{"lessThan", "3", list(int64(2)), list(int64(3), "3.0")},
		{"minLength", int64(3), text("abc", "日本語", "👍👍👍"), text("ab", "👍👍")},
		{"maxLength", int64(3), text("abc", "👍👍👍"), list("abcd", "日本語だ", object)},
		{"minLength", "3", text("abc"), text("ab")},
		{"len", int64(2), text("ab", "abc"), text("a")},
		{"len", list(int64(2), int64(3)), text("ab", "abc"), text("a", "abcd")},

		{"in", list("a", "b", int64(5)), list("a", int64(5), "5"), list("c", "A")},
		{"enum", list("a"), text("a"), text("b")},
		{"in", "a,b", text("a", "b", "a,b"), text("c")},
		{"in", list(), nil, text("a")},
		{"in", int64(4), nil, list(int64(4))},
		{"notIn", list("a"), text("b"), text("a")},
		{"equals", "a", text("a"), text("b", "A")},
		{"equals", int64(1), list(int64(1), "1"), list(int64(2))},
		{"contains", "ell", text("hello"), text("HELLO", "lle")},
		{"notContains", "ell", text("HELLO"), text("hello")},
		{"regex", regexp.MustCompile(`^a\d$`), text("a1"), text("b1", "a12")},
		{"is", regexp.MustCompile(`b`), text("abc"), text("a")},
		{"regex", "a", nil, text("a")},
		{"notRegex", regexp.MustCompile(`b`), text("a"), text("abc")},
		{"not", regexp.MustCompile(`b`), text("a"), text("b")},
		{"notRegex", "b", nil, text("a")},
		{"after", "2014-03-01", text("2014-03-02"), text("2014-03-01", "2014-02-01", "x")},
		{"before", "2014-03-01", text("2014-02-01"), text("2014-03-01", "2014-03-02", "x")},
		{"after", "someday", nil, text("2014-03-02")},

		{"alpha", true, text("abcXYZ"), text("a1", "a b", "é")},
		{"alphanumeric", true, text("a1"), text("a-1", "é")},
		{"alphadashed", true, text("a-b_c"), text("a1")},
		{"alphanumericdashed", true, text("a-1_c"), text("a b")},
		{"numeric", true, list("12", "-3", "+4", "007", int64(5)), list("1.5", "x", "1e3", 1.5)},
		{"hexadecimal", true, text("12aF"), text("0x1", "g")},
		{"hexColor", true, text("#fff", "ABCDEF"), text("#ffff", "red")},
		{"lowercase", true, text("abc 1", "ß"), text("aBc")},
		{"uppercase", true, text("ABC 1"), text("AbC")},

		{"email", true, text("a@b.co", "A.B+c@d-e.org", "o'neil@x.ie", "é@x.com", "a@b.рф", "a@x.xn--p1ai", "a.b@gmail.com"), text(
			"a", "a@b", "@b.co", "a@", "a b@c.co", "a..b@x.co", ".a@x.co", "a.@x.co", "a@b..co", "a@-b.co", "a@b_c.co", "a@b.co\n", "a,b@x.co",
			"a@b.c", strings.Repeat("x", 65)+"@b.co", "a@"+strings.Repeat("x", 256)+".co", "..@gmail.com",
		)},
		{"url", true, text("http://a.com", "https://a.com:8080/p?q=1#h", "ftp://a.co.uk", "a.com/x", "http://localhost:1337", "http://1.2.3.4/x", "http://u:p@a.com", "http://例子.广告", "http://a.com/%zz"), text(
			"a", "http://a", "ws://a.com", "HTTP://a.com", "mailto:a@b.co", "javascript:alert(1)", "//a.com", "http://a b.com", "http://a.com:0",
			"http://a.com:65536", "http://a.com:", "http://a.com:+8", "http://-a.com", "http://a_b.com", "http://a..b", "http://[::1]/", "http://a:b:c@d.com",
			"http://a.com/"+strings.Repeat("x", 2083),
		)},
		{"urlish", true, text("a.com", "http.a.b/c"), text("a", "a com")},
		{"ip", true, text("1.2.3.4", "::1", "2001:db8::1"), text("256.1.1.1", "1.2.3", "g::1", "fe80::1%eth0")},
		{"ipv4", true, text("1.2.3.4"), text("::1", "::ffff:1.2.3.4", "1.2.3")},
		{"ipv6", true, text("::1", "::ffff:1.2.3.4"), text("1.2.3.4", "1::2::3")},
		{"uuid", true, text("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"), text("6ba7b8109dad11d180b400c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430cg")},
		{"uuidv3", true, text("6ba7b810-9dad-31d1-80b4-00c04fd430c8"), text("6ba7b810-9dad-41d1-80b4-00c04fd430c8", "x")},
		{"uuidv4", true, text("6ba7b810-9dad-41d1-80b4-00c04fd430c8"), text("6ba7b810-9dad-41d1-70b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "x")},
		{"creditcard", true, text("4111111111111111", "4111-1111-1111-1111", "378282246310005"), text("4111111111111112", "0000000000000000", "4111")},
	} {
		m := compiled(t, definition("M", orm.AttributeDef{Name: "v", Type: "objectid", Rules: []orm.RuleDef{{Name: tc.rule, Arg: tc.arg}}})).Model("m")
		name := strings.Replace(tc.rule, "enum", "in", 1)
		for _, v := range tc.accept {
			if got := failing(t, m, v); got != "" {
				t.Errorf("%s(%v) refuses %v: %s", tc.rule, tc.arg, v, got)
			}
		}
		for _, v := range tc.refuse {
			if got := failing(t, m, v); got != name {
				t.Errorf("%s(%v) accepts %v: %q", tc.rule, tc.arg, v, got)
			}
		}
	}
}
