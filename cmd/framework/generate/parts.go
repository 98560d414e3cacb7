package generate

import (
	"encoding/json"
	"slices"
	"strings"
)

// Parts say which parts a new project has, as sails new is told.
type Parts struct {
	// Without are the parts that it does not have: see PartNames.
	Without []string
	// NoFrontend leaves out pages and assets.
	NoFrontend bool
	// Auth adds users who sign up and log in.
	Auth bool
	// Database is the server that keeps the records, one of Databases; "" for a file.
	Database string
	// TypeScript makes the scripts TypeScript.
	TypeScript bool
}

// PartNames are those that a project may be without. lodash, async and grunt are packages
// that no new project has.
func PartNames() []string {
	return []string{"orm", "sockets", "session", "views", "i18n", "lodash", "async", "grunt"}
}

// prefixesOf are the beginnings of the paths that a part has in a new project.
func prefixesOf(part string) []string {
	return map[string][]string{
		"orm":     {"api/models/", "config/models.js", "config/datastores.js", "config/connections.js"},
		"sockets": {"config/sockets.js"},
		"session": {"config/session.js", "config/policies.js", "api/policies/"},
		"views":   {"views/", "config/views.js"},
		"i18n":    {"config/i18n.js", "config/locales/"},
	}[part]
}

// has reports whether a project has the file of a template.
func (p Parts) has(file string) bool {
	in := func(prefix string) bool { return strings.HasPrefix(file, prefix) }
	if p.NoFrontend && (in("assets/") || in("views/")) {
		return false
	}
	return !slices.ContainsFunc(p.Without, func(part string) bool { return slices.ContainsFunc(prefixesOf(part), in) })
}

// rc is the text of a .sailsrc that switches the hooks of the missing parts off; "" if
// none is missing.
func (p Parts) rc() (string, error) {
	off := map[string]bool{}
	for _, part := range p.Without {
		if prefixesOf(part) != nil {
			off[part] = false
		}
	}
	if len(off) == 0 {
		return "", nil
	}
	text, err := json.MarshalIndent(map[string]any{"hooks": off}, "", "  ")
	return string(text) + "\n", err
}
