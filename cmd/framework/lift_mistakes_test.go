package main_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// TestMistakesWhileServing: what a server in development logs when a mistake is saved, and
// in which line after the save. -v prints how long after it.
func TestMistakesWhileServing(t *testing.T) {
	t.Parallel()
	binary := build(t)
	t.Run("classic", func(t *testing.T) { saveMistakes(t, binary, checked, mistakes()) })
	t.Run("modern", func(t *testing.T) { saveMistakes(t, binary, checkedModern, modernMistakes()) })
}

func saveMistakes(t *testing.T, binary string, files map[string]string, mistakes map[string]mistake) {
	t.Helper()
	dir := t.TempDir()
	save := func(file, text string) {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range files {
		save(file, text)
	}
	s := programtest.Lift(t, binary, dir, "development")
	s.WaitFor("GET", "/_framework/health", "", 200, "")
	for _, name := range slices.Sorted(maps.Keys(mistakes)) {
		m := mistakes[name]
		before := len(s.Log.String())
		saved := time.Now()
		save(m.file, m.text)
		for _, want := range []string{m.warns, m.fails} {
			if want == "" {
				continue
			}
			line, ok := loggedAfter(s, before, want)
			if !ok {
				t.Errorf("%s: the log does not say\n%s\nbut\n%s", name, want, s.Log.String()[before:])
				continue
			}
			t.Logf("%s: line %d, %v after the save: %s", name, line, time.Since(saved).Round(time.Millisecond), want)
		}
		if was, ok := files[m.file]; ok {
			save(m.file, was)
		} else if err := os.Remove(filepath.Join(dir, filepath.FromSlash(m.file))); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), binary, "reload", dir).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
}

// loggedAfter waits until the log has a text behind an offset, and returns in which line
// behind that.
func loggedAfter(s *programtest.Server, offset int, want string) (line int, ok bool) {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if before, _, found := strings.Cut(s.Log.String()[offset:], want); found {
			return 1 + strings.Count(before, "\n"), true
		}
	}
	return 0, false
}
