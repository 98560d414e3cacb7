package targets_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/httpd"
	"framework/engine/profile"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// reaching is a request that reaches another model through an association.
func reaching(ctx context.Context, in *router.Request) *router.Exchange {
	return router.NewExchange(ctx, in, httpd.NewCollected())
}

// text is a value as JSON.
func text(v any) string { return string(value.Append(nil, v)) }

// TestGuarded: which actions of which models have policies.
func TestGuarded(t *testing.T) {
	eachRelease(t, func(t *testing.T, release profile.Release) {
		g := guardedProject(t, release, guardedOptions{before: map[string][]jsapi.Function{
			"user/update": {func(jsapi.Value, ...jsapi.Value) (jsapi.Value, error) { return nil, nil }},
		}})
		for _, tc := range []struct {
			model, action, policies string
		}{
			{"pet", "find", "vet"},
			{"pet", "findone", "vet"},
			{"pet", "create", "vet"},
			{"pet", "update", "vet"},
			{"pet", "destroy", "vet"},
			{"toy", "find", "vet"},
			{"user", "find", ""},
			{"user", "update", "action middleware"},
		} {
			m := g.models.Model(tc.model)
			if got := strings.Join(g.policies.Of(m, tc.action), ", "); got != tc.policies {
				t.Errorf("policies in front of %s.%s: %q, want %q", tc.model, tc.action, got, tc.policies)
			}
			want := tc.policies != ""
			if got := g.access().Guarded(m, tc.action); got != want {
				t.Errorf("Access of %s.%s: %v, want %v", tc.model, tc.action, got, want)
			}
			if got := g.readers().Guards(m, tc.action); got != want {
				t.Errorf("Readers of %s.%s: %v, want %v", tc.model, tc.action, got, want)
			}
		}
		none := targets.Readers{Live: func() targets.Live { return targets.Live{} }}
		if none.Guards(g.models.Model("pet"), "find") {
			t.Error("a version without gates guards its models")
		}
	})
}

// TestAskedRequest: policies see a request for the model's own action.
func TestAskedRequest(t *testing.T) {
	eachRelease(t, func(t *testing.T, release profile.Release) {
		var seen string
		g := guardedProject(t, release, guardedOptions{
			settings: value.Of("prefix", "/api"),
			vet: func(x *router.Exchange) (router.Verdict, error) {
				in := x.Request
				seen = fmt.Sprintf("%s %s, params %s, query %s, body %s, through %v", in.Method, in.URL, text(x.Params), text(in.Query), text(in.Body), x.Options.Value("through"))
				if in.Path != in.URL || in.Raw != nil {
					t.Errorf("the path is %s, the unread body %v", in.Path, in.Raw)
				}
				if x.Binding != nil && (x.Binding.Address.Verb != in.Method || x.Binding.Options.Has("through")) {
					t.Errorf("the route is %s with %s", x.Binding.Address, text(x.Binding.Options))
				}
				in.Query.Set("limit", int64(1)) // only of this request
				if body, ok := in.Body.(*value.Map); ok {
					body.Set("limit", int64(1))
				}
				return router.Pass, nil
			},
		})
		change, toys := "PUT", "/toy"
		if release.Targets.PolicyPaths {
			change, toys = "PATCH", "/api/toy" // models have routes without controllers there
		}
		pet, toy := g.models.Model("pet"), g.models.Model("toy")
		for _, tc := range []struct {
			reach blueprints.Reach
			from  router.Request
			want  string
		}{
			{blueprints.Reach{Model: pet, Action: "find"}, router.Request{Method: "GET"}, `GET /api/pet, params {}, query {}, body null`},
			{blueprints.Reach{Model: pet, Action: "findone", ID: "a/b"}, router.Request{Method: "POST", Body: value.Of("name", "rex")}, `GET /api/pet/a%2Fb, params {"id":"a/b"}, query {}, body null`},
			{blueprints.Reach{Model: pet, Action: "find", Query: value.Of("name", "rex")}, router.Request{Method: "GET", Query: value.Of("skip", "1")}, `GET /api/pet, params {}, query {"name":"rex"}, body null`},
			{blueprints.Reach{Model: pet, Action: "create", Body: value.Of("name", "rex")}, router.Request{Method: "PUT"}, `POST /api/pet, params {}, query {}, body {"name":"rex"}`},
			{blueprints.Reach{Model: pet, Action: "update", ID: "1"}, router.Request{Method: "GET"}, change + ` /api/pet/1, params {"id":"1"}, query {}, body {}`},
			{blueprints.Reach{Model: pet, Action: "destroy", ID: "1"}, router.Request{Method: "GET"}, `DELETE /api/pet/1, params {"id":"1"}, query {}, body {}`},
			{blueprints.Reach{Model: pet, Action: "find"}, router.Request{Method: "GET", Socket: "s1"}, `GET /api/pet, params {}, query {}, body {}`},
			{blueprints.Reach{Model: toy, Action: "find"}, router.Request{Method: "GET"}, `GET ` + toys + `, params {}, query {}, body null`},
		} {
			seen = ""
			tc.reach.Through = "user.pets"
			x := reaching(t.Context(), &tc.from)
			asked, allowed, err := g.access().Ask(x, tc.reach)
			if err != nil || !allowed || asked.Request.Query.Value("limit") != int64(1) {
				t.Errorf("%s: allowed %v, error %v", tc.want, allowed, err)
			}
			if want := tc.want + ", through user.pets"; seen != want {
				t.Errorf("the policy saw\n%s, want\n%s", seen, want)
			}
			if tc.reach.Query.Has("limit") || tc.reach.Body.Has("limit") || tc.from.Query.Has("limit") {
				t.Errorf("%s: the policy has changed the request of the client", tc.want)
			}
			if len(g.derived) == 0 || g.derived[len(g.derived)-1] != x {
				t.Errorf("%s: what policies have noted in the request of the client is missing", tc.want)
			}
		}
	})
}

