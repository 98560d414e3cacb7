package assets

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/dop251/goja"

	"framework/engine/assets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// Translator compiles assets with the packages of a project. Safe for concurrent
// use.
type Translator struct {
	iso *jsapi.Isolate
	js  *app.App
}

var _ assets.Translator = (*Translator)(nil)

// NewTranslator is that of the project of an app object.
func NewTranslator(iso *jsapi.Isolate, js *app.App) *Translator { return &Translator{iso, js} }

// Less implements assets.Translator.
func (t *Translator) Less(ctx context.Context, text, file string) (string, error) {
	return t.do(ctx, func(r *jsapi.Realm, op *jsapi.Op) { t.less(r, op, text, file) })
}

// Coffee implements assets.Translator.
func (t *Translator) Coffee(ctx context.Context, text, file string) (string, error) {
	return t.do(ctx, func(r *jsapi.Realm, op *jsapi.Op) { op.Settle(t.coffee(r, text, file)) })
}

// Templates implements assets.Translator. The script is that of grunt-contrib-jst:
// JST[name](data) is the text of a template, and _ has to be there.
func (t *Translator) Templates(ctx context.Context, list []assets.Template) (string, error) {
	return t.do(ctx, func(r *jsapi.Realm, op *jsapi.Op) { op.Settle(t.templates(r, list)) })
}

func (t *Translator) do(ctx context.Context, start func(r *jsapi.Realm, op *jsapi.Op)) (string, error) {
	v, err := t.iso.Begin(ctx, start).Wait()
	text, _ := v.(string)
	return text, err
}

// templatePackages are the npm packages that compile templates, the preferred first.
func templatePackages() []string {
	return []string{"lodash", "@sailshq/lodash", "sails/node_modules/lodash"}
}

// noPackage is the error of a project that has installed none of the packages.
func noPackage(packages []string) error {
	return fmt.Errorf("%w: npm install %s", assets.ErrNoTranslator, packages[0])
}

// less settles op with the CSS of a LESS file, which imports files of its own folder.
func (t *Translator) less(r *jsapi.Realm, op *jsapi.Op, text, file string) {
	settle := func(css any, err error) { op.Settle(css, err) }
	rt := r.Runtime()
	less := t.js.Library(assets.LessPackages()...)
	if less == nil {
		settle(nil, noPackage(assets.LessPackages()))
		return
	}
	render, ok := goja.AssertFunction(less.ToObject(rt).Get("render"))
	if !ok {
		settle(nil, fmt.Errorf("the project's package less has no function render"))
		return
	}
	// An object of JavaScript: the package keeps objects of its own in it.
	options := rt.NewObject()
	if err := errors.Join(options.Set("filename", file), options.Set("paths", rt.NewArray(filepath.Dir(file)))); err != nil {
		settle(nil, err)
		return
	}
	done := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if failed := call.Argument(0); failed.ToBoolean() {
			settle(nil, lessFailure(r, failed))
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
		settle(nil, r.Wrap(err))
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

// coffee is the JavaScript of a CoffeeScript file, without a function around it.
func (t *Translator) coffee(r *jsapi.Realm, text, file string) (string, error) {
	rt := r.Runtime()
	coffee := t.js.Library(assets.CoffeePackages()...)
	if coffee == nil {
		return "", noPackage(assets.CoffeePackages())
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
			return "", coffeeFailure(r, file, thrown.Value())
		}
		return "", r.Wrap(err)
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

// templates is a script that puts a function for each template into the object JST.
func (t *Translator) templates(r *jsapi.Realm, list []assets.Template) (string, error) {
	rt := r.Runtime()
	lodash, ok := t.js.Library(templatePackages()...).(*goja.Object)
	if !ok {
		return "", noPackage(templatePackages())
	}
	template, ok := goja.AssertFunction(lodash.Get("template"))
	if !ok {
		return "", fmt.Errorf("the project's package lodash has no function template")
	}
	script := "this[\"JST\"] = this[\"JST\"] || {};\n"
	for _, each := range list {
		compiled, err := template(lodash, rt.ToValue(each.Text))
		if err != nil {
			return "", fmt.Errorf("%s: %w", each.Name, r.Wrap(err))
		}
		script += fmt.Sprintf("\nthis[\"JST\"][%s] = %s;\n", value.Append(nil, each.Name), compiled.ToObject(rt).Get("source"))
	}
	return script, nil
}
