package view_test

import (
	"testing"

	"framework/engine/config"
	"framework/engine/value"
	"framework/engine/view"
)

func TestReadSettings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		views *value.Map
		want  view.Settings
	}{
		"nothing":          {value.New(0), view.Settings{Engine: "ejs", Extension: "ejs", Layout: "layout"}},
		"engine":           {value.Of("engine", "jade"), view.Settings{Engine: "jade", Extension: "jade", Layout: "layout"}},
		"engine as object": {value.Of("engine", value.Of("ext", "hbs", "name", "handlebars")), view.Settings{Engine: "handlebars", Extension: "hbs", Layout: "layout"}},
		"extension of it":  {value.Of("engine", value.Of("ext", ".html", "name", "swig"), "extension", "swg"), view.Settings{Engine: "swig", Extension: "html", Layout: "layout"}},
		"extension":        {value.Of("engine", "jade", "extension", "pug"), view.Settings{Engine: "jade", Extension: "pug", Layout: "layout"}},
		"no layout":        {value.Of("layout", false), view.Settings{Engine: "ejs", Extension: "ejs"}},
		"layout by truth":  {value.Of("layout", true), view.Settings{Engine: "ejs", Extension: "ejs", Layout: "layout"}},
		"folders":          {value.Of("layout", "frame", "partials", "parts"), view.Settings{Engine: "ejs", Extension: "ejs", Layout: "frame", Partials: "parts"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := view.ReadSettings(config.Merge([]config.Layer{{Source: "config/views.js", Values: value.Of("views", tt.views)}}, config.Options{}))
			got.LayoutSource = ""
			if err != nil || got != tt.want {
				t.Errorf("got %+v %v, want %+v", got, err, tt.want)
			}
		})
	}
}
