package web

import (
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"

	"github.com/google/uuid"
)

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
	if u == nil || u.Form == nil || len(u.Form.File[field]) == 0 {
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
	for _, h := range u.Form.File[field] {
		if total += h.Size; total > limit {
			return saved, &TooLargeError{limit}
		}
		f := SavedFile{
			Path: filepath.Join(dir, uuid.NewString()+filepath.Ext(filepath.Base(h.Filename))),
			Size: h.Size, Type: h.Header.Get("Content-Type"), Filename: h.Filename, Field: field,
		}
		if err := store(h, f.Path); err != nil {
			return saved, fmt.Errorf("storing the upload %q: %w", h.Filename, err)
		}
		saved = append(saved, f)
	}
	return saved, nil
}

func store(h *multipart.FileHeader, path string) error {
	in, err := h.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
