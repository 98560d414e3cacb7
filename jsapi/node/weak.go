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
	// An object that deref has returned stays alive until the running code ends.
	stay := func(o *goja.Object) {
		h.realm.NextTick(func() error { runtime.KeepAlive(o); return nil })
	}
	return map[string]any{
		// weak(o) returns a function that returns o until it is collected.
		"weak": func(call goja.FunctionCall) goja.Value {
			o, _ := call.Argument(0).(*goja.Object)
			p := weak.Make(o)
			stay(o)
			return rt.ToValue(func(goja.FunctionCall) goja.Value {
				if o := p.Value(); o != nil {
					stay(o)
					return o
				}
				return goja.Undefined()
			})
		},
		// registry(gone) returns a function that registers an object and returns a
		// number. gone is called with that number when the object was collected.
		"registry": func(call goja.FunctionCall) goja.Value {
			gone, _ := goja.AssertFunction(call.Argument(0))
			enter := h.realm.Enqueuer()
			last := int64(0)
			return rt.ToValue(func(call goja.FunctionCall) goja.Value {
				o, _ := call.Argument(0).(*goja.Object)
				last++
				runtime.AddCleanup(o, func(id int64) {
					enter(func(r *jsapi.Realm) {
						if _, err := gone(goja.Undefined(), rt.ToValue(id)); err != nil {
							r.Uncaught(err)
						}
					})
				}, last)
				return rt.ToValue(last)
			})
		},
	}
}
