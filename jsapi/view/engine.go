package view

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/view"
)

//go:embed engines.js
var enginesSource string

var enginesProgram = goja.MustCompile("framework:engines.js", enginesSource, true)

// foreign says that an engine of the project's renders.
func (v *Renderer) foreign() bool {
	return v.opts.Function != nil || v.opts.Engine != "" && v.opts.Engine != "ejs"
}

// describe sets the locals that describe a view, unless the view has locals of
// these names.
func (v *Renderer) describe(name, path string, locals *goja.Object) error {
	if own := locals.Get("view"); own != nil && !goja.IsUndefined(own) {
		return nil
	}
	about := v.realm.Runtime().NewObject()
	dir := v.opts.Templates.Dir()
	_ = about.Set("path", name)
	stem := strings.TrimSuffix(path, v.opts.Templates.Extension())
	_ = about.Set("pathFromViews", strings.TrimPrefix(stem, dir+string(filepath.Separator)))
	_ = about.Set("pathFromApp", strings.TrimPrefix(stem, filepath.Dir(dir)+string(filepath.Separator)))
	_ = about.Set("ext", strings.TrimPrefix(v.opts.Templates.Extension(), ".")) // a fresh object takes it
	return locals.Set("view", about)
}

// renderForeign renders with the engine that the project has installed.
func (v *Renderer) renderForeign(path string, locals *goja.Object, done func(html string, err error)) {
	if v.engine == nil {
		if err := v.loadEngine(); err != nil {
			done("", err)
			return
		}
	}
	rt := v.realm.Runtime()
	settings := rt.NewObject()
	_ = settings.Set("views", v.opts.Templates.Dir())
	_ = settings.Set("view engine", strings.TrimPrefix(v.opts.Templates.Extension(), "."))
	for name, value := range map[string]goja.Value{
		"settings": settings, "filename": rt.ToValue(path), "cache": rt.ToValue(v.opts.Templates.Cached()),
	} {
		if err := locals.Set(name, value); err != nil {
			done("", v.realm.Wrap(err))
			return
		}
	}
	answered := false
	callback := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if answered {
			return goja.Undefined()
		}
		answered = true
		if failed := call.Argument(0); failed.ToBoolean() {
			done("", v.realm.GoError(failed))
		} else {
			done(call.Argument(1).String(), nil)
		}
		return goja.Undefined()
	})
	if _, err := v.engine(goja.Undefined(), rt.ToValue(path), locals, callback); err != nil && !answered {
		answered = true
		done("", v.realm.Wrap(err))
	}
}

// adapters are the functions of engines.js.
func (v *Renderer) adapters() (*goja.Object, error) {
	rt := v.realm.Runtime()
	run, err := rt.RunProgram(enginesProgram)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	install, _ := goja.AssertFunction(run)
	native := rt.NewObject()
	throwing := func(fn func(call goja.FunctionCall) (goja.Value, error)) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			out, err := fn(call)
			if err != nil {
				panic(v.realm.Error(err))
			}
			return out
		}
	}
	for name, value := range map[string]any{
		"dir": v.opts.Templates.Dir(), "cache": v.opts.Templates.Cached(),
		"require": throwing(func(call goja.FunctionCall) (goja.Value, error) { return v.opts.Require(call.Argument(0).String()) }),
		"text": throwing(func(call goja.FunctionCall) (goja.Value, error) {
			text, err := v.opts.Templates.Text(call.Argument(0).String())
			return rt.ToValue(text), err
		}),
		"layout": throwing(func(call goja.FunctionCall) (goja.Value, error) {
			name := v.layout(call.Argument(0).ToObject(rt))
			path, err := v.layoutOfEngine(name, call.Argument(0).ToObject(rt))
			if name == "" || err != nil && v.opts.DefaultLayout {
				return rt.ToValue(""), nil
			}
			return rt.ToValue(path), err
		}),
		"partials": throwing(func(goja.FunctionCall) (goja.Value, error) { return v.partials() }),
		"helpers": func(goja.FunctionCall) goja.Value {
			if v.opts.Helpers == nil {
				return goja.Undefined()
			}
			return v.opts.Helpers
		},
	} {
		if err := native.Set(name, value); err != nil {
			return nil, err
		}
	}
	out, err := install(goja.Undefined(), native)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	return out.ToObject(rt), nil
}

