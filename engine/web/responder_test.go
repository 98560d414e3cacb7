package web_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/web"
	"framework/router"
)

func TestCommit(t *testing.T) {
	const etag = `W/"5-907060870"` // of hello
	for _, c := range []struct {
		name, method, match string
		set                 []string
		status              int
		want                int
		body, length, tag   string
	}{
		{"plain", "GET", "", nil, 200, 200, "hello", "5", etag},
		{"error", "GET", etag, nil, 404, 404, "hello", "5", etag},
		{"HEAD", "HEAD", "", nil, 200, 200, "", "5", etag},
		{"POST", "POST", etag, nil, 200, 200, "hello", "5", etag},
		{"same", "GET", etag, nil, 200, 304, "", "", etag},
		{"same, strong", "GET", strings.TrimPrefix(etag, "W/"), nil, 200, 304, "", "", etag},
		{"same, one of many", "GET", `"a", ` + etag, nil, 201, 304, "", "", etag},
		{"same, any", "GET", "*", nil, 200, 304, "", "", etag},
		{"same, HEAD", "HEAD", etag, nil, 200, 304, "", "", etag},
		{"other", "GET", `"a"`, nil, 200, 200, "hello", "5", etag},
		{"own tag", "GET", `"own"`, []string{"ETag", `"own"`}, 200, 304, "", "", `"own"`},
		{"no content", "GET", "", nil, 204, 204, "", "", etag},
		{"redirect", "GET", "", nil, 302, 302, "hello", "5", ""},
		{"without a type", "GET", "", []string{"Content-Type", ""}, 200, 200, "hello", "5", ""},
	} {
		w, r := httptest.NewRecorder(), request(c.method, "/", "", "", "If-None-Match", c.match)
		s := web.NewResponder(w, r, web.ResponderOptions{})
		s.Header().Set("Content-Type", "text/plain")
		for i := 0; i+1 < len(c.set); i += 2 {
			s.Header().Set(c.set[i], c.set[i+1])
		}
		if s.Committed() {
			t.Errorf("%s: answered before the answer", c.name)
		}
		if err := s.Commit(c.status, []byte("hello")); err != nil || !s.Committed() {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := s.Commit(500, []byte("again")); !errors.Is(err, router.ErrCommitted) {
			t.Errorf("%s: a second answer: got %v", c.name, err)
		}
		if _, err := s.Stream(500); !errors.Is(err, router.ErrCommitted) {
			t.Errorf("%s: a second answer: got %v", c.name, err)
		}
		h := w.Header()
		if w.Code != c.want || w.Body.String() != c.body || h.Get("Content-Length") != c.length || h.Get("ETag") != c.tag {
			t.Errorf("%s: got %d %q %v", c.name, w.Code, w.Body, h)
		}
	}
}

func TestStream(t *testing.T) {
	for method, want := range map[string]string{"GET": "hello", "HEAD": ""} {
		w := httptest.NewRecorder()
		s := web.NewResponder(w, request(method, "/", "", ""), web.ResponderOptions{})
		out, err := s.Stream(202)
		if err != nil || !s.Committed() {
			t.Fatal(err)
		}
		for _, part := range []string{"he", "", "llo"} {
			if n, err := out.Write([]byte(part)); n != len(part) || err != nil {
				t.Errorf("%s: wrote %d, %v", method, n, err)
			}
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
		if w.Code != 202 || w.Body.String() != want || w.Header().Get("Content-Type") != "" || !w.Flushed && method == http.MethodGet {
			t.Errorf("%s: got %d %q %v, flushed %v", method, w.Code, w.Body, w.Header(), w.Flushed)
		}
		if err := s.Commit(200, nil); !errors.Is(err, router.ErrCommitted) {
			t.Errorf("%s: a second answer: got %v", method, err)
		}
	}
}

// Nobody guesses the type of an answer that was given none.
func TestUntyped(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := web.NewResponder(w, r, web.ResponderOptions{})
		if r.URL.Path == "/typed" {
			s.Header().Set("Content-Type", "a/b")
		}
		if r.Method == http.MethodPost {
			out, err := s.Stream(200)
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = out.Write([]byte("<html>"))
			return
		}
		if err := s.Commit(200, []byte("<html>")); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	for path, want := range map[string]string{"/": "", "/typed": "a/b"} {
		for _, method := range []string{"GET", "POST"} {
			r, err := http.NewRequest(method, server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if got := res.Header.Get("Content-Type"); got != want {
				t.Errorf("%s %s: got the type %q, want %q", method, path, got, want)
			}
		}
	}
}

// What is to run before the answer runs once, in order, and can change it.
func TestBefore(t *testing.T) {
	w := httptest.NewRecorder()
	s := web.NewResponder(w, request("GET", "/", "", ""), web.ResponderOptions{})
	for _, v := range []string{"1", "2"} {
		s.Before(func() { s.Header().Add("X-Order", v) })
	}
	if len(w.Header()) != 0 {
		t.Error("it ran before there was an answer")
	}
	if err := s.Commit(200, nil); err != nil {
		t.Fatal(err)
	}
	_ = s.Commit(200, nil)
	if got := strings.Join(w.Result().Header["X-Order"], " "); got != "1 2" {
		t.Errorf("got %q", got)
	}
}

func TestOnlyOneAnswers(t *testing.T) {
	w := httptest.NewRecorder()
	s := web.NewResponder(w, request("GET", "/", "", ""), web.ResponderOptions{})
	var answered atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if s.Commit(200, []byte("x")) == nil {
				answered.Add(1)
			}
		})
	}
	group.Wait()
	if answered.Load() != 1 || w.Body.String() != "x" {
		t.Errorf("%d answered: %q", answered.Load(), w.Body)
	}
}

// TestTags holds what Express 3.16 and 4 make of the same bodies and files.
func TestTags(t *testing.T) {
	long := bytes.Repeat([]byte("ab"), 600)
	modified := time.UnixMilli(1400000000123)
	early, later := web.EarlyTags(), web.ExpressTags()
	for _, c := range []struct{ name, got, want string }{
		{"0.10, long", early.Body("GET", long), `"-560135756"`},
		{"0.10, short", early.Body("GET", long[:1024]), ""},
		{"0.10, POST", early.Body("POST", long), ""},
		{"0.10, file", early.File(300, modified), `"300-1400000000123"`},
		{"0.10, icon", early.Icon([]byte("icon")), `"baec6461b0d69dde1b861aefbe375d8a"`},
		{"later, file", later.File(300, modified), `W/"12c-145f680b07b"`},
		{"later, icon", later.Icon([]byte("hello")), `"5-907060870"`},
		{"later, POST", later.Body("POST", []byte("hello")), `W/"5-907060870"`},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}
