package httpd_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/profile/answers"
	"framework/engine/value"
	"framework/router"
)

// marks says in a header that it was called.
func marks(name string) httpd.Function {
	return httpd.Function{Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		x.Response.Header().Add("Called", name)
		return router.Pass, nil
	})}
}

// settings is a configuration with a list as http.middleware.order; none for nil.
func settings(order []any) *config.Config {
	middleware := value.New(1)
	if order != nil {
		middleware.Set("order", order)
	}
	return &config.Config{Values: value.Of("http", value.Of("middleware", middleware))}
}

func TestMiddlewareOrder(t *testing.T) {
	classic, modern := answers.Classic("0.12"), answers.Modern()
	for _, c := range []struct {
		name      string
		release   answers.Switches
		order     []any
		functions []string
		called    string // in the order of the calls, of a request that no route answers
		warns     string
		fails     string
	}{
		{name: "in its place", release: classic, order: []any{"a", "router", "b"}, functions: []string{"a", "b"}, called: "a b"},
		{name: "not named", release: classic, order: []any{"router"}, functions: []string{"a"}},
		{name: "not named", release: modern, order: []any{"router"}, functions: []string{"a"}, fails: "it would never run"},
		{name: "no function", release: classic, order: []any{"a", "router"}, warns: `names "a", but there is no such middleware`},
		{name: "no function", release: modern, order: []any{"a", "router"}, fails: "add middleware.a = function"},
		{name: "no router", release: classic, order: []any{"a"}, functions: []string{"a"}, called: "a", warns: "no route will ever answer"},
		{name: "custom without a place", release: modern, order: []any{"router", "a"}, functions: []string{"$custom", "a"}, called: "a", warns: "customMiddleware never runs"},
		{name: "given by hooks", release: modern, order: []any{"a", "router", "b"}, functions: []string{httpd.Added, "a", "b"}, called: "a " + httpd.Added + " b"},
		{name: "given by hooks", release: classic, order: []any{"a", "router", "b"}, functions: []string{httpd.Added, "a", "b"}, called: "a b " + httpd.Added},
		{name: "custom without a place", release: classic, order: []any{"router"}, functions: []string{"$custom"}, warns: "customMiddleware never runs"},
		{name: "numbers", release: classic, order: []any{"router", int64(404)}},
		{name: "the release's", release: classic, functions: []string{"$custom"}, called: "$custom"},
	} {
		opts := httpd.MiddlewareOptions{Switches: c.release.HTTP, Config: settings(c.order), Functions: map[string][]httpd.Function{}}
		for _, name := range c.functions {
			opts.Functions[name] = []httpd.Function{marks(name)}
		}
		m, err := httpd.ReadMiddleware(opts)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s of %s: %v, want %q", c.name, c.release, err, c.fails)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s of %s: %v", c.name, c.release, err)
			continue
		}
		var got string
		for _, w := range m.Warnings {
			got += w.String()
		}
		if (got != "") != (c.warns != "") || !strings.Contains(got, c.warns) {
			t.Errorf("%s of %s warns %q, want %q", c.name, c.release, got, c.warns)
		}
		s := pipeline(t, c.release, func(opts *httpd.Options) { opts.Middleware = m })
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/nowhere", nil))
		if got := strings.Join(w.Header()["Called"], " "); got != c.called || w.Code != http.StatusNotFound {
			t.Errorf("%s of %s: %d, %q were called, want %q", c.name, c.release, w.Code, got, c.called)
		}
	}
}

// A function for errors is asked for those of the steps before it, not for those of
// default actions, nor where JavaScript has no time.
func TestMiddlewareForErrors(t *testing.T) {
	for failed, want := range map[error]int{errors.New("it broke"): http.StatusTeapot, errBusy: http.StatusServiceUnavailable, nil: http.StatusInternalServerError} {
		m, err := httpd.ReadMiddleware(httpd.MiddlewareOptions{
			Switches: answers.Classic("0.12").HTTP, Config: settings([]any{"fails", "router", "recovers"}),
			Functions: map[string][]httpd.Function{
				"fails": {{Handler: router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Pass, failed })}},
				"recovers": {{Recover: func(x *router.Exchange, _ error) (router.Verdict, error) {
					return router.Answered, x.Response.Commit(http.StatusTeapot, nil)
				}}},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		s := pipeline(t, answers.Classic("0.12"), func(opts *httpd.Options) { opts.Middleware = m })
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/failed", nil))
		if w.Code != want {
			t.Errorf("%v: %d, want %d", failed, w.Code, want)
		}
	}
}
