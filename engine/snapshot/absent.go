package snapshot

import (
	"fmt"
	"slices"

	"framework/engine/project"
)

// absentGlobal says why a name that projects use is not defined: config.globals switches it
// off, or it is not there yet.
func (c configuration) absentGlobal(name string) string {
	instead := map[string]string{"sails": "req._sails or this.sails", "_": "require('lodash')", "async": "require('async')"}[name]
	if instead != "" {
		return "config.globals switches it off; use " + instead
	}
	at := slices.IndexFunc(c.tree.Models, func(m project.File) bool { return m.GlobalID == name })
	switch {
	case at < 0:
		return ""
	case c.globals().On("models"):
		return fmt.Sprintf("models are there once all files are loaded: use %s inside of a function", name)
	}
	return "config.globals switches models off; use sails.models." + c.tree.Models[at].Identity
}
