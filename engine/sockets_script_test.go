package engine_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// fetch sends a request and returns the answer with its text.
func (l *live) fetch(method, path string, header ...string) (*http.Response, string) {
	l.t.Helper()
	req, err := http.NewRequestWithContext(l.t.Context(), method, l.base+path, http.NoBody)
	if err != nil {
		l.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := l.http.Do(req)
	if err != nil {
		l.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return res, string(text)
}

// TestClientScript serves the client from wherever npm puts it.
func TestClientScript(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ at, path string }{
		{"socket.io-client/socket.io.js", "/socket.io/socket.io.js"},
		{"socket.io-client/dist/socket.io.js", "/socket.io/socket.io.js"},
		{"socket.io-client/dist/socket.io.slim.dev.js", "/socket.io/socket.io.slim.dev.js"},
		{"socket.io/client-dist/socket.io.min.js", "/socket.io/socket.io.min.js"},
		{"socket.io/client-dist/socket.io.js.map", "/socket.io/socket.io.js.map"},
		{"socket.io/node_modules/socket.io-client/dist/socket.io.js", "/socket.io/socket.io.js"},
		{"sails/node_modules/socket.io/node_modules/socket.io-client/dist/socket.io.js", "/socket.io/socket.io.js"},
		{"sails-hook-sockets/node_modules/socket.io-client/socket.io.js", "/socket.io/socket.io.js"},
		{"sails-hook-sockets/node_modules/socket.io/client-dist/socket.io.js", "/socket.io/socket.io.js"},
		{"sails/node_modules/sails-hook-sockets/node_modules/socket.io-client/socket.io.js", "/socket.io/socket.io.js"},
	} {
		l := liven(t, "-- package.json --\n{}\n-- node_modules/"+test.at+" --\nvar io = 'the client';\n", memory())
		res, text := l.fetch("GET", test.path)
		if res.StatusCode != http.StatusOK || !strings.Contains(text, "the client") {
			t.Errorf("%s: %d %s", test.at, res.StatusCode, text)
			continue
		}
		want := "application/javascript; charset=utf-8"
		if strings.HasSuffix(test.at, ".map") {
			want = "application/json; charset=utf-8"
		}
		if got := res.Header.Get("Content-Type"); got != want {
			t.Errorf("%s: the type is %s", test.at, got)
		}
		if res, text := l.fetch("GET", test.path+"?v=1", "If-None-Match", res.Header.Get("ETag")); res.StatusCode != http.StatusNotModified || text != "" {
			t.Errorf("%s: asked again: %d %s", test.at, res.StatusCode, text)
		}
		if res, text := l.fetch("HEAD", test.path); res.StatusCode != http.StatusOK || text != "" {
			t.Errorf("%s: HEAD: %d %s", test.at, res.StatusCode, text)
		}
		if res, _ := l.fetch("POST", test.path); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: POST: %d", test.at, res.StatusCode)
		}
	}
}

// TestNoClientScript says what to do where there is no client, and serves nothing
// else.
func TestNoClientScript(t *testing.T) {
	t.Parallel()
	l := liven(t, "-- package.json --\n{}\n-- node_modules/socket.io-client/package.json --\n{}\n-- node_modules/socket.io-client/dist/socket.io.esm.min.js --\nx\n", memory())
	if res, text := l.fetch("GET", "/socket.io/socket.io.js"); res.StatusCode != http.StatusNotFound || !strings.Contains(text, "npm install socket.io-client") {
		t.Errorf("got %d %s", res.StatusCode, text)
	}
	for _, path := range []string{"/socket.io/package.json", "/socket.io/x/socket.io.js", "/socket.io/..%2fsocket.io.js", "/socket.io/socket.io.js/", "/socket.io/socket.io.js.map.js"} {
		if res, text := l.fetch("GET", path); res.StatusCode == http.StatusOK {
			t.Errorf("%s: got %s", path, text)
		}
	}
	l.write("node_modules/socket.io-client/dist/socket.io.js", "installed meanwhile")
	if _, text := l.fetch("GET", "/socket.io/socket.io.js"); text != "installed meanwhile" {
		t.Errorf("got %s", text)
	}
	l.write("config/sockets.js", "module.exports.sockets = { path: '/live' };")
	l.reload()
	if _, text := l.fetch("GET", "/live/socket.io.js"); text != "installed meanwhile" {
		t.Errorf("got %s", text)
	}
	l.write("config/sockets.js", "module.exports.sockets = { serveClient: false };")
	l.reload()
	if res, _ := l.fetch("GET", "/socket.io/socket.io.js"); res.StatusCode != http.StatusBadRequest {
		t.Errorf("switched off: %d", res.StatusCode)
	}
}
