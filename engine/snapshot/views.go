package snapshot

import (
	"errors"
	"fmt"

	"framework/engine/assets"
	"framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/app"
	jsview "framework/jsapi/view"
)

// viewReader reads what a project has to show: views, translations, assets.
type viewReader struct {
	*build
	configuration
	realm
}

// renderFn is the function that config.views.getRenderFn returns; nil for none.
func (b viewReader) renderFn() (jsapi.Function, error) {
	own, _ := b.cfg.Get("views.getRenderFn")
	get, ok := app.Callable(own)
	if !ok {
		return nil, nil
	}
	v, err := get(b.js.Object())
	if err != nil {
		return nil, fmt.Errorf("config views.getRenderFn: %w", err)
	}
	fn, ok := app.Callable(app.Opaque{Value: v})
	if !ok {
		return nil, errors.New("config views.getRenderFn is to return a function (path, locals, done)")
	}
	return fn, nil
}

// views finds and renders the project's views.
func (b viewReader) views(r *jsapi.Realm) (*jsview.Renderer, *assets.Pipeline, error) {
	set, err := view.ReadSettings(b.cfg)
	if err != nil {
		return nil, nil, err
	}
	opts := jsview.Options{
		Engine: set.Engine, Layout: set.Layout, DefaultLayout: set.LayoutSource == b.profile.DefaultsSource(),
		Locals: set.Locals, Partials: set.Partials, Require: b.js.Loader().Require,
	}
	if fn, ok := b.cfg.Get("views.engine.fn"); ok {
		opts.Function, _ = app.Callable(fn)
	}
	if config, ok := b.js.Config("views").(interface{ Get(name string) jsapi.Value }); ok {
		opts.Helpers = config.Get("helpers")
	}
	opts.Switches = b.profile.Views
	if opts.Switches.OnlyEJS {
		opts.Engine = "ejs"
		if opts.Function, err = b.renderFn(); err != nil {
			return nil, nil, err
		}
	}
	if _, listed := b.tree.Package.Dependencies["ejs"]; opts.Engine == "ejs" && opts.Function == nil && (listed || !opts.Switches.OnlyEJS) {
		opts.OwnEJS = b.js.Library("ejs")
	}
	assets, err := b.assetPipeline(r)
	if err != nil {
		return nil, nil, err
	}
	var fill func(page string) string
	if assets != nil {
		fill = assets.Fill
	}
	opts.Templates = view.New(view.Options{Dir: b.tree.Views, Extension: set.Extension, Cache: b.set.Production(), NotViews: opts.Switches.NotViews, Fill: fill})
	renderer, err := jsview.New(r, opts)
	return renderer, assets, err
}
