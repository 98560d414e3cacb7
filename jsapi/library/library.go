package library

import (
	_ "embed"
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

//go:embed lodash.js
var lodash string

//go:embed async.js
var async string

// Modules returns the built-in modules by the name under which require finds
// them; they are compiled when they are first required.
func Modules() map[string]modules.Core {
	return map[string]modules.Core{
		"lodash": script("lodash", lodashProgram),
		"async":  script("async", asyncProgram),
	}
}

var (
	lodashProgram = compile.Once("framework:lodash.js", lodash, false)
	asyncProgram  = compile.Once("framework:async.js", async, false)
)

func script(name string, compiled func() (*goja.Program, error)) modules.Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		program, err := compiled()
		if err != nil {
			return err
		}
		v, err := r.Runtime().RunProgram(program)
		if err != nil {
			return fmt.Errorf("preparing %s: %w", name, r.Wrap(err))
		}
		return module.Set("exports", v)
	}
}
