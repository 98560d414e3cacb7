package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/warnings"
)

// settings adds the warnings of loading the project, or those about its settings if it
// was not loaded.
func (e *examination) settings() {
	list := e.Warnings
	if !e.Loaded && e.Datastores != nil {
		list = (&warnings.Project{Rules: e.Release.Checks, Config: e.Datastores.Config}).MisspeltSettings()
	}
	for _, text := range list {
		if slices.Contains(e.Release.Warnings, text) {
			continue
		}
		f := Finding{Topic: Settings, Level: Differs, What: text}
		if file, rest, ok := strings.Cut(text, ": "); ok && strings.Contains(file, "/") {
			if _, err := os.Stat(filepath.Join(e.Tree.Root, filepath.FromSlash(file))); err == nil {
				f.File, f.What = file, rest
			}
		}
		e.add(f)
	}
}
