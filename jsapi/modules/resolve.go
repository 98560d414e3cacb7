package modules

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"framework/engine/value"

	"framework/router"
)

// target is the result of a resolution: a core module, or a file.
type target struct {
	name string // of the core module, or the real path
	core Core
	info os.FileInfo // of a file
}

var extensions = []string{".js", ".json", ".cjs", ".ts", ".mjs"}

// resolve resolves require(name) in dir.
func (l *Loader) resolve(name, dir string) (target, bool) {
	if strings.ContainsRune(name, 0) {
		return target{}, false
	}
	if filepath.IsAbs(name) {
		if t, ok := l.replaced(name); ok {
			return t, true
		}
		if t, ok := l.file(name); ok {
			return t, true
		}
		return l.hoisted(name, "")
	}
	if name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		path := filepath.Join(dir, name)
		if t, ok := l.replaced(path); ok {
			return t, true
		}
		if strings.HasSuffix(name, "/") || strings.HasSuffix(name, ".") && filepath.Base(name) == name {
			return l.directory(path)
		}
		if t, ok := l.file(path); ok {
			return t, true
		}
		return l.hoisted(path, "")
	}
	bare := strings.TrimPrefix(name, "node:")
	if core, ok := l.opts.Core[bare]; ok {
		return target{name: bare, core: core}, true
	}
	if bare != name {
		return target{}, false
	}
	if strings.HasPrefix(name, "#") {
		return l.inOwnPackage(name, dir)
	}
	for _, folder := range nodeModules(dir) {
		if t, ok := l.inPackages(folder, name); ok {
			return t, true
		}
	}
	if core, ok := l.opts.Fallback[name]; ok {
		return target{name: name, core: core}, true
	}
	return l.hoisted(name, dir)
}

// hoisted resolves the path to a package inside of another package, such as
// sails/node_modules/lodash: npm 2 installed dependencies there, later releases install
// them beside the package. dir is where a path that is a name is required.
func (l *Loader) hoisted(path, dir string) (target, bool) {
	const between = "/node_modules/"
	at := strings.LastIndex(filepath.ToSlash(path), between)
	if at <= 0 {
		return target{}, false
	}
	outer, name := path[:at], path[at+len(between):]
	if dir == "" {
		if !strings.Contains(filepath.ToSlash(outer), between) {
			return target{}, false
		}
		dir = outer
	}
	return l.resolve(name, dir)
}

// replaced returns the core module that replaces a package, for a path to the folder
// of the package in the project.
func (l *Loader) replaced(path string) (target, bool) {
	name, ok := strings.CutPrefix(filepath.Clean(path), filepath.Join(l.opts.Root, "node_modules")+string(filepath.Separator))
	if !ok || name != "sails" {
		return target{}, false
	}
	core, ok := l.opts.Core[name]
	return target{name: name, core: core}, ok
}

// nodeModules lists the node_modules folders seen from dir, nearest first.
func nodeModules(dir string) []string {
	var list []string
	for {
		if filepath.Base(dir) != "node_modules" {
			list = append(list, filepath.Join(dir, "node_modules"))
		}
		up := filepath.Dir(dir)
		if up == dir {
			return list
		}
		dir = up
	}
}

// inPackages resolves "name", "name/sub" or "@scope/name/sub" in a node_modules folder.
func (l *Loader) inPackages(folder, name string) (target, bool) {
	parts := strings.SplitN(name, "/", 3)
	n := 1
	if strings.HasPrefix(name, "@") {
		n = 2
	}
	if len(parts) >= n {
		pkg := filepath.Join(append([]string{folder}, parts[:n]...)...)
		sub := "." + strings.TrimPrefix(name, strings.Join(parts[:n], "/"))
		if exports, ok := l.manifest(pkg).Get("exports"); ok && exports != nil {
			path, ok := exported(exports, sub)
			if !ok || !strings.HasPrefix(path, "./") {
				return target{}, false
			}
			return l.regular(filepath.Join(pkg, path))
		}
	}
	return l.file(filepath.Join(folder, name))
}

// inOwnPackage resolves "#name" by the imports of the package that contains dir.
func (l *Loader) inOwnPackage(name, dir string) (target, bool) {
	for {
		if info, err := os.Stat(filepath.Join(dir, "package.json")); err == nil && info.Mode().IsRegular() {
			imports, _ := l.manifest(dir).Value("imports").(*value.Map)
			if imports == nil {
				return target{}, false
			}
			path, ok := mapped(imports, name)
			switch {
			case !ok || strings.HasPrefix(path, "#"):
				return target{}, false
			case strings.HasPrefix(path, "./"):
				return l.regular(filepath.Join(dir, path))
			}
			return l.resolve(path, dir)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return target{}, false
		}
		dir = up
	}
}

