package testenv

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Packages installs npm packages ("name@version") and returns the folder that
// holds their node_modules. The test is a slow one: see Slow.
func Packages(t testing.TB, packages ...string) string {
	t.Helper()
	return Kept(t, strings.NewReplacer("/", "-", "@", "-").Replace(strings.Join(packages, "+")), func(dir string) {
		t.Helper()
		Install(t, dir, packages...)
	})
}

// Manifest installs what a package.json names and returns the folder that holds
// it and its node_modules.
func Manifest(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	hash := fnv.New64a()
	_, _ = hash.Write(text) // never fails
	return Kept(t, fmt.Sprintf("manifest-%x", hash.Sum64()), func(dir string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "package.json"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		NPM(t, dir, installing...)
	})
}

var installing = []string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"}

// Install adds packages to a folder without a manifest.
func Install(t testing.TB, dir string, packages ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	NPM(t, dir, append(append(installing[:len(installing):len(installing)], "--no-save"), packages...)...)
}

// NPM runs npm in a folder.
func NPM(t testing.TB, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		Missing(t, "npm is not installed")
	}
	cmd := exec.CommandContext(t.Context(), "npm", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// Kept returns the folder of a name, which fill has to have filled completely:
// below the folder that FRAMEWORK_TEST_NPM names, where it is kept for other
// tests and other runs, else in a folder of this test.
func Kept(t testing.TB, name string, fill func(dir string)) string {
	t.Helper()
	Slow(t)
	base := os.Getenv("FRAMEWORK_TEST_NPM")
	if base == "" {
		if os.Getenv("CI") == "" {
			t.Skip("this test needs npm packages: set FRAMEWORK_TEST_NPM to a folder to keep them in")
		}
		base = t.TempDir()
	}
	home := filepath.Join(base, name)
	if _, err := os.Stat(home); err == nil {
		return home
	}
	// The tests of another package may fill the same at the same time.
	part, err := os.MkdirTemp(base, "part")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(part) }() // it is not there any more when all went well
	fill(part)
	if err := os.Rename(part, home); err != nil {
		if _, missing := os.Stat(home); missing != nil {
			t.Fatal(err)
		}
	}
	return home
}

// Node runs a script, where the packages in home are found, and returns what
// it prints. The test fails if the script does.
func Node(t testing.TB, home, script string, args ...string) string {
	t.Helper()
	text, err := os.Open(script)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = text.Close() }()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"-"}, args...)...)
	cmd.Dir = home
	cmd.Stdin = text
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", script, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}
