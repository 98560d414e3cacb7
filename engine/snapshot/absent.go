package snapshot

import (
	"fmt"

	"framework/jsapi"
)

// explainGlobals says why names that projects use are not defined: config.globals switches
// them off, or they are not there yet.
func explainGlobals(r *jsapi.Realm, c configuration) {
	for name, instead := range map[string]string{"sails": "req._sails or this.sails", "_": "require('lodash')", "async": "require('async')"} {
		r.Absent(name, fmt.Sprintf("config.globals switches it off; use %s", instead))
	}
	for _, m := range c.tree.Models {
		if c.globals().On("models") {
			r.Absent(m.GlobalID, fmt.Sprintf("models are there once all files are loaded: use %s inside of a function", m.GlobalID))
			continue
		}
		r.Absent(m.GlobalID, fmt.Sprintf("config.globals switches models off; use sails.models.%s", m.Identity))
	}
}
