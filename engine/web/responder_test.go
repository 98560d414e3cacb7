package web_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"framework/engine/web"
	"framework/router"
)

func TestCommit(t *testing.T) {
	send := func(method, tag string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, "/", nil)
		r.Header.Set("If-None-Match", tag)
		s := web.NewResponder(w, r, web.ResponderOptions{ETagOver: -1})
		if err := s.Commit(200, []byte("hello")); err != nil {
			t.Fatal(err)
		}
		if err := s.Commit(500, nil); !errors.Is(err, router.ErrCommitted) {
			t.Errorf("second answer: got %v", err)
		}
		return w
	}
	first := send("GET", "")
	if first.Body.String() != "hello" || first.Header().Get("Content-Length") != "5" {
		t.Errorf("got %q, %v", first.Body, first.Header())
	}
	if w := send("GET", first.Header().Get("ETag")); w.Code != 304 || w.Body.Len() != 0 {
		t.Errorf("same ETag: got %d %q", w.Code, w.Body)
	}
	if w := send("HEAD", ""); w.Body.Len() != 0 || w.Header().Get("Content-Length") != "5" {
		t.Errorf("HEAD: got %q, %v", w.Body, w.Header())
	}
}

func TestUnsign(t *testing.T) {
	// The published example of the cookie-signature package.
	const signed = "hello.DGDUkGlIkCzPz+C0B064FNgHdEjox7ch8tOBGslZ5QI"
	if got := web.Sign("hello", "tobiiscool"); got != signed {
		t.Errorf("got %s", got)
	}
	if v, ok := web.Unsign(signed, []string{"new", "tobiiscool"}); !ok || v != "hello" {
		t.Errorf("rotated secret: got %q, %v", v, ok)
	}
	if _, ok := web.Unsign(signed+"x", []string{"tobiiscool"}); ok {
		t.Error("a changed signature was accepted")
	}
}
