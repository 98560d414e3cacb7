package app

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Bootstrap calls config.bootstrap and settles op when it is done: when its
// callback is called, when the promise it returned settles, or, where the
// release has that, when a function without parameters returns. Without a
// bootstrap op is settled at once.
func (a *App) Bootstrap(op *jsapi.Op) {
	rt := a.realm.Runtime()
	config, _ := a.object.Get("config").(*goja.Object)
	if config == nil {
		op.Settle(nil, nil)
		return
	}
	fn, ok := goja.AssertFunction(config.Get("bootstrap"))
	if !ok {
		op.Settle(nil, nil)
		return
	}
	done := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		var err error
		if v := call.Argument(0); v.ToBoolean() {
			err = fmt.Errorf("config/bootstrap.js reported an error: %w", a.realm.GoError(v))
		}
		if !op.Settle(nil, err) {
			a.opts.Log.Warn("config/bootstrap.js finished twice; the second time is ignored")
		}
		return goja.Undefined()
	})
	result, err := fn(a.object, done)
	if err != nil {
		op.Settle(nil, fmt.Errorf("config/bootstrap.js failed: %w", a.realm.Wrap(err)))
		return
	}
	takesCallback := config.Get("bootstrap").ToObject(rt).Get("length").ToInteger() > 0
	var then goja.Callable
	promise, ok := result.(*goja.Object)
	if ok {
		then, ok = goja.AssertFunction(promise.Get("then"))
	}
	if !ok {
		if a.opts.BootstrapReturns && !takesCallback {
			op.Settle(nil, nil)
		}
		return
	}
	fulfilled := a.realm.Handler(func(goja.Value) {
		// An async function with a callback parameter is done when it calls back.
		if !takesCallback {
			op.Settle(nil, nil)
		}
	})
	rejected := a.realm.Handler(func(reason goja.Value) {
		op.Settle(nil, fmt.Errorf("config/bootstrap.js failed: %w", a.realm.GoError(reason)))
	})
	if _, err := then(promise, fulfilled, rejected); err != nil {
		op.Settle(nil, a.realm.Wrap(err))
	}
}
