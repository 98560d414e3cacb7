package bundle

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Bundle is a program with a project behind it.
type Bundle struct {
	archive *zip.ReadCloser
	sum     string
}

// Open opens the bundle in a file; nil if the file is a program without a project.
func Open(path string) *Bundle {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil
	}
	sum, ok := strings.CutPrefix(archive.Comment, mark)
	if !ok || len(sum) != 64 {
		_ = archive.Close() // it was read only
		return nil
	}
	return &Bundle{archive, sum}
}

// Close closes the file.
func (b *Bundle) Close() error { return b.archive.Close() }

// Unpack makes the project in a folder of its own below data, unless it is there already,
// and returns that folder. What the project writes to .tmp is in data/tmp, for all
// versions of the project.
func (b *Bundle) Unpack(data string) (root string, err error) {
	if data, err = filepath.Abs(data); err != nil {
		return "", err
	}
	apps, tmp := filepath.Join(data, "app"), filepath.Join(data, "tmp")
	for _, dir := range []string{apps, tmp} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", err
		}
	}
	root = filepath.Join(apps, b.sum[:16])
	if _, err := os.Stat(root); err == nil {
		return root, nil
	}
	made, err := os.MkdirTemp(apps, ".new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(made) //nolint:errcheck // it has been renamed
	if err := b.fill(made); err != nil {
		return "", fmt.Errorf("unpacking the project into %s: %w", made, err)
	}
	if err := os.Symlink(filepath.Join("..", "..", "tmp"), filepath.Join(made, ".tmp")); err != nil {
		if err = os.Mkdir(filepath.Join(made, ".tmp"), 0o700); err != nil { // Windows lets not everybody make links
			return "", err
		}
	}
	if err := os.Rename(made, root); err != nil {
		if _, there := os.Stat(root); there == nil {
			return root, nil // another process was quicker
		}
		return "", err
	}
	return root, nil
}

// fill writes the files of the project into a folder.
func (b *Bundle) fill(dir string) error {
	folder, err := os.OpenRoot(dir) // no name leads out of it
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // it is read only
	for _, f := range b.archive.File {
		name := filepath.FromSlash(f.Name)
		if err := mkdirAll(folder, filepath.Dir(name)); err != nil {
			return err
		}
		if err := writeFile(folder, name, f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func mkdirAll(folder *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := mkdirAll(folder, filepath.Dir(name)); err != nil {
		return err
	}
	if err := folder.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func writeFile(folder *os.Root, name string, f *zip.File) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was read
	if f.Mode()&fs.ModeSymlink != 0 {
		to, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		return folder.Symlink(filepath.FromSlash(string(to)), name)
	}
	out, err := folder.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, f.Mode().Perm())
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil { //nolint:gosec // the archive is our own
		_ = out.Close()
		return err
	}
	return out.Close()
}
