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

// SaveOptions say where the files of a field go.
type SaveOptions struct {
	Dir   string
	Limit int64 // bytes of all files together
	// Names are those of the files in Dir; a missing or empty one is made up.
	// One that leads out of Dir is refused unless it is absolute.
	Names []string
}

// Save stores the files of a field in dir under names of their own, at most
// limit bytes in all. On error what was stored is removed.
func (u *Upload) Save(field, dir string, limit int64) (saved []SavedFile, err error) {
	return u.SaveAs(field, SaveOptions{Dir: dir, Limit: limit})
}

// SaveAs is Save with names that the project chooses.
func (u *Upload) SaveAs(field string, opts SaveOptions) (saved []SavedFile, err error) {
	if u == nil || len(u.files[field]) == 0 {
		return nil, nil
	}
	// What does not fit is refused before anything is written.
	var total int64
	for _, f := range u.files[field] {
		if total += f.size; total > opts.Limit {
			return nil, &TooLargeError{opts.Limit}
		}
	}
	defer func() {
		if err != nil {
			for _, f := range saved {
				_ = os.Remove(f.Path) // the error that led here counts
			}
			saved = nil
		}
	}()
	for i, f := range u.files[field] {
		to, own, err := opts.path(i, f.name)
		if err != nil {
			return saved, err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return saved, fmt.Errorf("making the folder for uploads: %w", err)
		}
		saved = append(saved, SavedFile{Path: to, Size: f.size, Type: f.kind, Filename: f.name, Field: field})
		if err := f.store(to, own); err != nil {
			return saved, fmt.Errorf("storing the upload %q: %w", f.name, err)
		}
	}
	return saved, nil
}

// path is where the i-th file goes; own says that the project chose the name.
func (o *SaveOptions) path(i int, filename string) (path string, own bool, err error) {
	if i >= len(o.Names) || o.Names[i] == "" {
		return filepath.Join(o.Dir, uuid.NewString()+extension(filename)), false, nil
	}
	name := o.Names[i]
	switch {
	case strings.ContainsRune(name, 0):
		return "", false, fmt.Errorf("the upload %q cannot be stored: its name holds a zero byte", filename)
	case filepath.IsAbs(name):
		return filepath.Clean(name), true, nil
	case !filepath.IsLocal(name):
		return "", false, fmt.Errorf("the upload %q cannot be stored as %q: that leads out of %s", filename, name, o.Dir)
	}
	return filepath.Join(o.Dir, name), true, nil
}

// FileInfo is an uploaded file as the client described it.
type FileInfo struct {
	Size     int64
	Type     string
	Filename string
}

// Files are those of a field in the order in which they came.
func (u *Upload) Files(field string) []FileInfo {
	if u == nil {
		return nil
	}
	list := make([]FileInfo, len(u.files[field]))
	for i, f := range u.files[field] {
		list[i] = FileInfo{f.size, f.kind, f.name}
	}
	return list
}

// ReadAt returns up to n bytes of the i-th file of a field, none at its end.
func (u *Upload) ReadAt(field string, i int, offset int64, n int) ([]byte, error) {
	if u == nil || i < 0 || i >= len(u.files[field]) {
		return nil, os.ErrNotExist
	}
	f := u.files[field][i]
	if offset < 0 || offset >= f.size {
		return nil, nil
	}
	buffer := make([]byte, min(int64(n), f.size-offset))
	if f.path == "" {
		return buffer[:copy(buffer, f.data[offset:])], nil
	}
	in, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	read, err := in.ReadAt(buffer, offset)
	return buffer[:read], err
}

// extension is that of a client's file name, if a file can have it.
func extension(name string) string {
	ext := filepath.Ext(filepath.Base(name))
	if len(ext) > 64 || strings.ContainsFunc(ext, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(`/\:`, r) }) {
		return ""
	}
	return ext
}

// store writes the file; a name that the project chose may be taken already.
func (f *file) store(path string, own bool) error {
	in, err := f.open()
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = write(path, in, own)
	return err
}

// write makes a file, a new one unless it may replace, and returns its size.
func write(path string, from io.Reader, replace bool) (int64, error) {
	how := os.O_EXCL
	if replace {
		how = os.O_TRUNC
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|how, 0o644)
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
