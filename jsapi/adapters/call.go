package adapters

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/sequence"
	"framework/engine/value"
	"framework/jsapi"
)

// CallError is an error of a method of an adapter.
type CallError struct {
	Adapter, Source, Method string
	// Thrown says that the method has thrown the error instead of calling back.
	Thrown  bool
	details *value.Map
	Err     error
}

func (e *CallError) Error() string {
	how := "called back with an error"
	if e.Thrown {
		how = "threw an error"
	}
	return fmt.Sprintf("%s of the adapter %s (%s) %s: %v", e.Method, e.Adapter, e.Source, how, e.Err)
}

// Unwrap returns the error itself.
func (e *CallError) Unwrap() error { return e.Err }

// Details are the members of the error that adapters describe it with.
func (e *CallError) Details() *value.Map { return e.details }

// Call calls a method with the arguments and a callback, and returns what it calls back
// with. Errors of the adapter are *CallError; those of ctx are returned as they are. A
// second callback is logged. An operation with a place in a line starts when its turn
// has come, and passes as soon as it has started.
func (a *Adapter) Call(ctx context.Context, method string, args ...any) (any, error) {
	place := sequence.Of(ctx)
	if err := place.Await(ctx); err != nil {
		return nil, err
	}
	// What the method opens, such as a socket, is in use after the call: whatever it goes on
	// to must not end with the time of this query.
	op := a.opts.Isolate.Begin(context.WithoutCancel(ctx), func(r *jsapi.Realm, op *jsapi.Op) {
		if op.Settled() {
			return
		}
		if err := ctx.Err(); err != nil { // it ended while the call waited for the loop
			op.Settle(nil, err)
			return
		}
		c := &call{adapter: a, realm: r, op: op, method: method}
		c.start(args)
	})
	place.Pass()
	defer context.AfterFunc(ctx, func() { op.Settle(nil, ctx.Err()) })()
	v, err := op.Wait()
	var script *jsapi.ScriptError
	var own *CallError
	if errors.As(err, &script) && !errors.As(err, &own) {
		// It was thrown by a timer or an event that the method has waited for.
		err = &CallError{Adapter: a.Name(), Source: a.Source(), Method: method, Thrown: true, Err: err, details: value.New(0)}
	}
	return v, err
}

// call is one call of a method. It is used on the loop only.
type call struct {
	adapter *Adapter
	realm   *jsapi.Realm
	op      *jsapi.Op
	method  string
	done    bool
}

func (c *call) start(args []any) {
	fn, ok := goja.AssertFunction(c.adapter.object.Get(c.method))
	if !ok {
		c.op.Settle(nil, fmt.Errorf("the adapter %s (%s) has no method %s", c.adapter.Name(), c.adapter.Source(), c.method))
		return
	}
	list := make([]goja.Value, len(args), len(args)+1)
	for i, arg := range args {
		list[i] = c.realm.ToJS(arg)
	}
	if c.method == "registerConnection" && len(list) > 1 {
		if err := complete(c.realm, list[1]); err != nil {
			c.thrown(err)
			return
		}
	}
	returned, err := fn(c.adapter.object, append(list, c.callback())...)
	if err != nil {
		c.thrown(c.realm.Wrap(err))
		return
	}
	// The function may be async: then its errors are those of a promise.
	if o, ok := returned.(*goja.Object); ok && o.ClassName() == "Promise" {
		c.realm.WhenSettled(o, func(goja.Value) {}, func(reason goja.Value) { c.thrown(c.realm.GoError(reason)) })
	}
}

// thrown ends the call with an exception. One that comes after the callback is an
// error of what the callback went on to, and is logged.
func (c *call) thrown(err error) {
	if errors.Is(err, jsapi.ErrClosed) {
		c.op.Settle(nil, err)
		return
	}
	failure := c.failure(err, goja.Undefined())
	failure.Thrown = true
	if !c.op.Settle(nil, failure) {
		c.adapter.opts.Log.Error("an adapter threw an error after it had called back", "adapter", c.adapter.Name(), "method", c.method, "error", err)
	}
}

// callback is the function that the adapter calls. It has the members of a switchback,
// which classic adapters may call instead.
func (c *call) callback() goja.Value {
	rt := c.realm.Runtime()
	back := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		c.back(call.Argument(0), call.Argument(1))
		return goja.Undefined()
	}).ToObject(rt)
	refuse := func(call goja.FunctionCall) goja.Value {
		reason := call.Argument(0)
		if !reason.ToBoolean() {
			reason = c.realm.Error(errors.New("no reason was given"))
		}
		c.back(reason, goja.Undefined())
		return goja.Undefined()
	}
	accept := func(call goja.FunctionCall) goja.Value {
		c.back(goja.Undefined(), call.Argument(0))
		return goja.Undefined()
	}
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{"error": refuse, "invalid": refuse, "success": accept} {
		_ = back.Set(name, fn) // does not fail on a new object
	}
	return back
}

func (c *call) back(refused, v goja.Value) {
	if c.done {
		place := c.realm.Caller()
		if place == "" {
			place = c.adapter.Source()
		}
		c.adapter.opts.Log.Warn("an adapter called back a second time, which is ignored", "adapter", c.adapter.Name(), "method", c.method, "place", place)
		return
	}
	c.done = true
	if refused.ToBoolean() {
		c.op.Settle(nil, c.failure(c.realm.GoError(refused), refused))
		return
	}
	out, err := c.realm.FromJS(v)
	if err != nil {
		err = c.failure(fmt.Errorf("its result cannot be read: %w", err), goja.Undefined())
	}
	c.op.Settle(out, err)
}

// failure is the error of the call.
func (c *call) failure(err error, refused goja.Value) *CallError {
	e := &CallError{Adapter: c.adapter.Name(), Source: c.adapter.Source(), Method: c.method, Err: err, details: value.New(0)}
	o, ok := refused.(*goja.Object)
	if !ok {
		return e
	}
	for _, name := range []string{"code", "footprint", "invalidAttributes", "originalError", "errors"} {
		read, err := c.realm.FromJS(member(c.realm, o, name))
		if _, undefined := read.(value.Undefined); err == nil && !undefined {
			e.details.Set(name, read)
		}
	}
	return e
}

// member is a member of an object, undefined where a getter throws.
func member(r *jsapi.Realm, o *goja.Object, name string) (v goja.Value) {
	v = goja.Undefined()
	if ex := r.Runtime().Try(func() {
		if got := o.Get(name); got != nil {
			v = got
		}
	}); ex != nil {
		return goja.Undefined()
	}
	return v
}
