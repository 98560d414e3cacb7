package overlay_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/overlay"
)

func TestServeFailures(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status int
		kind   string // Content-Type
		fails  bool
		want   []string
		lacks  []string
	}{
		"a page of the project": {
			500, "text/html; charset=utf-8", true,
			[]string{"<p>theirs</p>", `role="alertdialog"`, "TypeError: a &lt; b", "did you mean b?", "Show the page of the project"},
			[]string{"<!doctype html>"},
		},
		"JSON":                     {500, "application/json", true, []string{"<!doctype html>", "TypeError: a &lt; b", "&lt;p&gt;theirs"}, []string{"<p>theirs</p>", "Show the page"}},
		"no failure":               {500, "text/html", false, []string{"<p>theirs</p>"}, []string{"framework-failure"}},
		"a failure that is mended": {200, "text/html", true, []string{"<p>theirs</p>"}, []string{"framework-failure"}},
		"a failure of the client":  {404, "application/json", true, []string{"<p>theirs</p>"}, []string{"framework-failure"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if tt.fails {
					overlay.Note(r.Context(), func() overlay.Failure {
						return overlay.Failure{Name: "TypeError", Message: "a < b", Hint: "did you mean b?"}
					})
					overlay.Note(r.Context(), func() overlay.Failure { t.Error("a second failure is described"); return overlay.Failure{} })
				}
				w.Header().Set("Content-Type", tt.kind)
				w.Header().Set("Content-Length", "13")
				w.Header().Set("Content-Security-Policy", "default-src 'none'")
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte("<p>theirs</p>"))
			})
			rec := httptest.NewRecorder()
			overlay.ServeFailures(next, rec, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
			body := rec.Body.String()
			for _, text := range tt.want {
				if !strings.Contains(body, text) {
					t.Errorf("there is no %q in\n%s", text, body)
				}
			}
			for _, text := range tt.lacks {
				if strings.Contains(body, text) {
					t.Errorf("there is %q in\n%s", text, body)
				}
			}
			shown := strings.Contains(body, "framework-failure")
			if rec.Code != tt.status || shown == (rec.Header().Get("Content-Security-Policy") != "") || shown == (rec.Header().Get("Content-Length") != "") {
				t.Errorf("status %d, header %v", rec.Code, rec.Header())
			}
		})
	}
}

func TestNote(t *testing.T) {
	t.Parallel()
	overlay.Note(t.Context(), func() overlay.Failure {
		t.Error("a failure is described that nobody sees")
		return overlay.Failure{}
	})
}