func (l *Loader) file(path string) (target, bool) {
	if t, ok := l.regular(path); ok {
		return t, true
	}
	for _, ext := range l.guesses() {
		if t, ok := l.regular(path + ext); ok {
			return t, true
		}
	}
	return l.directory(path)
}

func (l *Loader) directory(path string) (target, bool) {
	if main, ok := l.manifest(path).Value("main").(string); ok && main != "" {
		main = filepath.Join(path, main)
		for _, p := range append([]string{""}, l.guesses()...) {
			if t, ok := l.regular(main + p); ok {
				return t, true
			}
		}
		if t, ok := l.index(main); ok {
			return t, true
		}
	}
	return l.index(path)
}

func (l *Loader) index(path string) (target, bool) {
	for _, ext := range l.guesses() {
		if t, ok := l.regular(filepath.Join(path, "index"+ext)); ok {
			return t, true
		}
	}
	return target{}, false
}

func (l *Loader) regular(path string) (target, bool) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode().IsRegular() && filepath.IsAbs(path) && runtime.GOOS != "windows" {
		// The file is no symlink, and the real path of its folder is cached.
		if dir, ok := l.realFolder(filepath.Dir(path)); ok {
			return target{name: filepath.Join(dir, filepath.Base(path)), info: info}, true
		}
	}
	if err == nil && info.Mode()&os.ModeSymlink != 0 {
		info, err = os.Stat(path)
	}
	if err != nil || !info.Mode().IsRegular() {
		return target{}, false
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return target{}, false
	}
	return target{name: real, info: info}, true
}

// realFolder returns the real path of a folder. Like Node, it caches the first result.
func (l *Loader) realFolder(dir string) (string, bool) {
	if real, ok := l.folders[dir]; ok {
		return real, true
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	l.folders[dir] = real
	return real, true
}

// manifest returns the package.json of a folder, empty if there is none. It throws if
// the file cannot be opened because file descriptors are exhausted: ignoring it could
// resolve to another file.
func (l *Loader) manifest(dir string) *value.Map {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if router.Exhausted(err) != nil {
		l.rethrow(err)
	}
	if err != nil || !json.Valid(text) {
		return &value.Map{}
	}
	v, err := value.Parse(text)
	if m, ok := v.(*value.Map); ok && err == nil {
		return m
	}
	return &value.Map{}
}

// exported applies an exports member of package.json to sub ("." or "./x").
func exported(exports any, sub string) (string, bool) {
	m, ok := exports.(*value.Map)
	if !ok || m.Len() == 0 || !strings.HasPrefix(m.Keys()[0], ".") {
		if sub != "." {
			return "", false
		}
		return chosen(exports, "")
	}
	return mapped(m, sub)
}

// mapped looks up name in a map of package.json: by the exact key, else by the longest
// key with a star.
func mapped(m *value.Map, name string) (string, bool) {
	if v, ok := m.Get(name); ok {
		return chosen(v, "")
	}
	best, star := "", ""
	for _, k := range m.Keys() {
		head, tail, ok := strings.Cut(k, "*")
		if ok && len(head) >= len(best) && len(name) >= len(head)+len(tail) &&
			strings.HasPrefix(name, head) && strings.HasSuffix(name, tail) {
			best, star = head, k
		}
	}
	if star == "" {
		return "", false
	}
	_, tail, _ := strings.Cut(star, "*")
	return chosen(m.Value(star), name[len(best):len(name)-len(tail)])
}

// chosen returns the path for require; for a package that supports only import, the
// path for import, because its syntax is supported too.
func chosen(v any, star string) (string, bool) {
	if path, ok := condition(v, star, "require"); ok {
		return path, true
	}
	return condition(v, star, "import")
}

// condition returns the path of the first condition that applies: node, default, or
// how ("require" or "import").
func condition(v any, star, how string) (string, bool) {
	switch v := v.(type) {
	case string:
		path := strings.ReplaceAll(v, "*", star)
		if strings.HasPrefix(path, "../") || strings.HasPrefix(path, "/") || strings.Contains(path, "/../") {
			return "", false
		}
		return path, true
	case []any:
		for _, e := range v {
			if p, ok := condition(e, star, how); ok {
				return p, true
			}
		}
	case *value.Map:
		for k, e := range v.All() {
			if k == how || k == "node" || k == "default" {
				if p, ok := condition(e, star, how); ok {
					return p, true
				}
			}
		}
	}
	return "", false
}
