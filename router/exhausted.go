package router

import (
	"errors"
	"net/http"
	"syscall"
)

const exhaustedCode = "E_TOO_MANY_FILES"

// Exhausted is the answer to a request for which a file could not be opened for
// want of descriptors or memory, a 503: that says nothing about the file, which may
// be opened in a moment. It is nil for other errors.
func Exhausted(err error) error {
	if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) && !errors.Is(err, syscall.ENOMEM) {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok && e.Code == exhaustedCode {
		return err
	}
	return &Error{
		Status: http.StatusServiceUnavailable, Code: exhaustedCode,
		Message: "The server has too many files and connections open. Try again in a moment.", Err: err,
	}
}
