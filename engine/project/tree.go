package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is one module of a project.
type File struct {
	Path     string // absolute
	Rel      string // relative to the project, slash-separated
	Identity string // lower case: "admin/thing", "user"
	GlobalID string // as the file is named: "User"
	Copy     bool   // its name does not end as those of scripts do (1.x)
}

// Tree lists the files of a project folder, each list in load order: by name,
// files of a folder before those of its sub-folders.
type Tree struct {
	Root    string // absolute, symbolic links resolved
	Empty   bool   // nothing in it is a part of a project: no api, config or package.json
	Package Package

	Controllers []File
	Uncalled    []string // paths of scripts beside them whose names do not end in Controller, relative to the root
	Models      []File
	Services    []File
	Policies    []File
	Responses   []File
	Blueprints  []File
	Config      []File // config/** without env, locales and local
	Hooks       string // folder of the hooks, relative to the root
	Views       string // absolute path of the views folder
	Assets      []string
}

// Modules are the files that the app loads itself, but for those of hooks.
func (t *Tree) Modules() []File {
	return slices.Concat(t.Controllers, t.Models, t.Services, t.Policies, t.Responses, t.Blueprints, t.Config)
}

// DuplicateError says that two files have the same identity.
type DuplicateError struct {
	Kind, Identity string
	First, Second  string // relative paths
}

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("%s and %s are both the %s %q: rename one of them", e.First, e.Second, e.Kind, e.Identity)
}

// NoProjectError says that a folder is not a project.
type NoProjectError struct {
	Dir    string
	Reason string
}

func (e *NoProjectError) Error() string {
	return fmt.Sprintf("%s is not a project folder: %s (make one with: framework new %s)", e.Dir, e.Reason, filepath.Base(e.Dir))
}

// Root returns the absolute path of the project at dir, with links resolved; the
// error is a *NoProjectError if dir is not a project.
func Root(dir string) (string, error) {
	root, err := filepath.Abs(dir)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return "", &NoProjectError{Dir: dir, Reason: "it does not exist"}
	}
	if st, err := os.Stat(root); err != nil || !st.IsDir() {
		return "", &NoProjectError{Dir: dir, Reason: "it is not a folder"}
	}
	return root, nil
}

// Scan lists the project at dir. Missing folders are empty. Duplicate identities
// are errors, which are all reported at once.
func Scan(dir string, paths Paths) (*Tree, error) {
	root, err := Root(dir)
	if err != nil {
		return nil, err
	}
	pkg, err := ReadPackage(root)
	if err != nil {
		return nil, err
	}
	t := &Tree{Root: root, Empty: !looksLikeProject(root), Package: pkg, Hooks: paths.Hooks, Views: filepath.Join(root, paths.Views)}
	s := scanner{root: root}
	t.Controllers = s.list("controller", paths.Controllers, -1, func(rel, base string) (string, string, bool) {
		name, ok := strings.CutSuffix(base, "Controller")
		if !ok || name == "" {
			return "", "", false
		}
		return strings.ToLower(pathJoin(rel, name)), name, true
	})
	t.Uncalled = s.unnamed
	flat := func(_, base string) (string, string, bool) {
		return strings.ToLower(base), base, !strings.Contains(base, ".")
	}
	t.Models = s.list("model", paths.Models, -1, flat)
	t.Services = s.list("service", paths.Services, 1, func(_, base string) (string, string, bool) {
		return strings.ToLower(base), base, true
	})
	t.Policies = s.list("policy", paths.Policies, -1, func(rel, base string) (string, string, bool) {
		return strings.ToLower(pathJoin(rel, base)), base, true
	})
	t.Responses = s.list("response", paths.Responses, -1, func(_, base string) (string, string, bool) {
		return base, base, true
	})
	t.Blueprints = s.list("blueprint", paths.Blueprints, -1, func(_, base string) (string, string, bool) {
		return base, base, true
	})
	// The specification allows custom blueprints in the project's root folder
	// too.
	for _, f := range s.list("blueprint", "blueprints", -1, func(_, base string) (string, string, bool) {
		return base, base, true
	}) {
		if i := slices.IndexFunc(t.Blueprints, func(g File) bool { return g.Identity == f.Identity }); i >= 0 {
			s.errs = append(s.errs, &DuplicateError{"blueprint", f.Identity, t.Blueprints[i].Rel, f.Rel})
			continue
		}
		t.Blueprints = append(t.Blueprints, f)
	}
	t.Config = s.configFiles(paths.Config)
	for _, dir := range []string{paths.Public, "assets"} {
		if st, err := os.Stat(filepath.Join(root, dir)); err == nil && st.IsDir() {
			t.Assets = append(t.Assets, filepath.Join(root, dir))
		}
	}
	return t, errors.Join(s.errs...)
}

func looksLikeProject(root string) bool {
	for _, name := range []string{"api", "config", "package.json"} {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil {
			return true
		}
	}
	return false
}

type scanner struct {
	root string
	errs []error
	// unnamed are files that were refused for their names.
	unnamed []string
}

