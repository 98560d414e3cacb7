package node

import (
	"time"

	"github.com/dop251/goja"
)

// timersModule is the native part of timers, process.nextTick and queueMicrotask.
type timersModule struct{ *host }

// timerNatives are the native functions of timers.js.
func (m *timersModule) timerNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"set": func(call goja.FunctionCall) goja.Value {
			fn := m.job(call.Argument(0))
			wait := time.Duration(call.Argument(1).ToFloat() * float64(time.Millisecond))
			return rt.ToValue(m.realm.SetTimer(wait, call.Argument(2).ToBoolean(), fn))
		},
		"immediate": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(m.realm.SetImmediate(m.job(call.Argument(0))))
		},
		"clear": func(call goja.FunctionCall) goja.Value {
			m.realm.ClearTimer(call.Argument(0).ToInteger())
			return goja.Undefined()
		},
	}
}

// job converts a JavaScript function to a function for the loop.
func (m *timersModule) job(v goja.Value) func() error {
	fn, ok := goja.AssertFunction(v)
	if !ok {
		panic(m.realm.Runtime().NewTypeError("The callback must be a function"))
	}
	return func() error {
		_, err := fn(goja.Undefined())
		return err
	}
}

func (m *timersModule) microtask(call goja.FunctionCall) goja.Value {
	m.realm.Microtask(m.job(call.Argument(0)))
	return goja.Undefined()
}

func (m *timersModule) nextTick(call goja.FunctionCall) goja.Value {
	m.realm.NextTick(m.job(call.Argument(0)))
	return goja.Undefined()
}
