package view

import (
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/ordered"
	"framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/compile"
)

// Options configure a Renderer.
type Options struct {
	Templates *view.Templates
	// Engine is the name of the template engine; "" and "ejs" are ours.
	Engine string
	// Layout is the view that pages are put into; "" for none.
	Layout string
	// DefaultLayout says that Layout is the default and nobody's wish.
	DefaultLayout bool
	// Locals are seen by every view.
	Locals *ordered.Map
	// Require loads the module of another engine from the project.
	Require func(name string) (goja.Value, error)
}

// Renderer renders the views of one project in one realm; its methods belong
// on the loop, but for Exists.
type Renderer struct {
	realm   *jsapi.Realm
	opts    Options
	locals  goja.Value
	page    goja.Callable
	compile map[string]*compiled
	engine  goja.Callable // of another engine, once loaded
}

// compiled is a template as a function, and the source it was made of.
type compiled struct {
	source string
	fn     goja.Value
}

//go:embed ejs.js
var source string

var program = goja.MustCompile("framework:ejs.js", source, true)

// New prepares a realm for rendering.
func New(r *jsapi.Realm, opts Options) (*Renderer, error) {
	v := &Renderer{realm: r, opts: opts, compile: map[string]*compiled{}, locals: goja.Undefined()}
	if opts.Locals != nil {
		v.locals = r.ToJS(opts.Locals)
	}
	rt := r.Runtime()
	native := rt.NewObject()
	_ = native.Set("template", func(call goja.FunctionCall) goja.Value {
		fn, err := v.template(call.Argument(0).String())
		if err != nil {
			panic(r.Error(err))
		}
		return fn
	})
	_ = native.Set("partial", func(call goja.FunctionCall) goja.Value {
		path, err := opts.Templates.Partial(call.Argument(0).String(), call.Argument(1).String())
		if err != nil {
			panic(r.Error(err))
		}
		return rt.ToValue(path)
	})
	install, err := rt.RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	fn, _ := goja.AssertFunction(install)
	page, err := fn(goja.Undefined(), native)
	if err != nil {
		return nil, r.Wrap(err)
	}
	v.page, _ = goja.AssertFunction(page)
	return v, nil
}

// Exists reports whether there is a view of that name.
func (v *Renderer) Exists(name string) bool { return v.opts.Templates.Exists(name) }

// RenderJS renders a view with its layout; locals is a JavaScript object, whose
// member layout chooses another layout or none. done is called on the loop, at
// once or later. Errors are *jsapi.ScriptError with the place in the template,
// or *view.SyntaxError.
func (v *Renderer) RenderJS(r *jsapi.Realm, name string, locals *goja.Object, done func(html string, err error)) {
	layout := v.layout(locals)
	path, err := v.opts.Templates.Lookup(name)
	if errors.Is(err, view.ErrNotFound) {
		done("", v.missing(name, layout))
		return
	}
	if err != nil {
		done("", err)
		return
	}
	merged, err := v.merge(locals)
	if err != nil {
		done("", err)
		return
	}
	if v.foreign() {
		v.renderForeign(path, merged, done)
		return
	}
	layoutPath := ""
	if layout != "" {
		if layoutPath, err = v.opts.Templates.Lookup(layout); err != nil {
			done("", fmt.Errorf("view %q: its layout %q is not there: make %s, or set layout: false in config/views.js or in the locals",
				name, layout, filepath.Join(v.opts.Templates.Dir(), layout+v.opts.Templates.Extension())))
			return
		}
	}
	html, err := v.page(goja.Undefined(), r.Runtime().ToValue(path), merged, r.Runtime().ToValue(layoutPath))
	if err != nil {
		done("", r.Wrap(err))
		return
	}
	done(html.String(), nil)
}

// merge puts the project's locals under those of the call.
func (v *Renderer) merge(locals *goja.Object) (*goja.Object, error) {
	out := v.realm.Runtime().NewObject()
	for _, from := range []goja.Value{v.locals, locals} {
		o, ok := from.(*goja.Object)
		if !ok {
			continue
		}
		for _, k := range o.Keys() {
			if err := out.Set(k, o.Get(k)); err != nil {
				return nil, v.realm.Wrap(err)
			}
		}
	}
	return out, nil
}

