package shim

import (
	"context"
	"slices"
	"sync/atomic"

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

// emitter has the listeners of the events of res.
type emitter struct {
	shim      *Shim
	res       *goja.Object
	listeners map[string][]listener
	used      atomic.Bool // on was called
}

func (m *emitter) has(name string) bool { return len(m.listeners[name]) > 0 }

// on is res.on(event, fn); shim.js implements once and addListener with it.
func (m *emitter) on(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(m.shim.rt.NewTypeError("res.on needs a function"))
	}
	if m.listeners == nil {
		m.listeners = map[string][]listener{}
	}
	name := call.Argument(0).String()
	m.used.Store(true)
	m.listeners[name] = append(m.listeners[name], listener{value: call.Argument(1), fn: fn, once: call.Argument(2).ToBoolean()})
	return m.res
}

// remove is res.removeListener(event, fn).
func (m *emitter) remove(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if m.listeners == nil {
		return m.res
	}
	m.listeners[name] = slices.DeleteFunc(slices.Clone(m.listeners[name]), func(l listener) bool {
		return l.value.SameAs(call.Argument(1))
	})
	return m.res
}

func (m *emitter) emitCall(call goja.FunctionCall) goja.Value {
	var args []goja.Value
	if len(call.Arguments) > 1 {
		args = call.Arguments[1:]
	}
	return m.shim.rt.ToValue(m.emit(call.Argument(0).String(), args...))
}

// emit calls the listeners of an event, and logs their exceptions.
func (m *emitter) emit(name string, args ...goja.Value) bool {
	list := m.listeners[name]
	if len(list) == 0 {
		return false
	}
	kept := list[:0:0]
	for _, l := range list {
		if !l.once {
			kept = append(kept, l)
		}
	}
	m.listeners[name] = kept
	for _, l := range list {
		if _, err := l.fn(m.res, args...); err != nil {
			m.shim.opts.Log.Error("a listener of res failed", "event", name, "error", m.shim.realm.Wrap(err))
		}
	}
	return true
}

// withFinishEvents returns d followed by the events "finish" and "close".
func (r *responseState) withFinishEvents(d responseFunc) responseFunc {
	complete := r.shim.realm.Reserve()
	return func() (router.Verdict, error) {
		v, err := d()
		complete(func(*jsapi.Realm) {
			r.done = true
			if err == nil {
				r.events.emit("finish")
			}
			r.events.emit("close")
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
	r := &e.response
	if r.observed || r.res.Get("writeHead") == r.shim.writeHead {
		return
	}
	res, ok := r.x.Response.(observableResponse)
	if !ok {
		return
	}
	r.observed = true
	res.Before(func() {
		status := res.Status()
		// This fails only when the realm is closed, and its code with it.
		_ = e.iso.Do(r.x.Context(), func(*jsapi.Realm) error {
			if !r.sent {
				r.status = status
				r.callReplacedWriteHead()
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
	r := &e.response
	// This fails only when the realm is closed, and its code with it.
	_ = iso.Do(context.WithoutCancel(x.Context()), func(*jsapi.Realm) error {
		if r.done || r.sent || !r.events.has("finish") && !r.events.has("close") {
			return nil
		}
		if res, ok := x.Response.(observableResponse); ok {
			r.status = res.Status()
		}
		r.sent, r.done = true, true
		r.events.emit("finish")
		r.events.emit("close")
		return nil
	})
}

// HasFinishListeners reports whether the project listens to events of the res of x.
func (s *Shim) HasFinishListeners(x *router.Exchange) bool {
	e, ok := x.Script.(*exchange)
	return ok && e.response.events.used.Load()
}
