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

// The system watches a folder that is moved under its old name until somebody
// has taken the event of it; the new name is to be watched all the same.
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
	touch("b/2.js") // nobody takes it yet, so that no later one is looked at
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
