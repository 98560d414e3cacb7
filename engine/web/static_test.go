package web_test

import (
	"context"
	"errors"
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

// site writes files and serves the folders "public" and "second" of them. The
// function asks for a path; 404 stands for a request that passes.
func site(t *testing.T, opts web.StaticOptions, files map[string]string) (dir string, ask func(method, target string, header ...string) *httptest.ResponseRecorder) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"public", "second"} {
		opts.Dirs = append(opts.Dirs, filepath.Join(dir, name))
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s, err := web.NewStatic(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return dir, func(method, target string, header ...string) *httptest.ResponseRecorder {
		t.Helper()
		r := request(method, target, "", "", header...)
		w := httptest.NewRecorder()
		x, _, err := web.NewExchange(w, r, defaults)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := s.Serve(x)
		if err != nil {
			t.Fatal(err)
		}
		if committed := x.Response.Committed(); committed != (verdict == router.Answered) {
			t.Errorf("%s %s: verdict %v, committed %v", method, target, verdict, committed)
		}
		if verdict == router.Pass {
			if len(w.Header()) > 0 {
				t.Errorf("%s %.40s: passed with the header %v", method, target, w.Header())
			}
			w.Code = http.StatusNotFound
		}
		return w
	}
}

func TestStatic(t *testing.T) {
	dir, ask := site(t, web.StaticOptions{CacheControl: "public, max-age=5", Switches: web.StaticSwitches{RedirectHTML: true}}, map[string]string{
		"secret.txt": "secret", "public/a.txt": "0123456789", "public/sub/index.html": "<p>sub", "public/empty/x": "x",
		"public/.hidden": "secret", "public/sub/.git/config": "secret", "public/sp ace.txt": "space", "public/é.txt": "e",
		"public/100%.txt": "percent", "public/none": "", "public/both.txt": "first", "second/both.txt": "second",
		"second/b.txt": "b", "second/empty/index.html": "index",
	})
	for link, to := range map[string]string{"link.txt": "secret.txt", "up": ".", "in.txt": "public/a.txt"} {
		target := filepath.Join(dir, to)
		if link == "in.txt" {
			target = "a.txt"
		}
		if err := os.Symlink(target, filepath.Join(dir, "public", link)); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Date(2020, 1, 2, 3, 4, 5, 678e6, time.UTC)
	if err := os.Chtimes(filepath.Join(dir, "public", "a.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	const etag, modified = `W/"a-16f6435cf2e"`, "Thu, 02 Jan 2020 03:04:05 GMT"
	for _, c := range []struct {
		method, target string
		header         []string
		status         int
		body           string
	}{
		{"GET", "/a.txt", nil, 200, "0123456789"},
		{"GET", "/a.txt?v=1", nil, 200, "0123456789"},
		{"GET", "/%61.txt", nil, 200, "0123456789"},
		{"GET", "//a.txt", nil, 200, "0123456789"},
		{"GET", "/sub/../a.txt", nil, 200, "0123456789"},
		{"GET", "/in.txt", nil, 200, "0123456789"},
		{"GET", "/none", nil, 200, ""},
		{"GET", "/sp%20ace.txt", nil, 200, "space"},
		{"GET", "/%C3%A9.txt", nil, 200, "e"},
		{"GET", "/100%25.txt", nil, 200, "percent"},
		{"GET", "/100%.txt", nil, 404, ""},
		{"HEAD", "/a.txt", nil, 200, ""},
		{"POST", "/a.txt", nil, 404, ""},
		{"PUT", "/a.txt", nil, 404, ""},
		{"OPTIONS", "/a.txt", nil, 404, ""},

		{"GET", "/a.txt", []string{"Range", "bytes=2-4"}, 206, "234"},
		{"GET", "/a.txt", []string{"Range", "bytes=8-"}, 206, "89"},
		{"GET", "/a.txt", []string{"Range", "bytes=-2"}, 206, "89"},
		{"GET", "/a.txt", []string{"Range", "bytes=8-100"}, 206, "89"},
		{"HEAD", "/a.txt", []string{"Range", "bytes=2-4"}, 206, ""},
		{"GET", "/a.txt", []string{"Range", "bytes=50-"}, 416, "invalid range: failed to overlap\n"},
		{"GET", "/a.txt", []string{"Range", "bytes=4-2"}, 416, "invalid range: failed to overlap\n"},
		{"GET", "/a.txt", []string{"Range", "bytes=" + strings.Repeat("0-,", 1000) + "0-"}, 206, "0123456789"},
		{"GET", "/a.txt", []string{"Range", "bytes=2-4", "If-Range", modified}, 206, "234"},
		{"GET", "/a.txt", []string{"Range", "bytes=2-4", "If-Range", `"other"`}, 200, "0123456789"},

		{"GET", "/a.txt", []string{"If-None-Match", etag}, 304, ""},
		{"GET", "/a.txt", []string{"If-None-Match", strings.TrimPrefix(etag, "W/")}, 304, ""},
		{"GET", "/a.txt", []string{"If-None-Match", `"x", ` + etag}, 304, ""},
		{"GET", "/a.txt", []string{"If-None-Match", "*"}, 304, ""},
		{"HEAD", "/a.txt", []string{"If-None-Match", etag}, 304, ""},
		{"GET", "/a.txt", []string{"If-None-Match", `"other"`}, 200, "0123456789"},
		{"GET", "/a.txt", []string{"If-None-Match", `"other"`, "If-Modified-Since", modified}, 200, "0123456789"},
		{"GET", "/a.txt", []string{"If-Modified-Since", modified}, 304, ""},
		{"GET", "/a.txt", []string{"If-Modified-Since", "Thu, 02 Jan 2020 03:04:04 GMT"}, 200, "0123456789"},
		{"GET", "/a.txt", []string{"If-Modified-Since", "yesterday"}, 200, "0123456789"},

		{"GET", "/sub/", nil, 200, "<p>sub"},
		{"GET", "/sub/index.html", nil, 200, "<p>sub"},
		{"GET", "/sub/index.html/", nil, 404, ""},
		{"GET", "/a.txt/", nil, 404, ""},
		{"GET", "/a.txt/b", nil, 404, ""},
		{"GET", "/", nil, 404, ""},
		{"GET", "/both.txt", nil, 200, "first"},
		{"GET", "/b.txt", nil, 200, "b"},
		{"GET", "/empty/", nil, 200, "index"},

		{"GET", "/.hidden", nil, 404, ""},
		{"GET", "/%2ehidden", nil, 404, ""},
		{"GET", "/sub/.git/config", nil, 404, ""},
		{"GET", "/../secret.txt", nil, 404, ""},
		{"GET", "/sub/../../secret.txt", nil, 404, ""},
		{"GET", "/..%2fsecret.txt", nil, 404, ""},
		{"GET", "/%2e%2e/secret.txt", nil, 404, ""},
		{"GET", "/%252e%252e/secret.txt", nil, 404, ""},
		{"GET", "/..%5csecret.txt", nil, 404, ""},
		{"GET", "/%c0%ae%c0%ae/secret.txt", nil, 404, ""},
		{"GET", "/" + filepath.ToSlash(dir) + "/secret.txt", nil, 404, ""},
		{"GET", "/link.txt", nil, 404, ""},
		{"GET", "/up/secret.txt", nil, 404, ""},
		{"GET", "/a.txt%00.png", nil, 404, ""},
		{"GET", "/%00", nil, 404, ""},
		{"GET", "/%zz", nil, 404, ""},
		{"GET", "/%ff", nil, 404, ""},
		{"GET", "/" + strings.Repeat("x", 5000), nil, 404, ""},
		{"GET", "/" + strings.Repeat("x/", 5000), nil, 404, ""},
		{"GET", "*", nil, 404, ""},
	} {
		w := ask(c.method, c.target, c.header...)
		if w.Code != c.status || w.Body.String() != c.body {
			t.Errorf("%s %.60s %.60v: %d %q, want %d %q", c.method, c.target, c.header, w.Code, w.Body, c.status, c.body)
		}
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s leaked", c.target)
		}
	}
	w := ask("HEAD", "/a.txt")
	for name, want := range map[string]string{
		"Cache-Control": "public, max-age=5", "Content-Length": "10", "Content-Type": "text/plain; charset=UTF-8",
		"Etag": etag, "Last-Modified": modified, "Accept-Ranges": "bytes",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := ask("GET", "/a.txt", "Range", "bytes=2-4").Header().Get("Content-Range"); got != "bytes 2-4/10" {
		t.Errorf("Content-Range is %q", got)
	}
	// Sails 0.12 answers so: with the whole file where the range is none, or there are
	// several, and where the client wants no cached answer.
	for _, header := range [][]string{
		{"Range", "bytes=0-0,9-9"},
		{"Range", "junk"},
		{"Range", "bytes"},
		{"If-None-Match", "*", "Cache-Control", "no-cache"},
		{"If-Modified-Since", modified, "Cache-Control", "no-cache"},
	} {
		if w := ask("GET", "/a.txt", header...); w.Code != 200 || w.Body.Len() != 10 {
			t.Errorf("%v: %d %v", header, w.Code, w.Header())
		}
	}
	w = ask("GET", "/a.txt", "If-None-Match", "*")
	if h := w.Header(); w.Code != 304 || h.Get("Last-Modified") != modified || h.Get("Accept-Ranges") != "bytes" {
		t.Errorf("a 304: %d %v", w.Code, h)
	}
}

// A folder without its slash leads to the one with it, on this site.
func TestStaticRedirects(t *testing.T) {
	files := map[string]string{"public/sub/index.html": "x", "public/a&b/index.html": "x", "public/host/index.html": "x", "public/empty/x": "x", "public/.dot/index.html": "x", "public/index.html": "home"}
	_, plain := site(t, web.StaticOptions{}, files)
	_, page := site(t, web.StaticOptions{Switches: web.StaticSwitches{RedirectHTML: true}}, files)
	for _, c := range []struct{ target, to, html string }{
		{"/sub", "/sub/", `<a href="/sub/">/sub/</a>`},
		{"/sub?a=1&b=//x", "/sub/?a=1&b=//x", `<a href="/sub/?a=1&amp;b=//x">/sub/?a=1&amp;b=//x</a>`},
		{"/sub?", "/sub/?", `<a href="/sub/?">/sub/?</a>`},
		{"/s%75b", "/s%75b/", `<a href="/s%75b/">/s%75b/</a>`},
		{"/a%26b", "/a%26b/", `<a href="/a%26b/">/a%26b/</a>`},
		{"/a&b", "/a&b/", `<a href="/a&amp;b/">/a&amp;b/</a>`},
		{"//host", "/host/", `<a href="/host/">/host/</a>`},
		{"///host", "/host/", `<a href="/host/">/host/</a>`},
		{"/empty", "/empty/", `<a href="/empty/">/empty/</a>`},
		{"/empty?a=1&b=2", "/empty/?a=1&b=2", `<a href="/empty/?a=1&amp;b=2">/empty/?a=1&amp;b=2</a>`},
		{"/empty/..", "/empty/../", `<a href="/empty/../">/empty/../</a>`},
		{"//evil.example/%2e%2e", "/evil.example/%2e%2e/", `<a href="/evil.example/%2e%2e/">/evil.example/%2e%2e/</a>`},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			body := map[string]string{"GET": "Redirecting to " + c.to}[method]
			if w := plain(method, c.target); w.Code != 303 || w.Header().Get("Location") != c.to || w.Body.String() != body {
				t.Errorf("%s %s: %d %q %q, want 303 %q", method, c.target, w.Code, w.Header().Get("Location"), w.Body, c.to)
			}
		}
		w := page("GET", c.target)
		if w.Code != 303 || w.Header().Get("Location") != c.to || w.Body.String() != "Redirecting to "+c.html+"\n" {
			t.Errorf("page of %s: %d %q %q, want 303 %q", c.target, w.Code, w.Header().Get("Location"), w.Body, c.to)
		}
		if h := w.Header(); h.Get("Content-Type") != "text/html; charset=UTF-8" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("page of %s: %v", c.target, h)
		}
	}
	for _, target := range []string{"/empty/", "/.dot", "/.dot/"} {
		if w := plain("GET", target); w.Code != 404 {
			t.Errorf("%s: %d %q: a folder that is hidden or has no index was shown", target, w.Code, w.Body)
		}
	}
	if w := plain("POST", "/empty"); w.Code != 404 {
		t.Errorf("POST to a folder: %d %q", w.Code, w.Body)
	}
	if w := plain("GET", "/"); w.Code != 200 || w.Body.String() != "home" {
		t.Errorf("/: %d %q", w.Code, w.Body)
	}
}

func TestIcon(t *testing.T) {
	icon := web.Icon{Picture: web.Favicon(), CacheControl: "max-age=7"}
	for target, want := range map[string]int{"GET /favicon.ico": 200, "HEAD /favicon.ico": 200, "POST /favicon.ico": 404, "GET /favicon.ico/x": 404, "GET /": 404} {
		method, path, _ := strings.Cut(target, " ")
		w := httptest.NewRecorder()
		x := router.NewExchange(t.Context(), &router.Request{Method: method, URL: path, Path: path}, web.NewResponder(w, request(method, path, "", ""), web.ResponderOptions{}))
		verdict, err := icon.Serve(x)
		if err != nil || (verdict == router.Answered) != (want == 200) {
			t.Errorf("%s: %v %v", target, verdict, err)
		}
		if want == 200 && (w.Header().Get("Content-Type") != "image/x-icon" || w.Header().Get("Cache-Control") != "max-age=7") {
			t.Errorf("%s: %v", target, w.Header())
		}
	}
}

func TestNewStaticRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := web.NewStatic(web.StaticOptions{Dirs: []string{t.TempDir(), file}}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v, want an error that names the folder", err)
	}
}

// A public folder may be removed and made anew while the server runs.
func TestStaticFolderMadeAnew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	s, err := web.NewStatic(web.StaticOptions{Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	get := func(want string) {
		t.Helper()
		w := httptest.NewRecorder()
		r := request("GET", "/a.txt", "", "")
		x := router.NewExchange(t.Context(), &router.Request{Method: "GET", URL: "/a.txt", Path: "/a.txt"}, web.NewResponder(w, r, web.ResponderOptions{}))
		verdict, err := s.Serve(x)
		if err != nil || (verdict == router.Answered) != (want != "") || w.Body.String() != want {
			t.Errorf("got %v %q %v, want %q", verdict, w.Body, err, want)
		}
	}
	get("")
	for _, text := range []string{"first", "second"} {
		write := func() error {
			return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o600))
		}
		// The folder that is removed stays open, so the next is another one.
		if err := write(); err != nil {
			t.Fatal(err)
		}
		get(text)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	get("")
}

// A socket cannot get a file.
func TestStaticNeedsHTTP(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := web.NewStatic(web.StaticOptions{Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := httptest.NewRecorder()
	other := struct{ router.Responder }{web.NewResponder(w, request("GET", "/a", "", ""), web.ResponderOptions{})}
	x := router.NewExchange(context.Background(), &router.Request{Method: "GET", URL: "/a", Path: "/a"}, other)
	if _, err := s.Serve(x); err == nil || w.Body.Len() > 0 {
		t.Errorf("got %v, %q", err, w.Body)
	}
}
