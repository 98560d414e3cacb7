package watch_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/watch"
)

// A file that is emptied is in the middle of a save, until it has stayed empty
// for a while; what else is saved is reported meanwhile.
func TestEmptiedFiles(t *testing.T) {
	t.Parallel()
	f := start(t, watch.Options{Settle: 24 * time.Hour}, "a.js", "b.js", "c.js")
	f.reported()
	step := func(what string, do func(), want ...string) {
		t.Helper()
		do()
		if diff := cmp.Diff(want, f.reported()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", what, diff)
		}
	}
	step("emptied, and new without content", func() {
		f.check(os.Truncate(f.path("a.js"), 0))
		f.write("new.js", "")
		f.write("b.js", "")
		f.write("c.js", "changed")
	}, "c.js changed")
	step("written", func() { f.write("a.js", "written") }, "a.js changed")
	step("written again with what it held", func() { f.write("b.js", "b.js") })
	step("emptied once more", func() { f.write("b.js", "") })
	step("it has stayed empty", func() { f.clock.forward(48 * time.Hour) }, "b.js changed", "new.js added")
	step("it is gone", func() { f.check(os.Remove(f.path("new.js"))) }, "new.js removed")
	step("what is gone is not held", func() {
		f.write("a.js", "")
		f.reported()
		f.check(os.Remove(f.path("a.js")))
	}, "a.js removed")
}
