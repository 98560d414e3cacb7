package scripts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"framework/engine/project"
	"framework/engine/source"
)

// Script is a module of the project that the server loads, or that another one
// requires.
type Script struct {
	*source.Source
	// Path is absolute, Rel relative to the project, with slashes.
	Path, Rel string
}

// Options say what the server loads.
type Options struct {
	Environment string
	Hooks       project.HookRules
	// Machines: all files below api/controllers and api/helpers are loaded.
	Machines bool
}

// maxScript is the number of bytes of a file that is read: longer ones are no code
// that somebody wrote.
const maxScript = 1 << 20

// Read reads the modules that the server loads of a project, and those that they
// require by relative paths. others are those in other languages than JavaScript.
func Read(tree *project.Tree, opts Options) (scripts []*Script, others []Other) {
	return new(Cache).Read(tree, opts)
}

// Cache reads the scripts of the versions of a project that follow each other: those that
// have not changed are kept. The zero Cache is empty. It is safe for concurrent use.
type Cache struct {
	mu   sync.Mutex
	kept map[string]kept // of the version before, by path
}

type kept struct {
	text   string
	script *Script
}

// Read is like the function Read. The scripts are shared with other calls.
func (c *Cache) Read(tree *project.Tree, opts Options) (scripts []*Script, others []Other) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := reader{root: tree.Root, seen: map[string]bool{}, before: c.kept, now: map[string]kept{}}
	defer func() { c.kept = r.now }()
	defaults := project.DefaultPaths()
	for _, files := range [][]project.File{
		tree.Config, project.EnvFiles(tree.Root, defaults.Config, opts.Environment), tree.Models, tree.Controllers, tree.Services,
		tree.Policies, tree.Responses, tree.Blueprints,
	} {
		for _, f := range files {
			r.read(f.Path)
		}
	}
	if f, ok := project.One(tree.Root, defaults.Config+"/local"); ok {
		r.read(f.Path)
	}
	hooks, _ := project.Hooks(tree.Root, tree.Hooks, opts.Hooks)
	for _, h := range hooks {
		if h.Module == "" {
			r.read(h.Path)
		}
	}
	if opts.Machines {
		r.readFolder(defaults.Controllers)
		r.readFolder(defaults.Helpers)
	}
	slices.SortStableFunc(r.scripts, func(a, b *Script) int { return strings.Compare(a.Rel, b.Rel) })
	return r.scripts, r.others
}

type reader struct {
	root    string
	seen    map[string]bool
	scripts []*Script
	others  []Other
	// before has the scripts of the version before, now gets those of this one.
	before, now map[string]kept
}

// Other is a module in another language than JavaScript: its text is not read.
type Other struct {
	Path     string
	Language int // of project.Languages
}

func (r *reader) readFolder(dir string) {
	_ = filepath.WalkDir(filepath.Join(r.root, dir), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && slices.Contains(project.ScriptExtensions(), filepath.Ext(path)) {
			r.read(path)
		}
		return nil // loading reports what cannot be read
	})
}

// read reads a file, and the files that it requires.
func (r *reader) read(path string) {
	if r.seen[path] || !slices.Contains(project.ScriptExtensions(), filepath.Ext(path)) {
		return
	}
	r.seen[path] = true
	for i, language := range project.Languages() {
		if slices.Contains(language.Extensions, filepath.Ext(path)) {
			r.others = append(r.others, Other{path, i})
			return
		}
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxScript {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	rel, err := filepath.Rel(r.root, path)
	if err != nil || !filepath.IsLocal(rel) || strings.Contains(rel, "node_modules") {
		return
	}
	k := r.before[path]
	if k.script == nil || k.text != string(text) {
		k = kept{string(text), &Script{Source: source.Read(string(text)), Path: path, Rel: filepath.ToSlash(rel)}}
	}
	s := k.script
	r.now[path] = k
	r.scripts = append(r.scripts, s)
	for _, q := range s.Requirements() {
		if strings.HasPrefix(q.Name, ".") {
			if file := File(filepath.Join(filepath.Dir(path), q.Name)); file != "" {
				r.read(file)
			}
		}
	}
}

// File is the script that a path without its extension stands for, "" for none.
func File(path string) string {
	for _, ext := range append([]string{""}, project.ScriptExtensions()...) {
		for _, try := range []string{path + ext, filepath.Join(path, "index"+ext)} {
			if info, err := os.Stat(try); err == nil && info.Mode().IsRegular() {
				return try
			}
		}
	}
	return ""
}
