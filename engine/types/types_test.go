package types_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/types"

	"golang.org/x/tools/txtar"
)

// compiler is the version of TypeScript that the tests ask.
const compiler = "typescript@5.9.3"

// unpack writes a project of testdata into a folder.
func unpack(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// declare loads a project and returns its declarations.
func declare(t *testing.T, dir string) []byte {
	t.Helper()
	app := engine.New(engine.Options{Dir: dir, Inspect: true, Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)})
	if err := app.Load(t.Context()); err != nil {
		t.Fatal(engine.Explain(err))
	}
	s, release, err := app.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Types(t.Context())
	release()
	if err != nil {
		t.Fatal(engine.Explain(err))
	}
	if err := app.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return text
}

// TestCompiler: tsc --strict accepts what is right about a project, in TypeScript and in its
// own scripts, and finds every mistake that its files announce.
func TestCompiler(t *testing.T) {
	home := testenv.Packages(t, compiler)
	for _, name := range []string{"modern", "classic"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := unpack(t, name)
			text := declare(t, dir)
			if changed, err := types.Write(dir, text); err != nil || !changed {
				t.Fatalf("written: %v, %v", changed, err)
			}
			cmd := exec.Command("node", filepath.Join(home, "node_modules/typescript/bin/tsc"), "-p", dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestDeclarations: the same project gives the same text, without values of settings, and the
// file is written only where it differs.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	dir := unpack(t, "modern")
	text := declare(t, dir)
	if again := declare(t, dir); !bytes.Equal(text, again) {
		t.Error("the text differs although the project does not")
	}
	for _, secret := range []string{"never written", "a@example.com"} {
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("the declarations have %q in them", secret)
		}
	}
	for _, want := range []string{
		"type PolicyName = 'is-admin' | 'is-logged-in';",
		"'pet/show': { pet?: any; toys?: any };",
		"declare const Pet: framework.Model<'pet'>;",
		"// The variable Iterator is JavaScript's own name: use framework.Model<'iterator'>.",
		"interface Request { me?: any }",
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the declarations lack %s", want)
		}
	}
	if types.Wanted(t.TempDir()) || !types.Wanted(dir) {
		t.Error("a tsconfig.json asks for declarations, an empty folder does not")
	}
	for _, want := range []bool{true, false} {
		if changed, err := types.Write(dir, text); err != nil || changed != want {
			t.Errorf("written: %v, %v, want %v", changed, err, want)
		}
	}
	entries, err := os.ReadDir(filepath.Join(dir, "types"))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// TestMembers: what the declarations say of req, res and the app object is there.
func TestMembers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"modern", "classic"} {
		dir := unpack(t, name)
		if err := os.WriteFile(filepath.Join(dir, "config/bootstrap.js"), []byte(`module.exports.bootstrap = function (done) { done(); };`), 0o644); err != nil {
			t.Fatal(err)
		}
		missing := askMembers(t, dir)
		if len(missing) > 0 {
			t.Errorf("%s: the server does not have %s", name, strings.Join(missing, ", "))
		}
	}
}
