package shim

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// rawChunk is the size of the buffer for reading a body.
const rawChunk = 64 << 10

// Inherit makes the prototypes of req and res inherit from those of Node's http
// module, for libraries that extend these or use instanceof.
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

// unread reports whether no parser has read the body of a request.
func unread(r *router.Request) bool {
	return r.Body == nil && r.Raw != nil && r.Raw != http.NoBody
}

// readRaw reads the next bytes of a body that no parser has read, and calls done
// with them, or with null at the end.
func (e *exchange) readRaw(callback goja.Value) {
	done, _ := goja.AssertFunction(callback)
	raw := e.x.Request.Raw
	if !unread(e.x.Request) || e.response.sent {
		raw = http.NoBody
	}
	e.shim.realm.Async(func(context.Context) (any, error) {
		buf := make([]byte, rawChunk)
		n, err := raw.Read(buf)
		if n > 0 {
			return buf[:n], nil // the next Read returns the error again
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

// onClientGone calls a function when the client has disconnected or has its
// response; the argument is true if no response was sent.
func (e *exchange) onClientGone(callback goja.Value) {
	done, _ := goja.AssertFunction(callback)
	complete := e.shim.realm.Reserve()
	context.AfterFunc(e.x.Context(), func() {
		complete(func(r *jsapi.Realm) {
			if _, err := done(goja.Undefined(), r.Runtime().ToValue(!e.response.sent)); err != nil {
				e.shim.opts.Log.Error("a listener of req failed", "event", "close", "error", r.Wrap(err))
			}
		})
	})
}
