package cors_test

import (
	"net/http"
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
		{value.Of("allRoutes", false, "origin", "http://a.example"), nil, "GET", "/", "http://a.example", "", ""},
		{value.Of("allRoutes", "true"), nil, "GET", "/", "http://a.example", "", ""}, // Sails compares with true
		{value.Of("allRoutes", true), nil, "OPTIONS", "/", "http://a.example", "GET", "Allow-Credentials=false Allow-Headers=content-type Allow-Methods=GET, POST, PUT, DELETE, OPTIONS, HEAD Allow-Origin=*"},
		{value.Of("allRoutes", true, "methods", "GET,, PUT,", "headers", "x~y"), nil, "OPTIONS", "/", "http://a.example", "GET", "Allow-Credentials=false Allow-Headers=x~y Allow-Methods=GET, PUT Allow-Origin=*"},
		// credentials are for sites that are named
		{value.Of("allRoutes", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=false Allow-Origin=*"},
		{value.Of("allRoutes", true, "credentials", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=false Allow-Origin=*"},
		{value.Of("allRoutes", true, "allowAnyOriginWithCredentialsUnsafe", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=true Allow-Origin=http://a.example Vary=Origin"},
		{value.Of("allRoutes", true, "origin", "http://a.example", "allowAnyOriginWithCredentialsUnsafe", true), nil, "GET", "/", "http://c.example", "", "Allow-Credentials=true Vary=Origin"},
		// routes
		{value.New(0), some[:2], "GET", "/open", "http://x.example", "", "Allow-Credentials=false Allow-Origin=*"},
		{value.New(0), some, "OPTIONS", "/some", "http://a.example", "", ""}, // it asks for no method
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
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "null", "", ""},
		{value.Of("securityLevel", int64(2)), nil, "GET", "/", "null", "", "refused"},
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "", "", ""},
		{value.Of("securityLevel", int64(1)), nil, "GET", "/", "https://here.example:443", "", ""},
		{value.Of("securityLevel", int64(1), "allRoutes", true), nil, "GET", "/", "http://a.example", "", "Allow-Credentials=false Allow-Origin=*"},
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
		{value.Of("origin", []any{int64(7)}), false, "config.cors.origin: expected a list of texts, got [7]"},
		{value.Of("credentials", "yes"), false, `config.cors.credentials: expected true or false, got "yes"`},
		{value.Of("allowAnyOriginWithCredentialsUnsafe", "yes"), false, `config.cors.allowAnyOriginWithCredentialsUnsafe: expected true or false, got "yes"`},
		{value.Of("headers", "a\r\nb: c"), false, `config.cors.headers: expected text without line ends, got "a\r\nb: c"`},
		{value.Of("headers", "a\rb"), false, `config.cors.headers: expected text without line ends, got "a\rb"`},
		{value.Of("exposeHeaders", "a\nb"), false, `config.cors.exposeHeaders: expected text without line ends, got "a\nb"`},
		{value.Of("methods", []any{"GET", "a\x00"}), false, `config.cors.methods: expected text without line ends, got ["GET","a\u0000"]`},
		{value.Of("securityLevel", "high"), false, `config.cors.securityLevel: expected 0, 1 or 2, got "high"`},
		{value.New(0), int64(1), "route GET /a.cors: expected true, false, origins or an object, got 1"},
		{value.New(0), "a\nb", `route GET /a, cors.origin: expected text without line ends, got "a\nb"`},
		{value.New(0), value.Of("methods", true), "route GET /a, cors.methods: expected a text or a list of them, got true"},
	} {
		if _, err := cors.New(c.config, bindings(t, "GET /a", c.route)); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestWarnings: every origin with credentials is warned about, where it is asked for.
func TestWarnings(t *testing.T) {
	s, err := cors.New(value.Of("allRoutes", true), bindings(t, "/a", value.Of("credentials", false), "/b", true, "/c", false, "/d", "http://a.example"))
	if err != nil {
		t.Fatal(err)
	}
	const text = `: the origin "*" goes without credentials, or every site could act as its visitors; name the origins, ` +
		"set credentials to false, or allowAnyOriginWithCredentialsUnsafe to true"
	var got []string
	for _, w := range s.Warnings() {
		got = append(got, w.String())
	}
	if want := []string{"config.cors" + text, "route /b" + text}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", s.Warnings(), want)
	}
}

func TestSameOrigin(t *testing.T) {
	for _, c := range []struct {
		host, origin string
		want         bool
	}{
		{"here.example", "", true},
		{"here.example", "http://here.example", true},
		{"here.example", "https://here.example", true}, // a proxy may end TLS
		{"Here.example", "http://hERE.example", true},
		{"here.example", "http://here.example:80", true},
		{"here.example:80", "http://here.example", true},
		{"here.example:443", "https://here.example", true},
		{"here.example:1337", "http://here.example:1337", true},
		{"[::1]:1337", "http://[::1]:1337", true},
		{"here.example", "https://here.example:80", false},
		{"here.example", "http://here.example:443", false},
		{"here.example", "http://here.example:1337", false},
		{"here.example:1337", "http://here.example", false},
		{"here.example", "http://there.example", false},
		{"here.example", "http://here.example.there.example", false},
		{"here.example", "ftp://here.example", false},
		{"here.example", "file://here.example", false},
		{"here.example", "here.example", false},
		{"here.example", "//here.example", false},
		{"here.example", "null", false},
		{"here.example", "http://%zz", false},
		{"", "http:///", false}, // neither has a host
	} {
		x := router.NewExchange(t.Context(), &router.Request{Host: c.host, Header: http.Header{}}, nil)
		if c.origin != "" {
			x.Request.Header.Set("Origin", c.origin)
		}
		if got := cors.SameOrigin(x); got != c.want {
			t.Errorf("%q at %q: got %v", c.origin, c.host, got)
		}
	}
}

// TestClassicPreflight: before 1.x the routes answer preflights.
func TestClassicPreflight(t *testing.T) {
	s, err := cors.New(value.Of("allRoutes", true), nil)
	if err != nil {
		t.Fatal(err)
	}
	x := router.NewExchange(t.Context(), &router.Request{Method: http.MethodOptions, Path: "/", Header: http.Header{}}, nil)
	if answered, err := s.Preflight(x); answered || err != nil {
		t.Errorf("got %v, %v", answered, err)
	}
}
