package node

import (
	"slices"
	"time"

	"github.com/dop251/goja"
)

// timersModule is the native part of timers, process.nextTick and queueMicrotask.
type timersModule struct {
	*host
	began time.Time
}

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
		"refresh": func(call goja.FunctionCall) goja.Value {
			wait := time.Duration(call.Argument(1).ToFloat() * float64(time.Millisecond))
			return rt.ToValue(m.realm.RefreshTimer(call.Argument(0).ToInteger(), wait))
		},
		"weaken": func(call goja.FunctionCall) goja.Value {
			m.realm.WeakenTimer(call.Argument(0).ToInteger(), call.Argument(1).ToBoolean())
			return goja.Undefined()
		},
		"live": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(m.realm.TimerLive(call.Argument(0).ToInteger()))
		},
		// now is the time in milliseconds that process.uptime has in seconds.
		"now": func(goja.FunctionCall) goja.Value { return rt.ToValue(time.Since(m.began).Milliseconds()) },
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

// nextTick is process.nextTick(fn, ...args).
func (m *timersModule) nextTick(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		m.throwArgument("callback", "function", call.Argument(0))
	}
	var args []goja.Value
	if len(call.Arguments) > 1 {
		args = slices.Clone(call.Arguments[1:])
	}
	m.realm.NextTick(func() error {
		_, err := fn(goja.Undefined(), args...)
		return err
	})
	return goja.Undefined()
}

// throwArgument throws the error that util.js makes of an argument of another type.
func (h *host) throwArgument(name, expected string, actual goja.Value) {
	rt := h.realm.Runtime()
	util, err := h.load("util")
	if err != nil {
		panic(h.realm.Error(err))
	}
	made, _ := goja.AssertFunction(util.ToObject(rt).Get("invalidArgument"))
	e, err := made(goja.Undefined(), rt.ToValue(name), rt.ToValue(expected), actual)
	if err != nil {
		panic(err)
	}
	panic(e)
}
