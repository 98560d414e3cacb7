package web

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/google/uuid"
)

// Upload are the files of a multipart request, by field.
type Upload struct {
	files   map[string][]*file
	dir     string // temporary, for large files; "" without any
	spilled int    // how many files are there
}

type file struct {
	name, kind string // as the client said
	size       int64
	data       []byte // of a small file
	path       string // of a large one
}

func (f *file) open() (io.ReadCloser, error) {
	if f.path == "" {
		return io.NopCloser(bytes.NewReader(f.data)), nil
	}
	return os.Open(f.path)
}

// Close removes temporary files.
func (u *Upload) Close() error {
	if u == nil || u.dir == "" {
		return nil
	}
	return os.RemoveAll(u.dir)
}

// SavedFile is an uploaded file that was stored.
type SavedFile struct {
	Path     string // where it was stored
	Size     int64  // bytes
	Type     string // as the client said
	Filename string // as the client said
	Field    string
}

// TooLargeError says that the files of a field exceed their limit.
type TooLargeError struct{ Limit int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("Upload limit of %d bytes exceeded", e.Limit)
}

// Save stores the files of a field in dir under names of their own, at most
// limit bytes in all. On error what was stored is removed.
func (u *Upload) Save(field, dir string, limit int64) (saved []SavedFile, err error) {
	if u == nil || len(u.files[field]) == 0 {
		return nil, nil
	}
	defer func() {
		if err != nil {
			for _, f := range saved {
				_ = os.Remove(f.Path) // the error that led here counts
			}
			saved = nil
		}
	}()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for uploads: %w", err)
	}
	var total int64
	for _, f := range u.files[field] {
		if total += f.size; total > limit {
			return saved, &TooLargeError{limit}
		}
		to := filepath.Join(dir, uuid.NewString()+extension(f.name))
		saved = append(saved, SavedFile{Path: to, Size: f.size, Type: f.kind, Filename: f.name, Field: field})
		if err := f.store(to); err != nil {
			return saved, fmt.Errorf("storing the upload %q: %w", f.name, err)
		}
	}
	return saved, nil
}

// extension is that of a client's file name, if a file can have it.
func extension(name string) string {
	ext := filepath.Ext(filepath.Base(name))
	if len(ext) > 64 || strings.ContainsFunc(ext, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(`/\:`, r) }) {
		return ""
	}
	return ext
}

func (f *file) store(path string) error {
	in, err := f.open()
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = write(path, in)
	return err
}

// write makes a new file and returns its size.
func write(path string, from io.Reader) (int64, error) {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(out, from)
	if err != nil {
		out.Close()
		return n, err
	}
	return n, out.Close()
}
