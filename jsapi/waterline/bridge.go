package waterline

import (
	_ "embed"
	"errors"
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/node"
)

//go:embed model.js
var source string

var compiled = sync.OnceValues(func() (*goja.Program, error) {
	return compile.Source("framework:model.js", source, true)
})

type bridgeKey struct{}

// bridge is what this package keeps in one realm. It is used on the loop only.
type bridge struct {
	realm   *jsapi.Realm
	rt      *goja.Runtime
	classes map[*orm.Model]*Class

	makeModel  goja.Callable // of model.js
	makeRecord goja.Callable
	failure    goja.Callable
	call       goja.Callable
}

// bridgeOf returns the bridge of a realm and builds it at the first call.
func bridgeOf(r *jsapi.Realm) (*bridge, error) {
	if b, ok := r.Slot(bridgeKey{}).(*bridge); ok {
		return b, nil
	}
	program, err := compiled()
	if err != nil {
		return nil, err
	}
	rt := r.Runtime()
	b := &bridge{realm: r, rt: rt, classes: map[*orm.Model]*Class{}}
	factory, err := rt.RunProgram(program)
	if err != nil {
		return nil, err
	}
	start, ok := goja.AssertFunction(factory)
	if !ok {
		return nil, errors.New("model.js gives no function")
	}
	native := rt.NewObject()
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		"later":    b.later,
		"toObject": b.toObject,
		"toJSON":   b.toJSON,
		"inspect": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(node.Inspect(r, call.Argument(0)))
		},
	} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	v, err := start(goja.Undefined(), native)
	if err != nil {
		return nil, r.Wrap(err)
	}
	parts := v.ToObject(rt)
	for name, into := range map[string]*goja.Callable{
		"makeModel": &b.makeModel, "makeRecord": &b.makeRecord, "failure": &b.failure, "call": &b.call,
	} {
		if *into, ok = goja.AssertFunction(parts.Get(name)); !ok {
			return nil, fmt.Errorf("model.js gives no function %s", name)
		}
	}
	r.SetSlot(bridgeKey{}, b)
	r.OnToJS(b.recordToJS)
	r.OnFromJS(b.recordFromJS)
	r.OnError(b.errorToJS)
	r.OnStringify(Untouched)
	return b, nil
}

// later is native.later(fn, …args): fn runs in a turn of its own on behalf of
// the current operation, so that what it throws is an uncaught error.
func (b *bridge) later(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(b.rt.NewTypeError("a callback has to be a function"))
	}
	args := call.Arguments[1:]
	b.realm.Reserve()(func(*jsapi.Realm) { b.invoke(fn, args...) })
	return goja.Undefined()
}

// invoke calls a function of the project in a turn that nothing waits for:
// what it throws is an uncaught error of the current operation.
func (b *bridge) invoke(fn goja.Callable, args ...goja.Value) {
	if _, err := fn(goja.Undefined(), args...); err != nil {
		b.realm.Uncaught(err)
	}
}
