package doctor

import (
	"slices"

	"framework/engine/view"
)

// views adds a finding about a template engine that is not available.
func (e *examination) views() {
	if e.Datastores == nil {
		return
	}
	cfg := e.Datastores.Config
	set, err := view.ReadSettings(cfg)
	if err != nil || set.Engine == "" || set.Engine == "ejs" {
		return
	}
	f := Finding{
		Topic: Views, Level: Note, Place: Place{File: cfg.Source("views.engine")},
		What: "pages are rendered by the project's package for " + set.Engine,
	}
	_, function := cfg.Get("views.engine.fn")
	switch {
	case e.Release.Views.OnlyEJS:
		f.Level, f.What, f.Do = Differs, "views.engine has no effect in this release", "give views.getRenderFn"
	case !function && !slices.ContainsFunc(view.Packages(set.Engine), func(name string) bool { return installed(e.Tree.Root, name) != "" }):
		f.Level, f.What, f.Do = Differs, "the view engine "+set.Engine+" is not installed", "npm install "+set.Engine
	}
	e.add(f)
}
