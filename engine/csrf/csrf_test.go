package csrf_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"framework/engine/csrf"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// held is a session in memory, or one whose store fails.
type held struct {
	data    *value.Map
	err     error
	loaded  int
	touched bool
}

func (h *held) ID() string { return "1" }
func (h *held) Load(context.Context) (*value.Map, error) {
	h.loaded++
	return h.data, h.err
}
func (h *held) Touch()                           { h.touched = true }
func (h *held) Save(context.Context) error       { return nil }
func (h *held) Destroy(context.Context) error    { return nil }
func (h *held) Regenerate(context.Context) error { return nil }

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
		{"header of axios", "PATCH", "/a", "", []string{"xsrf-token", token}, true},
		{"an empty one before that of the query", "POST", "/a?_csrf=" + token, `{"_csrf":""}`, nil, true},
		{"an empty one before that of a header", "POST", "/a?_csrf=", "", []string{"X-CSRF-Token", token}, true},
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
	for _, c := range []struct {
		setting any
		route   string
		origins []string
	}{
		{true, "/csrfToken", nil},
		{value.New(0), "/csrfToken", nil},
		{value.Of("route", "/t", "grantTokenViaAjax", true), "/t", nil},
		{value.Of("grantTokenViaAjax", false, "route", "/t", "origin", "-", "routesDisabled", "-"), "", nil},
		{value.Of("origin", "http://a.example,, http://b.example ,"), "/csrfToken", []string{"http://a.example", "http://b.example"}},
	} {
		if p := protection(t, c.setting); p == nil || p.Route != c.route || !slices.Equal(p.Origins, c.origins) {
			t.Errorf("%v: got %+v", c.setting, p)
		}
	}
	const paths = ".routesDisabled: expected paths such as /hook or /foo/:id ("
	for _, c := range []struct {
		setting any
		want    string
	}{
		{"yes", `: expected true, false or an object, got "yes"`},
		{value.Of("protectionEnabled", "x"), `.protectionEnabled: expected true or false, got "x"`},
		{value.Of("grantTokenViaAjax", int64(1)), `.grantTokenViaAjax: expected true or false, got 1`},
		{value.Of("route", "t"), `.route: expected a path, got "t"`},
		{value.Of("route", int64(1)), `.route: expected a path, got 1`},
		{value.Of("origin", true), `.origin: expected origins, divided by commas, got true`},
		{value.Of("origin", "http://a.example,*"), `.origin: expected origins by name: a token for every site protects from none, got "http://a.example,*"`},
		{value.Of("routesDisabled", int64(1)), `.routesDisabled: expected paths, regular expressions, or a list of them, got 1`},
		{value.Of("routesDisabled", []any{pattern("(")}), `.routesDisabled: expected a regular expression that can be used (`},
		{value.Of("routesDisabled", []any{pattern("(")}), `), got "("`},
		{value.Of("routesDisabled", "/a, GET"), paths + `route address without a path), got "GET"`},
		{value.Of("routesDisabled", "r|(|"), paths},
		{value.Of("routesDisabled", "r|(|"), `), got "r|(|"`},
	} {
		_, err := csrf.New(c.setting, csrf.Options{Expression: func(v any) (string, string, bool) { s, ok := v.(pattern); return string(s), "", ok }})
		matches := strings.HasPrefix
		if strings.HasPrefix(c.want, ")") {
			matches = strings.HasSuffix
		} else {
			c.want = "config.csrf" + c.want
		}
		if err == nil || !matches(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.setting, err, c.want)
		}
	}
	if _, err := csrf.New(value.Of("routesDisabled", pattern("a")), csrf.Options{}); err == nil {
		t.Error("an expression is taken although nobody can read it")
	}
}

// TestExemptionLooksAtTheMethodSent: a path that is exempt for one verb is not so
// for another that a header or a field turns into it, nor the other way round.
func TestExemptionLooksAtTheMethodSent(t *testing.T) {
	p := protection(t, value.Of("routesDisabled", "DELETE /gone, POST /made, /both"))
	for _, c := range []struct {
		sent, method, path string
		want               bool
	}{
		{"DELETE", "DELETE", "/gone", true},
		{"", "DELETE", "/gone", true}, // of a socket
		{"", "POST", "/gone", false},
		{"POST", "DELETE", "/gone", false},
		{"POST", "POST", "/made", true},
		{"POST", "PUT", "/made", false},
		{"POST", "PUT", "/both", true},
		{"POST", "GET", "/gone", false}, // what was sent is not safe
	} {
		x := exchange(t, c.sent, c.path, "")
		x.Request.Method, x.Request.MethodSent = c.method, c.sent
		x.Session = &held{data: value.New(0)}
		if got, err := p.Check(t.Context(), x); got != c.want || err != nil {
			t.Errorf("%s as %s %s: got %v, %v", c.sent, c.method, c.path, got, err)
		}
	}
}

// TestStore: the session is read only where there is a token to compare or to grant,
// and a store that fails lets nothing through.
func TestStore(t *testing.T) {
	p := protection(t, true)
	if p.Key() != "csrfSecret" {
		t.Errorf("the secret is kept as %q", p.Key())
	}
	away := errors.New("away")
	secret := p.NewSecret()
	for _, c := range []struct {
		target string
		err    error
		want   bool
		loaded int
	}{
		{"/a", away, false, 0},
		{"/a?_csrf=" + p.Token(secret), nil, true, 1},
		{"/a?_csrf=" + p.Token(secret), away, false, 1},
	} {
		s := &held{data: value.Of("csrfSecret", secret), err: c.err}
		x := exchange(t, http.MethodPost, c.target, "")
		x.Session = s
		if c.loaded == 0 {
			c.err = nil
		}
		if ok, err := p.Check(t.Context(), x); ok != c.want || !errors.Is(err, c.err) || s.loaded != c.loaded {
			t.Errorf("%s: got %v, %v, read %d times", c.target, ok, err, s.loaded)
		}
	}
	x := exchange(t, http.MethodGet, "/", "")
	if token, err := p.Grant(t.Context(), x); token != "" || err != nil {
		t.Errorf("without a session: %q, %v", token, err)
	}
	x.Session = &held{data: value.New(0), err: away}
	if token, err := p.Grant(t.Context(), x); token != "" || !errors.Is(err, away) {
		t.Errorf("of a store that fails: %q, %v", token, err)
	}
}

func TestStrip(t *testing.T) {
	p := protection(t, true)
	x := exchange(t, http.MethodPost, "/?_csrf=a&b=1", `{"_csrf":"a","c":2}`)
	p.Strip(x.Request)
	if got := string(value.Append(nil, []any{x.Request.Query, x.Request.Body})); got != `[{"b":"1"},{"c":2}]` {
		t.Errorf("got %s", got)
	}
	x = exchange(t, http.MethodPost, "/?_csrf=a", `[1]`)
	if p.Strip(x.Request); x.Request.Query.Len() != 0 {
		t.Error("the token stays in the query where the body is no object")
	}
}
