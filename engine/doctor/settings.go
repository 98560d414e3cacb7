package doctor

import (
	"slices"

	"framework/engine/warnings"
)

// settings adds the warnings of loading the project, as far as that went, or those about
// its settings if its code was not run.
func (e *examination) settings() {
	list := e.Warnings
	if !e.Loaded && len(list) == 0 && e.Datastores != nil {
		list = (&warnings.Project{Scripts: warnings.NewScripts(e.Tree), Rules: e.Release.Checks, Config: e.Datastores.Config}).MisspeltSettings()
	}
	for _, p := range list {
		if !slices.Contains(e.Release.Warnings, p) {
			e.add(Finding{Topic: Settings, Level: Differs, What: p.What, Do: p.Hint, Place: Place{p.File, p.Line, p.Column}})
		}
	}
}
