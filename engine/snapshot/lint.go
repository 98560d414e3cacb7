package snapshot

import (
	"context"
	"path"
	"slices"
	"strings"

	"framework/engine/lint"
	"framework/engine/locale"
	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/project"
	"framework/engine/scripts"
	"framework/jsapi"
)

// linting is what the scripts of a version are compared with.
type linting struct {
	configuration
	realm
	models *orm.ORM
	faces  presentation
}

// Lint lists the names in the scripts of this version that stand for nothing, and the views
// that cannot be compiled.
func (s *Snapshot) Lint(ctx context.Context) ([]problem.Problem, error) {
	out, err := s.linting.problems(ctx, s.sources)
	return append(s.linting.faces.faults(), out...), err
}

// problems are the names in scripts of what does not exist. cache reads them.
func (l linting) problems(ctx context.Context, cache *scripts.Cache) ([]problem.Problem, error) {
	list := l.loadedScripts(cache)
	texts, err := translated(l.configuration)
	if err != nil {
		return nil, err
	}
	p := &lint.Project{
		Scripts: list, Models: l.models, Texts: texts,
		Finds: l.js.Loader().Finds,
		Installs: func(name string) string {
			pkg := project.PackageOf(name)
			if _, listed := l.tree.Package.Dependencies[pkg]; listed {
				return "npm install"
			}
			return "npm install " + pkg
		},
		Missing: func(members []lint.Member) ([]lint.Absence, error) { return missing(ctx, l.iso, members) },
	}
	if !l.profile.Machines {
		p.Uncalled = l.tree.Uncalled
	}
	if l.faces.known != nil && !l.cfg.HookOff("views") {
		p.Views = l.faces.names
		p.HasView = func(name string) bool {
			return l.faces.known(name) || l.faces.known(strings.TrimSuffix(name, path.Ext(name)))
		}
	}
	return p.Problems()
}

// lookedUp is how many members one turn of the loop looks up: requests come in between.
const lookedUp = 100

// missing looks members up in the loaded project.
func missing(ctx context.Context, iso *jsapi.Isolate, members []lint.Member) ([]lint.Absence, error) {
	var out []lint.Absence
	for some := range slices.Chunk(members, lookedUp) {
		err := iso.Do(ctx, func(r *jsapi.Realm) error {
			for _, m := range some {
				at, near := r.Missing(m.Names, m.Called)
				out = append(out, lint.Absence{At: at, Near: near})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// loadedScripts are those that the server loads of the project, as cache reads them.
func (c configuration) loadedScripts(cache *scripts.Cache) []*scripts.Script {
	list, _ := cache.Read(c.tree, scripts.Options{Environment: c.set.Environment, Hooks: c.profile.HookPackages, Machines: c.profile.Machines})
	return list
}

// translated are the keys of the texts of all languages; none if keys are paths of objects.
func translated(c configuration) ([]string, error) {
	set, err := locale.ReadSettings(c.cfg, c.tree.Root, c.profile.Locale, c.set.Production())
	if err != nil || set.Nested {
		return nil, err
	}
	catalogs, err := locale.Read(set.Options)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range catalogs.Names() {
		out = append(out, catalogs.Catalog(name).Keys()...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
