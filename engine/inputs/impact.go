package inputs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/project"
	"framework/watch"
)

// Impact is what a change of a file means for the version that is served.
type Impact uint8

// The impacts, the least first.
const (
	Ignore     Impact = iota // the file is not read
	ServeFresh               // requests read it anew: views, assets
	IfRequired               // a script outside of the known folders: a build reads it where the project requires it
	Rebuild                  // a build reads it
)

func (i Impact) String() string {
	return [...]string{"ignore", "serve fresh", "if required", "rebuild"}[i]
}

// Root are the files in the project's root folder that are not scripts and that
// every build reads. Every build also reads each .env.* there.
func Root() []string { return []string{"package.json", ".sailsrc", ".frameworkrc", ".env"} }

// Installed are the files that package managers write last: with them, what
// node_modules holds has changed. No other file there matters.
func Installed() []string {
	return []string{"node_modules/.package-lock.json", "node_modules/.yarn-integrity", "node_modules/.yarn-state.yml", "node_modules/.modules.yaml"}
}

// scripts are the extensions of what require loads.
func scripts() []string { return append(project.ScriptExtensions(), ".json") }

// Folders are the parts of a project's folder by what a change in them means.
// The zero value knows the files of the root alone.
type Folders struct {
	root string
	// built are read by a build, whatever is in them; pages and assets are read
	// by each request anew.
	built, pages []string
	assets       map[string]os.FileInfo // nil where there is no such folder
}

// NewFolders are those of the project at root, with its paths and settings.
func NewFolders(root string, p project.Paths, cfg *config.Config) Folders {
	f := Folders{root: root, assets: map[string]os.FileInfo{}}
	f.built = []string{
		"api", "blueprints", "hooks", p.Config, p.Controllers, p.Models, p.Services, p.Policies, p.Responses, p.Blueprints, p.Helpers, "scripts",
	}
	if locales, err := cfg.String("i18n.localesDirectory", ""); err == nil && locales != "" {
		locales = strings.TrimPrefix(locales, root)
		f.built = append(f.built, strings.Trim(filepath.ToSlash(filepath.Clean(locales)), "/"))
	}
	f.pages = []string{p.Views}
	for _, dir := range []string{p.Public, "assets"} {
		f.assets[dir] = statFolder(filepath.Join(root, dir))
	}
	return f
}

func statFolder(path string) os.FileInfo {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return info
	}
	return nil
}

// Impact judges a path relative to the project, with slashes: that of a file, or of
// a folder whose content is in doubt.
func (f *Folders) Impact(path string) Impact {
	if slices.Contains(Root(), path) || strings.HasPrefix(path, ".env.") && !strings.Contains(path, "/") || slices.Contains(Installed(), path) {
		return Rebuild
	}
	under := func(dir string) bool { return within(path, dir) }
	holds := func(dir string) bool { return strings.HasPrefix(dir, path+"/") }
	for dir, was := range f.assets {
		if !under(dir) && !holds(dir) {
			continue
		}
		// The folder is held open: another one in its place has to be opened.
		is := statFolder(filepath.Join(f.root, dir))
		if (was == nil) != (is == nil) || was != nil && !os.SameFile(was, is) {
			return Rebuild
		}
		if under(dir) {
			return ServeFresh
		}
	}
	switch {
	case slices.ContainsFunc(f.built, holds):
		return Rebuild
	case slices.ContainsFunc(f.pages, under):
		return ServeFresh
	case slices.ContainsFunc(f.built, under):
		return Rebuild
	case slices.Contains(scripts(), filepath.Ext(path)):
		return IfRequired
	}
	return Ignore
}

// within reports whether a path is a folder, or in it.
func within(path, dir string) bool {
	return dir != "" && (dir == "." || path == dir || strings.HasPrefix(path, dir+"/"))
}

// isPage reports whether a path is in a folder of views.
func (f *Folders) isPage(path string) bool {
	return slices.ContainsFunc(f.pages, func(dir string) bool { return within(path, dir) })
}

// Reads are the files that a build has looked for by require, as absolute paths.
type Reads interface {
	// Has reports whether a file, or one in a folder, was read; Misses whether it
	// may be one that was not there.
	Has(path string) bool
	Misses(path string) bool
}

// Version is a version of a project as its build has read it.
type Version struct {
	Folders
	Read Reads // nil for nothing
	// Own reports whether a file is as the version itself has left it; nil for none.
	Own func(path string) bool
	// Failed says that a build after it has failed, Since what that one has read.
	Failed bool
	Since  Reads // nil for nothing
}

// Judged are changed files by what they mean.
type Judged struct {
	Rebuild, Fresh []string
	// Open are scripts that were not required yet; a running build may require
	// them.
	Open []watch.Change
}

// Judge sorts changes by what they mean for v.
func (v *Version) Judge(changes []watch.Change) (out Judged) {
	for _, c := range changes {
		if v.Own != nil && v.Own(filepath.Join(v.root, filepath.FromSlash(c.Path))) {
			continue
		}
		impact := v.Impact(c.Path)
		if impact == ServeFresh && c.Op != watch.Changed && v.isPage(c.Path) {
			impact = Rebuild // routes are bound to the views that there are
		}
		if c.Op == watch.Stale && impact == Ignore {
			impact = IfRequired // it may be a folder
		}
		switch impact {
		case Rebuild:
			out.Rebuild = append(out.Rebuild, c.Path)
		case ServeFresh:
			out.Fresh = append(out.Fresh, c.Path)
		case IfRequired:
			if v.requires(c) {
				out.Rebuild = append(out.Rebuild, c.Path)
			} else {
				out.Open = append(out.Open, c)
			}
		case Ignore:
		}
	}
	return out
}

// requires reports whether the version, or one that failed since, has required
// the file of a change, or would have if it had been there.
func (v *Version) requires(c watch.Change) bool {
	if v.Failed && c.Op == watch.Added {
		return true // a module that could not be found may be this one
	}
	named := filepath.Join(v.root, filepath.FromSlash(c.Path))
	paths := []string{named}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(named)); err == nil && dir != filepath.Dir(named) {
		if filepath.Ext(named) != ".json" {
			return true // what was read behind a link may have been elsewhere
		}
		paths = append(paths, filepath.Join(dir, filepath.Base(named)))
	}
	if real, err := filepath.EvalSymlinks(named); err == nil {
		paths = append(paths, real)
	}
	for _, reads := range []Reads{v.Read, v.Since} {
		if reads != nil && slices.ContainsFunc(paths, func(path string) bool { return reads.Has(path) || reads.Misses(path) }) {
			return true
		}
	}
	return false
}
