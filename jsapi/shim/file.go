package shim

import (
	"context"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"

	"github.com/dop251/goja"

	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
)

// Uploads receives the files of multipart requests.
type Uploads interface {
	// Receive stores the files that came in under a field and returns what
	// upload's callback gets: a list of values of package ordered.
	Receive(ctx context.Context, x *router.Exchange, field string, opts any) ([]any, error)
}

// sendFile is res.sendfile(path, [options], [callback]): the file is read and
// written off the loop, its type taken from its name.
func (e *exchange) sendFile(call goja.FunctionCall) goja.Value {
	path := call.Argument(0).String()
	var callback goja.Callable
	for _, arg := range call.Arguments[min(1, len(call.Arguments)):] {
		if fn, ok := goja.AssertFunction(arg); ok {
			callback = fn
		}
		if o, ok := arg.(*goja.Object); ok {
			if root := o.Get("root"); root != nil && goja.IsString(root) {
				path = filepath.Join(root.String(), filepath.Clean("/"+path))
			}
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.shim.opts.Root, path)
	}
	x, status := e.x, e.status
	report := func(error) {}
	if callback != nil {
		complete := e.shim.realm.Reserve()
		report = func(err error) {
			complete(func(r *jsapi.Realm) {
				arg := goja.Undefined()
				if err != nil {
					arg = r.Error(err)
				}
				if _, err := callback(goja.Undefined(), arg); err != nil {
					e.shim.opts.Log.Error("the callback of res.sendfile failed", "error", r.Wrap(err))
				}
			})
		}
	}
	e.answer(func() (router.Verdict, error) {
		err := copyFile(x, status, path)
		report(err)
		return router.Answered, err
	})
	return e.res
}

func copyFile(x *router.Exchange, status int, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return &router.Error{
			Status: http.StatusNotFound, Code: "ENOENT", Err: err,
			Message: "ENOENT: no such file or directory, stat '" + path + "'",
		}
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return &router.Error{Status: http.StatusNotFound, Code: "EISDIR", Message: "the file to send is not a file: " + path}
	}
	h := x.Response.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", web.ContentType(path))
	}
	w, err := x.Response.Stream(status)
	if err != nil {
		return err
	}
	if _, err = io.Copy(w, f); err != nil {
		_ = w.Close()
		return err
	}
	return w.Close()
}

// types are the content types of the extensions that projects name, the same
// on every machine.
var types = map[string]string{
	".html": "text/html", ".htm": "text/html", ".txt": "text/plain", ".text": "text/plain", ".css": "text/css",
	".csv": "text/csv", ".xml": "application/xml", ".js": "application/javascript", ".json": "application/json",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".svg": "image/svg+xml",
	".ico": "image/x-icon", ".webp": "image/webp", ".pdf": "application/pdf", ".zip": "application/zip",
	".gz": "application/x-gzip", ".md": "text/x-markdown", ".mp3": "audio/mpeg", ".mp4": "video/mp4",
	".ics": "text/calendar", ".rss": "application/rss+xml", ".atom": "application/atom+xml",
	".woff": "application/font-woff", ".woff2": "application/font-woff2", ".ttf": "application/x-font-ttf",
	".bin": "application/octet-stream",
	".xls": "application/vnd.ms-excel", ".doc": "application/msword",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// typeOf is the content type of a file name's extension, with its dot.
func typeOf(ext string) string {
	if t, ok := types[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}
