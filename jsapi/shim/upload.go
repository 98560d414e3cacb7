package shim

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
)

//go:embed upload.js
var uploadSource string

var uploadProgram = lazy("framework:upload.js", &uploadSource)

// uploadChunk is the size of the buffer for reading an uploaded file.
const uploadChunk = 64 << 10

// uploadNatives adds the native functions of upload.js. The files of a field are
// numbered in the order of their arrival.
func (s *Shim) uploadNatives(set func(name string, fn func(call goja.FunctionCall) goja.Value)) {
	// claimUpload is (req, field): the project will read the files of the field.
	set("claimUpload", func(call goja.FunctionCall) goja.Value {
		s.upload(call).Claim(call.Argument(1).String())
		return goja.Undefined()
	})
	// dropUpload is (req, field): the rest of the field is discarded.
	set("dropUpload", func(call goja.FunctionCall) goja.Value {
		s.upload(call).Drop(call.Argument(1).String())
		return goja.Undefined()
	})
	// hasUpload is (req): whether the request has files.
	set("hasUpload", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.upload(call) != nil)
	})
	// uploads is (req, field): the files that have begun to arrive.
	set("uploads", func(call goja.FunctionCall) goja.Value {
		files := s.upload(call).Files(call.Argument(1).String())
		list := make([]any, len(files))
		for i, f := range files {
			list[i] = describe(f)
		}
		return s.realm.ToJS(list)
	})
	// nextUpload is (req, field, file, callback): null when there is none.
	set("nextUpload", func(call goja.FunctionCall) goja.Value {
		e, upload, field, at := s.exchange(call.Argument(0)), s.upload(call), call.Argument(1).String(), int(call.Argument(2).ToInteger())
		s.background(e, call.Argument(3), func(ctx context.Context) (any, error) {
			f, err := upload.Next(ctx, field, at)
			if f == nil || err != nil {
				return nil, uploadFailure(err)
			}
			return describe(f), nil
		})
		return goja.Undefined()
	})
	// readUpload is (req, field, file, callback): null at the end.
	set("readUpload", func(call goja.FunctionCall) goja.Value {
		e, f := s.uploadFile(call)
		s.background(e, call.Argument(3), func(ctx context.Context) (any, error) {
			buffer := make([]byte, uploadChunk)
			n, err := f.Read(ctx, buffer)
			if errors.Is(err, io.EOF) {
				return nil, nil
			}
			return buffer[:n], uploadFailure(err)
		})
		return goja.Undefined()
	})
	set("saveUpload", s.saveUpload)
	// removeUploads is (paths): removes files that saveUpload has stored.
	set("removeUploads", func(call goja.FunctionCall) goja.Value {
		var paths []string
		if err := s.rt.ExportTo(call.Argument(0), &paths); err != nil {
			panic(s.realm.Error(err))
		}
		s.realm.Go(func(context.Context) {
			for _, path := range paths {
				if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
					s.opts.Log.Warn("a file of a failed upload could not be removed", "error", err)
				}
			}
		})
		return goja.Undefined()
	})
	// byteCount is (value, default): bytes of a setting such as "10m".
	set("byteCount", func(call goja.FunctionCall) goja.Value {
		v, err := s.realm.FromJS(call.Argument(0))
		if err != nil {
			panic(s.realm.Error(err))
		}
		n, err := web.ByteCount(v, call.Argument(1).ToInteger())
		if err != nil {
			panic(s.realm.Error(fmt.Errorf("upload: maxBytes: %w", err)))
		}
		return s.rt.ToValue(n)
	})
	// lateFields is (req): adds fields that followed after files to req.body.
	set("lateFields", func(call goja.FunctionCall) goja.Value {
		s.exchange(call.Argument(0)).lateFields()
		return goja.Undefined()
	})
	// require loads a module of the project.
	set("require", func(call goja.FunctionCall) goja.Value {
		if s.opts.Require == nil {
			panic(s.rt.NewTypeError("this server has no modules"))
		}
		v, err := s.opts.Require(call.Argument(0).String())
		if err != nil {
			panic(s.realm.Error(err))
		}
		return v
	})
}

// upload returns the upload of the request in the first argument; nil without files.
func (s *Shim) upload(call goja.FunctionCall) *web.Upload {
	e := s.exchange(call.Argument(0))
	if s.opts.Upload == nil {
		return nil
	}
	return s.opts.Upload(e.x)
}

// uploadFile returns the file of the arguments (req, field, number).
func (s *Shim) uploadFile(call goja.FunctionCall) (*exchange, *web.File) {
	e := s.exchange(call.Argument(0))
	files := s.upload(call).Files(call.Argument(1).String())
	at := call.Argument(2).ToInteger()
	if at < 0 || at >= int64(len(files)) {
		panic(s.rt.NewTypeError("there is no such upload"))
	}
	return e, files[at]
}

func describe(f *web.File) *value.Map {
	n, _ := f.Received()
	return value.Of("filename", f.Filename, "size", n, "type", f.Type, "field", f.Field)
}

