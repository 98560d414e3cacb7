package app

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// ErrNoLess says that the project has no package less.
var ErrNoLess = errors.New("the package less is not installed: npm install less")

// lessPackages are where the package less may be installed: by the project, or
// by the packages that 1.x projects name instead of it.
var lessPackages = []string{"less", "sails-hook-grunt/node_modules/less", "grunt-contrib-less/node_modules/less"}

// CompileLess makes CSS of the text of a LESS file with the project's own
// package less, and settles op with it. Files that it imports are looked for
// beside it.
func (a *App) CompileLess(op *jsapi.Op, text, file, dir string) {
	settle := func(css any, err error) { op.Settle(css, err) }
	rt := a.realm.Runtime()
	less := a.Library(lessPackages...)
	if less == nil {
		settle(nil, ErrNoLess)
		return
	}
	render, ok := goja.AssertFunction(less.ToObject(rt).Get("render"))
	if !ok {
		settle(nil, fmt.Errorf("the project's package less has no function render: use a release from 2 on"))
		return
	}
	options := a.realm.ToJS(map[string]any{"filename": file, "paths": []any{dir}})
	done := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if failed := call.Argument(0); failed.ToBoolean() {
			settle(nil, lessFailure(a.realm, failed))
			return goja.Undefined()
		}
		settle(call.Argument(1).ToObject(rt).Get("css").String(), nil)
		return goja.Undefined()
	})
	if _, err := render(less, rt.ToValue(text), options, done); err != nil {
		settle(nil, a.realm.Wrap(err))
	}
}

// lessFailure says where in a style sheet what is wrong.
func lessFailure(r *jsapi.Realm, failed goja.Value) error {
	o := failed.ToObject(r.Runtime())
	message, line := o.Get("message"), o.Get("line")
	if message == nil || line == nil {
		return r.GoError(failed)
	}
	return fmt.Errorf("%s:%s: %s", o.Get("filename"), line, message)
}
