package doctor

import (
	"fmt"
	"path/filepath"
	"slices"

	"framework/engine/project"
)

// languages adds findings about modules in other languages than JavaScript, which packages of the
// project compile.
func (e *examination) languages() {
	reported := map[int]bool{}
	for _, o := range e.others {
		if reported[o.Language] {
			continue
		}
		reported[o.Language] = true
		language := project.Languages()[o.Language]
		rel, err := filepath.Rel(e.Tree.Root, o.Path)
		if err != nil {
			continue
		}
		f := Finding{
			Topic: Packages, Level: Note, Place: Place{File: filepath.ToSlash(rel)},
			What: fmt.Sprintf("%s files are compiled by the project's package; what they require is not examined", filepath.Ext(o.Path)),
		}
		if !slices.ContainsFunc(language.Packages, func(name string) bool { return installed(filepath.Dir(o.Path), project.PackageOf(name)) != "" }) {
			f.Level, f.What, f.Do = Fails, fmt.Sprintf("nothing is installed that compiles %s files", filepath.Ext(o.Path)), "npm install "+language.Install
		}
		e.add(f)
	}
}