// saveUpload is (req, field, number, {dirname, name, limit, used}, progress,
// callback): it stores a file while it arrives.
func (s *Shim) saveUpload(call goja.FunctionCall) goja.Value {
	e, f := s.uploadFile(call)
	o := call.Argument(3).ToObject(s.rt)
	uploads := filepath.Join(s.opts.Root, ".tmp", "uploads")
	relative := s.opts.Switches.RelativeUploads
	opts := web.SaveOptions{
		Dir: uploads, Limit: o.Get("limit").ToInteger(), Used: o.Get("used").ToInteger(),
	}
	if dir, ok := o.Get("dirname").(goja.String); ok && dir.String() != "" {
		if opts.Dir = dir.String(); !filepath.IsAbs(opts.Dir) {
			opts.Dir = filepath.Join(uploads, opts.Dir)
		} else {
			relative = false
		}
	}
	if name, ok := o.Get("name").(goja.String); ok {
		opts.Name = name.String()
		relative = relative && !filepath.IsAbs(opts.Name)
	}
	if listener, ok := goja.AssertFunction(call.Argument(4)); ok {
		opts.Progress = (&progress{listener: listener, e: e, file: f, enter: s.realm.Enqueuer()}).step
	}
	s.background(e, call.Argument(5), func(ctx context.Context) (any, error) {
		saved, err := f.Save(ctx, opts)
		fd := saved.Path
		if relative && err == nil {
			if rel, failed := filepath.Rel(uploads, saved.Path); failed == nil {
				fd = rel
			}
		}
		return value.Of("fd", fd, "path", saved.Path, "size", saved.Size, "sent", f.Sent()), uploadFailure(err)
	})
	return goja.Undefined()
}

// progress calls a listener with the number of bytes received. Progress that is
// made while a call is scheduled is reported by that call.
type progress struct {
	listener  goja.Callable
	e         *exchange
	file      *web.File
	enter     func(fn func(r *jsapi.Realm)) bool
	written   atomic.Int64
	scheduled atomic.Bool
}

func (p *progress) step(written int64) {
	p.written.Store(written)
	if !p.scheduled.CompareAndSwap(false, true) {
		return
	}
	p.enter(func(r *jsapi.Realm) {
		p.scheduled.Store(false)
		if _, err := p.listener(goja.Undefined(), r.ToJS(p.written.Load()), r.ToJS(p.file.Total())); err != nil {
			p.e.failCurrent(r.Wrap(err))
		}
	})
}

// uploadFailure adds the code of Sails to an error of an upload.
func uploadFailure(err error) error {
	var tooLarge *web.TooLargeError
	var incomplete *web.IncompleteError
	switch {
	case errors.As(err, &tooLarge):
		return &router.Error{Status: http.StatusInternalServerError, Code: "E_EXCEEDS_UPLOAD_LIMIT", Err: err}
	case errors.As(err, &incomplete):
		return &router.Error{Status: http.StatusBadRequest, Code: incomplete.Code, Err: err}
	}
	return err
}

// lateFields adds fields that followed after files to the body.
func (e *exchange) lateFields() {
	if e.shim.opts.Upload == nil {
		return
	}
	late := e.shim.opts.Upload(e.x).Late()
	if len(late) == 0 {
		return
	}
	held, ok := e.request.slots[slotBody].(*goja.Object)
	if !ok {
		if !e.serving() {
			return // Go uses the request now
		}
		body, ok := e.x.Request.Body.(*value.Map)
		if !ok {
			return
		}
		for _, f := range late {
			f.AddTo(body)
		}
		e.request.slots[slotAllParams] = nil
		return
	}
	for _, f := range late {
		one := value.New(1)
		if old := held.Get(f.Name); old != nil && owns(held, f.Name) {
			v, err := e.shim.realm.FromJS(old)
			if err != nil {
				continue // a value of the project that cannot be converted
			}
			one.Set(f.Name, v)
		}
		f.AddTo(one)
		_ = held.Set(f.Name, e.shim.realm.ToJS(one.Value(f.Name))) // fails if the project has frozen the body
	}
	e.request.slots[slotAllParams] = nil
}

// background runs work on a goroutine and calls done with its result. Uploads
// continue after the response was sent, so the context of work is that of the realm.
func (s *Shim) background(e *exchange, done goja.Value, work func(ctx context.Context) (any, error)) {
	callback, ok := goja.AssertFunction(done)
	if !ok {
		panic(s.rt.NewTypeError("upload needs a callback"))
	}
	complete := s.realm.Reserve()
	s.realm.Go(func(ctx context.Context) {
		v, err := work(ctx)
		complete(func(r *jsapi.Realm) {
			if err := callBack(r, callback, v, err); err != nil {
				e.failCurrent(r.Wrap(err))
			}
		})
	})
}

// callBack calls a function of upload.js. The Error for an upload that exceeds its limit
// has the member written, the number of bytes.
func callBack(r *jsapi.Realm, callback goja.Callable, v any, err error) error {
	tooLarge, ok := errors.AsType[*web.TooLargeError](err)
	if !ok || tooLarge.Written == 0 {
		return r.Callback(callback, v, err)
	}
	failure := r.Error(err)
	if o, ok := failure.(*goja.Object); ok {
		if err := o.Set("written", tooLarge.Written); err != nil {
			return err
		}
	}
	_, err = callback(goja.Undefined(), failure)
	return err
}
