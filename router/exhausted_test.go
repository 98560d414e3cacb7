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
	for err, want := range map[error]bool{syscall.EMFILE: true, syscall.ENFILE: true, syscall.ENOENT: false, syscall.ENOTDIR: false, syscall.EACCES: false} {
		var e *router.Error
		got := errors.As(router.Exhausted(&fs.PathError{Op: "openat", Path: "a.js", Err: err}), &e)
		if got != want || got && e.Status != http.StatusServiceUnavailable {
			t.Errorf("%v gives %v", err, e)
		}
	}
}
