package shim

import (
	_ "embed"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

//go:embed actionutil.js
var actionUtilSource string

var actionUtil = goja.MustCompile("framework:actionutil.js", actionUtilSource, true)

// Modules returns replacements for files of Sails that projects require, for the
// loader's Fallback: actionUtil, which custom blueprints use.
func Modules() map[string]modules.Core {
	core := func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := r.Runtime().RunProgram(actionUtil)
		if err != nil {
			return r.Wrap(err)
		}
		return module.Set("exports", exports)
	}
	return map[string]modules.Core{
		"sails/lib/hooks/blueprints/actionUtil":    core,
		"sails/lib/hooks/blueprints/actionUtil.js": core,
	}
}
