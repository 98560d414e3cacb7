package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/warnings"
)

// settings adds the warnings of loading the project, as far as that went, or those about
// its settings if its code was not run.
func (e *examination) settings() {
	list := e.Warnings
	if !e.Loaded && len(list) == 0 && e.Datastores != nil {
		list = (&warnings.Project{Tree: e.Tree, Rules: e.Release.Checks, Config: e.Datastores.Config}).MisspeltSettings()
	}
	for _, text := range list {
		if slices.Contains(e.Release.Warnings, text) {
			continue
		}
		f := Finding{Topic: Settings, Level: Differs, What: text}
		if at, rest, ok := strings.Cut(text, ": "); ok && strings.Contains(at, "/") {
			place := parsePlace(at)
			if _, err := os.Stat(filepath.Join(e.Tree.Root, filepath.FromSlash(place.File))); err == nil {
				f.Place, f.What = place, rest
			}
		}
		e.add(f)
	}
}
