package cors_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/cors"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

func bound(t *testing.T, address string, options ...any) *router.Binding {
	t.Helper()
	a, err := router.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return &router.Binding{Address: a, Options: value.Of(options...)}
}

func TestModernHeaders(t *testing.T) {
	friend := value.Of("cors", value.Of("allowOrigins", []any{"https://friend.example"}, "allowCredentials", true, "allowResponseHeaders", "X-Total"))
	bindings := []*router.Binding{
		bound(t, "GET /open", "cors", true), bound(t, "/closed", "cors", false),
		bound(t, "PUT /friend", "cors", friend.Value("cors")), bound(t, "GET /old", "cors", "http://old.example"),
		bound(t, "GET /words", "cors", value.Of("allowRequestMethods", "GET,PUT", "allowRequestHeaders", "x-a,x-b", "allowResponseHeaders", "x-c,x-d")),
		bound(t, "GET /any", "cors", value.Of("allowRequestHeaders", "")),
		bound(t, "GET /unsafe", "cors", value.Of("allowAnyOriginWithCredentialsUnsafe", true)),
		bound(t, "GET /two/:id", "cors", "http://first.example"), bound(t, "/two/*", "cors", "http://second.example"),
		bound(t, "/plain"),
	}
	for _, c := range []struct {
		name            string
		config          *value.Map
		method, path    string
		origin, asks    string
		want            string // headers that were sent, sorted by name
		preflightStatus int
	}{
		{name: "off", method: "GET", path: "/other", origin: "http://a.example"},
		{name: "off, preflight", method: "OPTIONS", path: "/other", origin: "http://a.example", asks: "GET"},
		{name: "route", method: "GET", path: "/open", origin: "http://a.example", want: "Origin=*"},
		{name: "route without origin", method: "GET", path: "/open", want: "Origin=*"},
		{
			name: "preflight of a route", method: "OPTIONS", path: "/open", origin: "http://a.example", asks: "GET",
			want: "Headers=content-type Methods=GET,HEAD,PUT,PATCH,POST,DELETE Origin=*", preflightStatus: 200,
		},
		{
			name: "lists as they are written", method: "OPTIONS", path: "/words", origin: "http://a.example", asks: "GET",
			want: "Expose=x-c,x-d Headers=x-a,x-b Methods=GET,PUT Origin=*", preflightStatus: 200,
		},
		{
			name: "the headers that it asks for", method: "OPTIONS", path: "/any", origin: "http://a.example", asks: "GET",
			want: "Headers=x-asked Methods=GET,HEAD,PUT,PATCH,POST,DELETE Origin=*", preflightStatus: 200,
		},
		{name: "no credentials, though any origin might have them", method: "GET", path: "/unsafe", origin: "http://a.example", want: "Origin=*"},
		{name: "the first of two routes", method: "GET", path: "/two/1", origin: "http://first.example", want: "Origin=http://first.example Vary=Origin"},
		{name: "preflight of a route without it", config: value.Of("allRoutes", true), method: "OPTIONS", path: "/closed", origin: "http://a.example", asks: "GET"},
		{name: "a route that says nothing", method: "GET", path: "/plain", origin: "http://a.example"},
		{
			name: "any with credentials, without origin", config: value.Of("allRoutes", true, "allowCredentials", true, "allowAnyOriginWithCredentialsUnsafe", true),
			method: "GET", path: "/other", want: "Vary=Origin",
		},
		{name: "not all routes", config: value.Of("allRoutes", false), method: "GET", path: "/other", origin: "http://a.example"},
		{name: "preflight of another verb", method: "OPTIONS", path: "/open", origin: "http://a.example", asks: "PUT"},
		{name: "friend", method: "PUT", path: "/friend", origin: "https://friend.example", want: "Credentials=true Expose=X-Total Origin=https://friend.example Vary=Origin"},
		{name: "not the friend", method: "PUT", path: "/friend", origin: "https://foe.example", want: "Vary=Origin"},
		{name: "preflight of a foe", method: "OPTIONS", path: "/friend", origin: "https://foe.example", asks: "PUT", want: "Vary=Origin", preflightStatus: 200},
		{name: "an origin as text", method: "GET", path: "/old", origin: "http://old.example", want: "Origin=http://old.example Vary=Origin"},
		{name: "all routes", config: value.Of("allRoutes", true), method: "GET", path: "/other", origin: "http://a.example", want: "Origin=*"},
		{name: "all but one", config: value.Of("allRoutes", true), method: "GET", path: "/closed", origin: "http://a.example"},
		{name: "older names", config: value.Of("allRoutes", true, "origin", "http://a.example,http://b.example", "credentials", true), method: "GET", path: "/other", origin: "http://b.example", want: "Credentials=true Origin=http://b.example Vary=Origin"},
		{
			name: "any with credentials", config: value.Of("allRoutes", true, "allowCredentials", true, "allowAnyOriginWithCredentialsUnsafe", true),
			method: "GET", path: "/other", origin: "http://a.example", want: "Credentials=true Origin=http://a.example Vary=Origin",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := c.config
			if config == nil {
				config = value.New(0)
			}
			set, err := cors.NewModern(config, bindings)
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(c.method, c.path, nil)
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if c.asks != "" {
				r.Header.Set("Access-Control-Request-Method", c.asks)
				r.Header.Set("Access-Control-Request-Headers", "x-asked")
			}
			w := httptest.NewRecorder()
			x, _, err := web.NewExchange(w, r, web.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !set.Apply(x) {
				t.Error("refused")
			}
			answered, err := set.Preflight(x)
			if err != nil || answered != (c.preflightStatus != 0) || answered && w.Code != c.preflightStatus {
				t.Errorf("preflight answered: %v %d, %v", answered, w.Code, err)
			}
			var got []string
			for _, name := range []string{"Credentials", "Expose", "Headers", "Methods", "Origin"} {
				full := "Access-Control-Allow-" + name
				if name == "Expose" {
					full = "Access-Control-Expose-Headers"
				}
				if v, sent := x.Response.Header()[full]; sent {
					got = append(got, name+"="+strings.Join(v, ";"))
				}
			}
			if v := x.Response.Header().Get("Vary"); v != "" {
				got = append(got, "Vary="+v)
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}

// TestModernNames: where a setting has its name of 1.x and its older one, the name of
// 1.x counts, whichever comes first.
func TestModernNames(t *testing.T) {
	for _, pair := range [][]any{
		{"allowOrigins", "http://a.example", "origin", "http://b.example"},
		{"allowCredentials", true, "credentials", false},
		{"allowRequestMethods", "GET", "methods", "PUT"},
		{"allowRequestHeaders", "x-a", "headers", "x-b"},
		{"allowResponseHeaders", "x-c", "exposeHeaders", "x-d"},
	} {
		settings := value.Of("allRoutes", true, "allowOrigins", "http://a.example", "allowCredentials", true,
			"allowRequestMethods", "GET", "allowRequestHeaders", "x-a", "allowResponseHeaders", "x-c")
		for name, config := range map[string]*value.Map{
			"both, the older one last":  value.Of(pair...),
			"both, the older one first": value.Of(pair[2], pair[3], pair[0], pair[1]),
			"the older one alone":       value.Of(pair[2], pair[1]),
		} {
			all := settings.Clone()
			all.Delete(pair[0].(string))
			for k, v := range config.All() {
				all.Set(k, v)
			}
			set, err := cors.NewModern(all, nil)
			if err != nil {
				t.Fatal(err)
			}
			const want = "Allow-Credentials=true Allow-Headers=x-a Allow-Methods=GET Allow-Origin=http://a.example Expose-Headers=x-c Vary=Origin"
			if got := ask(t, set, "OPTIONS", "/", "http://a.example", "GET"); got != want {
				t.Errorf("%s: %s: got %s, want %s", pair[0], name, got, want)
			}
		}
	}
}

func TestModernSettingsThatDoNotLift(t *testing.T) {
	const (
		own     = "config.security.cors."
		every   = `allowOrigins: expected origins by name where allowCredentials is true, or every site could act as its visitors ("*" needs allowAnyOriginWithCredentialsUnsafe: true), got "*"`
		schemes = own + "allowOrigins: expected origins that begin with http:// or https://, got "
		parts   = own + "allowOrigins: expected origins of nothing but scheme, host and port, got "
		alone   = own + `allowOrigins: expected origins by name in the list, or "*" without a list, got "*"`
	)
	for _, c := range []struct {
		config *value.Map
		route  any
		want   string // "" for none
	}{
		{value.Of("allowCredentials", true), nil, own + every},
		{value.Of("allowCredentials", "yes"), nil, own + `allowCredentials: expected true or false, got "yes"`},
		{value.Of("allowAnyOriginWithCredentialsUnsafe", int64(1)), nil, own + "allowAnyOriginWithCredentialsUnsafe: expected true or false, got 1"},
		{value.Of("allowOrigins", "a.example"), nil, schemes + `"a.example"`},
		{value.Of("allowOrigins", "http"), nil, schemes + `"http"`},
		{value.Of("allowOrigins", "ftp://a.example"), nil, schemes + `"ftp://a.example"`},
		{value.Of("allowOrigins", []any{"http://a.example/"}), nil, own + `allowOrigins: expected origins without a slash at the end, got "http://a.example/"`},
		{value.Of("allowOrigins", []any{"http://a.example/x"}), nil, parts + `"http://a.example/x"`},
		{value.Of("allowOrigins", []any{"http://a.example?x"}), nil, parts + `"http://a.example?x"`},
		{value.Of("allowOrigins", []any{"http://a.example?"}), nil, parts + `"http://a.example?"`},
		{value.Of("allowOrigins", []any{"http://a.example#x"}), nil, parts + `"http://a.example#x"`},
		{value.Of("allowOrigins", []any{"http://u@a.example"}), nil, parts + `"http://u@a.example"`},
		{value.Of("allowOrigins", []any{"http://a.example:x"}), nil, parts + `"http://a.example:x"`},
		{value.Of("allowOrigins", []any{"http://"}), nil, parts + `"http://"`},
		{value.Of("allowOrigins", []any{"https://a.example:443"}), nil, own + `allowOrigins: expected origins without port 443, which https implies, got "https://a.example:443"`},
		{value.Of("allowOrigins", []any{"http://a.example:80"}), nil, own + `allowOrigins: expected origins without port 80, which http implies, got "http://a.example:80"`},
		{value.Of("allowOrigins", []any{"http://a.example", "*"}), nil, alone},
		{value.Of("allowOrigins", []any{"*", "http://a.example"}), nil, alone},
		{value.Of("allowOrigins", int64(1)), nil, own + "allowOrigins: expected a text or a list of them, got 1"},
		{value.Of("securityLevel", int64(1)), nil, own + "securityLevel: expected nothing: it was removed in 1.0, sockets.onlyAllowOrigins restricts sockets, got 1"},
		{value.Of("allRoutes", "yes"), nil, own + `allRoutes: expected true or false, got "yes"`},
		{value.New(0), value.Of("allowCredentials", true), "route GET /a, cors." + every},
		{value.New(0), "a.example", `route GET /a, cors.allowOrigins: expected origins that begin with http:// or https://, got "a.example"`},
		{value.New(0), int64(3), "route GET /a.cors: expected true, false, an origin or an object, got 3"},
		{value.Of("allowOrigins", []any{"https://a.example:80", "http://a.example:443", "http://[::1]:1337"}), nil, ""},
		{value.Of("allowOrigins", []any{}), nil, ""},
	} {
		var bindings []*router.Binding
		if c.route != nil {
			bindings = append(bindings, bound(t, "GET /a", "cors", c.route))
		}
		_, err := cors.NewModern(c.config, bindings)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s, %v: got %v, want %q", value.Append(nil, c.config), c.route, err, c.want)
		}
	}
}
