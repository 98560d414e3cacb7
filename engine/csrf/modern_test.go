package csrf_test

import (
	"context"
	"strings"
	"testing"

	"framework/engine/csrf"
	"framework/engine/value"
	"framework/router"
)

func route(t *testing.T, address string, on any) *router.Binding {
	t.Helper()
	a, err := router.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return &router.Binding{Address: a, Options: value.Of("csrf", on)}
}

func TestModernCheck(t *testing.T) {
	ctx := context.Background()
	secret := csrf.NewSecret()
	opts := csrf.Options{Key: "csrfSecret", SameOrigin: func(*router.Exchange) bool { return false }}
	bindings := []*router.Binding{route(t, "POST /open", false), route(t, "POST /closed", true), route(t, "/any/:id", false), {Address: router.Address{Path: "/other"}}}
	for _, c := range []struct {
		setting        any
		method, target string
		token, session bool
		want           bool
		fails          bool
	}{
		{true, "POST", "/other", false, true, false, false},
		{value.New(0), "POST", "/other", false, true, false, false},
		{true, "POST", "/other", true, true, true, false},
		{true, "GET", "/other", false, true, true, false},
		{true, "POST", "/open", false, true, true, false},
		{true, "PUT", "/open", false, true, false, false},
		{true, "DELETE", "/any/1", false, true, true, false},
		{true, "POST", "/other", false, false, false, true},
		{true, "GET", "/other", false, false, true, false},
		{false, "POST", "/other", false, true, true, false},
		{false, "POST", "/closed", false, true, false, false},
		{false, "POST", "/closed", true, true, true, false},
	} {
		p, err := csrf.NewModern(c.setting, bindings, false, opts)
		if err != nil {
			t.Fatal(err)
		}
		x := exchange(t, c.method, c.target, `{}`)
		if c.session {
			x.Session = &held{data: value.Of("csrfSecret", secret)}
		}
		if c.token {
			x.Request.Header.Set("X-Csrf-Token", csrf.Token(secret))
		}
		ok, err := p.Check(ctx, x)
		if ok != c.want || (err != nil) != c.fails {
			t.Errorf("csrf %v: %s %s with token %v: %v %v", c.setting, c.method, c.target, c.token, ok, err)
		}
		if !p.TokenAllowed(x) {
			t.Errorf("no token for %s", c.target)
		}
	}
	p, err := csrf.NewModern(true, nil, true, opts)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := p.Check(ctx, exchange(t, "POST", "/a", `{}`)); ok || err != nil {
		t.Errorf("in production, without a session: %v %v", ok, err)
	}
	if p, err := csrf.NewModern(false, nil, false, opts); p != nil || err != nil {
		t.Errorf("switched off: %v %v", p, err)
	}
}

func TestModernSettingsThatDoNotLift(t *testing.T) {
	for _, c := range []struct {
		setting  any
		bindings []*router.Binding
		want     string
	}{
		{value.Of("routesDisabled", "/a"), nil, "config.security.csrf.routesDisabled was removed in 1.0: set csrf: false in a route"},
		{value.Of("origin", "http://a.example"), nil, "config.security.csrf.origin was removed"},
		{value.Of("grantTokenViaAjax", true), nil, "config.security.csrf.grantTokenViaAjax was removed"},
		{"yes", nil, "true or false"},
		{true, []*router.Binding{{Address: router.Address{Regexp: "("}, Options: value.Of("csrf", false)}}, "("},
		{true, []*router.Binding{route(t, "POST /a", "no")}, "route POST /a"},
	} {
		if _, err := csrf.NewModern(c.setting, c.bindings, false, csrf.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.setting, err, c.want)
		}
	}
}
