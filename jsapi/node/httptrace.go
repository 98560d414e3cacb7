package node

import (
	"github.com/dop251/goja"

	"framework/engine/observe"
)

// trace gives a request of the project the headers of the trace of the request on whose
// behalf it is made, if that is followed.
func (m *httpModule) trace(call goja.FunctionCall) goja.Value {
	of := observe.Of(m.realm.Context())
	if of == nil || !of.Trace.Valid() {
		return goja.Undefined()
	}
	out, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	set, ok := goja.AssertFunction(out.Get("setHeader"))
	if !ok {
		return goja.Undefined()
	}
	rt := m.realm.Runtime()
	headers := [][2]string{{"traceparent", of.Trace.Header()}, {"tracestate", of.Trace.State}}
	for _, h := range headers {
		if h[1] == "" {
			continue
		}
		if _, err := set(out, rt.ToValue(h[0]), rt.ToValue(h[1])); err != nil {
			panic(err)
		}
	}
	return goja.Undefined()
}
