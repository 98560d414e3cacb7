package engine_test

import (
	"net/http"
	"testing"

	"framework/engine/enginetest"
)

// The headers of config.security.headers are on every answer, whoever makes it.
func TestSecurityHeaders(t *testing.T) {
	for _, c := range []struct {
		setting string
		want    map[string]string // over HTTPS
	}{
		{"true", map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "SAMEORIGIN", "Referrer-Policy": "strict-origin-when-cross-origin", "Strict-Transport-Security": "", "Content-Security-Policy": ""}},
		{"{ frame: 'deny', referrer: false, hsts: 60, csp: \"default-src 'self'\" }", map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "", "Strict-Transport-Security": "max-age=60", "Content-Security-Policy": "default-src 'self'"}},
		{"{ nosniff: false, hsts: 'max-age=5; includeSubDomains' }", map[string]string{"X-Content-Type-Options": "", "Strict-Transport-Security": "max-age=5; includeSubDomains"}},
		{"false", map[string]string{"X-Content-Type-Options": "", "X-Frame-Options": "", "Referrer-Policy": "", "Strict-Transport-Security": ""}},
	} {
		for _, release := range []string{"~0.12.0", "^1.5.0"} {
			server := enginetest.Serve(t, project(accounts, "-- config/session.js --\nmodule.exports.session = { secret: 'x' };\n-- config/blueprints.js --\nmodule.exports.blueprints = { actions: true };\n-- assets/a.txt --\na\n-- config/http.js --\nmodule.exports.http = { trustProxy: true };\n"+
				"-- config/security.js --\nmodule.exports.security = { headers: "+c.setting+" };\n-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
			for _, path := range []string{"/account/open", "/a.txt", "/nowhere", "/account/open?a=%zz"} {
				for _, protocol := range []string{"http", "https"} {
					res, _ := visit(t, server).do(http.MethodGet, path, "", "X-Forwarded-Proto", protocol)
					for name, want := range c.want {
						if name == "Strict-Transport-Security" && protocol == "http" {
							want = ""
						}
						if got := res.Header.Get(name); got != want {
							t.Errorf("%s of %s over %s with %s: %s is %q, want %q", path, release, protocol, c.setting, name, got, want)
						}
					}
				}
			}
		}
	}
}
