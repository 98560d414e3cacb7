package node

import (
	"runtime"
	"weak"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// weakNatives are the native functions of WeakRef and FinalizationRegistry. They
// use weak pointers of Go, whose garbage collector frees JavaScript objects.
func weakNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	return map[string]any{
		// weak(v) returns a function that returns v, an object or a symbol, until it is collected.
		"weak": func(call goja.FunctionCall) goja.Value {
			if symbol, ok := call.Argument(0).(*goja.Symbol); ok {
				return rt.ToValue(reference(h, symbol, func(s *goja.Symbol) goja.Value { return s }))
			}
			o, _ := call.Argument(0).(*goja.Object)
			return rt.ToValue(reference(h, o, func(o *goja.Object) goja.Value { return o }))
		},
		// registry(gone) returns a function that registers an object and returns a
		// number. gone is called with that number when the object was collected.
		"registry": func(call goja.FunctionCall) goja.Value {
			gone, _ := goja.AssertFunction(call.Argument(0))
			enter := h.realm.Enqueuer()
			last := int64(0)
			return rt.ToValue(func(call goja.FunctionCall) goja.Value {
				last++
				end := func(id int64) {
					enter(func(r *jsapi.Realm) {
						if _, err := gone(goja.Undefined(), rt.ToValue(id)); err != nil {
							r.Uncaught(err)
						}
					})
				}
				switch v := call.Argument(0).(type) {
				case *goja.Symbol:
					runtime.AddCleanup(v, end, last)
				case *goja.Object:
					runtime.AddCleanup(v, end, last)
				}
				return rt.ToValue(last)
			})
		},
	}
}

// reference returns the function of a WeakRef. What it has returned stays alive until the running code ends.
func reference[T any](h *host, target *T, value func(*T) goja.Value) func(goja.FunctionCall) goja.Value {
	stay := func(v *T) {
		h.realm.NextTick(func() error { runtime.KeepAlive(v); return nil })
	}
	p := weak.Make(target)
	stay(target)
	return func(goja.FunctionCall) goja.Value {
		if v := p.Value(); v != nil {
			stay(v)
			return value(v)
		}
		return goja.Undefined()
	}
}
