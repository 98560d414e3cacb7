package snapshot

import (
	"errors"
	"fmt"

	"framework/engine/pipeline"
	"framework/engine/value"
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
func (b viewReader) renderFn(cfg *value.Map) (jsapi.Function, error) {
	get, ok := app.Callable(cfg.Value("getRenderFn"))
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
func (b viewReader) views(r *jsapi.Realm) (*jsview.Renderer, *pipeline.Pipeline, error) {
	cfg, err := b.cfg.Map("views")
	if err != nil {
		return nil, nil, err
	}
	opts := jsview.Options{
		Engine: "ejs", Layout: "layout", DefaultLayout: b.cfg.Source("views.layout") == b.profile.DefaultsSource(),
		Require: b.js.Loader().Require,
	}
	switch e := cfg.Value("engine").(type) {
	case string:
		opts.Engine = e
	case *value.Map:
		for _, key := range []string{"ext", "name"} {
			if s, ok := e.Value(key).(string); ok {
				opts.Engine = s
			}
		}
		opts.Function, _ = app.Callable(e.Value("fn"))
	}
	extension := opts.Engine
	if s, ok := cfg.Value("extension").(string); ok && s != "" {
		extension = s
	}
	switch l := cfg.Value("layout").(type) {
	case string:
		opts.Layout = l
	case bool:
		if !l {
			opts.Layout = ""
		}
	}
	opts.Locals, _ = cfg.Value("locals").(*value.Map)
	opts.Partials, _ = cfg.Value("partials").(string)
	if config, ok := b.js.Config("views").(interface{ Get(name string) jsapi.Value }); ok {
		opts.Helpers = config.Get("helpers")
	}
	opts.Switches = b.profile.Views
	if opts.Switches.OnlyEJS {
		opts.Engine = "ejs"
		if opts.Function, err = b.renderFn(cfg); err != nil {
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
	opts.Templates = view.New(view.Options{Dir: b.tree.Views, Extension: extension, Cache: b.set.Production(), Fill: fill})
	renderer, err := jsview.New(r, opts)
	return renderer, assets, err
}