// errBroken is an error of a policy.
var errBroken = errors.New("broken")

// verdicts are what a policy may do, and whether the request passes.
func verdicts() map[string]struct {
	vet  router.HandlerFunc
	pass bool
	err  string
} {
	type verdict = struct {
		vet  router.HandlerFunc
		pass bool
		err  string
	}
	return map[string]verdict{
		"it passes the request on": {func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil }, true, ""},
		"it answers": {func(x *router.Exchange) (router.Verdict, error) {
			return router.Answered, x.Response.Commit(http.StatusForbidden, nil)
		}, false, ""},
		"it fails": {func(*router.Exchange) (router.Verdict, error) { return router.Answered, errBroken }, false, "broken"},
		"it cannot be asked": {func(*router.Exchange) (router.Verdict, error) {
			return router.Answered, &router.Error{Status: http.StatusServiceUnavailable, Message: "busy"}
		}, false, "busy"},
	}
}

// TestAccessVerdict: what policies do decides whether the request may go on.
func TestAccessVerdict(t *testing.T) {
	eachRelease(t, func(t *testing.T, release profile.Release) {
		for name, tc := range verdicts() {
			t.Run(name, func(t *testing.T) {
				g := guardedProject(t, release, guardedOptions{vet: tc.vet})
				x := reaching(t.Context(), &router.Request{Method: "GET"})
				_, allowed, err := g.access().Ask(x, blueprints.Reach{Model: g.models.Model("pet"), Action: "find", Through: "user.pets"})
				if allowed != tc.pass {
					t.Errorf("allowed %v, want %v", allowed, tc.pass)
				}
				// A policy that fails says no, and the log has the reason. Only what comes
				// of too much load ends the request.
				if busy := tc.err == "busy"; busy != (err != nil) || err != nil && !strings.Contains(err.Error(), tc.err) {
					t.Errorf("error %v", err)
				}
				if logged := tc.err == "broken"; logged != strings.Contains(g.log.String(), "broken") {
					t.Errorf("log %q", g.log.String())
				}
				if g.ended != 1 || x.Response.Committed() {
					t.Errorf("%d exchanges ended, the client has an answer: %v", g.ended, x.Response.Committed())
				}
			})
		}
	})
}

