package shim

import (
	"context"
	_ "embed"

	"github.com/dop251/goja"

	"framework/jsapi"
)

//go:embed upload.js
var uploadSource string

var uploadProgram = goja.MustCompile("framework:upload.js", uploadSource, true)

// uploadNatives adds what upload.js is made of.
func (s *Shim) uploadNatives(set func(name string, fn func(call goja.FunctionCall) goja.Value)) {
	set("upload", s.upload)
	// uploads is (req, field): the files of a field.
	set("uploads", func(call goja.FunctionCall) goja.Value {
		return s.realm.ToJS(s.uploads().List(s.exchange(call.Argument(0)).x, call.Argument(1).String()))
	})
	// readUpload is (req, field, file, offset, n, callback).
	set("readUpload", func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.Argument(0))
		field, file, offset, n := call.Argument(1).String(), int(call.Argument(2).ToInteger()), call.Argument(3).ToInteger(), int(call.Argument(4).ToInteger())
		s.background(e, call.Argument(5), func(ctx context.Context) (any, error) {
			return s.uploads().Read(ctx, e.x, field, file, offset, n)
		})
		return goja.Undefined()
	})
	// require is that of the project's modules.
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

func (s *Shim) uploads() Uploads {
	if s.opts.Uploads == nil {
		panic(s.rt.NewTypeError("this server takes no uploads"))
	}
	return s.opts.Uploads
}

// upload is (req, field, options, callback): it stores the files off the loop.
func (s *Shim) upload(call goja.FunctionCall) goja.Value {
	e, uploads := s.exchange(call.Argument(0)), s.uploads()
	field := call.Argument(1).String()
	opts, err := s.realm.FromJS(call.Argument(2))
	if err != nil {
		panic(s.realm.Error(err))
	}
	s.background(e, call.Argument(3), func(ctx context.Context) (any, error) {
		return uploads.Receive(ctx, e.x, field, opts)
	})
	return goja.Undefined()
}

// background does work off the loop and hands its result to done.
func (s *Shim) background(e *exchange, done goja.Value, work func(ctx context.Context) (any, error)) {
	callback, ok := goja.AssertFunction(done)
	if !ok {
		panic(s.rt.NewTypeError("upload needs a callback"))
	}
	s.realm.Async(work, func(r *jsapi.Realm, v any, err error) {
		if err := r.Callback(callback, v, err); err != nil {
			e.failCurrent(r.Wrap(err))
		}
	})
}
