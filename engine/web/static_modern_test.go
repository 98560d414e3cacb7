package web_test

import (
	"strings"
	"testing"

	"framework/engine/profile/answers"
	"framework/engine/web"
)

// In 1.x a folder without its slash is redirected for good, whether it has an
// index or not, and texts say their charset.
func TestStaticOfModernProjects(t *testing.T) {
	files := map[string]string{"public/sub/index.html": "x", "public/empty/x": "x", "public/a.js": "x", "public/a.json": "{}", "public/a.css": "x"}
	_, ask := site(t, web.StaticOptions{Switches: answers.Modern().Static}, files)
	for _, folder := range []string{"/sub", "/empty"} {
		w := ask("GET", folder+"?a=1")
		if w.Code != 301 || w.Header().Get("Location") != folder+"/?a=1" {
			t.Errorf("%s: %d to %q, want 301 to the folder", folder, w.Code, w.Header().Get("Location"))
		}
		if h := w.Header(); h.Get("Content-Type") != "text/html; charset=UTF-8" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "default-src 'none'" {
			t.Errorf("%s: %v", folder, h)
		}
		if body := w.Body.String(); !strings.HasPrefix(body, "<!DOCTYPE html>") || !strings.Contains(body, "Redirecting to") {
			t.Errorf("%s: %q is no page", folder, body)
		}
	}
	if w := ask("GET", "/empty/"); w.Code != 404 {
		t.Errorf("a folder without an index: %d", w.Code)
	}
	_, classic := site(t, web.StaticOptions{}, files)
	for file, want := range map[string][2]string{
		"/a.js": {"application/javascript; charset=UTF-8", "application/javascript"}, "/a.json": {"application/json; charset=UTF-8", "application/json"},
		"/a.css": {"text/css; charset=UTF-8", "text/css; charset=UTF-8"},
	} {
		if got := [2]string{ask("GET", file).Header().Get("Content-Type"), classic("GET", file).Header().Get("Content-Type")}; got != want {
			t.Errorf("%s: in 1.x and before %q, want %q", file, got, want)
		}
	}
}