// list returns the script files below dir, at most depth folders deep (-1: no
// limit). name maps the folder (relative to dir) and the base name without
// extension to identity and globalId, or refuses the file.
func (s *scanner) list(kind, dir string, depth int, name func(rel, base string) (identity, globalID string, ok bool)) []File {
	var out []File
	seen := map[string]string{}
	s.walk(filepath.Join(s.root, dir), "", depth, ScriptExtensions(), func(path, rel, base string) {
		identity, globalID, ok := name(rel, base)
		if !ok {
			s.unnamed = append(s.unnamed, s.rel(path))
			return
		}
		f := File{Path: path, Rel: s.rel(path), Identity: identity, GlobalID: globalID}
		if first, dup := seen[strings.ToLower(identity)]; dup {
			// A folder may have a script and the file it was compiled from: the
			// later name wins, as in Sails, which loads both. Sails does not load
			// TypeScript: the script wins.
			if last := len(out) - 1; sameBut(first, f.Rel) {
				if !isTypeScript(f.Rel) {
					out[last] = f
				}
				return
			}
			s.errs = append(s.errs, &DuplicateError{kind, identity, first, f.Rel})
			return
		}
		seen[strings.ToLower(identity)] = f.Rel
		out = append(out, f)
	})
	return out
}

// sameBut reports whether two paths differ in their extensions alone, and one is of
// a language that is compiled.
func sameBut(one, other string) bool {
	a, b := filepath.Ext(one), filepath.Ext(other)
	compiled := func(extension string) bool {
		return isTypeScript(extension) || slices.ContainsFunc(Languages(), func(l Language) bool { return slices.Contains(l.Extensions, extension) })
	}
	return strings.TrimSuffix(one, a) == strings.TrimSuffix(other, b) && (compiled(a) || compiled(b))
}

func isTypeScript(path string) bool {
	extension := filepath.Ext(path)
	return extension == ".ts" || extension == ".mts" || extension == ".cts"
}

// configFiles lists config/** without locales.* and local.*, and without folders whose
// name ends in env or locales: Sails leaves them out at every depth.
func (s *scanner) configFiles(dir string) []File {
	var out []File
	s.walk(filepath.Join(s.root, dir), "", -1, withJSON(), func(path, rel, base string) {
		left := func(folder string) bool {
			return strings.HasSuffix(folder, "env") || strings.HasSuffix(folder, "locales")
		}
		if base == "local" || base == "locales" || slices.ContainsFunc(strings.Split(rel, "/"), left) {
			return
		}
		out = append(out, File{Path: path, Rel: s.rel(path), Identity: base, GlobalID: base})
	})
	return out
}

// maxDepth ends the descent into folders that link to each other.
const maxDepth = 32

// walk visits the files with the extensions, whose names it gives without these; nil is for
// all files, with their whole names.
func (s *scanner) walk(dir, rel string, depth int, extensions []string, visit func(path, rel, base string)) {
	if depth < -maxDepth {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.errs = append(s.errs, fmt.Errorf("reading %s: %w", s.rel(dir), err))
		}
		return
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	var dirs []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		isDir := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 { // links are followed, as require does
			st, err := os.Stat(path)
			if err != nil {
				continue
			}
			isDir = st.IsDir()
		}
		if isDir {
			dirs = append(dirs, e.Name())
			continue
		}
		if extensions == nil {
			visit(path, rel, e.Name())
			continue
		}
		ext := filepath.Ext(e.Name())
		if !slices.Contains(extensions, ext) || strings.HasSuffix(e.Name(), ".d.ts") {
			continue
		}
		visit(path, rel, strings.TrimSuffix(e.Name(), ext))
	}
	if depth == 1 {
		return
	}
	for _, d := range dirs {
		s.walk(filepath.Join(dir, d), pathJoin(rel, d), depth-1, extensions, visit)
	}
}

func (s *scanner) rel(path string) string {
	if below, ok := strings.CutPrefix(path, s.root+string(filepath.Separator)); ok {
		return filepath.ToSlash(below)
	}
	if r, err := filepath.Rel(s.root, path); err == nil {
		return filepath.ToSlash(r)
	}
	return path
}

func pathJoin(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// EnvFiles lists the files of config/env that belong to environment: those of the
// folder first, then the file of that name, which overrides them.
func EnvFiles(root, configDir, environment string) []File {
	s := scanner{root: root}
	var out []File
	s.walk(filepath.Join(root, configDir, "env", environment), "", -1, withJSON(), func(path, _, base string) {
		out = append(out, File{Path: path, Rel: s.rel(path), Identity: base, GlobalID: base})
	})
	if f, ok := One(root, configDir+"/env/"+environment); ok {
		out = append(out, f)
	}
	return out
}

func withJSON() []string { return append([]string{".json"}, ScriptExtensions()...) }

// One returns the script or JSON file at rel, given without its extension.
func One(root, rel string) (File, bool) {
	for _, ext := range withJSON() {
		path := filepath.Join(root, filepath.FromSlash(rel)+ext)
		if st, err := os.Stat(path); err == nil && !st.IsDir() {
			base := filepath.Base(filepath.FromSlash(rel))
			return File{Path: path, Rel: rel + ext, Identity: base, GlobalID: base}, true
		}
	}
	return File{}, false
}
