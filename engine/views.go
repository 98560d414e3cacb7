package engine

import (
	"framework/engine/ordered"
	"framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/app"
	jsview "framework/jsapi/view"
)

// views finds and renders the project's views.
func (b *builder) views(r *jsapi.Realm) (*jsview.Renderer, error) {
	cfg, err := b.cfg.Map("views")
	if err != nil {
		return nil, err
	}
	opts := jsview.Options{
		Engine: "ejs", Layout: "layout", DefaultLayout: b.cfg.Source("views.layout") == b.profile.defaults().Source,
		Require: b.js.Loader().Require,
	}
	switch e := cfg.Value("engine").(type) {
	case string:
		opts.Engine = e
	case *ordered.Map:
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
	opts.Locals, _ = cfg.Value("locals").(*ordered.Map)
	opts.Partials, _ = cfg.Value("partials").(string)
	if config, ok := b.js.Config("views").(interface{ Get(name string) jsapi.Value }); ok {
		opts.Helpers = config.Get("helpers")
	}
	if opts.Engine == "ejs" && opts.Function == nil {
		opts.OwnEJS = b.js.Library("ejs")
	}
	fill, err := b.assetLinks(r)
	if err != nil {
		return nil, err
	}
	opts.Templates = view.New(view.Options{Dir: b.tree.Views, Extension: extension, Cache: b.set.Production(), Fill: fill})
	return jsview.New(r, opts)
}
