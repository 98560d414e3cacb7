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

// Modules are the stand-ins by the name that require knows them under; they
// are compiled when a realm first asks for one.
func Modules() map[string]modules.Core {
	return map[string]modules.Core{
		"lodash": script("framework:lodash.js", lodash),
		"async":  script("framework:async.js", async),
	}
}

func script(name, source string) modules.Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		program, err := compile.Source(name, source, false)
		if err != nil {
			return fmt.Errorf("preparing %s: %w", name, err)
		}
		v, err := r.Runtime().RunProgram(program)
		if err != nil {
			return fmt.Errorf("preparing %s: %w", name, r.Wrap(err))
		}
		return module.Set("exports", v)
	}
}
