package functions

import (
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// mender gives functions the prototypes that goja does not give them.
type mender struct {
	rt     *goja.Runtime
	layout *objects.Layout
	plain  *goja.Object // Function.prototype
	async  *goja.Object // AsyncFunction.prototype
	// generator is that of generators; asyncGenerators are those of asynchronous ones, nil before there is one.
	generator       *goja.Object
	asyncGenerators *asyncGenerators
	construct       func(texts []goja.String) *goja.Object
}

var prototypes = goja.MustCompile("framework:functions.js", "[Function.prototype, Object.getPrototypeOf(async function () {}), Object.getPrototypeOf(function* () {})]", true)

func newMender(rt *goja.Runtime, l *objects.Layout, construct func(texts []goja.String) *goja.Object) (*mender, error) {
	found, err := rt.RunProgram(prototypes)
	if err != nil {
		return nil, err
	}
	list := found.ToObject(rt)
	return &mender{
		rt: rt, layout: l, construct: construct,
		plain: list.Get("0").ToObject(rt), async: list.Get("1").ToObject(rt), generator: list.Get("2").ToObject(rt),
	}, nil
}

// mend gives a method that is asynchronous the prototype of functions that are, and an asynchronous generator its own.
// Other values stay as they are.
func (m *mender) mend(v goja.Value) {
	fn, ok := v.(*goja.Object)
	if !ok {
		return
	}
	if m.layout.IsAsyncMethod(fn) {
		if fn.Prototype() == m.plain {
			m.inherit(fn, m.async)
		}
		return
	}
	if strings.HasPrefix(m.layout.GeneratorText(fn), "async") && fn.Prototype() == m.generator {
		m.mendGenerator(fn)
	}
}

func (m *mender) inherit(o, from *goja.Object) {
	if err := o.SetPrototype(from); err != nil {
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
