package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"framework/engine/policy"
	"framework/engine/value"
)

func paths(t *testing.T, policies *value.Map) (*policy.Set, error) {
	t.Helper()
	o := opts
	o.Paths = true
	return policy.Compile(policies, o)
}

func TestTheNearestPathCounts(t *testing.T) {
	set, err := paths(t, value.Of(
		"*", "stamp",
		"account/*", []any{"signedIn", "stamp"},
		"account/login", true,
		"Account/Deep/*", "deep/inner",
		"account/deep/open", "stamp",
		"vault", false,
		"MemberController", value.Of("find", "signedin", "*", inline{}),
		"moduleDefinitions", value.Of("Written", inline{}),
		"written/here", "written",
		"twice/named", []any{"stamp", "signedIn", "stamp"},
		"twice/inline", []any{inline{}, inline{}},
		"alone/open", []any{true},
	))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range [][3]string{
		{"account/login", "[]", "account/login"},
		{"Account/LOGIN", "[]", "account/login"},
		{"account/LOGOUT", "[signedin stamp]", "account/*"},
		{"account", "[signedin stamp]", "account/*"},
		{"account/deep/x", "[deep/inner]", "account/deep/*"},
		{"account/deep", "[deep/inner]", "account/deep/*"},
		{"account/deep/open", "[stamp]", "account/deep/open"},
		{"account/other/x", "[signedin stamp]", "account/*"},
		{"accounting/x", "[stamp]", "*"},
		{"vault", "[deny]", "vault"},
		{"vault/inside", "[stamp]", "*"},
		{"member/find", "[signedin]", "member/find"},
		{"member/update", "[inline function]", "member/*"},
		{"written/here", "[inline function]", "written/here"},
		{"twice/named", "[stamp signedin]", "twice/named"},
		{"twice/inline", "[inline function inline function]", "twice/inline"},
		{"alone/open", "[]", "alone/open"},
	} {
		steps, rule := set.DecideAt(tc[0])
		if got := fmt.Sprint(steps); got != tc[1] || rule != tc[2] {
			t.Errorf("%s: got %s by %s, want %s by %s", tc[0], got, rule, tc[1], tc[2])
		}
	}
	for _, tc := range [][3]string{{"account", "login", "[] account/login"}, {"", "vault", "[deny] vault"}, {"account/deep", "x", "[deep/inner] account/deep/*"}} {
		steps, rule := set.Decide(tc[0], tc[1])
		if got := fmt.Sprint(steps, " ", rule); got != tc[2] {
			t.Errorf("%s, %s: got %s, want %s", tc[0], tc[1], got, tc[2])
		}
	}
	if got := fmt.Sprint(set.Named("Written "), set.Named("Stamp")); got != "inline function stamp" {
		t.Errorf("the policies are named %s", got)
	}
	none, err := paths(t, value.New(0))
	if steps, rule := none.DecideAt("account/login"); err != nil || len(steps) != 0 || rule != "" {
		t.Errorf("without rules: got %v by %q, %v", steps, rule, err)
	}
	if got := fmt.Sprint(set.Unused([]string{"vault/inside", "alone", "accounts/login", "member", "twice/named/x"})); got != "[account/* account/deep/* account/deep/open account/login alone/open member/find twice/inline twice/named vault written/here]" {
		t.Errorf("unused: %s", got)
	}
	if got := fmt.Sprint(set.Unused([]string{"account/login", "member/find", "account/deep/open"})); got != "[alone/open twice/inline twice/named vault written/here]" {
		t.Errorf("unused: %s", got)
	}
}

func TestMistakesInPathsAreReportedAndClosed(t *testing.T) {
	const neither = "the value is neither true, false, a policy's name, a function nor a list of them"
	set, err := paths(t, value.Of("a/b", []any{"signedin", true}, "c", "nobody", "d", nil, "e/*", 7, "f", []any{false, "stamp"}, "g", []any{"nobody"}))
	if err == nil {
		t.Fatal("no error")
	}
	want := []string{
		"a/b: true stands in a list with others (true and false are the only policy of an action)",
		`c: there is no policy "nobody" (let api/policies/nobody.js export a function)`,
		"d: " + neither,
		"e/*: " + neither,
		"f: false stands in a list with others (true and false are the only policy of an action)",
		`g: there is no policy "nobody" (let api/policies/nobody.js export a function)`,
	}
	for i := range want {
		want[i] = "config/policies.js: policies of " + want[i]
	}
	if err.Error() != strings.Join(want, "\n") {
		t.Errorf("got %v", err)
	}
	for _, identity := range []string{"a/b", "c", "d", "e/f", "f", "g"} {
		if steps, _ := set.DecideAt(identity); fmt.Sprint(steps) != "[deny]" {
			t.Errorf("%s is open: %v", identity, steps)
		}
	}
}
