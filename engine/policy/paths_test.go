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
	if got := fmt.Sprint(set.Unused([]string{"account/login", "member/find", "account/deep/open"})); got != "[alone/open twice/inline twice/named vault written/here]" {
		t.Errorf("unused: %s", got)
	}
}

func TestMistakesInPathsAreReportedAndClosed(t *testing.T) {
	set, err := paths(t, value.Of("a/b", []any{"signedin", true}, "c", "nobody", "d", nil, "e/*", 7))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"a/b: true stands in a list with others", `c: there is no policy "nobody"`, "policies of d: ", "policies of e/*: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	for _, identity := range []string{"a/b", "c", "d", "e/f"} {
		if steps, _ := set.DecideAt(identity); fmt.Sprint(steps) != "[deny]" {
			t.Errorf("%s is open: %v", identity, steps)
		}
	}
}
