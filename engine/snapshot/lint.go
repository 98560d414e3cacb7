package snapshot

import (
	"context"
	"path"
	"slices"
	"strings"

	"framework/engine/lint"
	"framework/engine/locale"
	"framework/engine/project"
	"framework/engine/scripts"
	"framework/jsapi"
)

// lintScripts warns about names of what does not exist in the scripts of the project.
func lintScripts(ctx context.Context, b *build, c configuration, rt realm, d data, faces presentation) error {
	list, _ := scripts.Read(c.tree, scripts.Options{Environment: c.set.Environment, Hooks: c.profile.HookPackages, Machines: c.profile.Machines})
	texts, err := translated(c)
	if err != nil {
		return err
	}
	p := &lint.Project{
		Scripts: list, Models: d.orm, Texts: texts,
		Finds: rt.js.Loader().Finds,
		Installs: func(name string) string {
			pkg := project.PackageOf(name)
			if _, listed := c.tree.Package.Dependencies[pkg]; listed {
				return "npm install"
			}
			return "npm install " + pkg
		},
	}
	if faces.known != nil && !c.cfg.HookOff("views") {
		p.Views = faces.names
		p.HasView = func(name string) bool {
			return faces.known(name) || faces.known(strings.TrimSuffix(name, path.Ext(name)))
		}
	}
	return rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		p.Missing = r.Missing
		b.warn(p.Problems()...)
		return nil
	})
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
