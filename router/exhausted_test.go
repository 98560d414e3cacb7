package router_test

import (
	"errors"
	"io/fs"
	"net/http"
	"syscall"
	"testing"

	"framework/router"
)

// A file that cannot be opened for want of descriptors is not missing.
func TestExhausted(t *testing.T) {
	for err, want := range map[error]bool{syscall.EMFILE: true, syscall.ENFILE: true, syscall.ENOMEM: true, syscall.ENOENT: false, syscall.ENOTDIR: false, syscall.EACCES: false} {
		var e *router.Error
		got := errors.As(router.Exhausted(&fs.PathError{Op: "openat", Path: "a.js", Err: err}), &e)
		if got != want || got && e.Status != http.StatusServiceUnavailable {
			t.Errorf("%v gives %v", err, e)
		}
	}
	if got := router.Exhausted(nil); got != nil {
		t.Errorf("no error gives %v", got)
	}
	// An answer that was already made is kept.
	first := router.Exhausted(syscall.EMFILE)
	if again := router.Exhausted(first); again != first { //nolint:errorlint // the same value, not an equal one
		t.Errorf("got %v, want the same error again", again)
	}
	other := &router.Error{Status: http.StatusNotFound, Code: "E_OTHER", Err: syscall.EMFILE}
	var e *router.Error
	if !errors.As(router.Exhausted(other), &e) || e.Status != http.StatusServiceUnavailable {
		t.Errorf("the cause of another answer gives %v", e)
	}
}
