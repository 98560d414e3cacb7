package router_test

import (
	"testing"

	"framework/router"
)

// TestSafe: a method that a header or a field has replaced counts as well, or a form
// could change data under the name of a method that does not.
func TestSafe(t *testing.T) {
	for _, c := range []struct {
		sent, method string
		safe         bool
	}{
		{"", "GET", true},
		{"", "HEAD", true},
		{"", "OPTIONS", true},
		{"", "POST", false},
		{"", "PUT", false},
		{"", "DELETE", false},
		{"", "PATCH", false},
		{"", "TRACE", false},
		{"GET", "HEAD", true},
		{"POST", "GET", false},
		{"GET", "POST", false},
		{"POST", "PUT", false},
	} {
		r := &router.Request{Method: c.method, MethodSent: c.sent}
		if r.Safe() != c.safe {
			t.Errorf("%s sent as %q: safe %v", c.method, c.sent, r.Safe())
		}
	}
}
