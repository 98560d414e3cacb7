package watch_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/watch"
)

// A file that is written during a read is reported even if its content is the
// same: the reader may have seen half of it.
func TestReading(t *testing.T) {
	f := start(t, watch.Options{}, "a.js", "deep/b.js")
	f.reported() // everything has been read
	f.write("a.js", "a.js")
	if got := f.reported(); len(got) > 0 {
		t.Errorf("nobody reads: %v", got)
	}
	var done func()
	ends(t, "Reading", func() { done = f.w.Reading() })
	f.write("a.js", "a.js")
	f.rename("deep", "aside")
	f.rename("aside", "deep")
	if diff := cmp.Diff([]string{"a.js changed", "deep stale", "deep/b.js changed"}, without(f.reported(), "aside")); diff != "" {
		t.Errorf("while somebody reads: %s", diff)
	}
	ends(t, "the end of reading", func() {
		done()
		done()
	})
	f.clock.forward(time.Minute) // what happened by then may come late
	f.write("a.js", "a.js")
	if got := f.reported(); len(got) > 0 {
		t.Errorf("nobody reads any more: %v", got)
	}
}

// What comes and goes is reported although the watcher has never seen it: the reader may
// have. Who reads then has ended may have read it as well, if the event is late.
func TestReadingOfWhatComesAndGoes(t *testing.T) {
	f := start(t, watch.Options{}, "a.js")
	f.check(os.MkdirAll(f.path("api"), 0o755))
	f.write("aside/b.js", "b")
	f.reported()
	var done func()
	ends(t, "Reading", func() { done = f.w.Reading() })
	comeAndGo := func() {
		f.write("api/c.js", "c")
		f.check(os.Remove(f.path("api/c.js")))
		f.rename("aside", "deep")
		f.rename("deep", "aside")
	}
	comeAndGo()
	want := []string{"api/c.js stale", "aside stale", "aside/b.js changed", "deep stale"}
	if diff := cmp.Diff(want, f.reported()); diff != "" {
		t.Errorf("while somebody reads: %s", diff)
	}
	done()
	f.clock.forward(500 * time.Millisecond)
	comeAndGo()
	if diff := cmp.Diff(want, f.reported()); diff != "" {
		t.Errorf("right afterwards: %s", diff)
	}
	f.clock.forward(time.Minute)
	comeAndGo()
	if got := f.reported(); len(got) > 0 {
		t.Errorf("nobody reads any more: %v", got)
	}
}

// A save in two steps, which the watcher has seen empty in between, is reported as well:
// so may have who read it.
func TestReadingOfEmptiedFiles(t *testing.T) {
	f := start(t, watch.Options{Settle: 24 * time.Hour}, "a.js")
	f.reported()
	var done func()
	ends(t, "Reading", func() { done = f.w.Reading() })
	defer done()
	f.write("a.js", "")
	if got := f.reported(); len(got) > 0 {
		t.Errorf("in the middle of a save: %v", got)
	}
	f.write("a.js", "a.js")
	if diff := cmp.Diff([]string{"a.js changed"}, f.reported()); diff != "" {
		t.Errorf("after the save: %s", diff)
	}
}

// A file that reading itself writes is not reported for ever.
func TestReadingThatWrites(t *testing.T) {
	f := start(t, watch.Options{}, "a.js")
	f.reported()
	var done func()
	ends(t, "Reading", func() { done = f.w.Reading() })
	defer done()
	for range 3 {
		f.replace("a.js", "a.js")
		f.seen()
		f.next()
	}
	for range 3 {
		f.replace("a.js", "a.js")
		f.clock.forward(100 * time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if batch, err := f.w.Next(ctx); err == nil {
			t.Errorf("reported %q once more", batch)
		}
		cancel()
	}
	f.replace("a.js", "a.js")
	f.clock.forward(time.Minute)
	f.next() // it has been left alone for a while
	f.replace("a.js", "new")
	if diff := cmp.Diff([]string{"a.js changed"}, f.reported()); diff != "" {
		t.Errorf("a new content: %s", diff)
	}
}

// without leaves out what is reported of name.
func without(list []string, name string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return strings.HasPrefix(s, name+" ") })
}

// Who has read a file that nobody reports learns when everything was compared.
func TestCompared(t *testing.T) {
	f := start(t, watch.Options{Polling: true}, "a.js", "docs/b.md")
	f.reported()
	compared := f.w.Compared()
	select {
	case <-compared:
		t.Error("nothing was compared yet")
	default:
	}
	f.clock.forward(time.Minute)
	ends(t, "the comparison", func() { <-compared })
	f.check(f.w.Configure([]string{"docs/**"}, true))
	f.clock.forward(time.Minute)
	f.reported()
	for path, want := range map[string]bool{"a.js": false, "docs/b.md": true, "../b.md": false, "node_modules/a.js": true} {
		if got := f.w.Ignores(f.path(path)); got != want {
			t.Errorf("%s: ignored %v", path, got)
		}
	}
	f.check(f.w.Close())
	ends(t, "Compared of a watcher that is closed", func() { f.w.Compared() })
}
