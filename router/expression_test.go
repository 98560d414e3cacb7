package router_test

import (
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/router"
)

// TestExpressionFlags: what a flag means does not depend on which engine runs the
// expression; a lookahead needs the one that backtracks.
func TestExpressionFlags(t *testing.T) {
	for _, c := range []struct {
		source, flags, text string
		match               bool
	}{
		{"a", "", "xa", true},
		{"a", "", "A", false},
		{"a", "i", "A", true},
		{"a", "g", "A", false},
		{"a", "gi", "xA", true},
		{"^b", "", "a\nb", false},
		{"^b", "m", "a\nb", true},
		{"a.b", "", "a\nb", false},
		{"a.b", "s", "a\nb", true},
		{"^a.b$", "ims", "x\nA\nB", true},
		{"a", "y", "ab", true},
		{"a", "y", "xa", false},
		{"a|b", "y", "xb", false},
		{"a", "iy", "Ab", true},
	} {
		for _, source := range []string{c.source, "(?:" + c.source + ")(?!never)"} {
			e, err := router.CompileExpression(source, c.flags)
			if err != nil {
				t.Errorf("/%s/%s: %v", source, c.flags, err)
			} else if e.MatchString(c.text) != c.match {
				t.Errorf("/%s/%s at %q: %v", source, c.flags, c.text, !c.match)
			}
		}
	}
	if _, err := router.CompileExpression("(?!", "i"); err == nil || !strings.Contains(err.Error(), "/(?!/i") {
		t.Errorf("got %v, want an error that names the expression", err)
	}
}

// ends fails the test at once if f does not end.
func ends(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s does not end", what)
	}
}

// TestSlowExpressions: an expression that would take ages is given up. It does not
// match, unless its binding is strict: a policy is not passed by such a path.
func TestSlowExpressions(t *testing.T) {
	testenv.Slow(t)
	path := "/" + strings.Repeat("a", 64) + "!"
	ends(t, "a route", func() {
		for _, strict := range []bool{false, true} {
			b := at(t, `r|^/(?=a)(a+)+$|`)
			b.MatchOnTimeout = strict
			n := 0
			for _, p := range table(t, []*router.Binding{b}).Lookup("GET", path) {
				n += 1 + p.Len()
			}
			if (n == 1) != strict {
				t.Errorf("a path that takes too long to compare: strict %v, %d matches and parameters", strict, n)
			}
		}
	})
	ends(t, "an expression", func() {
		if e, err := router.CompileExpression("^/(?=a)(a+)+$", ""); err != nil || e.MatchString(path) {
			t.Errorf("a text that takes too long to compare matches, or %v", err)
		}
	})
}
