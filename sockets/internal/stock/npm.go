package stock

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Packages installs npm packages ("name@version") below the folder that
// FRAMEWORK_TEST_NPM names, where they are kept, else in a folder of this
// test, and returns the folder that holds their node_modules. Without the
// variable the test is skipped, unless CI is set.
func Packages(t *testing.T, packages ...string) string {
	t.Helper()
	dir := os.Getenv("FRAMEWORK_TEST_NPM")
	if dir == "" {
		if os.Getenv("CI") == "" {
			t.Skip("the stock clients are not installed: set FRAMEWORK_TEST_NPM to a folder to keep npm packages in")
		}
		dir = t.TempDir()
	}
	home := filepath.Join(dir, strings.NewReplacer("/", "-", "@", "-").Replace(strings.Join(packages, "+")))
	if _, err := os.Stat(home); err == nil {
		return home
	}
	// The tests of another package may install the same at the same time.
	part, err := os.MkdirTemp(dir, "part")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(part, "package.json"), `{"private":true}`)
	cmd := exec.CommandContext(t.Context(), "npm",
		append([]string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"}, packages...)...)
	cmd.Dir = part
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm install %s: %v\n%s", strings.Join(packages, " "), err, out)
	}
	if err := os.Rename(part, home); err != nil {
		if _, missing := os.Stat(home); missing != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(part); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// Node runs a script, where the packages in home are found, and returns what
// it prints. The test fails if the script does.
func Node(t *testing.T, home, script string, args ...string) string {
	t.Helper()
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"-"}, args...)...)
	cmd.Dir = home
	cmd.Stdin = strings.NewReader(string(text))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", script, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
