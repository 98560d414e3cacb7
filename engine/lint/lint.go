package lint

import (
	"cmp"
	"slices"

	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/scripts"
	"framework/engine/source"
)

// Project is what scripts are compared with. It is not changed.
type Project struct {
	Scripts []*scripts.Script
	// Finds reports whether a module is found from a folder.
	Finds func(dir, name string) bool
	// Installs advises on a package that is not found.
	Installs func(name string) string
	// Missing looks chains of members up in the loaded project. It answers each.
	Missing func([]Member) ([]Absence, error)
	// HasView reports whether there is a view of a name; nil if that cannot be known. Views
	// are the names of all.
	HasView func(name string) bool
	Views   func() []string
	Models  *orm.ORM
	// Uncalled are the paths of scripts in the folder of controllers whose names are not those
	// of controllers, so that they are not loaded; relative to the project.
	Uncalled []string
	// Texts are the keys of the translations.
	Texts []string
}

// Member is a chain of members that a script uses, such as res.json.
type Member struct {
	Names  []string
	Called bool // the last one is
}

// Absence says which name of a chain is not there: its index, and a similar name that is
// there, "" if nothing can be said.
type Absence struct {
	At   int
	Near string
}

// Problems lists what was found, by file and line. It fails if Missing does.
func (p *Project) Problems() ([]problem.Problem, error) {
	l := &linter{Project: p, assigned: map[string]bool{}, globals: map[string]bool{}}
	for _, s := range p.Scripts {
		chains := s.Chains()
		l.chains = append(l.chains, chains)
		for _, name := range s.Globals() {
			l.globals[name] = true
		}
		for _, c := range chains {
			if c.Assigned {
				l.assigned[c.Names[len(c.Names)-1]] = true
			}
		}
	}
	for i, s := range p.Scripts {
		l.members(s, l.chains[i])
	}
	if err := l.lookUp(); err != nil {
		return nil, err
	}
	for i, s := range p.Scripts {
		l.modules(s)
		l.views(s, l.chains[i])
		l.attributes(s, l.chains[i])
		l.exits(s, l.chains[i])
		l.translations(s, l.chains[i])
	}
	l.circles()
	l.unread()
	slices.SortStableFunc(l.found, func(a, b problem.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.Compact(l.found), nil
}

type linter struct {
	*Project
	chains [][]source.Chain // of each script
	// assigned are members that some script sets on some object.
	assigned map[string]bool
	// globals are names that some script may make.
	globals map[string]bool
	// uses are what members has found and lookUp looks up.
	uses  []use
	found []problem.Problem
}

func (l *linter) add(s *scripts.Script, at source.Place, hint, format string, args ...any) {
	l.found = append(l.found, problem.In(s.Rel, format, args...).At(at.Line, at.Column).Advise(hint))
}
