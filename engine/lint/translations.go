package lint

import (
	"slices"

	"framework/engine/scripts"
	"framework/engine/source"
	"framework/engine/spelling"
)

// translations looks for keys of translations that no language has although there is a
// similar one.
func (l *linter) translations(s *scripts.Script, chains []source.Chain) {
	if len(l.Texts) == 0 {
		return
	}
	for _, c := range chains {
		last := c.Names[len(c.Names)-1]
		if last != "__" && last != "__n" && !slices.Equal(c.Names, []string{"req", "i18n", last}) {
			continue
		}
		key, at, ok := s.Argument(c)
		if !ok || slices.Contains(l.Texts, key) {
			continue
		}
		if near := spelling.Close(key, slices.Values(l.Texts)); near != "" {
			l.add(s, at, "did you mean \""+near+"\"?", "no language has the text %q", key)
		}
	}
}
