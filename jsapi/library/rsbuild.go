package library

import (
	_ "embed"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed rsbuild.js
var rsbuildSource string

var rsbuildProgram = compile.Once("framework:rsbuild.js", rsbuildSource, true)

// rsbuildName is a bundler for assets whose core is compiled for Node. Hooks that build
// assets at lift require it, so projects would not be lifted without it.
const rsbuildName = "@rsbuild/core"

// rsbuild replaces the package of that name.
func rsbuild(r *jsapi.Realm, module *goja.Object) error {
	program, err := rsbuildProgram()
	if err != nil {
		return err
	}
	v, err := r.Runtime().RunProgram(program)
	if err != nil {
		return r.Wrap(err)
	}
	factory, _ := goja.AssertFunction(v)
	warn := r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
		r.Warn(call.Argument(0).String())
		return goja.Undefined()
	})
	exports, err := factory(goja.Undefined(), module.Get("require"), r.Runtime().Get("process"), warn)
	if err != nil {
		return r.Wrap(err)
	}
	return module.Set("exports", exports)
}
