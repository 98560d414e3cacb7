package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/web"
	"framework/router"
)

func TestStatic(t *testing.T) {
	dir := t.TempDir()
	public := filepath.Join(dir, "public")
	for name, text := range map[string]string{
		"secret.txt": "secret", "public/a.txt": "0123456789", "public/sub/index.html": "<p>sub", "public/.hidden": "h", "public/sub/.git/config": "g",
		"public/sp ace.txt": "space", "public/page.htm": "h",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(public, "link.txt")); err != nil {
		t.Fatal(err)
	}
	s, err := web.NewStatic(web.StaticOptions{Dirs: []string{public}, CacheControl: "public, max-age=5", RedirectHTML: true, Favicon: web.Favicon()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ask := func(method, target string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/", nil)
		r.RequestURI = target
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		x, _, err := web.NewExchange(w, r, web.Options{})
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := s.Serve(x, w, r)
		if err != nil {
			t.Fatal(err)
		}
		if verdict == router.Pass {
			w.Code = http.StatusNotFound
		}
		return w
	}
	etag := ask("GET", "/a.txt").Header().Get("Etag")
	modified := ask("GET", "/a.txt").Header().Get("Last-Modified")
	if etag == "" || modified == "" {
		t.Fatal("a file without validators")
	}
	for _, c := range []struct {
		method, target string
		header         []string
		status         int
		body           string
	}{
		{"GET", "/a.txt", nil, 200, "0123456789"},
		{"HEAD", "/a.txt", nil, 200, ""},
		{"POST", "/a.txt", nil, 404, ""},
		{"GET", "/a.txt?v=1", nil, 200, "0123456789"},
		{"GET", "/sp%20ace.txt", nil, 200, "space"},
		{"GET", "/a.txt", []string{"Range", "bytes=2-4"}, 206, "234"},
		{"GET", "/a.txt", []string{"Range", "bytes=-2"}, 206, "89"},
		{"GET", "/a.txt", []string{"Range", "bytes=50-"}, 416, ""},
		{"GET", "/a.txt", []string{"If-None-Match", etag}, 304, ""},
		{"GET", "/a.txt", []string{"If-Modified-Since", modified}, 304, ""},
		{"GET", "/a.txt", []string{"If-None-Match", `"other"`}, 200, "0123456789"},
		{"GET", "/sub/", nil, 200, "<p>sub"},
		{"GET", "/sub", nil, 303, ""},
		{"GET", "/favicon.ico", nil, 200, ""},
		{"GET", "/.hidden", nil, 404, ""},
		{"GET", "/sub/.git/config", nil, 404, ""},
		{"GET", "/../secret.txt", nil, 404, ""},
		{"GET", "/..%2fsecret.txt", nil, 404, ""},
		{"GET", "/%2e%2e/secret.txt", nil, 404, ""},
		{"GET", "/sub/..%5c..%5csecret.txt", nil, 404, ""},
		{"GET", "/link.txt", nil, 404, ""},
		{"GET", "/a.txt%00.png", nil, 404, ""},
		{"GET", "/" + strings.Repeat("x", 5000), nil, 404, ""},
		{"GET", "//etc/passwd", nil, 404, ""},
		{"GET", "/nothing", nil, 404, ""},
	} {
		w := ask(c.method, c.target, c.header...)
		if w.Code != c.status || c.body != "" && w.Body.String() != c.body {
			t.Errorf("%s %.60s %v: %d %q, want %d %q", c.method, c.target, c.header, w.Code, w.Body, c.status, c.body)
		}
		if c.status == 404 && strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s leaked", c.target)
		}
	}
	if got := ask("GET", "/a.txt").Header().Get("Cache-Control"); got != "public, max-age=5" {
		t.Errorf("Cache-Control is %q", got)
	}
	if _, err := web.NewStatic(web.StaticOptions{Dirs: []string{filepath.Join(dir, "nowhere")}}); err == nil {
		t.Error("a folder that is not there was opened")
	}
}

func TestContentType(t *testing.T) {
	for name, want := range map[string]string{"a.html": "text/html", "a.js": "javascript", "a.css": "text/css", "a.json": "application/json", "a.png": "image/png", "a.unknown": "application/octet-stream", "a": "application/octet-stream", "a.ejs": ""} {
		if got := web.ContentType(name); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
