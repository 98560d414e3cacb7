package cors_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"framework/engine/cors"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

func bindings(t *testing.T, routes ...any) []*router.Binding {
	t.Helper()
	var out []*router.Binding
	for i := 0; i < len(routes); i += 2 {
		a, err := router.ParseAddress(routes[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &router.Binding{Address: a, Options: value.Of("cors", routes[i+1])})
	}
	return append(out, &router.Binding{Address: router.Address{Path: "/plain"}})
}

// ask says what the answer to a request from origin allows.
func ask(t *testing.T, s *cors.Set, method, path, origin, wants string) string {
	t.Helper()
	r := httptest.NewRequest(method, "http://here.example"+path, nil)
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	if wants != "" {
		r.Header.Set("Access-Control-Request-Method", wants)
	}
	w := httptest.NewRecorder()
	x, _, err := web.NewExchange(w, r, web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	passed := s.Apply(x)
	var all []string
	for k, v := range w.Header() {
		all = append(all, strings.TrimPrefix(k, "Access-Control-")+"="+strings.Join(v, ","))
	}
	slices.Sort(all)
	if !passed {
		all = append(all, "refused")
	}
	return strings.Join(all, " ")
}

func TestApply(t *testing.T) {
	listed := value.Of("allRoutes", true, "origin", "http://a.example, http://b.example", "methods", "GET, POST", "exposeHeaders", "x-count")
	some := []any{
		"GET /open", true, "/some", "http://a.example", "PUT /some", value.Of("origin", []any{"http://b.example"}, "methods", "PUT", "credentials", false),
		"GET /closed", false,
	}
	for _, c := range []struct {
		config                      *value.Map
		routes                      []any
		method, path, origin, wants string
		want                        string
	}{
		{value.New(0), nil, "GET", "/", "http://a.example", "", ""},
		{listed, nil, "GET", "/", "", "", "Vary=Origin"},
		{listed, nil, "GET", "/", "http://b.example", "", "Allow-Credentials=true Allow-Origin=http://b.example Expose-Headers=x-count Vary=Origin"},
		{listed, nil, "GET", "/", "http://c.example", "", "Allow-Credentials=true Expose-Headers=x-count Vary=Origin"},
		{listed, nil, "GET", "/", "http://a.example.evil", "", "Allow-Credentials=true Expose-Headers=x-count Vary=Origin"},
		{listed, nil, "GET", "/", "null", "", "Allow-Credentials=true Expose-Headers=x-count Vary=Origin"},
		{listed, nil, "OPTIONS", "/", "http://a.example", "POST", "Allow-Credentials=true Allow-Headers=content-type Allow-Methods=GET, POST Allow-Origin=http://a.example Expose-Headers=x-count Vary=Origin"},
		// credentials are for sites that are named
		{value.Of("allRoutes", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=false Allow-Origin=*"},
		{value.Of("allRoutes", true, "credentials", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=false Allow-Origin=*"},
		{value.Of("allRoutes", true, "allowAnyOriginWithCredentialsUnsafe", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=true Allow-Origin=http://a.example Vary=Origin"},
		// routes
		{value.New(0), some, "GET", "/open", "http://x.example", "", "Allow-Credentials=false Allow-Origin=*"},
		{value.New(0), some, "POST", "/open", "http://x.example", "", ""},
		{value.New(0), some, "GET", "/some", "http://a.example", "", "Allow-Credentials=true Allow-Origin=http://a.example Vary=Origin"},
		{value.New(0), some, "PUT", "/some", "http://a.example", "", "Allow-Credentials=false Vary=Origin"},
		{value.New(0), some, "OPTIONS", "/some", "http://b.example", "put", "Allow-Credentials=false Allow-Headers=content-type Allow-Methods=PUT Allow-Origin=http://b.example Vary=Origin"},
		{value.New(0), some, "OPTIONS", "/plain", "http://b.example", "PUT", ""},
		{listed, some, "GET", "/closed", "http://a.example", "", ""},
		// levels
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "http://a.example", "", "refused"},
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "http://here.example:80", "", ""},
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "null", "", "refused"},
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "", "", ""},
		{value.Of("securityLevel", int64(2)), nil, "GET", "/", "", "", "refused"},
		{value.Of("securityLevel", int64(2), "allRoutes", true, "origin", "http://a.example"), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=true Allow-Origin=http://a.example Vary=Origin"},
	} {
		s, err := cors.New(c.config, bindings(t, c.routes...))
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(t, s, c.method, c.path, c.origin, c.wants); got != c.want {
			t.Errorf("%s %s from %q (%s): got\n%s, want\n%s", c.method, c.path, c.origin, c.config.Keys(), got, c.want)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		config *value.Map
		route  any
		want   string
	}{
		{value.Of("origin", int64(7)), false, "config.cors.origin: expected a text or a list of them, got 7"},
		{value.Of("origin", []any{int64(7)}), false, "config.cors.origin"},
		{value.Of("credentials", "yes"), false, "config.cors.credentials: expected true or false"},
		{value.Of("headers", "a\r\nb: c"), false, "without line ends"},
		{value.Of("securityLevel", "high"), false, "config.cors.securityLevel"},
		{value.New(0), int64(1), "route GET /a.cors: expected true, false, origins or an object, got 1"},
		{value.New(0), value.Of("methods", true), "route GET /a, cors.methods"},
	} {
		if _, err := cors.New(c.config, bindings(t, "GET /a", c.route)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	s, err := cors.New(value.Of("allRoutes", true), bindings(t, "/a", value.Of("credentials", false), "/b", true))
	if err != nil || len(s.Warnings()) != 2 || !strings.Contains(fmt.Sprint(s.Warnings()), "route /b") {
		t.Errorf("got %v, %v", s.Warnings(), err)
	}
}
