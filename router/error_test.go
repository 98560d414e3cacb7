package router_test

import (
	"errors"
	"testing"

	"framework/router"
)

// TestErrorText: an error says what is known: its message, its cause, or both.
func TestErrorText(t *testing.T) {
	cause := errors.New("the cause")
	for want, e := range map[string]*router.Error{
		"":                   {Status: 404},
		"message":            {Message: "message"},
		"the cause":          {Err: cause},
		"message: the cause": {Message: "message", Err: cause},
	} {
		if got := e.Error(); got != want || errors.Is(e, cause) != (e.Err != nil) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
