package engine

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"strings"

	"framework/engine/ordered"
	"framework/engine/response"
	"framework/engine/web"
	"framework/router"
)

// chain asks handlers in order until one answers.
func chain(handlers ...router.Handler) router.Handler {
	if len(handlers) == 1 {
		return handlers[0]
	}
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		for _, h := range handlers {
			if v, err := h.Serve(x); err != nil || v == router.Answered {
				return v, err
			}
		}
		return router.Pass, nil
	})
}

// page answers with a view.
func (b *builder) page(x *router.Exchange, name string, locals *ordered.Map) error {
	if locals == nil {
		locals = ordered.New(0)
	}
	page, err := b.shim.Pages(b.iso).Render(x, name, locals)
	if err != nil {
		return err
	}
	x.Response.Header().Set("Content-Type", "text/html; charset=utf-8")
	return x.Response.Commit(http.StatusOK, page)
}

// redirect answers with 302 and a line that says where to, as a page for
// clients that ask for one.
func redirect(x *router.Exchange, url string) error {
	h := x.Response.Header()
	h.Set("Location", url)
	h.Add("Vary", "Accept")
	text := "Found. Redirecting to " + url
	if strings.Contains(x.Request.Header.Get("Accept"), "html") && response.AcceptsHTML(x) {
		e := html.EscapeString(url)
		text = `<p>Found. Redirecting to <a href="` + e + `">` + e + "</a></p>"
		h.Set("Content-Type", "text/html; charset=UTF-8")
	} else {
		h.Set("Content-Type", "text/plain; charset=UTF-8")
	}
	return x.Response.Commit(http.StatusFound, []byte(text))
}

// uploadKey carries the files of a request in its context.
type uploadKey struct{}

// defaultUploadLimit is how many bytes one upload takes unless it says
// otherwise, as the disk adapter of the classic releases has it.
const defaultUploadLimit = 15_000_000

// uploads stores the files that req.file(…).upload(…) asks for.
type uploads struct{ root string }

// Receive implements shim.Uploads.
func (u uploads) Receive(ctx context.Context, x *router.Exchange, field string, opts any) ([]any, error) {
	upload, _ := x.Context().Value(uploadKey{}).(*web.Upload)
	dir, limit := filepath.Join(u.root, ".tmp", "uploads"), int64(defaultUploadLimit)
	switch o := opts.(type) {
	case string:
		dir = u.dir(o)
	case *ordered.Map:
		if s, ok := o.Value("dirname").(string); ok && s != "" {
			dir = u.dir(s)
		}
		if n, ok := o.Value("maxBytes").(int64); ok {
			limit = n
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	saved, err := upload.Save(field, dir, limit)
	var tooLarge *web.TooLargeError
	if errors.As(err, &tooLarge) {
		return nil, fmt.Errorf("E_EXCEEDS_UPLOAD_LIMIT: %w", err)
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
