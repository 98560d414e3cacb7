package lint

import (
	"slices"

	"framework/engine/scripts"
	"framework/engine/source"
	"framework/engine/spelling"
)

// views looks for views that actions name and that do not exist, unless a callback gets the
// error.
func (l *linter) views(s *scripts.Script, chains []source.Chain) {
	if l.HasView == nil {
		return
	}
	for _, c := range chains {
		if len(c.Names) == 2 && c.Names[0] == "res" && (c.Names[1] == "view" || c.Names[1] == "render") {
			if name, at, ok := s.Argument(c); ok && !s.TakesCallback(c) {
				l.view(s, name, at)
			}
		}
	}
	if texts, places := s.Properties("viewTemplatePath"); len(texts) > 0 {
		for i := range texts {
			l.view(s, texts[i], places[i])
		}
	}
}

func (l *linter) view(s *scripts.Script, name string, at source.Place) {
	if name == "" || l.HasView(name) {
		return
	}
	hint := ""
	if near := spelling.Nearest(name, slices.Values(l.Views())); near != "" {
		hint = "did you mean \"" + near + "\"?"
	}
	l.add(s, at, hint, "there is no view %q", name)
}
