package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"

	"framework/engine/ordered"
	"framework/engine/web"
	"framework/router"
)

// uploadKey carries the files of a request in its context.
type uploadKey struct{}

// defaultUploadLimit is how many bytes one upload takes unless it says
// otherwise, as the disk adapter of the classic releases has it.
const defaultUploadLimit = 15_000_000

// uploads stores the files that req.file(…).upload(…) asks for.
type uploads struct{ root string }

func uploadOf(x *router.Exchange) *web.Upload {
	upload, _ := x.Context().Value(uploadKey{}).(*web.Upload)
	return upload
}

// List implements shim.Uploads.
func (u uploads) List(x *router.Exchange, field string) []any {
	files := uploadOf(x).Files(field)
	list := make([]any, len(files))
	for i, f := range files {
		list[i] = ordered.Of("filename", f.Filename, "size", f.Size, "type", f.Type, "field", field)
	}
	return list
}

// Read implements shim.Uploads.
func (u uploads) Read(_ context.Context, x *router.Exchange, field string, file int, offset int64, n int) ([]byte, error) {
	return uploadOf(x).ReadAt(field, file, offset, n)
}

// Receive implements shim.Uploads.
func (u uploads) Receive(ctx context.Context, x *router.Exchange, field string, opts any) ([]any, error) {
	o, _ := opts.(*ordered.Map)
	save := web.SaveOptions{Dir: filepath.Join(u.root, ".tmp", "uploads")}
	if s, ok := o.Value("dirname").(string); ok && s != "" {
		save.Dir = u.dir(s)
	}
	var err error
	if save.Limit, err = byteCount(o.Value("maxBytes")); err != nil {
		return nil, err
	}
	if names, ok := o.Value("saveAs").([]any); ok {
		for _, name := range names {
			s, _ := name.(string)
			save.Names = append(save.Names, s)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	saved, err := uploadOf(x).SaveAs(field, save)
	var tooLarge *web.TooLargeError
	if errors.As(err, &tooLarge) {
		return nil, &router.Error{Status: http.StatusInternalServerError, Code: "E_EXCEEDS_UPLOAD_LIMIT", Err: err}
	}
	if err != nil {
		return nil, err
	}
	files := make([]any, len(saved))
	for i, f := range saved {
		files[i] = ordered.Of("fd", f.Path, "size", f.Size, "type", f.Type, "filename", f.Filename,
			"status", "finished", "field", f.Field, "extra", nil)
	}
	return files, nil
}

func (u uploads) dir(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(u.root, ".tmp", "uploads", name)
}

// byteCount reads a number of bytes: 1000, "1000", "10k", "10mb".
func byteCount(v any) (int64, error) {
	switch v := v.(type) {
	case nil, ordered.Undefined:
		return defaultUploadLimit, nil
	case int64:
		return v, nil
	case float64:
		return int64(min(v, 1<<60)), nil
	case string:
		text := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(v)), "b")
		factor := int64(1)
		for i, unit := range []string{"k", "m", "g"} {
			if rest, ok := strings.CutSuffix(text, unit); ok {
				text, factor = rest, 1<<(10*(i+1))
			}
		}
		if n, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && n >= 0 && n*float64(factor) < 1<<60 {
			return int64(n * float64(factor)), nil
		}
	}
	return 0, fmt.Errorf("upload: maxBytes is to be a number of bytes or a text such as \"10mb\", not %s", ordered.Append(nil, v))
}
