package node

import (
	"time"

	"github.com/dop251/goja"
)

// timerNatives plan functions on the loop.
func (h *host) timerNatives() map[string]any {
	rt := h.realm.Runtime()
	return map[string]any{
		"set": func(call goja.FunctionCall) goja.Value {
			fn := h.job(call.Argument(0))
			wait := time.Duration(call.Argument(1).ToFloat() * float64(time.Millisecond))
			return rt.ToValue(h.realm.SetTimer(wait, call.Argument(2).ToBoolean(), fn))
		},
		"immediate": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(h.realm.SetImmediate(h.job(call.Argument(0))))
		},
		"clear": func(call goja.FunctionCall) goja.Value {
			h.realm.ClearTimer(call.Argument(0).ToInteger())
			return goja.Undefined()
		},
	}
}

// job makes a function without arguments one that the loop can run.
func (h *host) job(v goja.Value) func() error {
	fn, ok := goja.AssertFunction(v)
	if !ok {
		panic(h.realm.Runtime().NewTypeError("The callback must be a function"))
	}
	return func() error {
		_, err := fn(goja.Undefined())
		return err
	}
}

func (h *host) microtask(call goja.FunctionCall) goja.Value {
	h.realm.Microtask(h.job(call.Argument(0)))
	return goja.Undefined()
}

func (h *host) nextTick(call goja.FunctionCall) goja.Value {
	h.realm.NextTick(h.job(call.Argument(0)))
	return goja.Undefined()
}
