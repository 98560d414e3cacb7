package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/web"
	"framework/router"
)

// TestPrecompressedFiles serves what a build has written beside a file. The texts tell
// which file was sent.
func TestPrecompressedFiles(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("plain ", 500)
	write := func(name, text string, at time.Time) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	built := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, text := range map[string]string{
		"all.js": long, "all.js.br": "as br", "all.js.zst": "as zstd", "all.js.gz": "as gzip",
		"one.js": long, "one.js.gz": "as gzip", "picture.png": long, "picture.png.gz": "as gzip", "none.js": long, "stale.js": long,
	} {
		write(name, text, built)
	}
	write("stale.js.gz", "as gzip", built.Add(-time.Minute))
	s, err := web.NewStatic(web.StaticOptions{Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	serve := func(allow bool) http.Handler {
		return web.Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			x, _, err := web.NewExchange(w, r, defaults)
			if err != nil {
				t.Error(err)
				return
			}
			if allow {
				web.AllowCompression(w.Header())
			}
			if verdict, err := s.Serve(x); verdict != router.Answered || err != nil {
				t.Errorf("%s: %v, %v", r.URL.Path, verdict, err)
			}
		}))
	}
	allowed, refused := serve(true), serve(false)
	ask := func(h http.Handler, method, path string, header ...string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request(method, path, "", "", header...))
		return w
	}
	for _, c := range []struct{ path, accept, encoding, body string }{
		{"/all.js", "gzip, deflate, br, zstd", "br", "as br"},
		{"/all.js", "gzip, zstd", "zstd", "as zstd"},
		{"/all.js", "gzip;q=1, br;q=0.5", "gzip", "as gzip"},
		{"/all.js", "br;q=0, zstd;q=0, gzip", "gzip", "as gzip"},
		{"/all.js", "identity, br;q=0.5", "", long},
		{"/all.js", "", "", long},
		{"/one.js", "gzip, br", "gzip", "as gzip"},
		{"/picture.png", "gzip", "", long},
	} {
		w := ask(allowed, "GET", c.path, "Accept-Encoding", c.accept)
		h := w.Header()
		if w.Code != 200 || h.Get("Content-Encoding") != c.encoding || w.Body.String() != c.body {
			t.Errorf("%s for %q: %d, %q, %.20q", c.path, c.accept, w.Code, h.Get("Content-Encoding"), w.Body)
		}
		if vary := h.Get("Vary"); (vary == "Accept-Encoding") != strings.HasSuffix(c.path, ".js") {
			t.Errorf("%s for %q: Vary: %q", c.path, c.accept, vary)
		}
		if strings.HasSuffix(c.path, ".js") && !strings.HasPrefix(h.Get("Content-Type"), "application/javascript") {
			t.Errorf("%s is %q", c.path, h.Get("Content-Type"))
		}
	}
	// What has none beside it, or an old one, is compressed for each answer.
	for _, path := range []string{"/none.js", "/stale.js"} {
		w := ask(allowed, "GET", path, "Accept-Encoding", "gzip")
		if encoding := w.Header().Get("Content-Encoding"); encoding != "gzip" || decode(t, encoding, w.Body) != long {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
	// In development, and before the place of compression, files are those asked for.
	if w := ask(refused, "GET", "/all.js", "Accept-Encoding", "br"); w.Body.String() != long || w.Header().Get("Vary") != "" {
		t.Errorf("without compression: %v", w.Header())
	}
	// Validators, HEAD and parts are those of the file that is sent.
	br := ask(allowed, "HEAD", "/all.js", "Accept-Encoding", "br").Header()
	plain := ask(allowed, "GET", "/all.js").Header()
	if br.Get("ETag") == plain.Get("ETag") || br.Get("Content-Length") != "5" {
		t.Errorf("HEAD: %v beside %v", br, plain)
	}
	if w := ask(allowed, "GET", "/all.js", "Accept-Encoding", "br", "If-None-Match", br.Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("with its tag: %d", w.Code)
	}
	if w := ask(allowed, "GET", "/all.js", "Accept-Encoding", "br", "If-None-Match", plain.Get("ETag")); w.Code != http.StatusOK {
		t.Errorf("with the tag of the plain file: %d", w.Code)
	}
	w := ask(allowed, "GET", "/all.js", "Accept-Encoding", "br", "Range", "bytes=3-4")
	if w.Code != http.StatusPartialContent || w.Body.String() != "br" || w.Header().Get("Content-Range") != "bytes 3-4/5" {
		t.Errorf("a part: %d %q %v", w.Code, w.Body, w.Header())
	}
}
