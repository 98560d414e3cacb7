package router_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/router"
)

// TestGuardScript: every policy needs JavaScript but the one that refuses everybody.
func TestGuardScript(t *testing.T) {
	for _, c := range []struct {
		guard *router.Guard
		want  []string
	}{
		{nil, nil},
		{&router.Guard{}, nil},
		{&router.Guard{Policies: []string{router.Denied}}, nil},
		{&router.Guard{Policies: []string{"isLoggedIn", router.Denied, "isAdmin"}}, []string{"policy isLoggedIn", "policy isAdmin"}},
	} {
		if d := cmp.Diff(c.want, c.guard.Script()); d != "" {
			t.Errorf("%+v: %s", c.guard, d)
		}
	}
}
