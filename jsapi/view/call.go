package view

import (
	_ "embed"
	"errors"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/view"
	"framework/jsapi"
)

var (
	//go:embed call.js
	callSource string
	//go:embed browser.js
	browserSource string

	callProgram    = goja.MustCompile("framework:call.js", callSource, true)
	browserProgram = goja.MustCompile("framework:browser.js", browserSource, true)
)

// functions are those of call.js.
type functions struct {
	complete, notFound, viewFailed, noFile, options goja.Callable
}

// calls are the functions for pages of res.view, made on first use.
func (v *Renderer) calls() (*functions, error) {
	if v.functions != nil {
		return v.functions, nil
	}
	native, err := v.callNative()
	if err != nil {
		return nil, err
	}
	made, err := v.install(callProgram, native)
	if err != nil {
		return nil, err
	}
	out := &functions{}
	for name, at := range map[string]*goja.Callable{
		"complete": &out.complete, "notFound": &out.notFound, "viewFailed": &out.viewFailed, "noFile": &out.noFile, "options": &out.options,
	} {
		*at, _ = goja.AssertFunction(made.Get(name))
	}
	v.functions = out
	return out, nil
}

// install runs a program that evaluates to a function, and calls it.
func (v *Renderer) install(program *goja.Program, native goja.Value) (*goja.Object, error) {
	run, err := v.realm.Runtime().RunProgram(program)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	fn, _ := goja.AssertFunction(run)
	made, err := fn(goja.Undefined(), native)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	return made.ToObject(v.realm.Runtime()), nil
}

// callNative is what call.js knows of the project.
func (v *Renderer) callNative() (*goja.Object, error) {
	rt := v.realm.Runtime()
	templates := v.opts.Templates
	fromApp, err := filepath.Rel(v.opts.Root, templates.Dir())
	if v.opts.Root == "" || err != nil {
		fromApp = filepath.Base(templates.Dir())
	}
	layout := v.opts.Layout
	if v.opts.DefaultLayout && !v.opts.Switches.PlainLayout {
		layout += templates.Extension() // it is called so where nobody named it
	}
	native := rt.NewObject()
	for name, value := range map[string]any{
		"dir": templates.Dir(), "dirFromApp": fromApp, "ext": strings.TrimPrefix(templates.Extension(), "."),
		"layout": layout, "hasLayouts": (v.opts.Engine == "" || v.opts.Engine == "ejs") && (v.opts.Function == nil || !v.opts.Switches.OnlyEJS), "isEJS": templates.Extension() == ".ejs",
		"locals": v.locals, "deepLocals": v.opts.Switches.DeepLocals, "namesFolder": !v.opts.Switches.BareLookup,
		"development": v.opts.Development,
		"join":        func(a, b string) string { return filepath.Join(a, b) },
		"folder":      filepath.Dir,
		"relative": func(from, to string) string {
			rel, err := filepath.Rel(from, to)
			if err != nil {
				return to
			}
			return rel
		},
	} {
		_ = native.Set(name, value) // does not fail on a new object
	}
	if v.opts.Switches.Browser != "" {
		made, err := rt.RunProgram(browserProgram)
		if err != nil {
			return nil, v.realm.Wrap(err)
		}
		_ = native.Set("browser", made.ToObject(rt).Get(string(v.opts.Switches.Browser)))
	}
	return native, nil
}

// View renders as res.view does. The locals of the call get those of
// the route and of the project, and all of them come into held, which is res.locals.
// seen then makes what the view sees. done is called on the loop, at once or later.
func (v *Renderer) View(name string, locals, held *goja.Object, route goja.Value, seen func() *goja.Object, done func(html string, err error)) {
	f, err := v.calls()
	if err != nil {
		done("", err)
		return
	}
	rt := v.realm.Runtime()
	name = strings.TrimSuffix(name, "/")
	var all *goja.Object
	var layout, before goja.Value
	if ex := rt.Try(func() {
		before = held.Get("layout")
		if layout, err = f.complete(goja.Undefined(), rt.ToValue(name), locals, held, route); err != nil {
			panic(err)
		}
		all = seen()
	}); ex != nil {
		done("", v.realm.Wrap(ex))
		return
	}
	path, err := v.opts.Templates.Lookup(name)
	if errors.Is(err, view.ErrNotFound) {
		err = v.made(f.viewFailed, rt.ToValue(name), layout)
	}
	if err != nil {
		done("", err)
		return
	}
	frame := v.layout(all)
	if before != nil && !goja.IsUndefined(before) {
		frame = v.named(before) // res.locals was there before the locals of the call
	}
	v.file(path, all, frame, done)
}

// Express renders as res.render does, which knows nothing of Sails: without the locals
// of the project, and with a layout only where the locals name its file.
func (v *Renderer) Express(name string, locals *goja.Object, done func(html string, err error)) {
	path, err := v.opts.Templates.Lookup(name)
	if errors.Is(err, view.ErrNotFound) {
		if f, ferr := v.calls(); ferr == nil {
			err = v.made(f.notFound, v.realm.Runtime().ToValue(name))
		}
	}
	if err != nil {
		done("", err)
		return
	}
	layout := ""
	if asked := locals.Get("layout"); asked != nil && !goja.IsUndefined(asked) {
		layout = v.layout(locals)
	}
	v.file(path, locals, layout, done)
}

// RenderFile renders as sails.renderView of 0.10 to 0.12 does: the name is that of a
// file without its extension, and a layout is relative to it. It panics with what the
// template throws.
func (v *Renderer) RenderFile(name string, locals *goja.Object, done func(html string, err error)) {
	f, err := v.calls()
	if err != nil {
		done("", err)
		return
	}
	rt := v.realm.Runtime()
	name = strings.TrimSuffix(name, "/")
	made, err := f.options(goja.Undefined(), rt.ToValue(name), locals)
	if err != nil {
		done("", v.realm.Wrap(err))
		return
	}
	options := made.ToObject(rt)
	path, err := v.opts.Templates.File(name)
	if errors.Is(err, view.ErrNotFound) {
		err = v.made(f.noFile, rt.ToValue(filepath.Join(v.opts.Templates.Dir(), name)+v.opts.Templates.Extension()))
	}
	if err != nil {
		done("", err)
		return
	}
	if v.foreign() {
		v.renderForeign(path, options, done)
		return
	}
	layout, err := v.layoutFile(path, "", options)
	if err != nil {
		done("", err)
		return
	}
	done(v.html(path, options, layout))
}

// made is an error that a function of call.js makes.
func (v *Renderer) made(fn goja.Callable, args ...goja.Value) error {
	value, err := fn(goja.Undefined(), args...)
	if err != nil {
		return v.realm.Wrap(err)
	}
	return v.realm.GoError(value)
}

// file renders the view file at path.
func (v *Renderer) file(path string, locals *goja.Object, layout string, done func(html string, err error)) {
	if v.foreign() {
		plain := v.realm.Runtime().NewObject()
		if ex := v.realm.Runtime().Try(func() { jsapi.Assign(plain, locals) }); ex != nil {
			done("", v.realm.Wrap(ex))
			return
		}
		v.renderForeign(path, plain, done)
		return
	}
	v, err := v.keeping(locals)
	if err != nil {
		done("", err)
		return
	}
	layoutPath, err := v.layoutFile(path, layout, locals)
	if err != nil {
		done("", err)
		return
	}
	html := ""
	if ex := v.realm.Runtime().Try(func() { html, err = v.html(path, locals, layoutPath) }); ex != nil {
		done("", v.realm.Wrap(ex))
		return
	}
	done(html, err)
}
