package view

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/engine/view"
	"framework/jsapi"
)

// Options configure a Renderer.
type Options struct {
	Templates *view.Templates
	// Engine is the name of the template engine; "" and "ejs" are ours.
	Engine string
	// Layout is the view that pages are put into; "" for none.
	Layout string
	// DefaultLayout: Layout is the default, not a setting of the project.
	DefaultLayout bool
	// Locals are seen by every view.
	Locals *value.Map
	// Require loads the module of another engine from the project.
	Require func(name string) (goja.Value, error)
	// OwnEJS is the project's own package ejs, nil for ours.
	OwnEJS goja.Value
	// EJS08: templates are those of EJS 0.8 and ejs-locals; those of Templates are, too.
	EJS08 bool
	// Function renders every view in the place of an engine; nil for none.
	Function goja.Callable
	// Partials is the folder, below that of the views, with the partials that
	// some engines need to be given; Helpers is an object of functions for
	// their templates, or nil.
	Partials string
	Helpers  goja.Value
	// Root is the folder of the project.
	Root string
	// Development: views have a local with the path of their file.
	Development bool
	// Switches are those of the release.
	Switches Switches
}

// Switches are the differences between releases that views show.
type Switches struct {
	// EscapeAsEJS writes characters of HTML as the package ejs does from 2 on (1.x).
	EscapeAsEJS bool
	// Browser says which locals pages expose to their scripts; "" exposes none (up to
	// 0.11).
	Browser Browser
	// OnlyEJS: there is no other engine than EJS, but a function may render views;
	// the package ejs of the project counts only where package.json names it (1.x).
	OnlyEJS bool
	// NotViews are parts of extensions of files that routes cannot name as views
	// (1.x: of texts).
	NotViews []string
	// EJSLocals: where there is a layout, EJS is that of ejs-locals, whatever package
	// the project has (up to 0.12).
	EJSLocals bool
	// PlainLayout: errors name the default layout without its extension (1.x).
	PlainLayout bool
	// DeepLocals: the locals of config.views fill members of those of the call, too
	// (0.10 and 0.11).
	DeepLocals bool
	// BareLookup: the error of res.render for a missing view does not say where it was
	// looked for (0.10).
	BareLookup bool
}

// Browser chooses what exposeLocalsToBrowser writes.
type Browser string

const (
	// CallLocals are the locals of the call of res.view, escaped for HTML (0.12).
	CallLocals Browser = "ofCall"
	// PageLocals are those of res.locals, too, as they are (1.x).
	PageLocals Browser = "ofPage"
)

// Renderer renders the views of one project in one realm; its methods belong
// on the loop, but for Exists.
type Renderer struct {
	realm  *jsapi.Realm
	opts   Options
	locals goja.Value
	// newPage is what templates of one page share: (locals, layout).
	newPage goja.Callable
	// scope is what a template sees, foreignTemplate renders one by the
	// project's own compiler: (path, locals, page).
	scope, foreignTemplate goja.Callable
	// helper makes what templates have in addition to their locals, by one of
	// helperNames: (name, path, locals, page).
	helper      goja.Callable
	helperNames map[string]bool
	compile     map[string]*compiled
	// own is the project's own compiler of EJS, theirs what it made, by path.
	own    goja.Callable
	theirs map[string]*compiled
	// writeFn is what templates are given to write with; pages are those that
	// are being rendered, the innermost last; spare is room for the next one.
	writeFn goja.Value
	pages   [][]byte
	spare   [][]byte
	engine  goja.Callable // of another engine, once loaded
	// functions are those of call.js, nil until they are needed.
	functions *functions
	// entities are what characters of HTML are written as; agrees is whether
	// the project's own compiler gives the same result as ours, once that was
	// tried.
	entities *entities
	agrees   *bool
	// kept renders pages with the local cache; nil until there is one.
	kept *Renderer
}

// compiled is a template as functions, and what they were made of.
type compiled struct {
	source string
	fn     goja.Value
	// bound are the functions for the locals that the template was given, by
	// which of its names they had.
	bound map[string]goja.Callable
}

//go:embed ejs.js
var source string

var program = goja.MustCompile("framework:ejs.js", source, true)

