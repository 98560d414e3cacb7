package functions

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi/intrinsics"
)

//go:embed asyncgenerator.js
var asyncGeneratorSource string

var asyncGeneratorProgram = sync.OnceValues(func() (*goja.Program, error) {
	return goja.Compile("framework:asyncgenerator.js", asyncGeneratorSource, true)
})

// asyncGenerators are the prototypes of asynchronous generators and of what they return.
type asyncGenerators struct {
	functions, generators *goja.Object
	iterate               goja.Callable
}

// ofAsyncGenerators makes the prototypes when there is the first such function, and defines what compiled ones call.
func (m *mender) ofAsyncGenerators() (*asyncGenerators, error) {
	if m.asyncGenerators != nil {
		return m.asyncGenerators, nil
	}
	program, err := asyncGeneratorProgram()
	if err != nil {
		return nil, err
	}
	v, err := m.rt.RunProgram(program)
	if err != nil {
		return nil, err
	}
	install, _ := goja.AssertFunction(v)
	isGenerator := func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		return m.rt.ToValue(ok && m.layout.IsGenerator(o))
	}
	construct := func(call goja.FunctionCall) goja.Value {
		texts := make([]goja.String, len(call.Arguments))
		for i, v := range call.Arguments {
			texts[i], _ = m.rt.ToValue(v.String()).(goja.String)
		}
		return m.construct(texts)
	}
	made, err := install(goja.Undefined(), m.rt.ToValue(isGenerator), m.rt.ToValue(construct))
	if err != nil {
		return nil, err
	}
	list := made.ToObject(m.rt)
	for i, name := range map[string]string{"2": Await, "3": Delegate} {
		if err := intrinsics.Define(m.rt, name, list.Get(i)); err != nil {
			return nil, err
		}
	}
	iterate, _ := goja.AssertFunction(list.Get("4"))
	m.asyncGenerators = &asyncGenerators{functions: list.Get("0").ToObject(m.rt), generators: list.Get("1").ToObject(m.rt), iterate: iterate}
	return m.asyncGenerators, nil
}

func (m *mender) mendGenerator(fn *goja.Object) {
	of, err := m.ofAsyncGenerators()
	if err != nil {
		panic(err)
	}
	m.inherit(fn, of.functions)
	if prototype, ok := fn.Get("prototype").(*goja.Object); ok {
		m.inherit(prototype, of.generators)
	}
}

// marked gives its first argument the prototypes of an asynchronous generator, and the name in the second one.
func (m *mender) marked(call goja.FunctionCall) goja.Value {
	fn, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return call.Argument(0)
	}
	m.mend(fn)
	if name := call.Argument(1); !goja.IsUndefined(name) {
		if err := fn.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			panic(err)
		}
	}
	return fn
}

func (m *mender) iterate(call goja.FunctionCall) goja.Value {
	of, err := m.ofAsyncGenerators()
	if err != nil {
		panic(err)
	}
	v, err := of.iterate(goja.Undefined(), call.Arguments...)
	if err != nil {
		panic(err)
	}
	return v
}
