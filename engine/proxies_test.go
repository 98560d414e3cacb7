package engine_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/enginetest"
)

const proxied = `
-- package.json --
{"dependencies": {"sails": "^1.5.0"}}
-- config/http.js --
module.exports.http = { trustProxy: %s };
-- config/routes.js --
module.exports.routes = {
  'GET /who': function (req, res) {
    res.json([req.ip, req.ips, req.protocol, req.secure, req.hostname, req.connection.remoteAddress].join(' '));
  },
};
`

// TestTrustProxy: who a request comes from, in the forms of http.trustProxy.
func TestTrustProxy(t *testing.T) {
	const none = "127.0.0.1  http false 127.0.0.1 127.0.0.1"
	for setting, want := range map[string]string{
		"false":                              none,
		"'false'":                            none,
		"undefined":                          none,
		"true":                               "1.2.3.4 1.2.3.4,10.9.8.7,10.0.0.1 https true front.example 127.0.0.1",
		"'true'":                             "1.2.3.4 1.2.3.4,10.9.8.7,10.0.0.1 https true front.example 127.0.0.1",
		"1":                                  "10.0.0.1 10.0.0.1 https true front.example 127.0.0.1",
		"'2'":                                "10.9.8.7 10.9.8.7,10.0.0.1 https true front.example 127.0.0.1",
		"'loopback'":                         "10.0.0.1 10.0.0.1 https true front.example 127.0.0.1",
		"'loopback, uniquelocal'":            "1.2.3.4 1.2.3.4,10.9.8.7,10.0.0.1 https true front.example 127.0.0.1",
		"['127.0.0.1/8', '10.0.0.1']":        "10.9.8.7 10.9.8.7,10.0.0.1 https true front.example 127.0.0.1",
		"'10.0.0.0/8'":                       none,
		"(ip, hop) => hop < 2 && ip !== '0'": "10.9.8.7 10.9.8.7,10.0.0.1 https true front.example 127.0.0.1",
		"function () { throw new Error() }":  none,
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			server := enginetest.Serve(t, txtar.Parse(fmt.Appendf(nil, proxied, setting)).Files)
			res, text := visit(t, server).do("GET", "/who", "",
				"X-Forwarded-For", "1.2.3.4, 10.9.8.7, 10.0.0.1", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "front.example, other")
			if got := strings.Trim(text, `"`); res.StatusCode != http.StatusOK || got != want {
				t.Errorf("%d %s, want %s", res.StatusCode, got, want)
			}
		})
	}
}

// TestTrustProxyRefused: a setting that cannot be meant ends the lift.
func TestTrustProxyRefused(t *testing.T) {
	for setting, want := range map[string]string{
		"0": trustForms, "''": trustForms, "null": trustForms, "1.5": trustForms, "({})": trustForms, "[1]": trustForms,
		"'localhost'": `"localhost" is neither an address`, "['127.0.0.1', '10.0.0.0/40']": `"10.0.0.0/40" is neither`,
	} {
		dir := t.TempDir()
		for _, f := range txtar.Parse(fmt.Appendf(nil, proxied, setting)).Files {
			path := filepath.Join(dir, f.Name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)})
		err := app.Load(context.Background())
		if err == nil {
			_ = app.Close(context.Background())
			t.Errorf("%s: it lifts", setting)
			continue
		}
		if !strings.Contains(err.Error(), "config http.trustProxy (set in config/http.js)") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", setting, err)
		}
	}
}

const trustForms = "a number of proxies, their addresses or a function"
