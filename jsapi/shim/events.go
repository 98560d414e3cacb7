package shim

import (
	"context"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// listener is a listener of an event of res.
type listener struct {
	value goja.Value
	fn    goja.Callable
	once  bool
}

// on is res.on(event, fn); shim.js implements once and addListener with it.
func (e *exchange) on(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(e.shim.rt.NewTypeError("res.on needs a function"))
	}
	if e.listeners == nil {
		e.listeners = map[string][]listener{}
	}
	name := call.Argument(0).String()
	e.hasListeners.Store(true)
	e.listeners[name] = append(e.listeners[name], listener{value: call.Argument(1), fn: fn, once: call.Argument(2).ToBoolean()})
	return e.res
}

// removeListener is res.removeListener(event, fn).
func (e *exchange) removeListener(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if e.listeners == nil {
		return e.res
	}
	e.listeners[name] = slices.DeleteFunc(slices.Clone(e.listeners[name]), func(l listener) bool {
		return l.value.SameAs(call.Argument(1))
	})
	return e.res
}

func (e *exchange) emitCall(call goja.FunctionCall) goja.Value {
	var args []goja.Value
	if len(call.Arguments) > 1 {
		args = call.Arguments[1:]
	}
	return e.shim.rt.ToValue(e.emit(call.Argument(0).String(), args...))
}

// emit calls the listeners of an event, and logs their exceptions.
func (e *exchange) emit(name string, args ...goja.Value) bool {
	list := e.listeners[name]
	if len(list) == 0 {
		return false
	}
	kept := list[:0:0]
	for _, l := range list {
		if !l.once {
			kept = append(kept, l)
		}
	}
	e.listeners[name] = kept
	for _, l := range list {
		if _, err := l.fn(e.res, args...); err != nil {
			e.shim.opts.Log.Error("a listener of res failed", "event", name, "error", e.shim.realm.Wrap(err))
		}
	}
	return true
}

// withFinishEvents returns d followed by the events "finish" and "close".
func (e *exchange) withFinishEvents(d responseFunc) responseFunc {
	complete := e.shim.realm.Reserve()
	return func() (router.Verdict, error) {
		v, err := d()
		complete(func(*jsapi.Realm) {
			e.responseSent = true
			if err == nil {
				e.emit("finish")
			}
			e.emit("close")
		})
		return v, err
	}
}

// observableResponse is a Responder that calls a function before it sends the header.
type observableResponse interface {
	Before(fn func())
	Status() int
}

// observeResponse makes sure that a res.writeHead which the project has replaced
// is also called if Go answers. Libraries do that to change headers at the last
// moment. Call it when the exchange goes back to Go. (EmitFinish does the same for
// listeners.)
func (e *exchange) observeResponse() {
	if e.observed || e.res.Get("writeHead") == e.shim.writeHead {
		return
	}
	res, ok := e.x.Response.(observableResponse)
	if !ok {
		return
	}
	e.observed = true
	res.Before(func() {
		status := res.Status()
		// This fails only when the realm is closed, and its code with it.
		_ = e.iso.Do(e.x.Context(), func(*jsapi.Realm) error {
			if !e.sent {
				e.status = status
				e.callReplacedWriteHead()
			}
			return nil
		})
	})
}

// EmitFinish emits "finish" and "close" on res if Go has answered the exchange.
// Call it when no handler uses x any more.
func (s *Shim) EmitFinish(iso *jsapi.Isolate, x *router.Exchange) {
	e, ok := x.Script.(*exchange)
	if !ok {
		return
	}
	// This fails only when the realm is closed, and its code with it.
	_ = iso.Do(context.WithoutCancel(x.Context()), func(*jsapi.Realm) error {
		if e.responseSent || len(e.listeners["finish"])+len(e.listeners["close"]) == 0 || e.sent {
			return nil
		}
		if res, ok := x.Response.(observableResponse); ok {
			e.status = res.Status()
		}
		e.sent, e.responseSent = true, true
		e.emit("finish")
		e.emit("close")
		return nil
	})
}

// HasFinishListeners reports whether the project listens to events of the res of x.
func (s *Shim) HasFinishListeners(x *router.Exchange) bool {
	e, ok := x.Script.(*exchange)
	return ok && e.hasListeners.Load()
}
