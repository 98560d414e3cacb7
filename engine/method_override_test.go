package engine_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"framework/engine/enginetest"
	"framework/engine/testenv"
)

// TestOriginalMethod holds req.originalMethod as the releases give it, recorded of
// 0.12.14 and 1.5.18: it is what the middleware methodOverride found. 1.x has that
// middleware only where the project brings it, and requests over sockets pass
// by it.
func TestOriginalMethod(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	const echo = `
-- config/routes.js --
module.exports.routes = { '/echo': function (req, res) { res.send(req.method + ' ' + req.originalMethod); } };
-- package.json --
{ "dependencies": { "sails": "VERSION" } }
`
	const early = `
-- config/http.js --
module.exports.http = { middleware: {
  order: ['cookieParser', 'session', 'bodyParser', 'early', 'methodOverride', 'router'],
  early: function (req, res, next) { if (req.method !== 'GET' && req.originalMethod === undefined) { next(); } else { res.send('too early: ' + req.originalMethod); } }
} };
`
	const without = "\n-- config/http.js --\nmodule.exports.http = { middleware: { order: ['cookieParser', 'session', 'bodyParser', 'router'] } };\n"
	const own = `
-- config/http.js --
module.exports.http = { middleware: {
  order: ['cookieParser', 'session', 'bodyParser', 'override', 'router'],
  override: function (req, res, next) {
    req.originalMethod = req.originalMethod || req.method;
    req.method = req.get('X-HTTP-Method-Override') || req.method;
    next();
  }
} };
`
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct{ name, version, files, method, asks, body, want string }{
		{"0.10", "0.10.5", "", "POST", "", "_method=PUT", "PUT POST"},
		{"0.10 header", "0.10.5", "", "POST", "PUT", "", "PUT POST"},
		{"0.12", "0.12.14", "", "GET", "", "", "GET GET"},
		{"0.12 header", "0.12.14", "", "POST", "PUT", "", "PUT POST"},
		{"0.12 header of PUT", "0.12.14", "", "PUT", "DELETE", "", "PUT PUT"},
		{"0.12 no method", "0.12.14", "", "POST", "zonk", "", "POST POST"},
		{"0.12 field", "0.12.14", "", "POST", "", "_method=PUT", "POST POST"},
		{"0.12 before it", "0.12.14", early, "POST", "PUT", "", "PUT POST"},
		{"0.12 without it", "0.12.14", without, "POST", "PUT", "", "POST undefined"},
		{"1.x", "1.5.18", "", "POST", "PUT", "", "POST undefined"},
		{"1.x with its own", "1.5.18", own, "POST", "PUT", "", "PUT POST"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := enginetest.Serve(t, project(strings.ReplaceAll(echo, "VERSION", c.version), c.files))
			req, err := http.NewRequestWithContext(t.Context(), c.method, server.URL+"/echo", strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", form)
			if c.asks != "" {
				req.Header.Set("X-HTTP-Method-Override", c.asks)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			if got, err := io.ReadAll(res.Body); err != nil || string(got) != c.want {
				t.Errorf("got %s, want %s (%v)", got, c.want, err)
			}
		})
	}
}
