package types

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Wanted reports whether a project has declarations, or is set up for a TypeScript editor.
func Wanted(root string) bool {
	for _, name := range []string{File, "tsconfig.json", "jsconfig.json"} {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err == nil {
			return true
		}
	}
	return false
}

// Write writes the declarations of a project, unless the file has them already. Readers
// find the old file or the new one, never a part.
func Write(root string, text []byte) (changed bool, err error) {
	path := filepath.Join(root, filepath.FromSlash(File))
	old, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(old, text):
		return false, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("writing the types: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, fmt.Errorf("writing the types: %w", err)
	}
	part, err := os.CreateTemp(filepath.Dir(path), ".framework-*.tmp")
	if err != nil {
		return false, fmt.Errorf("writing the types: %w", err)
	}
	_, err = part.Write(text)
	err = errors.Join(err, part.Chmod(0o644), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
		return false, fmt.Errorf("writing the types: %w", err)
	}
	return true, nil
}
