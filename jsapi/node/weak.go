package node

import (
	"runtime"
	"weak"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// weakNatives are those of WeakRef and FinalizationRegistry: objects of
// JavaScript are collected by Go.
func (h *host) weakNatives() map[string]any {
	rt := h.realm.Runtime()
	// What was seen to be there stays for as long as the code that saw it runs.
	stay := func(o *goja.Object) {
		h.realm.NextTick(func() error { runtime.KeepAlive(o); return nil })
	}
	return map[string]any{
		// weak(o) returns a function that returns o while it is there.
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
		// registry(gone) returns a function that watches an object and returns
		// the number that gone is called with some time after the object went.
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
