package programtest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Project writes the files of a txtar text into a fresh folder.
func Project(t testing.TB, files string) string {
	t.Helper()
	dir := t.TempDir()
	WriteFiles(t, dir, txtar.Parse([]byte(files)).Files)
	return dir
}

// WriteFiles writes files below a folder.
func WriteFiles(t testing.TB, dir string, files []txtar.File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
