package router

import "testing"

// TestSimple: nearly all routes are matched without an expression; those whose
// captures depend on one are not.
func TestSimple(t *testing.T) {
	for path, want := range map[string]bool{
		"/a": true, "/a/B.c/d-e": true, "/:a": true, "/*": true, "/a/:b/*": true, "/:1/*": true,
		"/a/:b?": true, "/a/:b?/:c?": true, "/:a/:b": true, "/:a_9Z": true,
		"/:a/:b/:c/:d/:e/:f/:g/:h":    true,
		"/:a/:b/:c/:d/:e/:f/:g/:h/:i": false,
		"/:a/:b/:c/:d/:e/:f/:g/*":     true,
		"/:a/:b/:c/:d/:e/:f/:g/:h/*":  false,
		"/a/:b?/c":                    false, "/a/:b?/:c": false, "/a/:b?/*": false, "/a/*/b": false, "/*/*": false,
		"/:a/:a": false, "/:0/*": false, "/:0/:b/*": false,
		"": false, "a": false, "a/b": false, "/": false, "/a/": false, "/a//b": false,
		"/:": false, "/:?": false, "/:a??": false, "/:a-b": false, "/a:b": false, "/a*": false, `/:a(\d+)`: false, "/a(b)": false,
	} {
		if got := newSimple(path) != nil; got != want {
			t.Errorf("%s: simple %v", path, got)
		}
	}
}
