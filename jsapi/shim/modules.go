package shim

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

//go:embed actionutil.js
var actionUtilSource string

//go:embed blueprintactions.js
var blueprintActionsSource string

var blueprintActions = goja.MustCompile("framework:blueprintactions.js", blueprintActionsSource, true)

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

// DefaultActions are the default actions of 0.10 to 0.12 as functions (req, res) by their
// names, for sails.hooks.blueprints.middleware.
func DefaultActions(r *jsapi.Realm) (*goja.Object, error) {
	util, err := r.Runtime().RunProgram(actionUtil)
	if err != nil {
		return nil, r.Wrap(err)
	}
	make, err := r.Runtime().RunProgram(blueprintActions)
	if err != nil {
		return nil, r.Wrap(err)
	}
	fn, ok := goja.AssertFunction(make)
	if !ok {
		return nil, errors.New("blueprintactions.js is no function")
	}
	actions, err := fn(goja.Undefined(), util)
	if err != nil {
		return nil, r.Wrap(err)
	}
	return actions.ToObject(r.Runtime()), nil
}
