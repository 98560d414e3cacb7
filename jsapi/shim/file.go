package shim

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
)

// sendFile is res.sendfile(path, [options], [callback]). The file is read and
// written on another goroutine; its extension determines the type. If it cannot be
// sent, the callback gets the error, and may still answer.
func (r *responseState) sendFile(call goja.FunctionCall) goja.Value {
	path := call.Argument(0).String()
	if strings.HasSuffix(path, "/") {
		path += "index.html"
	}
	var callback goja.Callable
	opts := fileOptions{types: r.shim.opts.Switches.Types}
	for _, arg := range call.Arguments[min(1, len(call.Arguments)):] {
		if fn, ok := goja.AssertFunction(arg); ok {
			callback = fn
			continue
		}
		o, ok := arg.(*goja.Object)
		if !ok {
			continue
		}
		if root := o.Get("root"); root != nil && goja.IsString(root) {
			path = filepath.Join(root.String(), filepath.Clean("/"+path))
		}
		if ms := o.Get("maxAge"); ms != nil && goja.IsNumber(ms) {
			opts.maxAge = int(max(ms.ToInteger()/1000, 0))
		}
		for name, yes := range map[string]string{"dotfiles": "allow", "hidden": "true"} {
			if v := o.Get(name); v != nil && v.String() == yes {
				opts.hidden = true
			}
		}
		if extra, ok := o.Get("headers").(*goja.Object); ok {
			opts.headers = http.Header{}
			for _, name := range extra.Keys() {
				r.shim.checkHeader(name, extra.Get(name))
				opts.headers.Set(name, extra.Get(name).String())
			}
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.shim.opts.Root, path)
	}
	rules := r.shim.rules()
	report := func(realm *jsapi.Realm, err error) {
		arg := goja.Undefined()
		if err != nil {
			arg = r.shim.realm.Error(err)
		}
		if _, err := callback(goja.Undefined(), arg); err != nil {
			r.flow.failCurrent(realm.Wrap(err))
		}
	}
	var f *os.File
	r.shim.realm.Async(func(context.Context) (any, error) {
		var err error
		f, err = openFile(path, opts.hidden)
		return nil, err
	}, func(realm *jsapi.Realm, _ any, err error) {
		_, folder := errors.AsType[*folderError](err)
		switch {
		case err == nil && callback == nil:
			r.sendOpen(f, opts, nil)
		case err == nil:
			r.sendOpen(f, opts, report)
		case folder && rules.skipFolder(r, callback != nil):
		case callback == nil:
			r.flow.answer(func() (router.Verdict, error) { return router.Answered, rules.missingFile(err) })
		default:
			report(realm, err)
		}
	})
	return r.res
}

// sendOpen answers with an open file, and closes it. Report, nil for nothing, is called when
// it has been sent.
func (r *responseState) sendOpen(f *os.File, opts fileOptions, report func(*jsapi.Realm, error)) {
	if r.sent {
		_ = f.Close() // nothing was written
	}
	x, status, complete := r.x, r.status, func(func(*jsapi.Realm)) {}
	if report != nil {
		complete = r.shim.realm.Reserve()
	}
	r.flow.answer(func() (router.Verdict, error) {
		err := copyFile(x, status, f, opts)
		complete(func(realm *jsapi.Realm) { report(realm, err) })
		return router.Answered, err
	})
}

// fileError is the error of Node's fs for a file that cannot be sent.
type fileError struct {
	path string
	code string // "ENOENT"
	no   int64  // -2
	why  string
}

func (e *fileError) Error() string { return e.code + ": " + e.why + ", stat '" + e.path + "'" }

// Unwrap returns an error with the status of the response.
func (e *fileError) Unwrap() error {
	return &router.Error{Status: http.StatusNotFound, Code: e.code, Message: e.Error()}
}

