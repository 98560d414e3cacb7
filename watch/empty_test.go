package watch_test

import (
	"os"
	"strings"
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
	step("it is touched", func() { f.check(os.Chtimes(f.path("new.js"), time.Now(), time.Now().Add(time.Hour))) })
	step("it is gone", func() { f.check(os.Remove(f.path("new.js"))) }, "new.js removed")
	step("what is gone is not held", func() {
		f.write("a.js", "")
		f.reported()
		f.check(os.Remove(f.path("a.js")))
	}, "a.js removed")
}

// What stays empty is reported when its time has come, one file after the other,
// although nothing else happens.
func TestEmptiedFilesAreReportedInTime(t *testing.T) {
	t.Parallel()
	f := start(t, watch.Options{Settle: 24 * time.Hour, Sweep: 10000 * time.Hour}, "a.js", "b.js")
	f.reported()
	for _, name := range []string{"a.js", "b.js"} {
		f.write(name, "")
		if got := f.reported(); len(got) > 0 {
			t.Errorf("%s was just emptied: reported %q", name, got)
		}
		f.clock.forward(20 * time.Hour)
	}
	for _, want := range []string{"a.js changed", "b.js changed"} {
		var got []string
		for len(got) == 0 {
			for _, c := range f.next() {
				if !strings.HasPrefix(c.Path, "zz-marker-") {
					got = append(got, c.String())
				}
			}
		}
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		f.clock.forward(20 * time.Hour)
	}
}
