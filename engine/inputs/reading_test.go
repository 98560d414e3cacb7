package inputs_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"framework/engine/inputs"
	"framework/engine/project"
)

// clock is the time of a test.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	waits chan time.Duration // what is waited for
	done  chan time.Time
}

func newClock() *clock {
	return &clock{now: time.Now(), waits: make(chan time.Duration), done: make(chan time.Time)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration) (<-chan time.Time, func()) {
	select {
	case c.waits <- d:
	default: // the test has seen the wait
	}
	return c.done, func() {}
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// required are files that a build has loaded by require.
type required struct {
	empty   []string
	changed string
}

func (r *required) Empty() []string                  { return r.empty }
func (r *required) Changed(func(string) bool) string { return r.changed }

// folder is a project with a model and a setting.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"package.json": `{}`, "api/models/Pet.js": "module.exports = {};", "config/locales/en.json": `{}`, ".env": "A=1",
	} {
		write(t, dir, path, text)
	}
	return dir
}

func write(t *testing.T, dir, path, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func scan(t *testing.T, dir string) *project.Tree {
	t.Helper()
	tree, err := project.Scan(dir, project.DefaultPaths())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestOwnFiles: a file that the version has written itself is no news, until another
// writes it.
func TestOwnFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	at := filepath.Join(dir, "config", "locales", "en.json")
	r := inputs.NewReading(inputs.ReadingOptions{Dir: dir, Clock: newClock(), Unsettled: new(inputs.Unsettled), Served: none})
	r.Note(at)
	if r.Own(at) {
		t.Error("nothing was written yet")
	}
	own := true
	r.Owns(func(path string) bool { return own && path == at })
	write(t, dir, "config/locales/en.json", `{"learned":"learned"}`)
	if err := r.Unchanged(); err != nil || !r.Own(at) {
		t.Errorf("what it has written: %v", err)
	}
	own = false
	if err := r.Unchanged(); !errors.Is(err, inputs.ErrOutdated) {
		t.Errorf("what another has written: %v", err)
	}
}

// TestUnchanged: what a build has read is compared with the folder.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change   func(t *testing.T, dir string)
		required required
		outdated bool
	}{
		"nothing":                   {change: func(*testing.T, string) {}},
		"a file that nobody reads":  {change: func(t *testing.T, dir string) { write(t, dir, "README.md", "hello") }},
		"a setting of the root":     {change: func(t *testing.T, dir string) { write(t, dir, "package.json", `{"name":"a"}`) }, outdated: true},
		"one that was not there":    {change: func(t *testing.T, dir string) { write(t, dir, ".sailsrc", `{}`) }, outdated: true},
		"one that is gone":          {change: func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, ".env")) }, outdated: true},
		"a noted file":              {change: func(t *testing.T, dir string) { write(t, dir, "config/locales/en.json", `{"a":"b"}`) }, outdated: true},
		"a file in another's place": {change: replace, outdated: true},
		"a new model":               {change: func(t *testing.T, dir string) { write(t, dir, "api/models/User.js", "") }, outdated: true},
		"a model that is gone":      {change: func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, "api", "models", "Pet.js")) }, outdated: true},
		"a file that was required":  {change: func(*testing.T, string) {}, required: required{changed: "/p/api/models/Pet.js"}, outdated: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			begin := func(last bool) *inputs.Reading {
				r := inputs.NewReading(inputs.ReadingOptions{Dir: dir, Clock: newClock(), Unsettled: new(inputs.Unsettled), Served: none, Last: last})
				r.Note(filepath.Join(dir, "config", "locales", "en.json"))
				r.Listed(scan(t, dir), project.DefaultPaths())
				r.Requires(&tc.required)
				return r
			}
			first, last := begin(false), begin(true)
			tc.change(t, dir)
			if err := first.Unchanged(); errors.Is(err, inputs.ErrOutdated) != tc.outdated {
				t.Errorf("got %v", err)
			}
			if err := last.Unchanged(); err != nil {
				t.Errorf("the last build: %v", err)
			}
		})
	}
}

// replace puts another file with the same text and time in the place of one.
func replace(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "package.json")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "package.json.new", `{}`)
	if err := os.Chtimes(file+".new", info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

func none() *project.Tree { return nil }

// TestSettle: a build waits while a save may be half done.
func TestSettle(t *testing.T) {
	t.Parallel()
	const settle = time.Minute
	for name, tc := range map[string]struct {
		before func(t *testing.T, dir string) // the build
		empty  string                         // that was required
		wait   time.Duration                  // 0 for none
	}{
		"nothing is empty":          {before: func(*testing.T, string) {}},
		"a setting is empty":        {before: func(t *testing.T, dir string) { write(t, dir, ".env", "") }, wait: settle},
		"a required file is empty":  {before: func(t *testing.T, dir string) { write(t, dir, "api/models/Pet.js", "") }, empty: "api/models/Pet.js", wait: settle},
		"it has been so for longer": {before: func(t *testing.T, dir string) { write(t, dir, ".env", ""); age(t, dir, ".env", 2*settle) }},
		"a model is gone":           {before: func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, "api", "models", "Pet.js")) }, wait: 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			served := scan(t, dir)
			clock := newClock() // what happens now is no older than its time
			tc.before(t, dir)
			r := inputs.NewReading(inputs.ReadingOptions{
				Dir: dir, Settle: settle, Clock: clock, Unsettled: new(inputs.Unsettled), Served: func() *project.Tree { return served },
			})
			r.Listed(scan(t, dir), project.DefaultPaths())
			if tc.empty != "" {
				r.Requires(&required{empty: []string{filepath.Join(dir, filepath.FromSlash(tc.empty))}})
			}
			result := make(chan error, 1)
			go func() { result <- r.Settle(t.Context()) }()
			if tc.wait > 0 {
				if left := <-clock.waits; left != tc.wait {
					t.Errorf("it waits for %v, want %v", left, tc.wait)
				}
				clock.forward(tc.wait)
			}
			if err := <-result; err != nil {
				t.Error(err)
			}
		})
	}
}

func age(t *testing.T, dir, path string, by time.Duration) {
	t.Helper()
	then := time.Now().Add(-by)
	if err := os.Chtimes(filepath.Join(dir, filepath.FromSlash(path)), then, then); err != nil {
		t.Fatal(err)
	}
}

// TestSettleEnds: waiting ends when the save is finished, or the build is
// cancelled; the next build continues the wait of this one.
func TestSettleEnds(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	write(t, dir, ".env", "")
	clock, unsettled := newClock(), new(inputs.Unsettled)
	begin := func() *inputs.Reading {
		return inputs.NewReading(inputs.ReadingOptions{Dir: dir, Settle: time.Minute, Clock: clock, Unsettled: unsettled, Served: none})
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	settle := func(ctx context.Context, r *inputs.Reading) { result <- r.Settle(ctx) }
	go settle(ctx, begin())
	<-clock.waits
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that nobody waits", err)
	}
	clock.forward(20 * time.Second)
	go settle(t.Context(), begin())
	if left := <-clock.waits; left != 40*time.Second {
		t.Errorf("the second build waits for %v", left)
	}
	write(t, dir, ".env", "A=2")
	if err := <-result; !errors.Is(err, inputs.ErrOutdated) {
		t.Errorf("got %v, want that the file has changed", err)
	}
}
