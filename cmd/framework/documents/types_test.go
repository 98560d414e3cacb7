package documents_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// compiler is the version of TypeScript that the tests ask.
const compiler = "typescript@5.9.3"

// TestTypesCompiler: tsc --strict accepts what is right about a project, in TypeScript and in its
// own scripts, and finds every mistake that its files announce.
func TestTypesCompiler(t *testing.T) {
	home := testenv.Packages(t, compiler)
	for _, name := range []string{"modern", "classic"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := unpack(t, "types_"+name)
			declare(t, dir)
			cmd := exec.Command("node", filepath.Join(home, "node_modules/typescript/bin/tsc"), "-p", dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestDeclarations: the same project gives the same text, without values of settings.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	dir := unpack(t, "types_modern")
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
	entries, err := os.ReadDir(filepath.Join(dir, "types"))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// TestMembers: what the declarations say of req, res and the app object is there.
func TestMembers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"modern", "classic"} {
		dir := unpack(t, "types_"+name)
		if err := os.WriteFile(filepath.Join(dir, "config/bootstrap.js"), []byte(`module.exports.bootstrap = function (done) { done(); };`), 0o644); err != nil {
			t.Fatal(err)
		}
		missing := askMembers(t, dir)
		if len(missing) > 0 {
			t.Errorf("%s: the server does not have %s", name, strings.Join(missing, ", "))
		}
	}
}