// layout is the name of the layout that locals ask for, "" for none.
func (v *Renderer) layout(locals *goja.Object) string {
	var asked goja.Value
	if locals != nil {
		asked = locals.Get("layout")
	}
	if asked == nil || goja.IsUndefined(asked) {
		if o, ok := v.locals.(*goja.Object); ok {
			asked = o.Get("layout")
		}
	}
	switch {
	case asked == nil || goja.IsUndefined(asked):
		return v.opts.Layout
	case goja.IsString(asked):
		return strings.TrimSuffix(asked.String(), v.opts.Templates.Extension())
	case asked.ToBoolean():
		return "layout"
	}
	return ""
}

// missing is the error of a view that has no file, as clients of the peers
// know it.
func (v *Renderer) missing(name, layout string) error {
	rt := v.realm.Runtime()
	dir := v.opts.Templates.Dir()
	message := fmt.Sprintf("Could not render view %q.  Tried locating view file @ %q.", name, filepath.Join(dir, name))
	if layout != "" {
		if layout == v.opts.Layout && v.opts.DefaultLayout {
			layout += v.opts.Templates.Extension() // it is called so where nobody named it
		}
		message += fmt.Sprintf(" Layout configured as %q, so tried using layout @ %q)", layout, filepath.Join(dir, layout))
	}
	engine := v.opts.Engine
	if engine == "" {
		engine = "ejs"
	}
	about := rt.NewObject()
	_ = about.Set("name", name)
	_ = about.Set("root", dir)
	_ = about.Set("defaultEngine", engine)
	_ = about.Set("ext", v.opts.Templates.Extension())
	o := rt.NewObject()
	_ = o.Set("message", message)
	_ = o.Set("code", "E_VIEW_FAILED")
	_ = o.Set("status", 500)
	_ = o.Set("view", about)
	return v.realm.GoError(o)
}

// template is the function of one template file.
func (v *Renderer) template(path string) (goja.Value, error) {
	src, err := v.opts.Templates.Source(path)
	if err != nil {
		return nil, err
	}
	if c := v.compile[path]; c != nil && c.source == src {
		return c.fn, nil
	}
	prog, err := compile.Source(path, src, false)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	fn, err := v.realm.Runtime().RunProgram(prog)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	v.compile[path] = &compiled{source: src, fn: fn}
	return fn, nil
}

func (v *Renderer) foreign() bool { return v.opts.Engine != "" && v.opts.Engine != "ejs" }

// renderForeign renders with the engine that the project has installed; the
// engine knows layouts by itself, or has none.
func (v *Renderer) renderForeign(path string, locals *goja.Object, done func(html string, err error)) {
	if v.engine == nil {
		if err := v.loadEngine(); err != nil {
			done("", err)
			return
		}
	}
	rt := v.realm.Runtime()
	callback := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if failed := call.Argument(0); failed.ToBoolean() {
			done("", v.realm.GoError(failed))
		} else {
			done(call.Argument(1).String(), nil)
		}
		return goja.Undefined()
	})
	if _, err := v.engine(goja.Undefined(), rt.ToValue(path), locals, callback); err != nil {
		done("", v.realm.Wrap(err))
	}
}

func (v *Renderer) loadEngine() error {
	name := v.opts.Engine
	if v.opts.Require == nil {
		return fmt.Errorf("the view engine %q cannot be loaded here: use ejs", name)
	}
	module, err := v.opts.Require(name)
	if err != nil {
		return fmt.Errorf("the view engine %q (config/views.js) cannot be loaded, is it in node_modules? %w", name, err)
	}
	o, _ := module.(*goja.Object)
	for _, member := range []string{"__express", "renderFile"} {
		if o == nil {
			break
		}
		if fn, ok := goja.AssertFunction(o.Get(member)); ok {
			v.engine = fn
			return nil
		}
	}
	return fmt.Errorf("the view engine %q (config/views.js) has neither __express nor renderFile", name)
}
