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
	), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range [][3]string{
		{"member", "find", "[stamp deep/inner]"},
		{"Member", "FIND", "[stamp deep/inner]"},
		{"member", "update", "[signedin]"},
		{"member", "create", "[]"},
		{"member", "gone", "[deny]"},
		{"vault", "anything", "[deny]"},
		{"admin/thing", "run", "[inline function]"},
		{"admin/thing", "other", "[stamp]"},
		{"other", "find", "[stamp]"},
	} {
		if got := fmt.Sprint(set.For(tc[0], tc[1])); got != tc[2] {
			t.Errorf("%s.%s: got %s, want %s", tc[0], tc[1], got, tc[2])
		}
	}
}

func TestMistakesAreReportedAndClosed(t *testing.T) {
	set, err := policy.Compile(value.Of("UserController", value.Of("find", "isAdmin", "edit", 7)), opts)
	var pe *policy.Error
	if !errors.As(err, &pe) || !strings.Contains(err.Error(), "api/policies/isAdmin.js") || strings.Count(err.Error(), "config/policies.js") != 2 {
		t.Fatalf("got %v", err)
	}
	if got := fmt.Sprint(set.For("user", "find")); got != "[deny]" {
		t.Errorf("an action with a broken rule is open: %s", got)
	}
	open, _ := policy.Compile(value.New(0), opts)
	if len(open.For("user", "find")) != 0 {
		t.Error("without rules everything is open")
	}
}
