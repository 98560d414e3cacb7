package overlay_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/health"
	"framework/engine/overlay"
)

func TestWanted(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		method string
		header [2]string
		want   bool
	}{
		"a page":     {http.MethodGet, [2]string{"Accept", "text/html,*/*"}, true},
		"anything":   {http.MethodGet, [2]string{"Accept", "*/*"}, false},
		"a form":     {http.MethodPost, [2]string{"Accept", "text/html"}, false},
		"a script":   {http.MethodGet, [2]string{"X-Requested-With", "XMLHttpRequest"}, false},
		"a fetch":    {http.MethodGet, [2]string{"Sec-Fetch-Dest", "empty"}, false},
		"an upgrade": {http.MethodGet, [2]string{"Upgrade", "websocket"}, false},
	} {
		r := httptest.NewRequest(tt.method, "/", http.NoBody)
		r.Header.Set("Accept", "text/html")
		r.Header.Set(tt.header[0], tt.header[1])
		if got := overlay.Wanted(r); got != tt.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status int
		header http.Header
		want   bool
	}{
		"a page":             {200, http.Header{"Content-Type": {"text/html; charset=utf-8"}}, true},
		"an error page":      {500, http.Header{"Content-Type": {"text/html"}}, true},
		"something else":     {200, http.Header{"Content-Type": {"application/json"}}, false},
		"a compressed page":  {200, http.Header{"Content-Type": {"text/html"}, "Content-Encoding": {"gzip"}}, false},
		"a part of one":      {206, http.Header{"Content-Type": {"text/html"}}, false},
		"one without a body": {304, http.Header{"Content-Type": {"text/html"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("If-None-Match") != "" || r.Header.Get("Accept-Encoding") != "" {
					t.Error("the page that the client has may be without the overlay")
				}
				for k, v := range tt.header {
					w.Header()[k] = v
				}
				w.Header().Set("Etag", `"1"`)
				w.WriteHeader(tt.status)
				if tt.status != http.StatusNotModified {
					_, _ = w.Write([]byte("answer"))
				}
			})
			r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
			r.Header.Set("If-None-Match", `"1"`)
			r.Header.Set("Accept-Encoding", "gzip")
			w := httptest.NewRecorder()
			overlay.Serve(next, w, r, "line 1 <is> wrong")
			body := w.Body.String()
			got := strings.Contains(body, "line 1 &lt;is&gt; wrong") && strings.Contains(body, health.Path[1:])
			if got != tt.want || tt.want && !strings.HasPrefix(body, "answer") {
				t.Errorf("got %q", body)
			}
			if kept := w.Header().Get("Etag") != ""; kept == tt.want {
				t.Errorf("got the header %v", w.Header())
			}
			if w.Code != tt.status {
				t.Errorf("got %d", w.Code)
			}
		})
	}
}
