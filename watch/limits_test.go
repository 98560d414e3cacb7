package watch_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/watch"
)

// A link out of the project, to all of the machine at worst, does not keep saves
// from being reported.
func TestLinksToTooMuch(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	for i := range 30 {
		if err := os.WriteFile(filepath.Join(outside, fmt.Sprint(i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, link := range map[string]struct{ at, to, want string }{
		"the root of the machine": {"api/all", "/", ""},
		"a large folder":          {"api/large", outside, "api/large is a link to " + outside},
	} {
		for _, polling := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, polling %v", name, polling), func(t *testing.T) {
				t.Parallel()
				log := new(bytes.Buffer)
				f := start(t, watch.Options{Polling: polling, Log: slog.New(slog.NewTextHandler(log, nil))}.WithLimits(1000, 10), "api/a.js")
				f.check(os.Symlink(link.to, f.path(link.at)))
				for i := range 3 {
					f.write("api/a.js", fmt.Sprint("new", i))
					if diff := cmp.Diff([]string{"api/a.js changed"}, f.reported()); diff != "" {
						t.Error(diff)
					}
				}
				omitted := f.w.Status().Omitted
				if got := strings.Join(omitted, "\n"); !strings.HasPrefix(got, link.want) || link.want == "" && got != "" {
					t.Errorf("got %q, want %q", got, link.want)
				}
				f.check(os.Remove(f.path(link.at)))
				if got := f.reported(); len(got) > 0 {
					t.Errorf("reported %q of what was not followed", got)
				}
				if got := f.w.Status().Omitted; len(got) > 0 {
					t.Errorf("after the link has gone, the status still says %q", got)
				}
				f.check(f.w.Close())
				if got := strings.Count(log.String(), "which holds more than"); got != len(omitted) {
					t.Errorf("reported %d times, want %d:\n%s", got, len(omitted), log)
				}
			})
		}
	}
}

// A project that is too large is watched in part, and the status reports it.
func TestTooManyFiles(t *testing.T) {
	t.Parallel()
	var files []string
	for i := range 30 {
		files = append(files, fmt.Sprintf("api/%02d.js", i))
	}
	log := new(bytes.Buffer)
	f := start(t, watch.Options{Log: slog.New(slog.NewTextHandler(log, nil)), Sweep: time.Hour}.WithLimits(20, 10), files...)
	if got := f.w.Status().Omitted; len(got) != 1 || !strings.Contains(got[0], "more than 20 files") {
		t.Errorf("got %q, want one that says so", got)
	}
	if got := log.String(); strings.Count(got, "more than 20 files") != 1 {
		t.Errorf("got %q, want it reported once", got)
	}
	f.check(f.w.Configure([]string{"api/2*.js", "api/1*.js"}, false))
	f.write("api/00.js", "new")
	if diff := cmp.Diff([]string{"api/00.js changed"}, f.reported()); diff != "" {
		t.Error(diff)
	}
	if got := f.w.Status().Omitted; len(got) > 0 {
		t.Errorf("what is too much is ignored, and the status says %q", got)
	}
}

// Folders count as files do, and what fits exactly is followed.
func TestLimitIsExact(t *testing.T) {
	t.Parallel()
	for n, tooMany := range map[int]bool{17: false, 18: true} {
		var files []string
		for i := range n {
			files = append(files, fmt.Sprintf("api/%02d.js", i)) // and api, and the root
		}
		f := start(t, watch.Options{Sweep: time.Hour}.WithLimits(n+2-map[bool]int{true: 1}[tooMany], 10), files...)
		if got := f.w.Status().Omitted; (len(got) > 0) != tooMany {
			t.Errorf("%d files: omitted %q", n, got)
		}
	}
}

// A link is followed until what it leads to is too much, and again when it is not.
func TestLinkThatGrows(t *testing.T) {
	t.Parallel()
	outside, small := t.TempDir(), t.TempDir()
	put := func(dir, name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 8 {
		put(outside, fmt.Sprint(i))
	}
	put(small, "0")
	f := start(t, watch.Options{Polling: true}.WithLimits(1000, 10), "api/a.js")
	f.check(os.Symlink(outside, f.path("api/linked")))
	step := func(what string, omitted bool, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, f.reported()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", what, diff)
		}
		if got := f.w.Status().Omitted; (len(got) > 0) != omitted {
			t.Errorf("%s: omitted %q", what, got)
		}
	}
	var added []string
	for i := range 8 {
		added = append(added, fmt.Sprintf("api/linked/%d added", i))
	}
	step("eight files in a folder", false, added...)
	put(outside, "8")
	step("as many as may be", false, "api/linked/8 added")
	put(outside, "9")
	step("one more", true)
	put(outside, "0")
	step("not followed", true)
	f.check(os.Remove(f.path("api/linked")))
	f.check(os.Symlink(small, f.path("api/linked")))
	step("another target", false, "api/linked/0 added")
}

// Limits of the system are reported by their names.
func TestStatusOfPolling(t *testing.T) {
	t.Parallel()
	f := start(t, watch.Options{Poll: 10 * time.Millisecond}.WithNotifier(func() (watch.Notifier, error) { return &silentNotifier{left: 1}, nil }), "api/a.js")
	if got := f.w.Status(); !got.Polling || !strings.Contains(got.Why, "max_user_watches") {
		t.Errorf("got %+v, want the limit's name", got)
	}
}
