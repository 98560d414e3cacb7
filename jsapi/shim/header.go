package shim

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"golang.org/x/net/http/httpguts"

	"framework/jsapi"
)

// setHeaderCall is res.setHeader: (name, value) or ({name: value}).
func (r *responseState) setHeaderCall(call goja.FunctionCall) goja.Value {
	if _, object := call.Argument(0).(*goja.Object); !object && !r.sent && goja.IsUndefined(call.Argument(1)) {
		panic(r.shim.headerError(r.shim.rules().headerErrors().missing, call.Argument(0).String()))
	}
	return r.setHeaders(call)
}

func (r *responseState) setHeaders(call goja.FunctionCall) goja.Value {
	if o, ok := call.Argument(0).(*goja.Object); ok {
		for _, k := range o.Keys() {
			r.setHeader(k, o.Get(k))
		}
		return r.res
	}
	r.setHeader(call.Argument(0).String(), call.Argument(1))
	return r.res
}

// setCall is res.set: in 1.x it adds the charset to a text type without one.
func (r *responseState) setCall(call goja.FunctionCall) goja.Value {
	out := r.setHeaders(call)
	r.shim.rules().completeHeaders(r.x.Response.Header())
	return out
}

func (r *responseState) setHeader(name string, value goja.Value) {
	if r.sent {
		panic(r.shim.errHeadersSent())
	}
	r.shim.checkHeader(name, value)
	h := r.x.Response.Header()
	if list, ok := value.(*goja.Object); ok && jsapi.IsArray(list) {
		h.Del(name)
		for _, k := range list.Keys() {
			h.Add(name, list.Get(k).String())
		}
		return
	}
	h.Set(name, value.String())
}

// headerErrors are the errors of Node for headers that cannot be sent. In a message %s
// is the name of the header.
type headerErrors struct{ name, value, missing, sent headerError }

type headerError struct {
	message, code string
	// plain makes an Error rather than a TypeError.
	plain bool
}

// checkHeader throws what Node throws for a header that cannot be sent.
func (s *Shim) checkHeader(name string, value goja.Value) {
	if !httpguts.ValidHeaderFieldName(name) {
		panic(s.headerError(s.rules().headerErrors().name, name))
	}
	if list, ok := value.(*goja.Object); ok && jsapi.IsArray(list) {
		for _, k := range list.Keys() {
			s.checkHeaderText(name, list.Get(k).String())
		}
		return
	}
	s.checkHeaderText(name, value.String())
}

// checkHeaderText refuses control characters; Node refuses those above 255 too.
func (s *Shim) checkHeaderText(name, text string) {
	for _, r := range text {
		if r < ' ' && r != '\t' || r == 0x7f || r > 0xff {
			panic(s.headerError(s.rules().headerErrors().value, name))
		}
	}
}

func (s *Shim) headerError(e headerError, name string) goja.Value {
	message := strings.ReplaceAll(e.message, "%s", name)
	err := s.rt.NewTypeError(message)
	if e.plain {
		err = s.realm.Error(errors.New(message)).ToObject(s.rt)
	}
	if e.code != "" {
		_ = err.Set("code", e.code) // a fresh object takes it
	}
	return err
}

func (s *Shim) errHeadersSent() goja.Value { return s.headerError(s.rules().headerErrors().sent, "") }

func (r *responseState) getHeader(call goja.FunctionCall) goja.Value {
	if r.sent && !r.done {
		return goja.Undefined() // the header is being written at this moment
	}
	return r.header(call.Argument(0).String())
}

// header returns a response header: a string, or an array if it has several values.
func (r *responseState) header(name string) goja.Value {
	values := r.x.Response.Header().Values(name)
	switch len(values) {
	case 0:
		return goja.Undefined()
	case 1:
		return r.shim.rt.ToValue(values[0])
	}
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return r.shim.rt.NewArray(list...)
}
