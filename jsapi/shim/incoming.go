package shim

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// rawChunk is how many bytes of a body are read at once.
const rawChunk = 64 << 10

// Inherit puts the prototypes of Node's http module behind those of req and
// res, for libraries that add to them or ask for instances of their classes.
func (s *Shim) Inherit(module goja.Value) error {
	o, ok := module.(*goja.Object)
	if !ok {
		return nil
	}
	for class, proto := range map[string]*goja.Object{"IncomingMessage": s.reqProto, "ServerResponse": s.resProto} {
		ctor, ok := o.Get(class).(*goja.Object)
		if !ok {
			continue
		}
		if parent, ok := ctor.Get("prototype").(*goja.Object); ok {
			if err := proto.SetPrototype(parent); err != nil {
				return err
			}
		}
	}
	return nil
}

// unread reports whether the body of the request is still to be read.
func (e *exchange) unread() bool {
	return e.x.Request.Body == nil && e.x.Request.Raw != nil && e.x.Request.Raw != http.NoBody
}

// readRaw reads on in a body that no parser has read, and calls done with the
// bytes, or with null at the end.
func (e *exchange) readRaw(callback goja.Value) {
	done, _ := goja.AssertFunction(callback)
	raw := e.x.Request.Raw
	if !e.unread() || e.sent {
		raw = http.NoBody
	}
	e.shim.realm.Async(func(context.Context) (any, error) {
		buf := make([]byte, rawChunk)
		n, err := raw.Read(buf)
		if n > 0 {
			return buf[:n], nil // an error comes again
		}
		if err == nil || errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}, func(r *jsapi.Realm, v any, err error) {
		args := []goja.Value{goja.Null(), goja.Null()}
		if err != nil {
			args[0] = r.Error(err)
		} else if b, ok := v.([]byte); ok {
			args[1] = r.ToJS(b)
		}
		if _, err := done(goja.Undefined(), args...); err != nil {
			e.failCurrent(r.Wrap(err))
		}
	})
}

// whenGone calls a function when the client has gone or has its answer; its
// argument says that there was none.
func (e *exchange) whenGone(callback goja.Value) {
	done, _ := goja.AssertFunction(callback)
	complete := e.shim.realm.Reserve()
	context.AfterFunc(e.x.Context(), func() {
		complete(func(r *jsapi.Realm) {
			if _, err := done(goja.Undefined(), r.Runtime().ToValue(!e.sent)); err != nil {
				e.shim.opts.Log.Error("a listener of req failed", "event", "close", "error", r.Wrap(err))
			}
		})
	})
}
