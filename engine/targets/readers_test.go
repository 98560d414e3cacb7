package targets_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"framework/engine/profile"
	"framework/engine/value"
	"framework/router"
)

// TestMayRead: the policies of findOne decide whether a socket may read a record.
func TestMayRead(t *testing.T) {
	eachRelease(t, func(t *testing.T, release profile.Release) {
		for name, tc := range verdicts() {
			t.Run(name, func(t *testing.T) {
				seen := ""
				g := guardedProject(t, release, guardedOptions{vet: func(x *router.Exchange) (router.Verdict, error) {
					in := x.Request
					seen = fmt.Sprintf("%s %s %s, params %s, query %s, model %v", in.Method, in.URL, in.Path, text(x.Params), text(in.Query), x.Binding.Options.Value("model"))
					return tc.vet(x)
				}})
				allowed, err := g.readers().MayRead(t.Context(), &router.Request{Method: "GET"}, true, g.models.Model("pet"), "7")
				if allowed != tc.pass || (err != nil) != (tc.err != "") || err != nil && !strings.Contains(err.Error(), tc.err) {
					t.Errorf("allowed %v, error %v", allowed, err)
				}
				if want := `GET /pet/7 /pet/7, params {"id":"7"}, query {}, model pet`; seen != want {
					t.Errorf("the policy saw %s, want %s", seen, want)
				}
				if g.ended != 1 || !slices.Equal(g.opened, []bool{true}) {
					t.Errorf("%d exchanges ended, with sessions %v", g.ended, g.opened)
				}
			})
		}
	})
}

// TestMayReadInTime: a policy that takes longer than it may decides nothing.
func TestMayReadInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := guardedProject(t, profile.Modern(), guardedOptions{vet: func(*router.Exchange) (router.Verdict, error) {
		cancel()
		return router.Pass, nil
	}})
	allowed, err := g.readers().MayRead(ctx, &router.Request{Method: "GET"}, false, g.models.Model("pet"), "7")
	if allowed || !errors.Is(err, context.Canceled) || g.ended != 0 || !slices.Equal(g.opened, []bool{false}) {
		t.Errorf("allowed %v, error %v, %d exchanges ended, with sessions %v", allowed, err, g.ended, g.opened)
	}
}

// TestFrontOfGates: what hooks have bound in front of all routes runs before the policies.
func TestFrontOfGates(t *testing.T) {
	address := func(s string) router.Address {
		a, err := router.ParseAddress(s)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	passOn := router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil })
	earlier, later := router.EarlierWins, router.LaterWins
	for name, tc := range map[string]struct {
		front *router.Binding
		merge router.OptionsMerge
		pass  bool
		saw   string // by the policy; "" where it was not asked
	}{
		"it passes on":             {&router.Binding{Address: address("/*"), Handler: passOn, Options: value.Of("tenant", "a", "model", "other")}, earlier, true, "tenant a, model other"},
		"options of the route win": {&router.Binding{Address: address("/*"), Handler: passOn, Options: value.Of("tenant", "a", "model", "other")}, later, true, "tenant a, model pet"},
		"it does not match":        {&router.Binding{Address: address("/user/*"), Handler: passOn, Options: value.Of("tenant", "a")}, earlier, true, "tenant <nil>, model pet"},
		"it answers": {&router.Binding{Address: address("/*"), Handler: router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) {
			return router.Answered, nil
		})}, earlier, false, ""},
		"it fails": {&router.Binding{Address: address("/*"), Handler: router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) {
			return router.Answered, errBroken
		})}, earlier, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			saw := ""
			tc.front.Family = router.Before
			g := guardedProject(t, profile.Classic("0.12"), guardedOptions{front: []*router.Binding{tc.front}, merge: &tc.merge, vet: func(x *router.Exchange) (router.Verdict, error) {
				saw = fmt.Sprintf("tenant %v, model %v", x.Options.Value("tenant"), x.Options.Value("model"))
				return router.Pass, nil
			}})
			allowed, _ := g.readers().MayRead(t.Context(), &router.Request{Method: "GET"}, false, g.models.Model("pet"), "7")
			if allowed != tc.pass || saw != tc.saw {
				t.Errorf("allowed %v, the policy saw %q, want %q", allowed, saw, tc.saw)
			}
			m := g.models.Model("pet")
			if again, _ := g.readers().MayRead(t.Context(), &router.Request{Method: "GET"}, false, m, "8"); again != allowed {
				t.Error("asking has changed the options of the route")
			}
		})
	}
}
