package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"framework/engine/ordered"
)

const (
	// uploadMemory is how many bytes of uploaded files stay in memory; the
	// others go to temporary files.
	uploadMemory = 1 << 20
	// maxParts is how many fields and files a multipart body may have.
	maxParts = 1000
)

// form is a multipart body being read.
type form struct {
	body   *ordered.Map
	upload *Upload
	limit  int64 // of the text
	text   int64 // how much of it there is
	memory int64 // what is left for files
}

func readMultipart(w http.ResponseWriter, r *http.Request, boundary string, limits BodyLimits) (any, *Upload, error) {
	if boundary == "" {
		return nil, nil, bodyError(errors.New("the multipart body names no boundary"))
	}
	r.Body = http.MaxBytesReader(w, r.Body, limits.Upload)
	f := form{body: ordered.New(8), upload: &Upload{files: map[string][]*file{}}, limit: limits.Body, memory: uploadMemory}
	if err := f.read(multipart.NewReader(r.Body, boundary)); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			err = fmt.Errorf("the multipart body is longer than the limit of %d bytes (setting http.uploadLimit)", limits.Upload)
		}
		closed := f.upload.Close()
		if slow := tooSlow(w, err); slow != nil {
			return nil, nil, slow
		}
		return nil, nil, bodyError(errors.Join(err, closed))
	}
	if len(f.upload.files) == 0 {
		return f.body, nil, nil
	}
	return f.body, f.upload, nil
}

func (f *form) read(r *multipart.Reader) error {
	for range maxParts + 1 {
		part, err := r.NextPart()
		if err == io.EOF { //nolint:errorlint // a wrapped one means that the end is missing
			return nil
		}
		if err != nil {
			return err
		}
		name := validText(part.FormName())
		switch {
		case name == "" || name == "__proto__":
		case part.FileName() == "": // a file field without a file is text, too
			err = f.field(name, part)
		default:
			err = f.file(name, part)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("the multipart body has more than %d parts", maxParts)
}

// field adds a value to the body; of several values a list, in which an empty
// first one does not count.
func (f *form) field(name string, part io.Reader) error {
	raw, err := io.ReadAll(io.LimitReader(part, f.limit-f.text+1))
	if err != nil {
		return err
	}
	if f.text += int64(len(raw) + len(name)); f.text > f.limit {
		return fmt.Errorf("the fields are longer than the limit of %d bytes", f.limit)
	}
	value := validText(string(raw))
	switch old := f.body.Value(name).(type) {
	case []any:
		f.body.Set(name, append(old, value))
	case string:
		if old != "" {
			f.body.Set(name, []any{old, value})
			return nil
		}
		f.body.Set(name, value)
	default:
		f.body.Set(name, value)
	}
	return nil
}

func (f *form) file(name string, part *multipart.Part) error {
	var start bytes.Buffer
	n, err := io.Copy(&start, io.LimitReader(part, f.memory+1))
	if err != nil {
		return err
	}
	one := &file{name: validText(part.FileName()), kind: part.Header.Get("Content-Type"), size: n}
	f.upload.files[name] = append(f.upload.files[name], one)
	if n <= f.memory {
		f.memory -= n
		one.data = start.Bytes()
		return nil
	}
	return f.upload.spill(one, io.MultiReader(&start, part))
}

// spill puts a file into the temporary folder of the upload.
func (u *Upload) spill(f *file, from io.Reader) (err error) {
	if u.dir == "" {
		if u.dir, err = os.MkdirTemp("", "upload-"); err != nil {
			return err
		}
	}
	u.spilled++
	f.path = filepath.Join(u.dir, strconv.Itoa(u.spilled))
	f.size, err = write(f.path, from, false)
	return err
}
