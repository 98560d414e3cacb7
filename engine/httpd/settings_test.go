package httpd_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/value"
	"framework/engine/web"
)

func configured(t *testing.T, key string, v any) *config.Config {
	t.Helper()
	values := value.New(0)
	if err := config.Set(values, key, v); err != nil {
		t.Fatal(err)
	}
	return config.Merge([]config.Layer{{Source: "config/x.js", Values: values}}, config.Options{})
}

// TestReadHeaders: each setting gives its header, and what browsers could not read is
// refused.
func TestReadHeaders(t *testing.T) {
	const (
		nosniff  = "{X-Content-Type-Options nosniff false}"
		frame    = "{X-Frame-Options SAMEORIGIN false}"
		referrer = "{Referrer-Policy strict-origin-when-cross-origin false}"
		usual    = nosniff + " " + frame + " " + referrer
		year     = "{Strict-Transport-Security max-age=31536000 true}"
		where    = "config security.headers%s (set in config/x.js): expected %s"
	)
	only := func(name string, v any) *value.Map {
		m := value.Of("nosniff", false, "frame", false, "referrer", false, "hsts", false, "csp", false)
		m.Set(name, v)
		return m
	}
	wrong := func(name, want string) string { return fmt.Sprintf(where, name, want) }
	for _, tt := range []struct {
		setting    any
		production bool
		want       string
	}{
		{nil, true, ""},
		{value.Undefined{}, true, ""},
		{false, true, ""},
		{true, false, usual},
		{true, true, usual + " " + year},
		{value.New(0), true, usual + " " + year},
		{value.Of("hsts", false), true, usual},
		{value.Of("hsts", nil, "nosniff", nil), true, frame + " " + referrer},
		{only("nosniff", true), true, nosniff},
		{only("frame", "deny"), true, "{X-Frame-Options DENY false}"},
		{only("frame", "SameOrigin"), true, frame},
		{only("referrer", "no-referrer"), true, "{Referrer-Policy no-referrer false}"},
		{only("hsts", int64(0)), false, "{Strict-Transport-Security max-age=0 true}"},
		{only("hsts", int64(60)), false, "{Strict-Transport-Security max-age=60 true}"},
		{only("hsts", "Max-Age=5; includeSubDomains"), false, "{Strict-Transport-Security Max-Age=5; includeSubDomains true}"},
		{only("csp", "default-src 'self' ~"), false, "{Content-Security-Policy default-src 'self' ~ false}"},
		{"yes", false, wrong("", `true, false or an object with nosniff, frame, referrer, hsts and csp, got "yes"`)},
		{value.Of("sniff", true), false, wrong(".sniff", "one of nosniff, frame, referrer, hsts and csp, got true")},
		{only("nosniff", "yes"), false, wrong(".nosniff", `true or false, got "yes"`)},
		{only("frame", "ALLOW-FROM x"), false, wrong(".frame", `"DENY", "SAMEORIGIN" or false, got "ALLOW-FROM x"`)},
		{only("frame", true), false, wrong(".frame", `"DENY", "SAMEORIGIN" or false, got true`)},
		{only("referrer", ""), false, wrong(".referrer", `a policy such as no-referrer, or false, got ""`)},
		{only("referrer", true), false, wrong(".referrer", `a policy such as no-referrer, or false, got true`)},
		{only("hsts", int64(-1)), false, wrong(".hsts", "a number of seconds, a text such as max-age=31536000; includeSubDomains, or false, got -1")},
		{only("hsts", "31536000"), false, wrong(".hsts", `a number of seconds, a text such as max-age=31536000; includeSubDomains, or false, got "31536000"`)},
		{only("hsts", "max-age=1\r\nx: y"), false, wrong(".hsts", `a number of seconds, a text such as max-age=31536000; includeSubDomains, or false, got "max-age=1\r\nx: y"`)},
		{only("csp", "a\nb"), false, wrong(".csp", `a policy such as default-src 'self', or false, got "a\nb"`)},
		{only("csp", "ä"), false, wrong(".csp", `a policy such as default-src 'self', or false, got "ä"`)},
	} {
		headers, err := httpd.ReadHeaders(configured(t, "security.headers", tt.setting), tt.production)
		got := strings.Trim(fmt.Sprint(headers), "[]")
		if err != nil {
			got = err.Error()
			if headers != nil {
				t.Errorf("%v: there are headers as well as the error", tt.setting)
			}
		}
		if got != tt.want {
			t.Errorf("%s in production %v: got %s, want %s", value.Append(nil, tt.setting), tt.production, got, tt.want)
		}
	}
}

// TestReadTrust: whom each form of http.trustProxy believes.
func TestReadTrust(t *testing.T) {
	own := func(context.Context, string, int) bool { return false }
	function := func(v any) web.Trust {
		if v == any(struct{}{}) {
			return own
		}
		return nil
	}
	const (
		forms = "config http.trustProxy (set in config/x.js): expected true, false, a number of proxies, their addresses or a function, got "
		entry = "config http.trustProxy (set in config/x.js): expected proxies; "
	)
	for _, tt := range []struct {
		setting any
		want    string // which are trusted: 10.0.0.1 at hop 0, 1 and 2, and 192.0.2.1 at hop 0
	}{
		{nil, "nobody"},
		{false, "nobody"},
		{true, "true true true true"},
		{int64(0), "nobody"},
		{int64(2), "true true false true"},
		{2.0, "true true false true"},
		{1.5, forms + "1.5"},
		{"true", "true true true true"},
		{"false", "nobody"},
		{"t", entry}, // no word of JavaScript
		{"1", "true false false true"},
		{"0", "nobody"},
		{"", "nobody"},
		{"10.0.0.1", "true true true false"},
		{" loopback , 192.0.2.0/24", "false false false true"},
		{"uniquelocal", "true true true false"},
		{[]any{"10.0.0.0/8 ", "192.0.2.1"}, "true true true true"},
		{[]any{"10.0.0.1", int64(1)}, forms + `["10.0.0.1",1]`},
		{"proxy.example", entry + `"proxy.example" is neither an address, a range such as 10.0.0.0/8, nor one of loopback, linklocal, uniquelocal, got "proxy.example"`},
		{struct{}{}, "false false false false"},
		{value.New(0), forms + "{}"},
	} {
		trust, err := httpd.ReadTrust(configured(t, "http.trustProxy", tt.setting), function)
		got := "nobody"
		var ce *config.Error
		switch {
		case errors.As(err, &ce):
			got = err.Error()
			if tt.want == entry && strings.HasPrefix(got, entry) {
				got = entry
			}
		case trust != nil:
			got = fmt.Sprint(trust(t.Context(), "10.0.0.1", 0), trust(t.Context(), "10.0.0.1", 1), trust(t.Context(), "10.0.0.1", 2), trust(t.Context(), "192.0.2.1", 0))
		}
		if got != tt.want || err != nil && trust != nil {
			t.Errorf("%v: got %s, want %s", tt.setting, got, tt.want)
		}
	}
}
