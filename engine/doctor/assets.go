package doctor

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"framework/engine/assets"
)

// assets adds findings about build tools, and about files that have to be compiled.
func (e *examination) assets() {
	for _, name := range []string{"Gruntfile.js", "gulpfile.js", "webpack.config.js"} {
		if _, err := os.Stat(filepath.Join(e.Tree.Root, name)); err == nil {
			e.add(Finding{
				Topic: Assets, Level: Note, Place: Place{File: name},
				What: "it is not run: the server generates CSS of LESS, scripts of CoffeeScript, templates and tags on request",
				Do:   "for everything else run the tool itself, with .tmp/public as its output folder",
			})
		}
	}
	reported := map[string]bool{}
	_ = filepath.WalkDir(filepath.Join(e.Tree.Root, "assets"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // without a folder there are no assets
		}
		ext := filepath.Ext(path)
		switch {
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bower_components"):
			return filepath.SkipDir
		case !d.IsDir() && !reported[ext]:
			reported[ext] = e.asset(path, ext)
		}
		return nil
	})
}

// asset adds a finding about a file that has to be compiled and is not; ok is false
// if there is none.
func (e *examination) asset(path, ext string) (ok bool) {
	rel, err := filepath.Rel(e.Tree.Root, path)
	if err != nil {
		return false
	}
	f := Finding{Topic: Assets, Level: Differs, Place: Place{File: filepath.ToSlash(rel)}}
	switch packages := assets.Compilers(filepath.Base(path)); {
	case len(packages) > 0 && !slices.ContainsFunc(packages, func(name string) bool { return installed(e.Tree.Root, name) != "" }):
		f.What, f.Do = "the package that compiles "+ext+" files is not installed", "npm install "+packages[0]
	case ext == ".scss" || ext == ".sass" || ext == ".styl":
		f.What, f.Do = ext+" files are not compiled", "run their compiler, with .tmp/public as its output folder"
	default:
		return false
	}
	e.add(f)
	return true
}
