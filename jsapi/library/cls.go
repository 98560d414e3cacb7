package library

import (
	_ "embed"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

//go:embed cls.js
var clsSource string

var clsProgram = compile.Once("framework:cls.js", clsSource, true)

// clsNames are packages that keep values along asynchronous calls: ORMs find the running
// transaction with them. They depend on how Node makes asynchronous calls.
var clsNames = []string{"cls-hooked", "continuation-local-storage"}

// cls replaces the package of that name.
func cls(name string) modules.Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		program, err := clsProgram()
		if err != nil {
			return err
		}
		rt := r.Runtime()
		v, err := rt.RunProgram(program)
		if err != nil {
			return r.Wrap(err)
		}
		factory, _ := goja.AssertFunction(v)
		exports, err := factory(goja.Undefined(), module.Get("require"), rt.Get("process"), rt.ToValue(name))
		if err != nil {
			return r.Wrap(err)
		}
		return module.Set("exports", exports)
	}
}
