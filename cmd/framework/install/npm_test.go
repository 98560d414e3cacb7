package install_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"framework/engine/testenv"
)

// npm runs the real one with the world as its registry.
func (w *world) npm(t testing.TB, dir string, args ...string) ([]byte, error) {
	t.Helper()
	home := t.TempDir()
	args = append(args, "--registry", w.address, "--cache", filepath.Join(home, "cache"), "--userconfig", filepath.Join(home, "npmrc"),
		"--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--fetch-retries=0", "--no-omit-lockfile-registry-resolved")
	cmd := exec.CommandContext(t.Context(), "npm", args...)
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

// packagesOf reads the packages of a lock file.
func packagesOf(t testing.TB, dir string) []string {
	t.Helper()
	var l struct {
		Packages map[string]map[string]any
	}
	if err := json.Unmarshal([]byte(read(t, dir, "package-lock.json")), &l); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, path := range slices.Sorted(maps.Keys(l.Packages)) {
		text, err := json.Marshal(l.Packages[path])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, path+" "+string(text))
	}
	return out
}

// drawn is a random registry and a project that uses it.
type drawn struct {
	packages []pkg
	project  pkg
}

func draw(t *rapid.T) drawn {
	names := []string{"a", "b", "c", "d", "@s/e", "f-g"}[:rapid.IntRange(2, 6).Draw(t, "names")]
	ranges := []string{"*", "^1.0.0", "~1.1.0", "1.x", "2", ">=1.1.0 <3.0.0", "1.0.0 - 1.2.0", "^2.0.0 || ^1.1.0", "latest", "1.0.0", "^1.2.0-beta.1"}
	list := func(from int, most int) pkg {
		out := pkg{}
		for range rapid.IntRange(0, most).Draw(t, "dependencies") {
			out[rapid.SampledFrom(names[from:]).Draw(t, "name")] = rapid.SampledFrom(ranges).Draw(t, "range")
		}
		return out
	}
	var d drawn
	for i, name := range names {
		for _, version := range []string{"1.0.0", "1.1.0", "1.1.5", "1.2.0", "2.0.0"} {
			p := pkg{"name": name, "version": version}
			if i+1 < len(names) {
				p["dependencies"] = list(i+1, 3)
				if rapid.IntRange(0, 4).Draw(t, "optional") == 0 {
					p["optionalDependencies"] = list(i+1, 1)
				}
			}
			d.packages = append(d.packages, p)
		}
	}
	d.project = pkg{"name": "p", "version": "1.0.0"}
	for i, kind := range []string{"dependencies", "devDependencies"} {
		if l := list(0, 4-2*i); len(l) > 0 {
			d.project[kind] = l
		}
	}
	return d
}

// TestLockFilesAreNPMs: of random packages, npm writes the same lock file, finds
// nothing missing in what was installed, and takes the lock file as it is.
func TestLockFilesAreNPMs(t *testing.T) {
	testenv.Slow(t)
	if _, err := exec.LookPath("npm"); err != nil {
		testenv.Missing(t, "npm is not installed")
	}
	for seed := range 4 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			d := rapid.Custom(draw).Example(seed)
			w := newWorld(t, d.packages...)
			theirs, ours := project(t, d.project, nil), project(t, d.project, nil)
			if out, err := w.npm(t, theirs, "install", "--package-lock-only"); err != nil {
				t.Fatalf("npm: %v\n%s", err, out)
			}
			w.must(t, ours, nil)
			got, want := packagesOf(t, ours), packagesOf(t, theirs)
			if !slices.Equal(got, want) {
				t.Errorf("the lock file has\n%s\nand npm's has\n%s\nof %v", strings.Join(got, "\n"), strings.Join(want, "\n"), d)
			}
			if out, err := w.npm(t, ours, "ls", "--all"); err != nil {
				t.Errorf("npm ls: %v\n%s", err, out)
			}
			if out, err := w.npm(t, ours, "ci"); err != nil {
				t.Errorf("npm ci: %v\n%s", err, out)
			}
		})
	}
}
