package realtime

import (
	"errors"
	"testing"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/value"
)

func TestOrigins(t *testing.T) {
	const host = "own.example:1337"
	list := func(origins ...any) []any { return origins }
	for _, tc := range []struct {
		key     string
		origins any
		origin  string
		want    bool
	}{
		{"origins", nil, "http://any.example", true},
		{"origins", "*:*", "http://any.example", true},
		{"origins", "*", "http://any.example", true},
		{"origins", "a.example:*", "http://a.example:8080", true},
		{"origins", "a.example:*", "http://A.example", true},
		{"origins", "a.example:*", "http://b.a.example", false},
		{"origins", "a.example:80", "http://a.example", true},
		{"origins", "a.example:80", "https://a.example", false},
		{"origins", "https://a.example", "https://a.example", true},
		{"origins", "https://a.example", "https://a.example:8443", false},
		{"origins", "https://a.example", "http://a.example", false},
		{"origins", "*:8080", "http://any.example:8080", true},
		{"origins", "[::1]:8080", "http://[::1]:8080", true},
		{"origins", "[::1]:8080", "http://[::1]:8081", false},
		{"origins", "http://[::1]", "http://[::1]", true},
		{"origins", "a.example:*, b.example:*", "http://b.example", true},
		{"origins", list("a.example:*", "b.example:*"), "http://b.example", true},
		{"origins", list(), "http://a.example", false},
		{"onlyAllowOrigins", list("https://a.example"), "https://a.example", true},
		{"onlyAllowOrigins", list("https://a.example"), "https://a.example:443", true},
		{"onlyAllowOrigins", list("https://a.example"), "https://a.example:444", false},
		{"onlyAllowOrigins", list("https://a.example"), "https://a.example.evil.example", false},
		{"onlyAllowOrigins", list("https://a.example"), "null", false},
		{"onlyAllowOrigins", list("https://a.example"), "http://%zz", false},
		{"onlyAllowOrigins", list("file://"), "file://", true},
		{"onlyAllowOrigins", list("https://a.example"), "http://own.example:1337", true},
		{"onlyAllowOrigins", list("https://a.example"), "http://OWN.example:1337", true},
		{"onlyAllowOrigins", list("https://a.example"), "http://own.example:1338", false},
	} {
		p := written()
		if tc.origins != nil {
			p = written(tc.key, tc.origins)
		}
		s, err := read(p)
		if err != nil {
			t.Errorf("%s %v: %v", tc.key, tc.origins, err)
			continue
		}
		if got := s.allowsOrigin(tc.origin, host); got != tc.want {
			t.Errorf("%s %v lets %s connect: %v, want %v", tc.key, tc.origins, tc.origin, got, tc.want)
		}
	}
}

// TestOpenToAll: what happens in production if the project does not restrict
// who may connect.
func TestOpenToAll(t *testing.T) {
	for _, tc := range []struct {
		name                                     string
		production, required, hook, inspect, off bool
		fails, warns, open                       bool
	}{
		{name: "development", required: true, hook: true, open: true},
		{name: "classic", production: true, warns: true, open: true},
		{name: "1.x", production: true, required: true, hook: true, fails: true},
		{name: "1.x without sockets", production: true, required: true},
		{name: "looked at", production: true, required: true, hook: true, inspect: true, open: true},
		{name: "off", production: true, required: true, hook: true, off: true, open: true},
	} {
		warned := false
		p := Project{
			Config:   config.Merge([]config.Layer{{Values: value.Of("hooks", value.Of("sockets", !tc.off))}}, config.Options{}),
			Switches: Switches{OriginsRequired: tc.required}, Production: tc.production, HasHook: tc.hook, Warn: func(...problem.Problem) { warned = true },
		}
		s, err := NewServer(Options{Inspect: tc.inspect}).ReadSettings(p)
		if (err != nil) != tc.fails || warned != tc.warns {
			t.Errorf("%s: got error %v, warned %v", tc.name, err, warned)
		}
		if err == nil && (s.allowsOrigin("http://any.example", "own.example") != tc.open || s.Off() != tc.off) {
			t.Errorf("%s: lets every page connect: %v, off: %v", tc.name, !tc.open, s.Off())
		}
	}
}

// TestCodesOfOrigins: tests of projects and of sails-hook-sockets look at them.
func TestCodesOfOrigins(t *testing.T) {
	for _, tc := range []struct {
		origins any
		code    string
	}{
		{"http://a.example", "E_INVALID_ONLY_ALLOW_ORIGINS"},
		{[]any{"a.example"}, "E_INVALID_ORIGIN"},
		{[]any{"http://a.example:80"}, "E_INVALID_ORIGIN"},
	} {
		p := Project{Config: config.Merge([]config.Layer{{Values: value.Of("sockets", value.Of("onlyAllowOrigins", tc.origins))}}, config.Options{})}
		_, err := NewServer(Options{}).ReadSettings(p)
		var coded interface{ ErrorCode() string }
		if !errors.As(err, &coded) || coded.ErrorCode() != tc.code {
			t.Errorf("%v: got %v", tc.origins, err)
		}
	}
}
