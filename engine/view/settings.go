package view

import (
	"strings"

	"framework/engine/config"
	"framework/engine/value"
)

// Settings are the settings of config.views that are data.
type Settings struct {
	// Engine is the name of the template engine, Extension that of its files.
	Engine, Extension string
	// Layout is the view that pages are put into; "" for none. LayoutSource is where
	// that is written.
	Layout, LayoutSource string
	// Locals are seen by every view; nil for none.
	Locals *value.Map
	// Partials is a folder below that of the views.
	Partials string
}

// ReadSettings reads config.views.
func ReadSettings(cfg *config.Config) (Settings, error) {
	views, err := cfg.Map("views")
	if err != nil {
		return Settings{}, err
	}
	s := Settings{Engine: "ejs", Layout: "layout", LayoutSource: cfg.Source("views.layout")}
	switch e := views.Value("engine").(type) {
	case string:
		s.Engine = e
	case *value.Map:
		for _, key := range []string{"ext", "name"} {
			if name, ok := e.Value(key).(string); ok {
				s.Engine = name
			}
		}
		// The object has the extension of its files, whatever views.extension says.
		s.Extension, _ = e.Value("ext").(string)
		s.Extension = strings.TrimPrefix(s.Extension, ".")
	}
	if s.Extension == "" {
		s.Extension, _ = views.Value("extension").(string)
	}
	if s.Extension == "" {
		s.Extension = s.Engine
	}
	switch l := views.Value("layout").(type) {
	case string:
		s.Layout = l
	case bool:
		if !l {
			s.Layout = ""
		}
	}
	s.Locals, _ = views.Value("locals").(*value.Map)
	s.Partials, _ = views.Value("partials").(string)
	return s, nil
}

// Packages are the npm packages that may have a template engine, in the order in which
// they are looked for.
func Packages(engine string) []string {
	out := []string{engine}
	if name := renamed[engine]; name != "" {
		out = append(out, name)
	}
	return append(out, "consolidate")
}

// renamed are the packages of engines that are called otherwise.
var renamed = map[string]string{"hogan": "hogan.js", "doT": "dot", "hjs": "hogan.js", "njk": "nunjucks", "hb": "handlebars"}
