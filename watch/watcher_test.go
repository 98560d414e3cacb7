package watch_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"framework/watch"
)

// TestMain runs as many tests at a time as want to: they mostly wait.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "24"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// folder is a watched folder with what was reported about it.
type folder struct {
	t    *testing.T
	root string
	w    *watch.Watcher
	n    int
	// clock is the watcher's, nil where it is the machine's.
	clock *clock
}

func start(t *testing.T, opts watch.Options, files ...string) *folder {
	t.Helper()
	f := &folder{t: t, root: t.TempDir()}
	for _, name := range files {
		f.write(name, name)
	}
	opts.Root = f.root
	if opts.Clock == nil {
		f.clock = newClock()
		opts.Clock = f.clock
		if opts.Sweep == 0 {
			opts.Sweep = 100 * time.Hour // an event that is late is not to be taken for one that is lost
		}
	}
	ends(t, "New", func() {
		var err error
		if f.w, err = watch.New(opts); err != nil {
			t.Error(err)
		}
	})
	if f.w == nil {
		t.FailNow()
	}
	t.Cleanup(func() { ends(t, "Close", func() { _ = f.w.Close() }) })
	return f
}

// waitLimit is how long a test waits for something that should happen soon.
const waitLimit = 30 * time.Second

// ends fails the test at once if do does not end.
func ends(t *testing.T, what string, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(waitLimit):
		t.Fatalf("%s does not end", what)
	}
}

func (f *folder) path(name string) string { return filepath.Join(f.root, filepath.FromSlash(name)) }

func (f *folder) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) write(name, text string) {
	f.t.Helper()
	f.check(os.MkdirAll(filepath.Dir(f.path(name)), 0o755))
	f.check(os.WriteFile(f.path(name), []byte(text), 0o644))
}

// replace writes a file in one step: nobody sees it empty.
func (f *folder) replace(name, text string) {
	f.t.Helper()
	aside := filepath.Join(f.t.TempDir(), filepath.Base(name))
	f.check(os.WriteFile(aside, []byte(text), 0o644))
	f.check(os.Rename(aside, f.path(name)))
}

func (f *folder) rename(from, to string) { f.t.Helper(); f.check(os.Rename(f.path(from), f.path(to))) }

// seen waits until the watcher knows of a change, and is to report it soon: an event may be late on a
// busy machine, and the clock would be put forward by much until it comes.
func (f *folder) seen() {
	f.t.Helper()
	for deadline := time.Now().Add(waitLimit); f.clock.awaits() > 500*time.Millisecond; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			f.t.Fatalf("the watcher waits for %v", f.clock.awaits())
		}
	}
}

