package view

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/config"
	"framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/app"
)

// Project is a project as its views need it.
type Project struct {
	Config   *config.Config
	App      *app.App
	Switches Switches
	// Defaults is what Config.Source calls the defaults of the release.
	Defaults string
	// Dir is the folder of the views, Root that of the project.
	Dir, Root string
	// Cache keeps views as they were first read.
	Cache bool
	// ListsEJS: package.json names the package ejs.
	ListsEJS bool
	// Fill writes tags for assets into a page; nil for none.
	Fill func(page string) string
}

// Open reads config.views, and prepares a realm for rendering the views.
func Open(r *jsapi.Realm, p Project) (*Renderer, error) {
	set, err := view.ReadSettings(p.Config)
	if err != nil {
		return nil, err
	}
	opts := Options{
		Engine: set.Engine, Layout: set.Layout, DefaultLayout: set.LayoutSource == p.Defaults,
		Locals: set.Locals, Partials: set.Partials, Require: p.App.RequireModule, Switches: p.Switches,
		Root: p.Root, Development: !p.Cache,
	}
	if fn, ok := p.Config.Get("views.engine.fn"); ok {
		opts.Function, _ = app.Callable(fn)
	}
	if views, ok := p.App.Config("views").(*goja.Object); ok {
		opts.Helpers = views.Get("helpers")
	}
	if opts.Switches.OnlyEJS {
		opts.Engine = "ejs"
		if opts.Function, err = renderFunction(p); err != nil {
			return nil, err
		}
	}
	opts.EJS08 = opts.Switches.EJSLocals && opts.Engine == "ejs" && set.Layout != ""
	if opts.EJS08 {
		opts.Function = nil
	}
	if opts.Engine == "ejs" && opts.Function == nil && !opts.EJS08 && (p.ListsEJS || !opts.Switches.OnlyEJS) {
		opts.OwnEJS = p.App.Library("ejs")
	}
	fill := p.Fill
	if opts.EJS08 {
		fill = view.Delimited(set.Locals, fill)
	}
	opts.Templates = view.New(view.Options{Dir: p.Dir, Root: p.Root, Extension: set.Extension, Cache: p.Cache, NotViews: opts.Switches.NotViews, Fill: fill, EJS08: opts.EJS08})
	return New(r, opts)
}

// renderFunction is what config.views.getRenderFn returns; nil for none.
func renderFunction(p Project) (goja.Callable, error) {
	own, _ := p.Config.Get("views.getRenderFn")
	get, ok := app.Callable(own)
	if !ok {
		return nil, nil
	}
	v, err := get(p.App.Object())
	if err != nil {
		return nil, fmt.Errorf("config views.getRenderFn: %w", err)
	}
	fn, ok := goja.AssertFunction(v)
	if !ok {
		return nil, errors.New("config views.getRenderFn is to return a function (path, locals, done)")
	}
	return fn, nil
}