// Members returns the members that responses show.
func (e *fileError) Members() *value.Map {
	return value.Of("errno", e.no, "code", e.code, "syscall", "stat", "path", e.path,
		"expose", false, "statusCode", int64(http.StatusNotFound), "status", int64(http.StatusNotFound))
}

// hiddenFile is the error for a file whose name begins with a dot.
type hiddenFile struct{}

func (*hiddenFile) Error() string { return "Not Found" }

// Unwrap returns an error with the status of the response.
func (e *hiddenFile) Unwrap() error {
	return &router.Error{Status: http.StatusNotFound, Message: e.Error()}
}

// Members returns the members that responses show.
func (e *hiddenFile) Members() *value.Map {
	return value.Of("name", "NotFoundError", "expose", false, "statusCode", int64(http.StatusNotFound), "status", int64(http.StatusNotFound))
}

// folderError is the error for a folder in the place of a file.
type folderError struct{}

func (*folderError) Error() string { return "EISDIR, read" }

// Unwrap returns an error with the status of the response.
func (e *folderError) Unwrap() error {
	return &router.Error{Status: http.StatusNotFound, Code: "EISDIR", Message: e.Error()}
}

// Members returns the members that responses show.
func (e *folderError) Members() *value.Map { return value.Of("code", "EISDIR") }

// fileFailure is the error of a file that cannot be sent where its status does not count.
type fileFailure struct{ err error }

func (e *fileFailure) Error() string { return e.err.Error() }

// fileErrorToJS makes a JavaScript error with the members of a file that cannot be sent, for
// jsapi.Realm.OnError.
func (s *Shim) fileErrorToJS(err error) (goja.Value, bool) {
	var members *value.Map
	if failed, ok := errors.AsType[*fileFailure](err); ok {
		err = failed.err
	}
	if missing, ok := errors.AsType[*fileError](err); ok {
		members = missing.Members()
	} else if folder, ok := errors.AsType[*folderError](err); ok {
		members = folder.Members()
	} else if hidden, ok := errors.AsType[*hiddenFile](err); ok {
		members = hidden.Members()
	} else {
		return nil, false
	}
	o, fault := s.rt.New(s.errorCtor, s.rt.ToValue(err.Error()))
	if fault != nil {
		return nil, false
	}
	s.realm.AttachGoError(o, err)
	for name, member := range members.All() {
		_ = o.Set(name, s.realm.ToJS(member)) // does not fail on a new object
	}
	return o, true
}

func openFile(path string, hidden bool) (*os.File, error) {
	if base := filepath.Base(path); !hidden && len(base) > 1 && base[0] == '.' {
		return nil, &hiddenFile{}
	}
	f, err := os.Open(path)
	if exhausted := router.Exhausted(err); exhausted != nil {
		return nil, exhausted
	}
	if err != nil {
		return nil, &fileError{path: path, code: "ENOENT", no: -2, why: "no such file or directory"}
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = f.Close() // nothing was written
		if err == nil && info.IsDir() {
			return nil, &folderError{}
		}
		return nil, &fileError{path: path, code: "EISDIR", no: -21, why: "it is not a file"}
	}
	return f, nil
}

// fileOptions are the options of res.sendfile.
type fileOptions struct {
	maxAge  int  // in seconds
	hidden  bool // files whose name begins with a dot may be sent
	headers http.Header
	types   web.Types
}

// copyFile sends a file and closes it. Range and conditional requests are
// supported if the status is 200.
func copyFile(x *router.Exchange, status int, f *os.File, opts fileOptions) error {
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h := x.Response.Header()
	for name, values := range opts.headers {
		h[name] = values
	}
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", opts.types.File(f.Name()))
	}
	if res, ok := x.Response.(*web.Responder); ok && status == http.StatusOK {
		if h.Get("Cache-Control") == "" {
			h.Set("Cache-Control", "public, max-age="+strconv.Itoa(opts.maxAge))
		}
		return res.CommitFile(f, info)
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
