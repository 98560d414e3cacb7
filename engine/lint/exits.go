package lint

import (
	"slices"

	"framework/engine/scripts"
	"framework/engine/source"
	"framework/engine/spelling"
)

// exits looks for exits of an action or a helper that its file does not declare.
func (l *linter) exits(s *scripts.Script, chains []source.Chain) {
	declared, ok := s.Members("exits")
	if !ok || !s.TakesInOrder("inputs", "exits") {
		return
	}
	declared = append(declared, "success", "error")
	for _, c := range chains {
		if len(c.Names) != 2 || c.Names[0] != "exits" || !c.Called || slices.Contains(declared, c.Names[1]) {
			continue
		}
		hint := "add it to exits"
		if near := spelling.Nearest(c.Names[1], slices.Values(declared)); near != "" {
			hint = "did you mean exits." + near + "?"
		}
		l.add(s, c.Places[1], hint, "exits does not declare %s", c.Names[1])
	}
}
