package lint

import (
	"slices"
	"strings"

	"framework/engine/scripts"
	"framework/engine/source"
)

// use is a chain of members in a script that has to be there.
type use struct {
	script *scripts.Script
	chain  source.Chain
	chains []source.Chain // of the script
}

// members lists the members of globals, req and res that a script uses.
func (l *linter) members(s *scripts.Script, chains []source.Chain) {
	for _, c := range chains {
		if l.local(s, c.Names[0]) || c.Assigned || len(c.Names) > 2 && c.Names[1] == "config" {
			continue
		}
		if c.Called || isRegister(c.Names) {
			l.uses = append(l.uses, use{s, c, chains})
		}
	}
}

// lookUp looks for those that are not there although similar ones are.
func (l *linter) lookUp() error {
	var asked []Member
	index := map[string]int{} // of what is asked, by its names
	answer := make([]int, len(l.uses))
	for i, u := range l.uses {
		key := strings.Join(u.chain.Names, ".")
		if u.chain.Called {
			key += "()"
		}
		at, ok := index[key]
		if !ok {
			at = len(asked)
			index[key] = at
			asked = append(asked, Member{u.chain.Names, u.chain.Called})
		}
		answer[i] = at
	}
	answers, err := l.Missing(asked)
	if err != nil {
		return err
	}
	for i, u := range l.uses {
		names, absent := u.chain.Names, answers[answer[i]]
		if absent.Near == "" || l.assigned[names[absent.At]] || l.tests(u.chains, names[:absent.At+1]) {
			continue
		}
		meant := strings.Join(append(slices.Clone(names[:absent.At]), absent.Near), ".")
		l.add(u.script, u.chain.Places[absent.At], "did you mean "+meant+"?", "there is no %s", strings.Join(names[:absent.At+1], "."))
	}
	return nil
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
