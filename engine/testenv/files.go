package testenv

import (
	"os"
	"path/filepath"

	"golang.org/x/tools/txtar"
)

// WriteFiles writes files below a folder. t may also be that of a property test.
func WriteFiles(t interface {
	Helper()
	Fatal(args ...any)
}, dir string, files []txtar.File,
) {
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
