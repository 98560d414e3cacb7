package csrf_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/csrf"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// held is a session in memory.
type held struct {
	data    *value.Map
	touched bool
}

func (h *held) ID() string                               { return "1" }
func (h *held) Load(context.Context) (*value.Map, error) { return h.data, nil }
func (h *held) Touch()                                   { h.touched = true }
func (h *held) Save(context.Context) error               { return nil }
func (h *held) Destroy(context.Context) error            { return nil }
func (h *held) Regenerate(context.Context) error         { return nil }

func exchange(t *testing.T, method, target, body string, header ...string) *router.Exchange {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	x, _, err := web.NewExchange(httptest.NewRecorder(), r, web.Options{Limits: web.BodyLimits{Body: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func protection(t *testing.T, setting any) *csrf.Protection {
	t.Helper()
	p, err := csrf.New(setting, csrf.Options{
		Key: "csrfSecret", SameOrigin: func(x *router.Exchange) bool { return x.Request.Header.Get("Origin") == "" },
		Expression: func(v any) (string, string, bool) { s, ok := v.(pattern); return string(s), "", ok },
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type pattern string

func TestCheck(t *testing.T) {
	ctx := context.Background()
	secret := csrf.NewSecret()
	token := csrf.Token(secret)
	other := csrf.Token(csrf.NewSecret())
	p := protection(t, value.Of("routesDisabled", []any{"/hook, /other", "/foo/:id", "DELETE /gone", pattern("^/open/")}))
	for _, c := range []struct {
		name, method, target, body string
		header                     []string
		want                       bool
	}{
		{"reads", "GET", "/a", "", nil, true},
		{"heads", "HEAD", "/a", "", nil, true},
		{"options", "OPTIONS", "/a", "", nil, true},
		{"no token", "POST", "/a", `{}`, nil, false},
		{"a verb of its own", "PROPFIND", "/a", "", nil, false},
		{"body", "POST", "/a", `{"_csrf":"` + token + `"}`, nil, true},
		{"query", "DELETE", "/a?_csrf=" + token, "", nil, true},
		{"header", "PUT", "/a", "", []string{"X-CSRF-Token", token}, true},
		{"header of Angular", "PATCH", "/a", "", []string{"X-XSRF-TOKEN", token}, true},
		{"short header", "PATCH", "/a", "", []string{"csrf-token", token}, true},
		{"the first counts", "POST", "/a?_csrf=" + token, `{"_csrf":"x"}`, nil, false},
		{"another session's", "POST", "/a?_csrf=" + other, "", nil, false},
		{"cut", "POST", "/a?_csrf=" + token[:len(token)-1], "", nil, false},
		{"the secret itself", "POST", "/a?_csrf=" + secret, "", nil, false},
		{"a list", "POST", "/a?_csrf=" + token + "&_csrf=" + token, "", nil, false},
		{"an object", "POST", "/a", `{"_csrf":{"length":1}}`, nil, false},
		{"exempt", "POST", "/hook", "", nil, true},
		{"exempt by pattern", "POST", "/open/7", "", nil, true},
		{"exempt as the route answers it", "POST", "/hook/", "", nil, true},
		{"exempt with a parameter", "POST", "/foo/7", "", nil, true},
		{"beneath an exempt one", "POST", "/foo/7/bar", "", nil, false},
		{"exempt for a verb", "DELETE", "/gone", "", nil, true},
		{"exempt for another verb", "POST", "/gone", "", nil, false},
		{"exempt in its query", "POST", "/a?x=/hook", "", nil, false},
		{"exempt, escaped", "POST", "/%68ook", "", nil, false},
	} {
		x := exchange(t, c.method, c.target, c.body, c.header...)
		x.Session = &held{data: value.Of("csrfSecret", secret)}
		if got, err := p.Check(ctx, x); got != c.want || err != nil {
			t.Errorf("%s: got %v, %v", c.name, got, err)
		}
	}
	// A session without a secret accepts nothing, the token of an empty one least.
	x := exchange(t, http.MethodPost, "/a?_csrf="+csrf.Token(""), "")
	x.Session = &held{data: value.New(0)}
	if ok, _ := p.Check(ctx, x); ok {
		t.Error("the token of no secret was accepted")
	}
	x.Session = nil
	if ok, _ := p.Check(ctx, x); !ok {
		t.Error("without sessions there is nothing to protect")
	}
}

func TestGrant(t *testing.T) {
	ctx := context.Background()
	p := protection(t, value.Of("origin", "http://a.example, http://b.example"))
	for origin, want := range map[string]bool{"": true, "http://b.example": true, "http://c.example": false, "null": false} {
		x := exchange(t, http.MethodGet, "/", "", "Origin", origin)
		if origin == "" {
			x.Request.Header.Del("Origin")
		}
		s := &held{data: value.New(0)}
		x.Session = s
		token, err := p.Grant(ctx, x)
		if err != nil || (token != "") != want || s.touched != want {
			t.Errorf("%q: got %q, %v, touched %v", origin, token, err, s.touched)
		}
		if !want {
			continue
		}
		y := exchange(t, http.MethodPost, "/?_csrf="+token, "")
		y.Session = s
		if ok, _ := p.Check(ctx, y); !ok {
			t.Errorf("%q: the token is not accepted", origin)
		}
		if again, _ := p.Grant(ctx, x); again == token || strings.Count(again, "-") < 1 {
			t.Errorf("two tokens are the same: %s", again)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, off := range []any{nil, false, value.Undefined{}, value.Of("protectionEnabled", false)} {
		if p := protection(t, off); p != nil {
			t.Errorf("%v is on", off)
		}
	}
	if p := protection(t, true); p == nil || p.Route != "/csrfToken" {
		t.Errorf("got %+v", p)
	}
	if p := protection(t, value.Of("grantTokenViaAjax", false, "route", "/t", "origin", "-", "routesDisabled", "-")); p.Route != "" || p.Origins != nil {
		t.Errorf("got %+v", p)
	}
	for _, bad := range []any{"yes", value.Of("origin", "*"), value.Of("route", "t"), value.Of("routesDisabled", int64(1)), value.Of("protectionEnabled", "x"), value.Of("routesDisabled", []any{pattern("(")})} {
		if _, err := csrf.New(bad, csrf.Options{Expression: func(v any) (string, string, bool) { s, ok := v.(pattern); return string(s), "", ok }}); err == nil || !strings.Contains(err.Error(), "config.csrf") {
			t.Errorf("%v: got %v", bad, err)
		}
	}
}
