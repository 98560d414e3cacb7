package functions

import (
	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// mender gives functions the prototypes that goja does not give them.
type mender struct {
	layout *objects.Layout
	plain  *goja.Object // Function.prototype
	async  *goja.Object // AsyncFunction.prototype
}

var prototypes = goja.MustCompile("framework:functions.js", "[Function.prototype, Object.getPrototypeOf(async function () {})]", true)

func newMender(rt *goja.Runtime, l *objects.Layout) (*mender, error) {
	found, err := rt.RunProgram(prototypes)
	if err != nil {
		return nil, err
	}
	list := found.ToObject(rt)
	return &mender{layout: l, plain: list.Get("0").ToObject(rt), async: list.Get("1").ToObject(rt)}, nil
}

// mend gives a method that is asynchronous the prototype of functions that are. Other values stay as they are.
func (m *mender) mend(v goja.Value) {
	fn, ok := v.(*goja.Object)
	if !ok || !m.layout.IsAsyncMethod(fn) || fn.Prototype() != m.plain {
		return
	}
	if err := fn.SetPrototype(m.async); err != nil {
		panic(err)
	}
}

// class is called in a static block before all others, so that no code has seen the methods.
func (m *mender) class(call goja.FunctionCall) goja.Value {
	class, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	m.layout.EachMethod(class, m.mend)
	if prototype, ok := class.Get("prototype").(*goja.Object); ok {
		m.layout.EachMethod(prototype, m.mend)
	}
	for _, private := range call.Arguments[1:] {
		m.mend(private)
	}
	return goja.Undefined()
}

func (m *mender) literal(call goja.FunctionCall) goja.Value {
	if of, ok := call.Argument(0).(*goja.Object); ok {
		m.layout.EachMethod(of, m.mend)
	}
	return call.Argument(0)
}
