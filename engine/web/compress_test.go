package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/web"
)

// TestCompress holds what the compression middleware of Express 4 answers.
func TestCompress(t *testing.T) {
	long := strings.Repeat("the same words again ", 200)
	for _, test := range []struct {
		name, contentType, body, vary string
		wantVary                      string
		compressed                    bool
	}{
		{"text", "text/html; charset=utf-8", long, "", "Accept-Encoding", true},
		{"after others", "application/json", long, "Accept", "Accept, Accept-Encoding", true},
		{"short", "application/json", "{}", "Origin", "Origin, Accept-Encoding", false},
		{"a type that is compressed already", "image/png", long, "", "", false},
		{"unknown type", "application/x-unheard", long, "Accept", "Accept", false},
		{"vector graphics", "image/svg+xml", long, "", "Accept-Encoding", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			handler, err := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				web.AllowCompression(w.Header())
				w.Header().Set("Content-Type", test.contentType)
				if test.vary != "" {
					w.Header().Set("Vary", w.Header().Get("Vary")+", "+test.vary)
				}
				_, _ = io.WriteString(w, test.body)
			}))
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", "gzip")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if got := strings.Join(w.Header().Values("Vary"), " | "); got != test.wantVary {
				t.Errorf("Vary: %q, want %q", got, test.wantVary)
			}
			body := io.Reader(w.Body)
			if encoded := w.Header().Get("Content-Encoding") == "gzip"; encoded != test.compressed {
				t.Fatalf("compressed: %v, want %v", encoded, test.compressed)
			} else if encoded {
				if body, err = gzip.NewReader(w.Body); err != nil {
					t.Fatal(err)
				}
			}
			if text, err := io.ReadAll(body); err != nil || string(text) != test.body {
				t.Errorf("got %d bytes, %v", len(text), err)
			}
		})
	}
}

func TestCompressWithoutBody(t *testing.T) {
	handler, err := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusNoContent || w.Header().Get("Vary") != "" {
		t.Errorf("got %d with Vary %q", w.Code, w.Header().Get("Vary"))
	}
}

// TestCompressInItsPlace answers before the place of compression in the
// middleware.
func TestCompressInItsPlace(t *testing.T) {
	handler, err := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, strings.Repeat("early ", 1000))
	}))
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if h := w.Header(); h.Get("Vary") != "" || h.Get("Content-Encoding") != "" || h.Get("No-Gzip-Compression") != "" {
		t.Errorf("got %v", h)
	}
}
