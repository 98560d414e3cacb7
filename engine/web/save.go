package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"framework/router"
)

// DefaultUploadLimit is how many bytes one upload may have unless the project
// says otherwise, as the disk adapter of the classic releases has it.
const DefaultUploadLimit = 15_000_000

// TooLargeError says that an upload exceeds its limit, in bytes.
type TooLargeError struct {
	Limit int64
	// Written is how many bytes there were when that was noticed; 0 if unknown.
	Written int64
	message string
}

func (e *TooLargeError) Error() string {
	if e.message != "" {
		return e.message
	}
	if e.Written > 0 {
		return fmt.Sprintf("Upload limit of %d bytes exceeded (%d bytes written)", e.Limit, e.Written)
	}
	return fmt.Sprintf("Upload limit of %d bytes exceeded", e.Limit)
}

// SaveOptions say where a file goes.
type SaveOptions struct {
	Dir string
	// Name is that of the file in Dir, made up when it is empty. One that leads
	// out of Dir is refused unless it is absolute.
	Name string
	// Limit is the number of bytes that the files of the upload must not reach
	// together, 0 for none; Used is how many those before it have.
	Limit, Used int64
	// Progress is called after every write with the number of bytes that are
	// stored; may be nil.
	Progress func(written int64)
}

// SavedFile is a file that was stored.
type SavedFile struct {
	Path string
	Size int64 // bytes
}

// Save stores the file as it comes in. On error nothing of it stays.
func (f *File) Save(ctx context.Context, opts SaveOptions) (saved SavedFile, err error) {
	to, own, err := opts.path(f.Filename)
	if err != nil {
		return saved, err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return saved, fmt.Errorf("making the folder for uploads: %w", err)
	}
	how := os.O_EXCL
	if own { // a name that the project chose may be taken already
		how = os.O_TRUNC
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|how, 0o644)
	if exhausted := router.Exhausted(err); exhausted != nil {
		err = exhausted
	}
	if err != nil {
		return saved, fmt.Errorf("storing the upload %q: %w", f.Filename, err)
	}
	n, err := f.copy(ctx, out, opts)
	if err = errors.Join(err, out.Close()); err != nil {
		return saved, errors.Join(err, os.Remove(to))
	}
	return SavedFile{to, n}, nil
}

func (f *File) copy(ctx context.Context, out io.Writer, opts SaveOptions) (size int64, err error) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := f.Read(ctx, buffer)
		if err == io.EOF { //nolint:errorlint // as Read says
			return size, nil
		}
		if err != nil {
			return size, err
		}
		if size += int64(n); opts.Limit > 0 && opts.Used+size >= opts.Limit {
			return size, &TooLargeError{Limit: opts.Limit, Written: opts.Used + size}
		}
		if _, err := out.Write(buffer[:n]); err != nil {
			return size, fmt.Errorf("storing the upload %q: %w", f.Filename, err)
		}
		if opts.Progress != nil {
			opts.Progress(size)
		}
	}
}

// path is where the file goes; own says that the project chose the name.
func (o *SaveOptions) path(filename string) (path string, own bool, err error) {
	switch {
	case o.Name == "":
		return filepath.Join(o.Dir, uuid.NewString()+extension(filename)), false, nil
	case strings.ContainsRune(o.Name, 0):
		return "", false, fmt.Errorf("the upload %q cannot be stored: its name holds a zero byte", filename)
	case filepath.IsAbs(o.Name):
		return filepath.Clean(o.Name), true, nil
	case !filepath.IsLocal(o.Name):
		return "", false, fmt.Errorf("the upload %q cannot be stored as %q: that leads out of %s", filename, o.Name, o.Dir)
	}
	return filepath.Join(o.Dir, o.Name), true, nil
}

// extension is that of a client's file name, if a file can have it.
func extension(name string) string {
	ext := filepath.Ext(filepath.Base(name))
	if len(ext) > 64 || strings.ContainsFunc(ext, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(`/\:`, r) }) {
		return ""
	}
	return ext
}
