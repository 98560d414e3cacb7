package watch_test

import (
	"context"
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
	if diff := cmp.Diff([]string{"a.js changed", "deep/b.js changed"}, f.reported()); diff != "" {
		t.Errorf("while somebody reads: %s", diff)
	}
	ends(t, "the end of reading", func() {
		done()
		done()
	})
	f.clock.forward(time.Second) // what happened by then may come late
	f.write("a.js", "a.js")
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
		f.write("a.js", "a.js")
		f.next()
	}
	for range 3 {
		f.write("a.js", "a.js")
		f.clock.forward(100 * time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if batch, err := f.w.Next(ctx); err == nil {
			t.Errorf("reported %q once more", batch)
		}
		cancel()
	}
	f.write("a.js", "a.js")
	f.clock.forward(time.Minute)
	f.next() // it has been left alone for a while
	f.write("a.js", "new")
	if diff := cmp.Diff([]string{"a.js changed"}, f.reported()); diff != "" {
		t.Errorf("a new content: %s", diff)
	}
}
