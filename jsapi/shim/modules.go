package shim

import (
	_ "embed"
	"errors"
	"strings"

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

//go:embed modernmodules.js
var modernModulesSource string

var modernModules = lazy("framework:modernmodules.js", &modernModulesSource)

// ModuleOptions say how files of Sails behave that projects require.
type ModuleOptions struct {
	// Lists: requests bring lists of values.
	Lists bool
	// Plans: the files are those of 1.x, whose actions make a plan of a request.
	Plans bool
	// Explain explains an error of usage to the client of a request (1.x).
	Explain func(method, path string, production bool) string
}

// actionNames are the files of the default actions of 0.10 to 0.12.
var actionNames = []string{"find", "findOne", "create", "update", "destroy", "populate", "add", "remove"}

// modernNames are the files of 1.x below the hook, next to actionUtil.
var modernNames = []string{
	"formatUsageError", "parse-blueprint-options",
	"actions/find", "actions/findOne", "actions/create", "actions/update", "actions/destroy", "actions/populate", "actions/add", "actions/remove", "actions/replace",
}

// Modules returns replacements for files of Sails that projects require, for the
// loader's Fallback: actionUtil, the default actions and what else blueprints of a project
// use that are copies of those of Sails.
func Modules(o ModuleOptions) map[string]modules.Core {
	out := map[string]modules.Core{}
	add := func(name string, exports func(r *jsapi.Realm) (goja.Value, error)) {
		core := func(r *jsapi.Realm, module *goja.Object) error {
			v, err := exports(r)
			if err != nil {
				return err
			}
			return module.Set("exports", v)
		}
		out["sails/lib/hooks/blueprints/"+name], out["sails/lib/hooks/blueprints/"+name+".js"] = core, core
	}
	add("actionUtil", func(r *jsapi.Realm) (goja.Value, error) {
		return called(r, actionUtil(), r.Runtime().ToValue(o.Lists))
	})
	if !o.Plans {
		for _, name := range actionNames {
			add("actions/"+name, func(r *jsapi.Realm) (goja.Value, error) {
				actions, _, err := DefaultActions(r, o.Lists)
				if err != nil {
					return nil, err
				}
				return actions.Get(strings.ToLower(name)), nil
			})
		}
		return out
	}
	for _, name := range modernNames {
		add(name, func(r *jsapi.Realm) (goja.Value, error) {
			actions, _, err := functions(r, modernActions(), false)
			if err != nil {
				return nil, err
			}
			made, err := called(r, modernModules(), actions, r.Runtime().ToValue(o.Explain))
			if err != nil {
				return nil, err
			}
			return made.ToObject(r.Runtime()).Get(name), nil
		})
	}
	return out
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
func called(r *jsapi.Realm, program *goja.Program, arguments ...goja.Value) (goja.Value, error) {
	made, err := r.Runtime().RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	fn, ok := goja.AssertFunction(made)
	if !ok {
		return nil, errors.New("a script of the server evaluates to no function")
	}
	v, err := fn(goja.Undefined(), arguments...)
	if err != nil {
		return nil, r.Wrap(err)
	}
	return v, nil
}
