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
				if v := x.Response.Header().Get(full); v != "" {
					got = append(got, name+"="+v)
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

func TestModernSettingsThatDoNotLift(t *testing.T) {
	for _, c := range []struct {
		config *value.Map
		route  any
		want   string
	}{
		{value.Of("allowCredentials", true), nil, "allowAnyOriginWithCredentialsUnsafe"},
		{value.Of("allowOrigins", "a.example"), nil, "http:// or https://"},
		{value.Of("allowOrigins", []any{"http://a.example/"}), nil, "slash"},
		{value.Of("allowOrigins", []any{"http://a.example/x"}), nil, "scheme, host and port"},
		{value.Of("allowOrigins", []any{"https://a.example:443"}), nil, "port 443"},
		{value.Of("allowOrigins", []any{"http://a.example", "*"}), nil, "alone"},
		{value.Of("allowOrigins", int64(1)), nil, "allowOrigins"},
		{value.Of("securityLevel", int64(1)), nil, "onlyAllowOrigins"},
		{value.Of("allRoutes", "yes"), nil, "true or false"},
		{value.New(0), value.Of("allowCredentials", true), "route GET /a, cors"},
		{value.New(0), int64(3), "route GET /a"},
	} {
		var bindings []*router.Binding
		if c.route != nil {
			bindings = append(bindings, bound(t, "GET /a", "cors", c.route))
		}
		if _, err := cors.NewModern(c.config, bindings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v: got %v, want %q", value.Append(nil, c.config), c.route, err, c.want)
		}
	}
}
