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
	// refused says why a package does not give what was asked of it, nil for nothing found.
	refused *refusal
}

// refusal is an error of Node about exports or imports of a package.json.
type refusal struct{ code, message string }

var extensions = []string{".js", ".json", ".cjs", ".ts", ".mjs", ".tsx", ".jsx", ".mts", ".cts"}

// The conditions of packages under which files are loaded.
const (
	howRequire = "require"
	howImport  = "import"
)

// resolve resolves require(name) in dir.
func (l *Loader) resolve(name, dir string) (target, bool) { return l.resolveAs(name, dir, howRequire) }

// resolveAs resolves name in dir for require or import.
func (l *Loader) resolveAs(name, dir, how string) (target, bool) {
	return l.resolveFrom(name, l.at(dir), how)
}

// resolveFrom resolves name at a place for require or import.
func (l *Loader) resolveFrom(name string, from place, how string) (target, bool) {
	dir := from.dir
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
	if isRelative(name) {
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
	if core, ok := l.opts.Core[name]; ok && bare != name { // it has no name without the prefix
		return target{name: name, core: core}, true
	}
	if core, ok := l.opts.Core[bare]; ok {
		if l.opts.Yield[bare] && strings.Contains(filepath.ToSlash(dir), "/node_modules/") {
			for _, folder := range l.packages(from) {
				if t, ok := l.inPackages(folder, name, how); ok {
					return t, true
				}
			}
		}
		return target{name: bare, core: core}, true
	}
	if bare != name {
		return target{}, false
	}
	if strings.HasPrefix(name, "#") {
		return l.inOwnPackage(name, dir, how)
	}
	if c := l.configOf(filepath.Join(dir, "file")); c != nil {
		if t, ok := l.mappedName(c, name); ok {
			return t, true
		}
	}
	if t, ok := l.byOwnName(name, dir, how); ok || t.refused != nil {
		return t, ok
	}
	for _, folder := range l.packages(from) {
		if t, ok := l.inPackages(folder, name, how); ok || t.refused != nil {
			return t, ok
		}
	}
	if core, ok := l.opts.Fallback[name]; ok {
		return target{name: name, core: core}, true
	}
	return l.hoisted(name, dir)
}

// isRelative reports whether a name is that of a file beside, below or above.
func isRelative(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")
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
func (l *Loader) inPackages(folder, name, how string) (target, bool) {
	if owner, sub, ok := packageOf(name); ok {
		pkg := filepath.Join(folder, owner)
		if exports, ok := l.manifest(pkg).Get("exports"); ok && exports != nil {
			return l.byExports(pkg, exports, sub, how)
		}
	}
	return l.file(filepath.Join(folder, name))
}

// packageOf splits name into that of a package and a path in it, "." or "./sub".
func packageOf(name string) (owner, sub string, ok bool) {
	parts := strings.SplitN(name, "/", 3)
	n := 1
	if strings.HasPrefix(name, "@") {
		n = 2
	}
	if len(parts) < n {
		return "", "", false
	}
	owner = strings.Join(parts[:n], "/")
	return owner, "." + strings.TrimPrefix(name, owner), true
}

// byExports resolves a path in the package at pkg by the exports of its package.json.
func (l *Loader) byExports(pkg string, exports any, sub, how string) (target, bool) {
	path, ok := exported(exports, sub, how)
	if !ok || !strings.HasPrefix(path, "./") {
		message := "Package subpath '" + sub + "' is not defined by \"exports\" in " + filepath.Join(pkg, "package.json")
		if sub == "." {
			message = "No \"exports\" main defined in " + filepath.Join(pkg, "package.json")
		}
		return target{refused: &refusal{"ERR_PACKAGE_PATH_NOT_EXPORTED", message}}, false
	}
	return l.regular(filepath.Join(pkg, path))
}

// byOwnName resolves the name of the package that contains dir, if it has exports.
func (l *Loader) byOwnName(name, dir, how string) (target, bool) {
	owner, sub, ok := packageOf(name)
	if !ok {
		return target{}, false
	}
	pkg, manifest := l.packageAround(dir)
	if manifest == nil || manifest.Value("name") != owner {
		return target{}, false
	}
	exports, ok := manifest.Get("exports")
	if !ok || exports == nil {
		return target{}, false
	}
	return l.byExports(pkg, exports, sub, how)
}

// packageAround returns the nearest folder with a package.json, and that; nil for none.
func (l *Loader) packageAround(dir string) (string, *value.Map) {
	for filepath.Base(dir) != "node_modules" {
		if m, ok := l.manifestAt(dir); ok {
			return dir, m
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return "", nil
}

// inOwnPackage resolves "#name" by the imports of the package that contains dir.
func (l *Loader) inOwnPackage(name, dir, how string) (target, bool) {
	pkg, manifest := l.packageAround(dir)
	if manifest == nil {
		return target{}, false
	}
	refused := target{refused: &refusal{"ERR_PACKAGE_IMPORT_NOT_DEFINED", "Package import specifier \"" + name + "\" is not defined in package " + filepath.Join(pkg, "package.json")}}
	imports, _ := manifest.Value("imports").(*value.Map)
	if imports == nil {
		return refused, false
	}
	path, ok := mapped(imports, name, how)
	switch {
	case !ok || strings.HasPrefix(path, "#"):
		return refused, false
	case strings.HasPrefix(path, "./"):
		return l.regular(filepath.Join(pkg, path))
	}
	return l.resolveAs(path, pkg, how)
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
	if t, ok := l.directory(path); ok {
		return t, true
	}
	return l.compiledFrom(path)
}

// compiledFrom returns the file of TypeScript that compiles to path: TypeScript wants
// imports to name what it will write.
func (l *Loader) compiledFrom(path string) (target, bool) {
	extension := filepath.Ext(path)
	for _, from := range map[string][]string{".js": {".ts", ".tsx"}, ".jsx": {".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}}[extension] {
		if t, ok := l.regular(strings.TrimSuffix(path, extension) + from); ok {
			return t, true
		}
	}
	return target{}, false
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

// manifest returns the package.json of a folder, empty if there is none.
func (l *Loader) manifest(dir string) *value.Map {
	if m, ok := l.manifestAt(dir); ok {
		return m
	}
	return &value.Map{}
}

// manifestAt returns the package.json of a folder. Like Node, it keeps those that it has
// read. It throws if the file cannot be opened because file descriptors are exhausted:
// ignoring it could resolve to another file.
func (l *Loader) manifestAt(dir string) (*value.Map, bool) {
	if m, ok := l.manifests[dir]; ok {
		return m, true
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if router.Exhausted(err) != nil {
		l.rethrow(err)
	}
	if err != nil {
		return nil, false
	}
	m := &value.Map{}
	if json.Valid(text) {
		if v, err := value.Parse(text); err == nil {
			if parsed, ok := v.(*value.Map); ok {
				m = parsed
			}
		}
	}
	l.manifests[dir] = m
	return m, true
}

// exported applies an exports member of package.json to sub ("." or "./x").
func exported(exports any, sub, how string) (string, bool) {
	m, ok := exports.(*value.Map)
	if !ok || m.Len() == 0 || !strings.HasPrefix(m.Keys()[0], ".") {
		if sub != "." {
			return "", false
		}
		return chosen(exports, "", how)
	}
	return mapped(m, sub, how)
}

// mapped looks up name in a map of package.json: by the exact key, else by the key with a
// star that has the longest text in front of it; of these the longest one.
func mapped(m *value.Map, name, how string) (string, bool) {
	if v, ok := m.Get(name); ok && !strings.Contains(name, "*") {
		return chosen(v, "", how)
	}
	best, longest := "", -1
	for _, k := range m.Keys() {
		head, tail, ok := strings.Cut(k, "*")
		if ok && name != head && len(name) >= len(k) && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail) &&
			(len(head) > longest || len(head) == longest && len(k) > len(best)) {
			best, longest = k, len(head)
		}
	}
	if longest < 0 {
		return "", false
	}
	_, tail, _ := strings.Cut(best, "*")
	return chosen(m.Value(best), name[longest:len(name)-len(tail)], how)
}

// chosen returns the path for require or import; for a package that supports only the
// other one, the path for that, because both syntaxes work in either way.
func chosen(v any, star, how string) (string, bool) {
	if path, ok := condition(v, star, how); ok {
		return path, true
	}
	if how == howImport {
		return condition(v, star, howRequire)
	}
	return condition(v, star, howImport)
}

// condition returns the path of the first condition that applies: node, module-sync,
// default, or how ("require" or "import").
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
			if k == how || k == "node" || k == "module-sync" || k == "default" {
				if p, ok := condition(e, star, how); ok {
					return p, true
				}
			}
		}
	}
	return "", false
}
