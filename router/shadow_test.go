package router_test

import (
	"testing"

	"framework/router"
)

// TestShadowed: a binding is shadowed by an earlier one that ends and answers all
// of its requests, and by nothing else.
func TestShadowed(t *testing.T) {
	for _, c := range []struct {
		front, behind string
		ends          bool
		shadowed      bool
	}{
		{"GET /pet/:id", "GET /pet/new", true, true},
		{"GET /pet/:id", "GET /pet/new", false, false},
		{"GET /pet/:id", "/pet/new", true, false},
		{"GET /pet/:id", "GET /pet/new/:x?", true, false},
		{"/*", "r|^/secret/x$|", true, true},
		{"r|^/pet|", "GET /pet/new", true, false}, // /Pet/new
		{"/:a/:b?", "/pet/new", true, true},
		{"/pet", "/pets", true, false},
		{"/pet", "r|^/pet$|", true, true},
		{"/:a", "/*", true, false},
		{"/*", "/:a", true, true},
	} {
		front, behind := at(t, c.front), at(t, c.behind)
		front.Ends = c.ends
		other := at(t, "/elsewhere")
		other.Ends = true
		got := router.Shadowed([]*router.Binding{other, front, behind})
		if (got[behind] == front) != c.shadowed || len(got) > 1 {
			t.Errorf("%s (ends %v) shadows %s: %v", c.front, c.ends, c.behind, got[behind] == front)
		}
	}
	skips := at(t, "/a/:x")
	skips.Ends, skips.SkipAssets = true, true
	if behind := at(t, "/a/:y"); len(router.Shadowed([]*router.Binding{skips, behind})) > 0 {
		t.Error("files pass a binding that leaves them alone")
	}
}