// New prepares a realm for rendering.
func New(r *jsapi.Realm, opts Options) (*Renderer, error) {
	v := &Renderer{realm: r, opts: opts, compile: map[string]*compiled{}, theirs: map[string]*compiled{}, entities: &ours, locals: goja.Undefined()}
	switch {
	case opts.EJS08:
		v.entities = &early
	case opts.Switches.EscapeAsEJS:
		v.entities = &theirs
	}
	if opts.Locals != nil {
		v.locals = r.ToJS(opts.Locals)
	}
	rt := r.Runtime()
	native := rt.NewObject()
	_ = native.Set("run", v.runCall)
	_ = native.Set("with", v.with)
	v.writeFn = rt.ToValue(v.write)
	_ = native.Set("escape", v.escape)
	_ = native.Set("early", opts.EJS08)
	_ = native.Set("partial", func(call goja.FunctionCall) goja.Value {
		path, err := opts.Templates.Partial(call.Argument(0).String(), call.Argument(1).String())
		if opts.EJS08 && errors.Is(err, view.ErrNotFound) {
			return goja.Undefined()
		}
		if err != nil {
			panic(r.Error(err))
		}
		return rt.ToValue(path)
	})
	_ = native.Set("layout", func(call goja.FunctionCall) goja.Value {
		name := call.Argument(1)
		if !name.ToBoolean() {
			return rt.ToValue("")
		}
		find := opts.Templates.Partial
		if opts.EJS08 {
			find = v.namedLayout
		}
		path, err := find(call.Argument(0).String(), name.String())
		if err != nil {
			panic(r.Error(err))
		}
		return rt.ToValue(path)
	})
	if opts.OwnEJS != nil {
		if err := v.useOwn(native); err != nil {
			return nil, err
		}
	}
	if opts.Function != nil {
		v.engine = opts.Function
	}
	install, err := rt.RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	fn, _ := goja.AssertFunction(install)
	made, err := fn(goja.Undefined(), native)
	if err != nil {
		return nil, r.Wrap(err)
	}
	members := made.ToObject(rt)
	v.newPage, _ = goja.AssertFunction(members.Get("newPage"))
	v.foreignTemplate, _ = goja.AssertFunction(members.Get("foreign"))
	v.helper, _ = goja.AssertFunction(members.Get("helper"))
	var names []string
	if err := rt.ExportTo(members.Get("names"), &names); err != nil {
		return nil, err
	}
	v.helperNames = make(map[string]bool, len(names))
	for _, name := range names {
		v.helperNames[name] = true
	}
	v.scope, _ = goja.AssertFunction(members.Get("scope"))
	return v, nil
}

// Exists reports whether there is a view of that name.
func (v *Renderer) Exists(name string) bool { return v.opts.Templates.Exists(name) }

// Known reports whether a route may name that view: its file may be one that the
// engine does not read.
func (v *Renderer) Known(name string) bool { return v.opts.Templates.Known(name) }

// Names are those of all views, as routes and actions write them.
func (v *Renderer) Names() []string { return v.opts.Templates.Names() }

// Uses are the names of all views, each with those of locals that its code may use; none of
// these for views of other engines.
func (v *Renderer) Uses() map[string][]string {
	if !v.foreign() {
		return v.opts.Templates.Uses()
	}
	out := map[string][]string{}
	for _, name := range v.Names() {
		out[name] = nil
	}
	return out
}

