package shim

import (
	"context"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// listener is one function waiting for an event of res.
type listener struct {
	value goja.Value
	fn    goja.Callable
	once  bool
}

// on is res.on(event, fn); shim.js makes once and addListener of it.
func (e *exchange) on(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(e.shim.rt.NewTypeError("res.on needs a function"))
	}
	if e.listeners == nil {
		e.listeners = map[string][]listener{}
	}
	name := call.Argument(0).String()
	e.waits.Store(true)
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

// emit calls the listeners of an event; what they throw is logged.
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

// announce has "finish" and "close" emitted after the delivery.
func (e *exchange) announce(d delivery) delivery {
	complete := e.shim.realm.Reserve()
	return func() (router.Verdict, error) {
		v, err := d()
		complete(func(*jsapi.Realm) {
			e.delivered = true
			if err == nil {
				e.emit("finish")
			}
			e.emit("close")
		})
		return v, err
	}
}

// headed is a Responder that tells when the answer is about to leave.
type headed interface {
	Before(fn func())
	Status() int
}

// follow has what waits for the answer told of it when it is Go that answers:
// a writeHead in place of ours now, listeners by Over. Call it when the
// exchange leaves JavaScript.
func (e *exchange) follow() {
	if e.followed || e.res.Get("writeHead") == e.shim.writeHead {
		return
	}
	res, ok := e.x.Response.(headed)
	if !ok {
		return
	}
	e.followed = true
	res.Before(func() {
		status := res.Status()
		// When the loop is gone there is nobody to tell.
		_ = e.iso.Do(e.x.Context(), func(*jsapi.Realm) error {
			if !e.sent {
				e.status = status
				e.announceHead()
			}
			return nil
		})
	})
}

// Over tells the listeners of res that the exchange is over, where it was Go
// that answered. Call it when no handler has x any more.
func (s *Shim) Over(iso *jsapi.Isolate, x *router.Exchange) {
	e, ok := x.Script.(*exchange)
	if !ok {
		return
	}
	// When the loop is gone there is nobody to tell.
	_ = iso.Do(context.WithoutCancel(x.Context()), func(*jsapi.Realm) error {
		if e.delivered || len(e.listeners["finish"])+len(e.listeners["close"]) == 0 || e.sent {
			return nil
		}
		if res, ok := x.Response.(headed); ok {
			e.status = res.Status()
		}
		e.sent, e.delivered = true, true
		e.emit("finish")
		e.emit("close")
		return nil
	})
}

// Waits reports whether something of the project waits for the end of x.
func (s *Shim) Waits(x *router.Exchange) bool {
	e, ok := x.Script.(*exchange)
	return ok && e.waits.Load()
}
