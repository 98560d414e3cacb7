package project_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"framework/engine/project"
)

func TestFindScript(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"package.json":     `{"scripts":{"lint":"eslint .","both":"x"}}`,
		"scripts/hello.js": "", "scripts/both.js": "",
		"node_modules/sails-run-seed/package.json":    "{}",
		"node_modules/@me/sails-run-own/package.json": "{}",
	} {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]project.Script{
		"hello":         {Name: "hello", Dir: root, File: filepath.Join(root, "scripts", "hello.js")},
		"hello.js":      {Name: "hello", Dir: root, File: filepath.Join(root, "scripts", "hello.js")},
		"scripts/hello": {Name: "hello", Dir: root, File: filepath.Join(root, "scripts", "hello.js")},
		"seed":          {Name: "seed", Dir: root, File: filepath.Join(root, "node_modules", "sails-run-seed")},
		"@me/own":       {Name: "@me/own", Dir: root, File: filepath.Join(root, "node_modules", "@me", "sails-run-own")},
		"lint":          {Name: "lint", Dir: root, Command: "eslint ."},
	} {
		if got, err := project.FindScript(root, name); err != nil || got != want {
			t.Errorf("%s: got %+v and %v", name, got, err)
		}
	}
	for _, name := range []string{"both", "nothing", "a/b"} {
		var wrong *project.ScriptError
		if _, err := project.FindScript(root, name); !errors.As(err, &wrong) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
