package watch

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The root was once found again inside of itself, so that every sweep walked the
// folder as often as it may descend.
func TestRootHoldsOnlyWhatIsInIt(t *testing.T) {
	tr := newTree(treeOf(t, "api/a.js", "app.js"), &ignores{})
	for range 3 {
		tr.look(".", false)
	}
	if diff := cmp.Diff([]string{"api", "app.js"}, slices.Sorted(maps.Keys(tr.dirs["."].children))); diff != "" {
		t.Error(diff)
	}
}

// What a project does not ask for costs it no second look at everything.
func TestSameIgnoresAreNotLookedAtAgain(t *testing.T) {
	ig := &ignores{names: defaultIgnores()}
	tr := newTree(treeOf(t, "app.js"), ig)
	tr.ignoreAlso(&ignores{})
	if len(tr.dirs) > 0 {
		t.Error("the folder was looked at although nothing else is ignored than before")
	}
	tr.ignoreAlso(&ignores{names: []string{"*.md"}})
	if len(tr.dirs) == 0 {
		t.Error("the folder was not looked at although something else is ignored")
	}
}

// Folders that link to each other are descended into once, however they are reached.
func TestLinksInCircles(t *testing.T) {
	root, outside := treeOf(t, "app.js", "api/deep/a.js"), treeOf(t, "b.js")
	for at, to := range map[string]string{
		filepath.Join(root, "api", "deep", "up"): filepath.Join(root, "api"),
		filepath.Join(root, "api", "self"):       filepath.Join(root, "api", "self"),
		filepath.Join(root, "out"):               outside,
		filepath.Join(outside, "back"):           root,
	} {
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	tr := newTree(root, &ignores{})
	for range 2 {
		tr.look(".", false)
		if diff := cmp.Diff([]string{"api/deep/a.js", "app.js", "out/b.js"}, slices.Sorted(maps.Keys(tr.files))); diff != "" {
			t.Error(diff)
		}
	}
}

// What is ignored costs no watches, until it is ignored no longer.
func TestIgnoredFoldersAreNotWatched(t *testing.T) {
	tr := newTree(treeOf(t, "api/a.js", "gen/b.js", "gen/deep/c.js"), &ignores{})
	watched := map[string]bool{}
	tr.watch = func(real string) { watched[real] = true }
	tr.unwatch = func(real string) { delete(watched, real) }
	for _, step := range []struct {
		ignore, want []string
	}{
		{nil, []string{".", "api", "gen", "gen/deep"}},
		{[]string{"deep"}, []string{".", "api", "gen"}},
		{[]string{"gen"}, []string{".", "api"}},
		{[]string{"gen/*.js"}, []string{".", "api", "gen", "gen/deep"}},
	} {
		if step.ignore == nil {
			tr.look(".", false)
		} else {
			ig, err := newIgnores(step.ignore)
			if err != nil {
				t.Fatal(err)
			}
			tr.ignoreAlso(ig)
		}
		var got []string
		for _, real := range slices.Sorted(maps.Keys(watched)) {
			rel, _ := filepath.Rel(tr.root, real)
			got = append(got, filepath.ToSlash(rel))
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("ignored %q: watched (-want +got)\n%s", step.ignore, diff)
		}
		if known := slices.Sorted(maps.Keys(tr.dirs)); !slices.Equal(known, step.want) {
			t.Errorf("ignored %q: known %q, want %q", step.ignore, known, step.want)
		}
	}
}

// An event may be of something whose folder is not known yet, or not any more; what
// an event has brought is missed by the next sweep when it has gone.
func TestLookAtUnknownFolders(t *testing.T) {
	root := treeOf(t, "app.js")
	tr := newTree(root, &ignores{})
	look := func(what, rel string, want ...string) {
		t.Helper()
		tr.look(rel, true)
		if got := slices.Sorted(maps.Keys(tr.files)); !slices.Equal(got, want) {
			t.Errorf("%s: there are %q, want %q", what, got, want)
		}
	}
	change := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	look("the beginning", ".", "app.js")
	look("no such folder", "gone/deep/a.js", "app.js")
	look("a file in place of a folder", "app.js/deep/a.js", "app.js")
	change(os.MkdirAll(filepath.Join(root, "api", "new"), 0o755))
	for _, name := range []string{"api/a.js", "api/new/b.js", "c.js"} {
		change(os.WriteFile(filepath.Join(root, name), nil, 0o644))
	}
	look("a new folder", "api/new/b.js", "api/a.js", "api/new/b.js", "app.js")
	look("a new file", "c.js", "api/a.js", "api/new/b.js", "app.js", "c.js")
	change(os.RemoveAll(filepath.Join(root, "api")))
	change(os.Remove(filepath.Join(root, "c.js")))
	look("all of it has gone", ".", "app.js")
}

// A sweep reads files whose metadata has changed, or that may have changed within the
// resolution of their times; an event always has its file read.
func TestWhatIsRead(t *testing.T) {
	past, now := time.Now().Add(-time.Hour), time.Now()
	for _, c := range []struct {
		name         string
		was, is      time.Time // of the last change
		text         string
		replace      bool // by another file
		sweep, event bool // reports a change
	}{
		{"touched", past, now, "one", false, false, false},
		{"nothing", past, past, "one", false, false, false},
		{"another time", past, now, "two", false, true, true},
		{"another size", past, past, "three", false, true, true},
		{"another file", past, past, "two", true, true, true},
		{"another file with the same content", past, past, "one", true, false, false},
		{"the same metadata", past, past, "two", false, false, true},
		{"the same metadata, just written", now, now, "two", false, true, true},
	} {
		for _, event := range []bool{false, true} {
			root := treeOf(t)
			file := filepath.Join(root, "a.js")
			put := func(file, text string, at time.Time) {
				t.Helper()
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.Chtimes(file, at, at); err != nil {
					t.Fatal(err)
				}
			}
			put(file, "one", c.was)
			tr := newTree(root, &ignores{})
			tr.look(".", false)
			tr.sumAll()
			tr.changes()
			if c.replace {
				put(file+".new", c.text, c.is)
				if err := os.Rename(file+".new", file); err != nil {
					t.Fatal(err)
				}
			} else {
				put(file, c.text, c.is)
			}
			want := c.sweep
			if event {
				want = c.event
				tr.look("a.js", true)
			} else {
				tr.look(".", false)
			}
			if got := tr.changes(); (len(got) == 1) != want || want && got[0] != (Change{"a.js", Changed}) {
				t.Errorf("%s, event %v: reported %v", c.name, event, got)
			}
		}
	}
}

// Large files are compared by their metadata: their ends are read as little as their
// beginnings.
func TestLargeFiles(t *testing.T) {
	root := treeOf(t, "large.bin")
	file := filepath.Join(root, "large.bin")
	if err := os.Truncate(file, largeFile+10); err != nil {
		t.Fatal(err)
	}
	tr := newTree(root, &ignores{})
	tr.look(".", false)
	tr.sumAll()
	tr.changes()
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(file, later, later); err != nil {
		t.Fatal(err)
	}
	tr.look("large.bin", true)
	if got := tr.changes(); len(got) != 1 {
		t.Errorf("after a new time: reported %v", got)
	}
	tr.look("large.bin", true)
	if got := tr.changes(); len(got) > 0 {
		t.Errorf("nothing has changed: reported %v", got)
	}
}

// The system watches a moved folder under its old name until the event is read;
// the new name has to be watched nevertheless.
func TestMovedFoldersAreWatchedAtOnce(t *testing.T) {
	root := treeOf(t, "a/deep/1.js", "b/2.js")
	n, err := openFS()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close() }()
	tr := newTree(root, &ignores{})
	tr.watch = func(real string) {
		if err := n.Add(real); err != nil {
			t.Error(err)
		}
	}
	tr.unwatch = func(real string) { _ = n.Remove(real) } // it may be gone by itself
	tr.look(".", false)
	full := func(rel string) string { return filepath.Join(root, rel) }
	touch := func(rel string) {
		if err := os.WriteFile(full(rel), []byte(rel), 0o644); err != nil {
			t.Error(err)
		}
	}
	await := func(rel string) {
		t.Helper()
		for deadline := time.After(time.Minute); ; {
			select {
			case e := <-n.Events():
				if e.Name == full(rel) {
					return
				}
			case <-deadline:
				t.Fatalf("no event of %s", rel)
			}
		}
	}
	touch("b/2.js") // not read yet, so that no later event is handled
	if err := os.Rename(full("a"), full("z")); err != nil {
		t.Fatal(err)
	}
	tr.look("z", true)
	tr.look("a", true)
	touch("b/3.js")
	await("b/3.js")
	touch("z/4.js")
	await("z/4.js")
	touch("z/deep/5.js")
	await("z/deep/5.js")
}

// BenchmarkSweep compares a folder of a thousand files with what is known; for
// comparison it also only reads the state of each.
func BenchmarkSweep(b *testing.B) {
	files := make([]string, 1000)
	for i := range files {
		files[i] = filepath.Join("api", string(rune('a'+i%20)), string(rune('a'+i/20%26))+string(rune('a'+i/520))+".js")
	}
	root := treeOf(b, files...)
	b.Run("ours", func(b *testing.B) {
		tr := newTree(root, &ignores{names: defaultIgnores()})
		for b.Loop() {
			tr.look(".", false)
		}
	})
	b.Run("walk", func(b *testing.B) {
		for b.Loop() {
			err := filepath.WalkDir(root, func(file string, _ os.DirEntry, err error) error {
				if err == nil {
					_, err = os.Stat(file)
				}
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

func treeOf(tb testing.TB, files ...string) string {
	tb.Helper()
	root := tb.TempDir()
	for _, file := range files {
		full := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(file), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return root
}
