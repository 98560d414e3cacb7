package lint

import (
	"path"
	"slices"
	"strings"

	"framework/engine/problem"
	"framework/engine/scripts"
)

// loadedFolders are those whose files are there for what they export.
var loadedFolders = []string{"api/controllers/", "api/models/", "api/policies/", "api/services/", "api/responses/", "api/helpers/"}

// unread looks for files of which nothing is used: they export nothing, or have a name by
// which they are not loaded.
func (l *linter) unread() {
	for _, s := range l.Scripts {
		loaded := slices.ContainsFunc(loadedFolders, func(dir string) bool { return strings.HasPrefix(s.Rel, dir) })
		if loaded && !s.Exports() {
			l.found = append(l.found, problem.In(s.Rel, "the file exports nothing, so nothing of it is used").Advise("begin with module.exports ="))
		}
	}
	for _, rel := range l.Uncalled {
		if slices.ContainsFunc(l.Scripts, func(s *scripts.Script) bool { return s.Rel == rel }) {
			continue // another file requires it
		}
		base := strings.TrimSuffix(path.Base(rel), path.Ext(rel))
		if ending := len(base) - len("controller"); ending > 0 && strings.EqualFold(base[ending:], "controller") {
			base = base[:ending]
		}
		l.found = append(l.found, problem.In(rel, "the file is not loaded: names of controllers end in Controller").Advise("name it "+base+"Controller"+path.Ext(rel)))
	}
}
