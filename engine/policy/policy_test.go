package policy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"framework/engine/policy"
	"framework/engine/value"
)

type inline struct{}

var opts = policy.Options{
	Source: "config/policies.js", Names: []string{"signedin", "stamp", "deep/inner"},
	Function: func(v any) bool { _, ok := v.(inline); return ok },
}

func TestMostSpecificRuleCounts(t *testing.T) {
	set, err := policy.Compile(value.Of(
		"*", "stamp",
		"MemberController", value.Of("*", "signedIn", "find", []any{"Stamp", "deep/Inner"}, "create", true, "gone", nil),
		"vault", false,
		"admin/ThingController", value.Of("run", inline{}),
		"twice", value.Of("run", []any{"stamp", "stamp"}),
		"mixed", value.Of("run", []any{true, "stamp"}),
	), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range [][3]string{
		{"member", "find", "[stamp deep/inner] member.find"},
		{"Member", "FIND", "[stamp deep/inner] member.find"},
		{"member", "update", "[signedin] member.*"},
		{"member", "create", "[] member.create"},
		{"member", "gone", "[deny] member.gone"},
		{"vault", "anything", "[deny] vault.*"},
		{"admin/thing", "run", "[inline function] admin/thing.run"},
		{"admin/thing", "other", "[stamp] *"},
		{"other", "find", "[stamp] *"},
		{"twice", "run", "[stamp stamp] twice.run"},
		{"mixed", "run", "[stamp] mixed.run"},
	} {
		steps, rule := set.Decide(tc[0], tc[1])
		if got := fmt.Sprint(steps, " ", rule); got != tc[2] {
			t.Errorf("%s.%s: got %s, want %s", tc[0], tc[1], got, tc[2])
		}
		if got := set.For(tc[0], tc[1]); fmt.Sprint(got) != fmt.Sprint(steps) {
			t.Errorf("%s.%s: %v are in front of it, and %v decide", tc[0], tc[1], got, steps)
		}
	}
	if got := fmt.Sprint(set.Controllers()); got != "[admin/thing member mixed twice vault]" {
		t.Errorf("rules are of the controllers %s", got)
	}
	if got := fmt.Sprint(set.Actions("member")); got != "map[create:MemberController.create find:MemberController.find gone:MemberController.gone]" {
		t.Errorf("rules are of the actions %s", got)
	}
	if got := set.Actions("none"); len(got) != 0 {
		t.Errorf("rules are of the actions %v of no controller", got)
	}
	if got := set.Named(" Stamp "); got.String() != "stamp" {
		t.Errorf("the policy is named %s", got)
	}
	none, err := policy.Compile(value.New(0), opts)
	if steps, rule := none.Decide("user", "find"); err != nil || len(steps) != 0 || rule != "" {
		t.Errorf("without rules: got %v by %q, %v", steps, rule, err)
	}
}

// TestMistakesAreReportedAndClosed: a rule that cannot be read closes what it is for,
// and the others hold.
func TestMistakesAreReportedAndClosed(t *testing.T) {
	const neither = "the value is neither true, false, a policy's name, a function nor a list of them"
	const nobody = `there is no policy "isAdmin" (let api/policies/isAdmin.js export a function)`
	for _, tc := range []struct {
		key   string
		value any
		want  string
	}{
		{"UserController", value.Of("find", "isAdmin"), "UserController.find: " + nobody},
		{"UserController", value.Of("find", []any{"stamp", "isAdmin"}), "UserController.find: " + nobody},
		{"UserController", value.Of("find", int64(7)), "UserController.find: " + neither},
		{"UserController", value.Of("*", int64(7)), "UserController.*: " + neither},
		{"User", int64(7), "User: " + neither},
		{"*", "isAdmin", "*: " + nobody},
		{"*", value.New(0), "*: " + neither},
	} {
		set, err := policy.Compile(value.Of(tc.key, tc.value, "other", "stamp"), opts)
		var pe *policy.Error
		if !errors.As(err, &pe) || err.Error() != "config/policies.js: policies of "+tc.want {
			t.Errorf("%s: got %v, want %s", tc.key, err, tc.want)
		}
		if got := fmt.Sprint(set.For("user", "find"), set.For("other", "find")); got != "[deny] [stamp]" {
			t.Errorf("%s: got %s", tc.want, got)
		}
	}
	_, err := policy.Compile(value.Of("a", "x", "b", "y"), opts)
	if err == nil || strings.Count(err.Error(), "config/policies.js: ") != 2 {
		t.Errorf("of two mistakes: %v", err)
	}
	o := opts
	o.Function = nil
	if _, err := policy.Compile(value.Of("a", inline{}), o); err == nil {
		t.Error("a value that nobody knows for a function is one")
	}
}
