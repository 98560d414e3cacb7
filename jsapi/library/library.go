package library

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

//go:embed lodash.js
var lodash string

//go:embed async.js
var async string

// builtinLodash is the name of the built-in lodash for projects that have another one
// installed.
const builtinLodash = "framework/lodash"

// Modules returns the built-in modules by the name under which require finds
// them; they are compiled when they are first required.
func Modules() map[string]modules.Core {
	return map[string]modules.Core{
		"lodash":      script("lodash", lodashProgram),
		builtinLodash: script("lodash", lodashProgram),
		"async":       script("async", asyncProgram),
	}
}

var (
	lodashProgram = compile.Once("framework:lodash.js", lodash, false)
	asyncProgram  = compile.Once("framework:async.js", async, false)
)

// Lodash is the lodash of Sails, which is 2 or 3 whatever the project has installed for
// itself: that of the packages, or the built-in one; nil where neither can be required.
func Lodash(require func(name string) (goja.Value, error)) goja.Value {
	for _, name := range []string{"sails/node_modules/lodash", "lodash", "@sailshq/lodash", builtinLodash} {
		v, err := require(name)
		if err != nil {
			continue
		}
		o, ok := v.(*goja.Object)
		if !ok {
			continue
		}
		version := o.Get("VERSION")
		if version == nil {
			continue
		}
		if major, _, _ := strings.Cut(version.String(), "."); major == "2" || major == "3" {
			return v
		}
	}
	return nil
}

// export makes the module that an embedded script writes: it is a function of native functions
// and of require.
func export(r *jsapi.Realm, module *goja.Object, name string, compiled func() (*goja.Program, error), natives map[string]any) error {
	program, err := compiled()
	if err != nil {
		return err
	}
	v, err := r.Runtime().RunProgram(program)
	if err != nil {
		return fmt.Errorf("preparing %s: %w", name, r.Wrap(err))
	}
	factory, _ := goja.AssertFunction(v)
	native := r.Runtime().NewObject()
	for name, fn := range natives {
		if err := native.Set(name, fn); err != nil {
			return err
		}
	}
	exports, err := factory(goja.Undefined(), native, module.Get("require"))
	if err != nil {
		return fmt.Errorf("preparing %s: %w", name, r.Wrap(err))
	}
	return module.Set("exports", exports)
}

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
