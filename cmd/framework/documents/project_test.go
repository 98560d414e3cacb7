package documents_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// unpack writes a project of testdata into a folder.
func unpack(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	testenv.WriteFiles(t, dir, archive.Files)
	return dir
}

// run returns what a command of the program prints.
func run(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(programtest.Path(t), args...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("framework %v: %v\n%s", args, err, &log)
	}
	return out
}

// declare writes the declarations of a project, and returns them.
func declare(t *testing.T, dir string) []byte {
	t.Helper()
	run(t, "types", dir)
	text, err := os.ReadFile(filepath.Join(dir, "types", "framework.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
