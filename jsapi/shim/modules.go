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

var blueprintActions = lazy("framework:blueprintactions.js", &blueprintActionsSource)

//go:embed modernactions.js
var modernActionsSource string

var modernActions = lazy("framework:modernactions.js", &modernActionsSource)

var actionUtil = lazy("framework:actionutil.js", &actionUtilSource)

// Modules returns replacements for files of Sails that projects require, for the
// loader's Fallback: actionUtil, which custom blueprints use. With lists, requests bring
// lists of values.
func Modules(lists bool) map[string]modules.Core {
	core := func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := called(r, actionUtil(), r.Runtime().ToValue(lists))
		if err != nil {
			return err
		}
		return module.Set("exports", exports)
	}
	return map[string]modules.Core{
		"sails/lib/hooks/blueprints/actionUtil":    core,
		"sails/lib/hooks/blueprints/actionUtil.js": core,
	}
}

// DefaultActions are the default actions of 0.10 to 0.12 as functions (req, res) by their
// names in lower case: as the object for sails.hooks.blueprints.middleware, and for calls.
func DefaultActions(r *jsapi.Realm, lists bool) (*goja.Object, map[string]jsapi.Function, error) {
	return functions(r, blueprintActions(), lists)
}

// ModernActions are the default actions of 1.x as functions for Shim.Action, by their names
// in lower case.
func ModernActions(r *jsapi.Realm) (map[string]jsapi.Function, error) {
	_, calls, err := functions(r, modernActions(), false)
	return calls, err
}

// functions are those that a program makes with the functions of actionUtil.
func functions(r *jsapi.Realm, program *goja.Program, lists bool) (*goja.Object, map[string]jsapi.Function, error) {
	util, err := called(r, actionUtil(), r.Runtime().ToValue(lists))
	if err != nil {
		return nil, nil, err
	}
	actions, err := called(r, program, util)
	if err != nil {
		return nil, nil, err
	}
	object, calls := actions.ToObject(r.Runtime()), map[string]jsapi.Function{}
	for _, name := range object.Keys() {
		fn, ok := goja.AssertFunction(object.Get(name))
		if !ok {
			return nil, nil, errors.New("a script of the server has an action that is no function: " + name)
		}
		calls[name] = fn
	}
	return object, calls, nil
}

// called is what the function returns to which a program evaluates.
func called(r *jsapi.Realm, program *goja.Program, argument goja.Value) (goja.Value, error) {
	made, err := r.Runtime().RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	fn, ok := goja.AssertFunction(made)
	if !ok {
		return nil, errors.New("a script of the server evaluates to no function")
	}
	v, err := fn(goja.Undefined(), argument)
	if err != nil {
		return nil, r.Wrap(err)
	}
	return v, nil
}