// layoutFolder has the layouts of handlebars that locals name; that of config.views is
// relative to the views' folder.
const layoutFolder = "layouts"

// layoutOfEngine is the file of the layout of an engine whose layouts Sails brings
// along. One that is in neither folder of its kind is looked for in the other.
func (v *Renderer) layoutOfEngine(name string, locals *goja.Object) (string, error) {
	tries := []string{name, filepath.Join(layoutFolder, name)}
	if asked := locals.Get("layout"); asked != nil && goja.IsString(asked) {
		tries[0], tries[1] = tries[1], tries[0]
	}
	path, err := v.opts.Templates.Lookup(tries[0])
	if errors.Is(err, view.ErrNotFound) {
		if other, err := v.opts.Templates.Lookup(tries[1]); err == nil {
			return other, nil
		}
	}
	return path, err
}

// partials are the texts of the templates in the folder of the partials, that of the
// views unless there is another, by their names: the path below it without extension.
func (v *Renderer) partials() (goja.Value, error) {
	out := v.realm.Runtime().NewObject()
	ext := v.opts.Templates.Extension()
	root := filepath.Join(v.opts.Templates.Dir(), v.opts.Partials)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ext {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, strings.TrimSuffix(path, ext))
		if err != nil {
			return err
		}
		return out.Set(filepath.ToSlash(name), string(text))
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return out, err
}

func (v *Renderer) loadEngine() error {
	name := v.opts.Engine
	if v.opts.Require == nil {
		return fmt.Errorf("the view engine %q cannot be loaded here: use ejs", name)
	}
	adapters, err := v.adapters()
	if err != nil {
		return err
	}
	load, _ := goja.AssertFunction(adapters.Get("engine"))
	fn, err := load(goja.Undefined(), v.realm.Runtime().ToValue(name))
	if err != nil {
		return fmt.Errorf("the view engine %q (config/views.js) cannot be loaded, is it in node_modules? %w", name, v.realm.Wrap(err))
	}
	engine, ok := goja.AssertFunction(fn)
	if !ok {
		return fmt.Errorf("the view engine %q (config/views.js) has neither __express nor renderFile: "+
			"give views.engine = {ext: %q, fn: function (path, locals, done) {…}}", name, name)
	}
	v.engine = engine
	return nil
}

// useOwn has the templates compiled by the project's own package ejs.
func (v *Renderer) useOwn(native *goja.Object) error {
	adapters, err := v.adapters()
	if err != nil {
		return err
	}
	own, _ := goja.AssertFunction(adapters.Get("ejs"))
	fn, err := own(goja.Undefined(), v.opts.OwnEJS)
	if err != nil {
		return v.realm.Wrap(err)
	}
	compile, ok := goja.AssertFunction(fn)
	if !ok {
		return errors.New("engines.js gives no compiler")
	}
	v.own = compile
	rt := v.realm.Runtime()
	return native.Set("own", func(call goja.FunctionCall) goja.Value {
		path := call.Argument(0).String()
		text, err := v.opts.Templates.Text(path)
		if err != nil {
			panic(v.realm.Error(err))
		}
		// In development an included file may have changed as well.
		if c := v.theirs[path]; c != nil && c.source == text && v.opts.Templates.Cached() {
			return c.fn
		}
		fn, err := compile(goja.Undefined(), rt.ToValue(text), rt.ToValue(path))
		if err != nil {
			panic(err)
		}
		v.theirs[path] = &compiled{source: text, fn: fn}
		return fn
	})
}
