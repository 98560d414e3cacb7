package lint

import (
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/scripts"
	"framework/engine/source"
	"framework/engine/spelling"
)

// modules looks for required modules that are not there, unless the script may expect that.
func (l *linter) modules(s *scripts.Script) {
	for _, q := range s.Requirements() {
		if q.Optional || l.Finds(filepath.Dir(s.Path), q.Name) {
			continue
		}
		if isFile(q.Name) {
			l.add(s, q.Place, l.similarFile(s, q.Name), "there is no file %q", q.Name)
		} else {
			l.add(s, q.Place, l.Installs(q.Name), "the package %q is not installed", q.Name)
		}
	}
}

// isFile reports whether require looks for a file and not for a package.
func isFile(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") || filepath.IsAbs(name)
}

// similarFile suggests a script whose path is close to one that is not there.
func (l *linter) similarFile(s *scripts.Script, name string) string {
	dir := filepath.Dir(s.Path)
	var names []string
	for _, other := range l.Scripts {
		rel, err := filepath.Rel(dir, strings.TrimSuffix(other.Path, filepath.Ext(other.Path)))
		if err != nil || other == s {
			continue
		}
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, ".") {
			rel = "./" + rel
		}
		names = append(names, rel)
	}
	if near := spelling.Close(strings.TrimSuffix(name, ".js"), slices.Values(names)); near != "" {
		return "did you mean \"" + near + "\"?"
	}
	return ""
}

// circles looks for scripts that require each other while they are loaded: what the last
// one gets of the first is not finished then.
func (l *linter) circles() {
	edges := map[string][]edge{}
	for _, s := range l.Scripts {
		for _, q := range s.Requirements() {
			if to := l.target(s, q); to != nil {
				edges[s.Path] = append(edges[s.Path], edge{to, q.Place})
			}
		}
	}
	done := map[string]bool{}
	for _, s := range l.Scripts {
		l.walk(s, edges, nil, done)
	}
}

// edge is that a script requires another one.
type edge struct {
	to *scripts.Script
	at source.Place
}

// target is the script of the project that a script requires when it is loaded.
func (l *linter) target(s *scripts.Script, q source.Requirement) *scripts.Script {
	if q.Lazy || !isFile(q.Name) {
		return nil
	}
	path := scripts.File(filepath.Join(filepath.Dir(s.Path), q.Name))
	at := slices.IndexFunc(l.Scripts, func(other *scripts.Script) bool { return other.Path == path })
	if at < 0 {
		return nil
	}
	return l.Scripts[at]
}

// walk follows what a script requires. path are the scripts that lead to it.
func (l *linter) walk(s *scripts.Script, edges map[string][]edge, path []*scripts.Script, done map[string]bool) {
	if done[s.Path] {
		return
	}
	path = append(path[:len(path):len(path)], s)
	for _, e := range edges[s.Path] {
		at := slices.Index(path, e.to)
		if at < 0 {
			l.walk(e.to, edges, path, done)
			continue
		}
		var names []string
		for _, each := range append(path[at:len(path):len(path)], e.to) {
			names = append(names, each.Rel)
		}
		l.add(s, e.at, "require one of them inside of the function that uses it",
			"these files require each other, so that one of them gets exports of another that are not complete: %s", strings.Join(names, " -> "))
	}
	done[s.Path] = true
}