// RenderJS renders a view with its layout; locals is a JavaScript object that
// becomes the view's; its member layout chooses another layout or none, and its member
// cache keeps the templates as they were first read. done is called on the loop, at
// once or later. Errors are *jsapi.ScriptError with the place in the template,
// or *view.SyntaxError.
func (v *Renderer) RenderJS(r *jsapi.Realm, name string, locals *goja.Object, done func(html string, err error)) {
	layout := v.layout(locals)
	path, err := v.opts.Templates.Lookup(name)
	if errors.Is(err, view.ErrNotFound) {
		done("", v.noFile(filepath.Join(v.opts.Templates.Dir(), strings.TrimSuffix(name, "/"))+v.opts.Templates.Extension()))
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
	if err := v.describe(name, path, merged); err != nil {
		done("", err)
		return
	}
	if v.foreign() {
		v.renderForeign(path, merged, done)
		return
	}
	v.file(path, merged, layout, done)
}

// layoutFile is the file of the layout of the view file path, "" for none. A
// layout that is not in the views' folder is searched in the folder of the
// view.
func (v *Renderer) layoutFile(path, layout string, locals *goja.Object) (string, error) {
	if v.opts.EJS08 {
		return v.layoutOfLocals(path, locals)
	}
	if layout == "" || v.opts.Switches.EJSLocals && v.opts.Layout == "" && (v.opts.Engine == "" || v.opts.Engine == "ejs") {
		return "", nil // without a layout in config.views Sails has no engine that knows layouts
	}
	found, err := v.opts.Templates.Lookup(layout)
	if errors.Is(err, view.ErrNotFound) {
		if own, err := v.opts.Templates.LayoutFrom(path, layout); err == nil {
			return own, nil
		}
		return "", fmt.Errorf("view %q: its layout %q is not there: make %s, or set layout: false in config/views.js or in the locals",
			strings.TrimSuffix(strings.TrimPrefix(path, v.opts.Templates.Dir()+string(filepath.Separator)), v.opts.Templates.Extension()),
			layout, filepath.Join(v.opts.Templates.Dir(), layout+v.opts.Templates.Extension()))
	}
	return found, err
}

// layoutOfLocals is the file of the layout that ejs-locals puts around the view file
// path: its name is a local of its own, which Sails sets.
func (v *Renderer) layoutOfLocals(path string, locals *goja.Object) (string, error) {
	asked := locals.Get("_layoutFile")
	if asked == nil || !asked.ToBoolean() {
		return "", nil
	}
	name := "/layout"
	if goja.IsString(asked) {
		name = asked.String()
	}
	return v.namedLayout(path, name)
}

// missingLayout begins what stands for the file of a layout that is not there, which is
// an error only once the page is there. No path has this character.
const missingLayout = "\x00"

// namedLayout is the file of the layout that the template at path names.
func (v *Renderer) namedLayout(path, name string) (string, error) {
	found, err := v.opts.Templates.LayoutFrom(path, name)
	if errors.Is(err, view.ErrNotFound) {
		return missingLayout + v.opts.Templates.LayoutPath(path, name), nil
	}
	return found, err
}

// noFile is the error of Node for a file that is not there.
func (v *Renderer) noFile(path string) error {
	f, err := v.calls()
	if err != nil {
		return err
	}
	return v.made(f.noFile, v.realm.Runtime().ToValue(path))
}

// maxLayouts bounds how many layouts are put around a page.
const maxLayouts = 16

// html renders a page and its layout, which may have a layout. It panics with
// what JavaScript throws.
func (v *Renderer) html(path string, locals *goja.Object, layout string) (string, error) {
	if v.opts.EJS08 {
		locals = v.withInner(locals)
	}
	p := &page{renderer: v, locals: locals, layout: layout}
	body := v.template(path, locals, p)
	for range maxLayouts {
		outer := p.takeLayout()
		if outer == "" {
			break
		}
		if path, missing := strings.CutPrefix(outer, missingLayout); missing {
			return "", v.noFile(path)
		}
		inner := jsapi.Copy(v.realm.Runtime(), locals)
		if err := inner.Set("body", body); err != nil {
			panic(err)
		}
		body = v.template(outer, inner, p)
	}
	return body.String(), nil
}

// helpersOfLocals are the members that ejs-locals puts into the local called locals.
var helpersOfLocals = []string{"blocks", "scripts", "stylesheets", "block", "stylesheet", "script", "layout", "partial"}

// withInner is locals, and behind them the members of the local called locals, which is
// their prototype in EJS 0.8: res.view('page', { locals: { title: 'x' } }).
func (v *Renderer) withInner(locals *goja.Object) *goja.Object {
	inner, ok := locals.Get("locals").(*goja.Object)
	if !ok {
		return locals
	}
	out := jsapi.Copy(v.realm.Runtime(), locals)
	for _, name := range inner.Keys() {
		if out.Get(name) != nil || slices.Contains(helpersOfLocals, name) {
			continue
		}
		if err := out.Set(name, inner.Get(name)); err != nil {
			panic(err)
		}
	}
	return out
}

// template renders one file of a page.
func (v *Renderer) template(path string, locals *goja.Object, p *page) goja.Value {
	if v.opts.OwnEJS == nil {
		return v.run(path, locals, p.value)
	}
	if html := v.common(path, locals, p.value); html != nil {
		return html
	}
	html, err := v.foreignTemplate(goja.Undefined(), v.realm.Runtime().ToValue(path), locals, p.value())
	if err != nil {
		panic(err)
	}
	return html
}

// page is what the templates of one page share. Most have no use for it: its
// object is made for those that have.
type page struct {
	renderer *Renderer
	locals   *goja.Object
	layout   string
	object   *goja.Object
}

// value is the page as the helpers know it.
func (p *page) value() goja.Value {
	if p.object == nil {
		rt := p.renderer.realm.Runtime()
		made, err := p.renderer.newPage(goja.Undefined(), p.locals, rt.ToValue(p.layout))
		if err != nil {
			panic(err)
		}
		p.object = made.ToObject(rt)
	}
	return p.object
}

// takeLayout returns the path of the layout of the page, "" for none, and
// resets it: the layout has none unless it names one itself.
func (p *page) takeLayout() string {
	layout := p.layout
	if p.layout = ""; p.object == nil {
		return layout
	}
	held := p.object.Get("layout")
	if err := p.object.Set("layout", ""); err != nil {
		panic(err)
	}
	return held.String()
}

// merge puts the project's locals under those of the call. What another engine
// renders with is an ordinary object.
func (v *Renderer) merge(locals *goja.Object) (out *goja.Object, err error) {
	project, _ := v.locals.(*goja.Object)
	if !v.foreign() && (project == nil || len(project.Keys()) == 0) {
		return locals, nil
	}
	ex := v.realm.Runtime().Try(func() {
		out = v.realm.Runtime().NewObject()
		if project != nil {
			jsapi.Assign(out, project)
		}
		jsapi.Assign(out, locals)
	})
	if ex != nil {
		return nil, v.realm.Wrap(ex)
	}
	return out, nil
}

// layout is the name of the layout in locals, "" for none.
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
	return v.named(asked)
}

// named is the layout of the value of a local.
func (v *Renderer) named(asked goja.Value) string {
	switch {
	case asked == nil || goja.IsUndefined(asked):
		return v.opts.Layout
	case goja.IsString(asked):
		return strings.TrimSuffix(asked.String(), v.opts.Templates.Extension())
	case asked.ToBoolean():
		return cmp.Or(v.opts.Layout, "layout")
	}
	return ""
}
