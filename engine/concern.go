package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/project"
	"framework/jsapi/modules"
	"framework/watch"
)

// concern says whether a changed file is one that a build reads.
type concern uint8

const (
	no    concern = iota
	shown         // it is not: requests read it anew
	maybe         // a script somewhere: if it is required
	yes
)

// watching is config.watch.
type watching struct {
	on, poll bool
	ignore   []string
}

func readWatching(cfg *config.Config) (w watching, err error) {
	if v, ok := cfg.Get("watch"); ok && (v == false || v == "false") {
		return w, nil
	}
	w.on = true
	if v, ok := cfg.Get("watch"); !ok || v == nil || v == true || v == "true" {
		return w, nil
	}
	if w.poll, err = cfg.Bool("watch.poll", false); err != nil {
		return w, err
	}
	v, _ := cfg.Get("watch.ignore")
	switch v := v.(type) {
	case nil:
	case string:
		w.ignore = []string{v}
	case []any:
		for _, each := range v {
			s, ok := each.(string)
			if !ok {
				return w, &config.Error{Key: "watch.ignore", Source: cfg.Source("watch.ignore"), Want: "globs", Got: v}
			}
			w.ignore = append(w.ignore, s)
		}
	default:
		return w, &config.Error{Key: "watch.ignore", Source: cfg.Source("watch.ignore"), Want: "a list of globs", Got: v}
	}
	return w, nil
}

// inputs are the parts of the project folder by what a change in them means.
type inputs struct {
	root string
	// folders are read by a build, whatever is in them; pages and assets are
	// read by each request anew.
	folders, pages []string
	assets         map[string]os.FileInfo // nil where there is no such folder
}

func (b *builder) inputs(p project.Paths) inputs {
	in := inputs{root: b.tree.Root, assets: map[string]os.FileInfo{}}
	in.folders = []string{
		"api", "blueprints", "hooks", p.Config, p.Controllers, p.Models, p.Services, p.Policies, p.Responses, p.Blueprints, p.Helpers, "scripts",
	}
	if locales, err := b.cfg.String("i18n.localesDirectory", ""); err == nil && locales != "" {
		locales = strings.TrimPrefix(locales, b.tree.Root)
		in.folders = append(in.folders, strings.Trim(filepath.ToSlash(filepath.Clean(locales)), "/"))
	}
	in.pages = []string{p.Views}
	for _, dir := range []string{p.Public, "assets"} {
		in.assets[dir] = statFolder(filepath.Join(b.tree.Root, dir))
	}
	return in
}

func statFolder(path string) os.FileInfo {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return info
	}
	return nil
}

// installed are the files that package managers write last: with them, what
// node_modules holds has changed.
func installed() []string {
	return []string{"node_modules/.package-lock.json", "node_modules/.yarn-integrity", "node_modules/.yarn-state.yml", "node_modules/.modules.yaml"}
}

// concerns judges a path relative to the project.
func (in *inputs) concerns(path string) concern {
	switch path {
	case "package.json", ".sailsrc", ".frameworkrc":
		return yes
	}
	if path == ".env" || strings.HasPrefix(path, ".env.") && !strings.Contains(path, "/") || slices.Contains(installed(), path) {
		return yes
	}
	under := func(dir string) bool { return dir != "" && (dir == "." || strings.HasPrefix(path, dir+"/")) }
	for dir, was := range in.assets {
		if under(dir) {
			// The folder is held open: another one in its place has to be opened.
			is := statFolder(filepath.Join(in.root, dir))
			if (was == nil) != (is == nil) || was != nil && !os.SameFile(was, is) {
				return yes
			}
			return shown
		}
	}
	switch {
	case slices.ContainsFunc(in.pages, under):
		return shown
	case slices.ContainsFunc(in.folders, under):
		return yes
	case slices.Contains([]string{".js", ".cjs", ".mjs", ".ts", ".json"}, filepath.Ext(path)):
		return maybe
	}
	return no
}

// required reports whether the running version, or one that failed since, has
// required the file of a change, or would have if it had been there.
func (a *App) required(s *Snapshot, c watch.Change) bool {
	reads := []*modules.Reads{s.reads}
	if f := a.failure.Load(); f != nil {
		if c.Op == watch.Added {
			return true // a module that could not be found may be this one
		}
		reads = append(reads, f.reads)
	}
	named := filepath.Join(s.Tree.Root, filepath.FromSlash(c.Path))
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
	for _, r := range reads {
		for _, path := range paths {
			if r != nil && (r.Has(path) || r.Misses(path)) {
				return true
			}
		}
	}
	return false
}