// next waits for a batch, with the clock put forward until there is one.
func (f *folder) next() []watch.Change {
	f.t.Helper()
	for deadline := time.Now().Add(waitLimit); time.Now().Before(deadline); {
		if f.clock != nil {
			f.clock.forward(100 * time.Millisecond)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		batch, err := f.w.Next(ctx)
		cancel()
		if err == nil {
			return batch
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			f.t.Fatal(err)
		}
	}
	f.t.Fatal("nothing is reported")
	return nil
}

// reported makes a marker file and collects the changes that are reported before it.
// Changes are reported in order, so there are no others. The marker is made in one step:
// a second event of it would come with a later batch, as one more change.
func (f *folder) reported() []string {
	f.t.Helper()
	f.n++
	marker := fmt.Sprintf("zz-marker-%d", f.n)
	ops := map[string]string{}
	f.replace(marker, "x")
	for {
		done := false
		for _, c := range f.next() {
			if strings.HasPrefix(c.Path, "zz-marker-") {
				done = done || c.Path == marker
				continue
			}
			ops[c.Path] = c.Op.String()
		}
		if done {
			break
		}
	}
	var list []string
	for p, op := range ops {
		list = append(list, p+" "+op)
	}
	return sorted(list)
}

func sorted(list []string) []string {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list
}

// The file that package managers write last is watched, and nothing else there.
func TestKeptFilesAreReported(t *testing.T) {
	for _, files := range [][]string{nil, {"node_modules/m/index.js", "node_modules/.lock.json"}} {
		f := start(t, watch.Options{Keep: []string{"node_modules/.lock.json"}}, files...)
		f.write("node_modules/m/index.js", "new")
		f.write("node_modules/m/lib/a.js", "new")
		f.write("node_modules/n.js", "new")
		f.write("api/node_modules/.lock.json", "new")
		f.write("node_modules/.lock.json", "new")
		op := "added"
		if files != nil {
			op = "changed"
		}
		if diff := cmp.Diff([]string{"node_modules/.lock.json " + op}, f.reported()); diff != "" {
			t.Error(diff)
		}
		f.check(os.RemoveAll(f.path("node_modules")))
		if diff := cmp.Diff([]string{"node_modules/.lock.json removed"}, f.reported()); diff != "" {
			t.Error(diff)
		}
		if err := f.w.Configure([]string{"*.md"}, false); err != nil {
			t.Fatal(err)
		}
		f.write("node_modules/m.js", "new")
		f.write("node_modules/.lock.json", "newer")
		if diff := cmp.Diff([]string{"node_modules/.lock.json added"}, f.reported()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestSavesAreReported(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		save  func(f *folder)
		want  []string
	}{
		{"write in place", []string{"api/a.js"}, func(f *folder) { f.write("api/a.js", "new") }, []string{"api/a.js changed"}},
		{"atomic replace", []string{"api/a.js"}, func(f *folder) {
			f.write("api/.a.js.tmp", "new")
			f.rename("api/.a.js.tmp", "api/a.js")
		}, []string{"api/a.js changed"}},
		{"backup and rename", []string{"api/a.js"}, func(f *folder) {
			f.rename("api/a.js", "api/a.js~")
			f.write("api/a.js", "new")
			f.check(os.Remove(f.path("api/a.js~")))
		}, []string{"api/a.js changed"}},
		{"delete and recreate", []string{"api/a.js"}, func(f *folder) {
			f.check(os.Remove(f.path("api/a.js")))
			f.write("api/a.js", "new")
		}, []string{"api/a.js changed"}},
		{"new file", []string{"api/a.js"}, func(f *folder) { f.write("api/b.js", "b") }, []string{"api/b.js added"}},
		{"removed file", []string{"api/a.js", "api/b.js"}, func(f *folder) { f.check(os.Remove(f.path("api/b.js"))) }, []string{"api/b.js removed"}},
		{"renamed file", []string{"api/a.js"}, func(f *folder) { f.rename("api/a.js", "api/b.js") }, []string{"api/a.js removed", "api/b.js added"}},
		{"new folders", nil, func(f *folder) { f.write("api/x/y/z/a.js", "a") }, []string{"api/x/y/z/a.js added"}},
		{"renamed folder", []string{"api/x/y/a.js", "api/b.js"}, func(f *folder) { f.rename("api/x", "api/w") }, []string{"api/w/y/a.js added", "api/x/y/a.js removed"}},
		{"removed folder", []string{"api/x/y/a.js", "api/b.js"}, func(f *folder) { f.check(os.RemoveAll(f.path("api/x"))) }, []string{"api/x/y/a.js removed"}},
		{"file in place of a folder", []string{"api/x/a.js"}, func(f *folder) {
			f.check(os.RemoveAll(f.path("api/x")))
			f.write("api/x", "file")
		}, []string{"api/x added", "api/x/a.js removed"}},
		{"folder in place of a file", []string{"api/x"}, func(f *folder) {
			f.check(os.Remove(f.path("api/x")))
			f.write("api/x/a.js", "a")
		}, []string{"api/x removed", "api/x/a.js added"}},
		{"folders changing places", []string{"a/s/1.js", "b/s/2.js"}, func(f *folder) {
			f.rename("a", "c")
			f.rename("b", "a")
			f.rename("c", "b")
		}, []string{"a/s/1.js removed", "a/s/2.js added", "b/s/1.js added", "b/s/2.js removed"}},
		{"touch", []string{"api/a.js"}, func(f *folder) {
			f.check(os.Chtimes(f.path("api/a.js"), time.Now(), time.Now().Add(time.Hour)))
		}, nil},
		{"the same text again", []string{"api/a.js"}, func(f *folder) { f.write("api/a.js", "api/a.js") }, nil},
		{"there and back", []string{"api/a.js"}, func(f *folder) {
			f.rename("api/a.js", "api/b.js")
			f.rename("api/b.js", "api/a.js")
		}, nil},
		{"what is ignored", []string{"api/a.js", "node_modules/m/index.js", ".git/HEAD"}, func(f *folder) {
			f.write("node_modules/m/index.js", "new")
			f.write("node_modules/n/index.js", "new")
			f.write(".git/HEAD", "new")
			f.write(".tmp/disk.db", "new")
			f.write("api/.a.js.swp", "new")
			f.write("api/4913", "4913")
			f.write("npm-debug.log", "new")
			f.write("api/logs/server.log", "new")
			f.write("api/disk.sqlite", "new")
			f.write("api/#a.js#", "new")
			f.write("docs/x/a.md", "new")
			f.write("api/x.gen.js", "new")
		}, nil},
		{"a folder becomes a link to itself", []string{"api/x/a.js"}, func(f *folder) {
			// What its scripts require from above is elsewhere now.
			away := filepath.Join(f.t.TempDir(), "x")
			f.check(os.Rename(f.path("api/x"), away))
			f.check(os.Symlink(away, f.path("api/x")))
		}, []string{"api/x/a.js changed"}},
		{"a file becomes a link to the same text", []string{"api/a.js"}, func(f *folder) {
			away := filepath.Join(f.t.TempDir(), "a.js")
			f.check(os.Rename(f.path("api/a.js"), away))
			f.check(os.Symlink(away, f.path("api/a.js")))
		}, []string{"api/a.js changed"}},
		{"many files", nil, func(f *folder) {
			for i := range 3 {
				for j := range 3 {
					f.write(fmt.Sprintf("api/d%d/%d.js", i, j), "x")
				}
			}
			f.check(os.RemoveAll(f.path("api/d1")))
		}, []string{
			"api/d0/0.js added", "api/d0/1.js added", "api/d0/2.js added",
			"api/d2/0.js added", "api/d2/1.js added", "api/d2/2.js added",
		}},
	}
	for _, polling := range []bool{false, true} {
		for _, tt := range tests {
			t.Run(fmt.Sprintf("%s, polling %v", tt.name, polling), func(t *testing.T) {
				t.Parallel()
				f := start(t, watch.Options{Polling: polling, Ignore: []string{"docs/**", "*.gen.js"}}, tt.files...)
				f.reported() // all files have been read once
				tt.save(f)
				if diff := cmp.Diff(tt.want, f.reported()); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				// Whatever was moved about is watched where it is now.
				if len(tt.want) > 0 {
					last, op, _ := strings.Cut(tt.want[len(tt.want)-1], " ")
					if op != "removed" {
						f.write(last, "once more")
						if diff := cmp.Diff([]string{last + " changed"}, f.reported()); diff != "" {
							t.Errorf("afterwards (-want +got)\n%s", diff)
						}
					}
				}
			})
		}
	}
}

func TestLinksAreFollowed(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(outside, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"v1", "v2", "files"} {
		if err := os.Mkdir(filepath.Join(outside, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put("v1/a.js", "one")
	put("v2/a.js", "two")
	put("files/local.js", "local")
	f := start(t, watch.Options{}, "api/b.js")
	f.check(os.Symlink(filepath.Join(outside, "v1"), f.path("api/linked")))
	f.check(os.Symlink(filepath.Join(outside, "v1"), f.path("api/again")))
	f.check(os.Symlink(filepath.Join(outside, "files", "local.js"), f.path("local.js")))
	f.check(os.Symlink(f.root, f.path("api/loop")))
	steps := []struct {
		name string
		do   func()
		want []string
	}{
		{"links appear", func() {}, []string{"api/again/a.js added", "api/linked/a.js added", "local.js added"}},
		{"a file behind two links", func() { put("v1/a.js", "changed") }, []string{"api/again/a.js changed", "api/linked/a.js changed"}},
		{"a linked file", func() { put("files/local.js", "changed") }, []string{"local.js changed"}},
		{"another target", func() {
			f.check(os.Remove(f.path("api/linked")))
			f.check(os.Symlink(filepath.Join(outside, "v2"), f.path("api/linked")))
		}, []string{"api/linked/a.js changed"}},
		{"the other target", func() { put("v2/a.js", "three") }, []string{"api/linked/a.js changed"}},
		{"a link goes", func() { f.check(os.Remove(f.path("api/again"))) }, []string{"api/again/a.js removed"}},
		{"one more link", func() { f.check(os.Symlink(filepath.Join(outside, "v2"), f.path("api/more"))) }, []string{"api/more/a.js added"}},
		{"one link less", func() { f.check(os.Remove(f.path("api/linked"))) }, []string{"api/linked/a.js removed"}},
		{"behind the link that is left", func() { put("v2/a.js", "four") }, []string{"api/more/a.js changed"}},
		{"a file in place of its link", func() {
			f.check(os.Remove(f.path("local.js")))
			f.write("local.js", "changed")
		}, []string{"local.js changed"}},
		{"its own text now", func() { f.write("local.js", "own") }, []string{"local.js changed"}},
		{"what it no longer leads to", func() { put("files/local.js", "once more") }, nil},
	}
	for _, s := range steps {
		s.do()
		if diff := cmp.Diff(s.want, f.reported()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", s.name, diff)
		}
	}
}

// silentNotifier watches nothing, or refuses after some folders as the system does when
// its watches have run out.
type silentNotifier struct {
	mu     sync.Mutex
	left   int
	errs   chan error
	events chan watch.Event
}

func (d *silentNotifier) Add(string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.left--; d.left < 0 {
		return syscall.ENOSPC
	}
	return nil
}
func (d *silentNotifier) Remove(string) error        { return nil }
func (d *silentNotifier) Events() <-chan watch.Event { return d.events }
func (d *silentNotifier) Errors() <-chan error       { return d.errs }
func (d *silentNotifier) Close() error               { return nil }

// warnings counts what is logged.
type warnings struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (w *warnings) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.Write(p)
}

func (w *warnings) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Count(w.buf.String(), "looking for changes every")
}

func TestPollsWhereThereAreNoEvents(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() (watch.Notifier, error){
		"no watcher to be had": func() (watch.Notifier, error) { return nil, syscall.EMFILE },
		"watches run out":      func() (watch.Notifier, error) { return &silentNotifier{left: 1}, nil },
		"no events come":       func() (watch.Notifier, error) { return &silentNotifier{left: 1000}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := new(warnings)
			opts := watch.Options{Clock: watch.SystemClock{}, Log: slog.New(slog.NewTextHandler(log, nil)), Sweep: 30 * time.Millisecond, Poll: 10 * time.Millisecond}
			f := start(t, opts.WithNotifier(open), "api/x/a.js", "api/y/b.js")
			for i, deadline := 0, time.Now().Add(waitLimit); i < 3 || log.count() == 0; i++ {
				if time.Now().After(deadline) {
					t.Fatal("it does not poll")
				}
				f.write("api/x/a.js", strings.Repeat("x", i+1))
				if diff := cmp.Diff([]string{"api/x/a.js changed"}, f.reported()); diff != "" {
					t.Fatalf("save %d (-want +got)\n%s", i, diff)
				}
			}
			if n := log.count(); n != 1 {
				t.Errorf("warned %d times, want once", n)
			}
		})
	}
}

func TestRefusesPatterns(t *testing.T) {
	var bad *watch.IgnoreError
	if _, err := watch.New(watch.Options{Root: t.TempDir(), Ignore: []string{"a[/b"}}); !errors.As(err, &bad) {
		t.Errorf("got %v, want an *IgnoreError", err)
	}
}

func TestNextEnds(t *testing.T) {
	f := start(t, watch.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.w.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	if err := f.w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.w.Next(context.Background()); !errors.Is(err, watch.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

// TestRests: where nothing happens, nothing is done until the next sweep.
func TestRests(t *testing.T) {
	t.Parallel()
	for _, emptied := range []bool{false, true} {
		f := start(t, watch.Options{Settle: 50 * time.Hour}, "a.js")
		f.reported()
		if emptied {
			f.write("a.js", "")
			f.reported()
		}
		f.clock.forward(time.Second)
		for deadline := time.Now().Add(waitLimit); f.clock.awaits() < 24*time.Hour; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("emptied %v: the watcher wakes after %v", emptied, f.clock.awaits())
			}
		}
	}
}

// TestDefaults: the times that Options documents.
func TestDefaults(t *testing.T) {
	t.Parallel()
	for _, polling := range []bool{false, true} {
		c := newClock()
		waits := func(want time.Duration) {
			t.Helper()
			for deadline := time.Now().Add(waitLimit); c.awaits() != want; time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("polling %v: it waits for %v, want %v", polling, c.awaits(), want)
				}
			}
		}
		root := t.TempDir()
		w, err := watch.New(watch.Options{Root: root, Clock: c, Polling: polling})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Close() }()
		if polling {
			waits(300 * time.Millisecond)
			continue
		}
		waits(2 * time.Second)
		if err := os.WriteFile(filepath.Join(root, "a.js"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		waits(5 * time.Millisecond)
	}
}

// TestConfigure changes what is ignored while the folder is compared again and
// again.
func TestConfigure(t *testing.T) {
	t.Parallel()
	for _, polling := range []bool{false, true} {
		t.Run(fmt.Sprintf("polling %v", polling), func(t *testing.T) {
			t.Parallel()
			log := new(warnings)
			f := start(t, watch.Options{
				Log: slog.New(slog.NewTextHandler(log, nil)), Sweep: time.Hour, Polling: polling,
			}, "api/a.js", "gen/b.js", "gen/deep/c.js")
			f.reported()
			f.check(f.w.Configure([]string{"gen/**", "a.js"}, false))
			f.reported()
			for i := range 5 {
				f.write("gen/b.js", fmt.Sprint("ignored", i))
				f.write("api/a.js", fmt.Sprint("ignored", i))
				if polling {
					f.clock.forward(2 * time.Hour) // compares the folder
				}
				if got := f.reported(); got != nil {
					t.Errorf("ignored files are reported: %q", got)
				}
			}
			f.check(f.w.Configure([]string{"gen/deep"}, false))
			if diff := cmp.Diff([]string{"api/a.js added", "gen/b.js added"}, f.reported()); diff != "" {
				t.Errorf("ignored no longer (-want +got)\n%s", diff)
			}
			f.write("gen/b.js", "new")
			f.write("gen/deep/c.js", "new")
			if diff := cmp.Diff([]string{"gen/b.js changed"}, f.reported()); diff != "" {
				t.Errorf("afterwards (-want +got)\n%s", diff)
			}
			if n := log.count(); n != 0 {
				t.Errorf("warned %d times that events are missing", n)
			}
		})
	}
}
