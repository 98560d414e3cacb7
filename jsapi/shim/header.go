package shim

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// setHeaderCall is res.setHeader: (name, value) or ({name: value}).
func (r *responseState) setHeaderCall(call goja.FunctionCall) goja.Value {
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
	out := r.setHeaderCall(call)
	r.shim.rules().completeHeaders(r.x.Response.Header())
	return out
}

func (r *responseState) setHeader(name string, value goja.Value) {
	if r.sent {
		panic(r.shim.realm.Error(errHeadersSent(name)))
	}
	h := r.x.Response.Header()
	if list, ok := value.(*goja.Object); ok && jsapi.IsArray(list) {
		h.Del(name)
		for _, k := range list.Keys() {
			h.Add(name, headerText(list.Get(k)))
		}
		return
	}
	h.Set(name, headerText(value))
}

func errHeadersSent(name string) error {
	return fmt.Errorf("can't set headers after they are sent: %s", name)
}

// headerText replaces line breaks in the value of a header, because a line break
// would start another header.
func headerText(v goja.Value) string {
	text := v.String()
	for i := range len(text) {
		if text[i] == '\r' || text[i] == '\n' || text[i] == 0 {
			b := []byte(text)
			for j, c := range b {
				if c == '\r' || c == '\n' || c == 0 {
					b[j] = ' '
				}
			}
			return string(b)
		}
	}
	return text
}

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
