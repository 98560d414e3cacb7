package jsapi

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
)

//go:embed combinators.js
var combinatorsSource string

const combinatorsName = "framework:combinators.js"

var combinatorsProgram = goja.MustCompile(combinatorsName, combinatorsSource, true)

// installCombinators replaces Promise.all and its like. A handler of theirs for an element returns what waits for it when
// it is called with ask: an object with the name of the function, the index and the promise that the function has returned.
func installCombinators(rt *goja.Runtime) (ask goja.Value, err error) {
	v, err := rt.RunProgram(combinatorsProgram)
	if err != nil {
		return nil, err
	}
	install, ok := goja.AssertFunction(v)
	if !ok {
		return nil, errors.New("combinators.js gives no function")
	}
	refuse := func(call goja.FunctionCall) goja.Value {
		panic(rt.NewTypeError("%s", refusal(rt, call.Argument(0).String(), call.Argument(1))))
	}
	notConstructor := func(call goja.FunctionCall) goja.Value {
		_, ok := goja.AssertConstructor(call.Argument(0))
		return rt.ToValue(!ok)
	}
	made, err := install(goja.Undefined(), rt.ToValue(refuse), rt.ToValue(notConstructor))
	if err != nil {
		return nil, err
	}
	promise, functions := rt.Get("Promise").ToObject(rt), made.ToObject(rt)
	for _, name := range []string{"all", "allSettled", "any", "race"} {
		run, _ := goja.AssertFunction(functions.Get(name))
		fn := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			if _, ok := call.This.(*goja.Object); !ok {
				panic(rt.NewTypeError("Promise.%s called on non-object", name))
			}
			v, err := run(goja.Undefined(), call.This, call.Argument(0))
			if err != nil {
				panic(err)
			}
			return v
		}).ToObject(rt)
		for key, v := range map[string]goja.Value{"name": rt.ToValue(name), "length": rt.ToValue(1)} {
			if err := fn.DefineDataProperty(key, v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return nil, err
			}
		}
		if err := promise.DefineDataProperty(name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return nil, err
		}
	}
	return functions.Get("ask"), nil
}

// refusal is the message of V8 for a value that cannot be used.
func refusal(rt *goja.Runtime, kind string, v goja.Value) string {
	switch kind {
	case "constructor":
		return errmsg.Shown(rt, v) + " is not a constructor"
	case "executor":
		return "Promise executor has already been invoked with non-undefined arguments"
	case "functions":
		return "Promise resolve or reject function is not callable"
	case "resolve":
		return "resolve is not a function"
	case "iterable":
		return errmsg.Described(v) + " is not iterable (cannot read property Symbol(Symbol.iterator))"
	case "iterator":
		return "Result of the Symbol.iterator method is not an object"
	case "function":
		return errmsg.Described(v) + " is not a function"
	default:
		return "Iterator result " + errmsg.Shown(rt, v) + " is not an object"
	}
}
