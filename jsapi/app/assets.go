package app

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// ErrNoPackage is the error of assets that the project has no package for.
var ErrNoPackage = errors.New("not installed")

// Where the packages that make assets may be installed: by the project, or by
// those that projects name instead of them.
var (
	lessPackages   = []string{"less", "sails-hook-grunt/node_modules/less", "grunt-contrib-less/node_modules/less"}
	coffeePackages = []string{
		"coffeescript", "coffee-script", "grunt-contrib-coffee/node_modules/coffee-script", "grunt-contrib-coffee/node_modules/coffeescript",
		"sails-hook-grunt/node_modules/coffeescript", "sails-hook-grunt/node_modules/coffee-script",
	}
	templatePackages = []string{"lodash", "@sailshq/lodash", "sails/node_modules/lodash"}
)

func noPackage(name string) error {
	return fmt.Errorf("the package %s is %w: npm install %s", name, ErrNoPackage, name)
}

// CompileLess makes CSS of the text of a LESS file with the project's own
// package less, and settles op with it. Files that it imports are looked for
// in dir.
func (a *App) CompileLess(op *jsapi.Op, text, file, dir string) {
	settle := func(css any, err error) { op.Settle(css, err) }
	rt := a.realm.Runtime()
	less := a.Library(lessPackages...)
	if less == nil {
		settle(nil, noPackage("less"))
		return
	}
	render, ok := goja.AssertFunction(less.ToObject(rt).Get("render"))
	if !ok {
		settle(nil, fmt.Errorf("the project's package less has no function render"))
		return
	}
	// An object of JavaScript: the package keeps objects of its own in it.
	options := rt.NewObject()
	if err := errors.Join(options.Set("filename", file), options.Set("paths", rt.NewArray(dir))); err != nil {
		settle(nil, err)
		return
	}
	done := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if failed := call.Argument(0); failed.ToBoolean() {
			settle(nil, lessFailure(a.realm, failed))
			return goja.Undefined()
		}
		css := call.Argument(1)
		if o, ok := css.(*goja.Object); ok { // up to 1.x it is the text itself
			css = o.Get("css")
		}
		settle(css.String(), nil)
		return goja.Undefined()
	})
	if _, err := render(less, rt.ToValue(text), options, done); err != nil {
		settle(nil, a.realm.Wrap(err))
	}
}

// lessFailure is an error with its position in a style sheet.
func lessFailure(r *jsapi.Realm, failed goja.Value) error {
	o := failed.ToObject(r.Runtime())
	message, line := o.Get("message"), o.Get("line")
	if message == nil || line == nil {
		return r.GoError(failed)
	}
	return fmt.Errorf("%s:%s: %s", o.Get("filename"), line, message)
}

// CompileCoffee makes JavaScript, without a function around it, of the text of a
// CoffeeScript file with the project's own package.
func (a *App) CompileCoffee(text, file string) (string, error) {
	rt := a.realm.Runtime()
	coffee := a.Library(coffeePackages...)
	if coffee == nil {
		return "", noPackage("coffee-script")
	}
	compile, ok := goja.AssertFunction(coffee.ToObject(rt).Get("compile"))
	if !ok {
		return "", fmt.Errorf("the project's package of CoffeeScript has no function compile")
	}
	options := rt.NewObject()
	if err := errors.Join(options.Set("bare", true), options.Set("filename", file)); err != nil {
		return "", err
	}
	script, err := compile(coffee, rt.ToValue(text), options)
	if err != nil {
		var thrown *goja.Exception
		if errors.As(err, &thrown) {
			return "", coffeeFailure(a.realm, file, thrown.Value())
		}
		return "", a.realm.Wrap(err)
	}
	return script.String(), nil
}

// coffeeFailure is an error with its position in a script; CoffeeScript counts from 0.
func coffeeFailure(r *jsapi.Realm, file string, failed goja.Value) error {
	o := failed.ToObject(r.Runtime())
	location, ok := o.Get("location").(*goja.Object)
	if !ok || o.Get("message") == nil {
		return r.GoError(failed)
	}
	line, column := location.Get("first_line"), location.Get("first_column")
	if line == nil || column == nil {
		return r.GoError(failed)
	}
	return fmt.Errorf("%s:%d:%d: %s", file, line.ToInteger()+1, column.ToInteger()+1, o.Get("message"))
}

// Template is a file that pages show parts of themselves with.
type Template struct{ Name, Text string }

// CompileTemplates makes a script that puts a function for each template into the
// object JST, as grunt-contrib-jst does: JST[name](data) is its text, _ has to be
// there.
func (a *App) CompileTemplates(list []Template) (string, error) {
	rt := a.realm.Runtime()
	lodash, ok := a.Library(templatePackages...).(*goja.Object)
	if !ok {
		return "", noPackage("lodash")
	}
	template, ok := goja.AssertFunction(lodash.Get("template"))
	if !ok {
		return "", fmt.Errorf("the project's package lodash has no function template")
	}
	script := "this[\"JST\"] = this[\"JST\"] || {};\n"
	for _, t := range list {
		compiled, err := template(lodash, rt.ToValue(t.Text))
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name, a.realm.Wrap(err))
		}
		script += fmt.Sprintf("\nthis[\"JST\"][%s] = %s;\n", value.Append(nil, t.Name), compiled.ToObject(rt).Get("source"))
	}
	return script, nil
}