// TestAccessWithoutPolicies: for an action without policies nothing runs.
func TestAccessWithoutPolicies(t *testing.T) {
	g := guardedProject(t, profile.Classic("0.12"), guardedOptions{vet: func(*router.Exchange) (router.Verdict, error) {
		t.Error("a policy was asked")
		return router.Pass, nil
	}})
	asked, allowed, err := g.access().Ask(reaching(t.Context(), &router.Request{Method: "GET"}), blueprints.Reach{Model: g.models.Model("user"), Action: "find"})
	if asked != nil || !allowed || err != nil || g.ended != 0 {
		t.Errorf("asked %v, allowed %v, error %v, %d exchanges ended", asked, allowed, err, g.ended)
	}
}

// TestAccessOfClientThatIsGone: a policy that the client has not waited for decides
// nothing, and its exchange is left to the policy.
func TestAccessOfClientThatIsGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := guardedProject(t, profile.Modern(), guardedOptions{vet: func(*router.Exchange) (router.Verdict, error) {
		cancel()
		return router.Pass, nil
	}})
	_, allowed, err := g.access().Ask(reaching(ctx, &router.Request{Method: "GET"}), blueprints.Reach{Model: g.models.Model("pet"), Action: "find"})
	if allowed || !errors.Is(err, context.Canceled) || g.ended != 0 {
		t.Errorf("allowed %v, error %v, %d exchanges ended", allowed, err, g.ended)
	}
}

// memory is a session that counts what is done to it.
type memory struct {
	data    *value.Map
	changes []string
}

func (*memory) ID() string                                 { return "s1" }
func (m *memory) Load(context.Context) (*value.Map, error) { return m.data, nil }
func (m *memory) Touch()                                   { m.changes = append(m.changes, "touch") }
func (m *memory) Save(context.Context) error               { return m.changed("save") }
func (m *memory) Destroy(context.Context) error            { return m.changed("destroy") }
func (m *memory) Regenerate(context.Context) error         { return m.changed("regenerate") }
func (m *memory) changed(how string) error                 { m.changes = append(m.changes, how); return nil }

// TestAccessSession: policies that are asked see the session, and find there what they
// write; the session of the client stays as it is.
func TestAccessSession(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(s router.Session) error
		after  string
	}{
		"a member is written": {func(s router.Session) error {
			data, err := s.Load(t.Context())
			data.Set("seen", true)
			s.Touch()
			return err
		}, `{"user":"eve","seen":true}`},
		"it is saved":       {func(s router.Session) error { return s.Save(t.Context()) }, `{"user":"eve"}`},
		"it is destroyed":   {func(s router.Session) error { return s.Destroy(t.Context()) }, `{}`},
		"it is regenerated": {func(s router.Session) error { return s.Regenerate(t.Context()) }, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			after := ""
			g := guardedProject(t, profile.Classic("0.12"), guardedOptions{vet: func(x *router.Exchange) (router.Verdict, error) {
				if err := tc.change(x.Session); err != nil {
					t.Error(err)
				}
				data, err := x.Session.Load(x.Context())
				after = text(data)
				return router.Pass, err
			}})
			session := &memory{data: value.Of("user", "eve")}
			x := reaching(t.Context(), &router.Request{Method: "GET"})
			x.Session = session
			if _, allowed, err := g.access().Ask(x, blueprints.Reach{Model: g.models.Model("pet"), Action: "find"}); !allowed || err != nil {
				t.Errorf("allowed %v, error %v", allowed, err)
			}
			if after != tc.after {
				t.Errorf("the policy found %s, want %s", after, tc.after)
			}
			if got := text(session.data); got != `{"user":"eve"}` || len(session.changes) > 0 {
				t.Errorf("the session of the client is %s, after %v", got, session.changes)
			}
		})
	}
}
