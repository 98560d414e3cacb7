package lint

import (
	"slices"
	"strings"

	"framework/engine/scripts"
	"framework/engine/source"
)

// members looks for members of globals, req and res that are not there although similar
// ones are.
func (l *linter) members(s *scripts.Script, chains []source.Chain) {
	for _, c := range chains {
		if l.local(s, c.Names[0]) || c.Assigned || len(c.Names) > 2 && c.Names[1] == "config" {
			continue
		}
		if !c.Called && !isRegister(c.Names) {
			continue
		}
		at, near := l.Missing(c.Names, c.Called)
		if near == "" || l.assigned[c.Names[at]] || l.tests(chains, c.Names[:at+1]) {
			continue
		}
		name := strings.Join(c.Names[:at+1], ".")
		meant := strings.Join(append(slices.Clone(c.Names[:at]), near), ".")
		l.add(s, c.Places[at], "did you mean "+meant+"?", "there is no %s", name)
	}
}

// local reports whether a name may be a variable of the script. req and res are those of
// an action where it takes both.
func (l *linter) local(s *scripts.Script, name string) bool {
	switch name {
	case "exports", "module", "require", "arguments":
		return true
	case "req", "res":
		return !s.TakesInOrder("req", "res")
	}
	return s.Bare(name) || l.globals[name]
}

// isRegister reports whether the members of an object are the project's own, so that
// they are wrong where nothing is called as well: sails.models.pett.find().
func isRegister(names []string) bool {
	return len(names) > 2 && (names[0] == "sails" || names[0] == "framework") && slices.Contains([]string{"models", "services", "helpers"}, names[1])
}

// tests reports whether the script looks at the same member without calling it, as before
// it is used.
func (l *linter) tests(chains []source.Chain, names []string) bool {
	return slices.ContainsFunc(chains, func(c source.Chain) bool { return !c.Called && slices.Equal(c.Names, names) })
}
