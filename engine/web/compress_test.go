package web_test

import (
	"bufio"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

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
			handler := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				web.AllowCompression(w.Header())
				w.Header().Set("Content-Type", test.contentType)
				if test.vary != "" {
					w.Header().Set("Vary", test.vary)
				}
				w.Header().Set("Content-Length", strconv.Itoa(len(test.body)))
				_, _ = io.WriteString(w, test.body)
			}))
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
				plain, err := gzip.NewReader(w.Body)
				if err != nil {
					t.Fatal(err)
				}
				body = plain
			}
			if text, err := io.ReadAll(body); err != nil || string(text) != test.body {
				t.Errorf("got %d bytes, %v", len(text), err)
			}
		})
	}
}

func TestCompressWithoutBody(t *testing.T) {
	handler := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusNoContent || w.Header().Get("Vary") != "" {
		t.Errorf("got %d with Vary %q", w.Code, w.Header().Get("Vary"))
	}
}

// TestCompressInItsPlace answers before the place of compression in the
// middleware.
func TestCompressInItsPlace(t *testing.T) {
	handler := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, strings.Repeat("early ", 1000))
	}))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if h := w.Header(); h.Get("Vary") != "" || h.Get("Content-Encoding") != "" || len(h) != 1 {
		t.Errorf("got %v", h)
	}
}

// TestCompressAsTheClientPrefers decodes what each client gets.
func TestCompressAsTheClientPrefers(t *testing.T) {
	long := strings.Repeat("the same words again ", 200)
	handler := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		web.AllowCompression(w.Header())
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Length", strconv.Itoa(len(long)))
		_, _ = io.WriteString(w, long)
	}))
	for accept, want := range map[string]string{
		"":                             "",
		"gzip":                         "gzip",
		"x-gzip":                       "gzip",
		"deflate":                      "deflate",
		"gzip, deflate":                "gzip",
		"deflate, gzip;q=0.5":          "deflate",
		"gzip, deflate, br":            "br",
		"gzip, deflate, br, zstd":      "zstd",
		"gzip;q=1.0, br;q=0.9":         "gzip",
		"zstd;q=0, br;q=0, gzip;q=0.1": "gzip",
		"br;q=0.5, zstd; Q=0.5":        "zstd",
		"*":                            "gzip",
		"*;q=0":                        "",
		"gzip;q=0, *":                  "",
		"identity":                     "",
		"identity, gzip;q=0.5":         "",
		"identity;q=0.5, gzip":         "gzip",
		"compress, lzma":               "",
		"gzip;q=broken":                "",
		"GZIP":                         "gzip",
	} {
		// Twice: the second answer has an encoder that was used.
		for range 2 {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", accept)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if got := w.Header().Get("Content-Encoding"); got != want {
				t.Fatalf("%q: %q, want %q", accept, got, want)
			}
			if length := w.Header().Get("Content-Length"); (length == "") != (want != "") {
				t.Errorf("%q: the length is %q", accept, length)
			}
			if got := decode(t, want, w.Body); got != long {
				t.Errorf("%q: %d bytes, want %d", accept, len(got), len(long))
			}
		}
	}
}

func decode(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(plainReader(t, encoding, body))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func plainReader(t *testing.T, encoding string, body io.Reader) io.Reader {
	t.Helper()
	var err error
	switch encoding {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "deflate":
		body, err = zlib.NewReader(body)
	case "br":
		body = brotli.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestCompressLeavesAlone holds which long answers go out as they are.
func TestCompressLeavesAlone(t *testing.T) {
	long := strings.Repeat("the same words again ", 200)
	for name, test := range map[string]struct {
		method string
		header map[string]string
		status int
		vary   string
	}{
		"encoded already": {"GET", map[string]string{"Content-Encoding": "br"}, 200, "Accept-Encoding"},
		"a part":          {"GET", map[string]string{"Content-Range": "bytes 0-9/100"}, 206, "Accept-Encoding"},
		"no-transform":    {"GET", map[string]string{"Cache-Control": "public, no-transform"}, 200, ""},
		"a HEAD":          {"HEAD", nil, 200, "Accept-Encoding"},
		"Vary for all":    {"HEAD", map[string]string{"Vary": "*"}, 200, "*"},
		"Vary has it":     {"HEAD", map[string]string{"Vary": "accept-encoding, Origin"}, 200, "accept-encoding, Origin"},
	} {
		handler := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			web.AllowCompression(w.Header())
			w.Header().Set("Content-Type", "text/plain")
			for k, v := range test.header {
				w.Header().Set(k, v)
			}
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, long)
		}))
		r := httptest.NewRequest(test.method, "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Body.String() != long {
			t.Errorf("%s: the answer was changed", name)
		}
		if got := strings.Join(w.Header().Values("Vary"), " | "); got != test.vary {
			t.Errorf("%s: Vary: %q, want %q", name, got, test.vary)
		}
	}
}

// TestCompressedStream reads what was flushed before the answer has ended, and finds one
// that breaks off.
func TestCompressedStream(t *testing.T) {
	for _, encoding := range []string{"zstd", "br", "gzip", "deflate"} {
		read := make(chan struct{})
		server := httptest.NewServer(web.Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			web.AllowCompression(w.Header())
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "first\n")
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			<-read
			if r.URL.Path == "/broken" {
				panic(http.ErrAbortHandler)
			}
			_, _ = io.WriteString(w, "last\n")
		})))
		for _, path := range []string{"/whole", "/broken"} {
			r, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", encoding)
			res, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			plain := bufio.NewReader(plainReader(t, encoding, res.Body))
			if line, err := plain.ReadString('\n'); line != "first\n" || err != nil {
				t.Fatalf("%s: %q, %v", encoding, line, err)
			}
			read <- struct{}{}
			rest, err := io.ReadAll(plain)
			if whole := path == "/whole"; whole != (err == nil && string(rest) == "last\n") {
				t.Errorf("%s, %s: %q, %v", encoding, path, rest, err)
			}
			res.Body.Close()
		}
		server.Close()
	}
}

// TestCompressedTagIsWeak: a strong tag names the same bytes, which a compressed answer
// has not.
func TestCompressedTagIsWeak(t *testing.T) {
	for tag, want := range map[string]string{`"a"`: `W/"a"`, `W/"a"`: `W/"a"`} {
		handler := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			web.AllowCompression(w.Header())
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("ETag", tag)
			_, _ = io.WriteString(w, strings.Repeat("words ", 1000))
		}))
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if got := w.Header().Get("ETag"); got != want {
			t.Errorf("%s became %s", tag, got)
		}
	}
}
