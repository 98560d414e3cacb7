package doctor

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/project"
	"framework/jsapi/library"
)

// installed is the folder of a package as seen from dir, "" for none.
func installed(dir, name string) string {
	for {
		path := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
		for _, try := range []string{path, path + ".js"} {
			if _, err := os.Stat(try); err == nil {
				return try
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// isAddon reports whether the package in a folder has to be compiled.
func isAddon(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, "binding.gyp")); err == nil {
		return true
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	var pkg struct{ Gypfile bool }
	return err == nil && json.Unmarshal(text, &pkg) == nil && pkg.Gypfile
}

// packages adds findings for dependencies of package.json; reported are those that
// already have one where the code requires them.
func (e *examination) packages(reported map[string]bool) {
	groups := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(e.Tree.Package.Dependencies)) {
		if reported[name] {
			continue
		}
		f, group := e.dependency(name)
		switch {
		case group != "":
			groups[group] = append(groups[group], name)
		case f.What != "":
			f.Topic, f.Level, f.Place = Packages, Differs, e.property("package.json", name, "")
			e.add(f)
		}
	}
	for _, g := range []Finding{{What: builtIn}, {What: idle}, {What: absent, Place: Place{File: "package.json"}, Do: "npm install, if they are needed"}} {
		if names := groups[g.What]; len(names) > 0 {
			g.Topic, g.Level = Packages, Note
			g.What += ": " + strings.Join(names, ", ")
			e.add(g)
		}
	}
}

// Missing are the dependencies of package.json that are not installed, and that the
// server does not have itself.
func Missing(p *Project) []string {
	e := &examination{Project: p}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(p.Tree.Package.Dependencies)) {
		if _, group := e.dependency(name); group == absent {
			out = append(out, name)
		}
	}
	return out
}

// Groups of dependencies that are listed in one finding.
const (
	builtIn = "the server has what they do"
	idle    = "not used, because Grunt does not run"
	absent  = "not installed, and nothing requires them"
)

// dependency is the finding about a dependency: one of its own, or the group to
// which it belongs, or neither.
func (e *examination) dependency(name string) (f Finding, group string) {
	dir := installed(e.Tree.Root, name)
	switch instead := library.Instead(name); {
	case library.BuiltIn(name), e.Provided[name], project.StandIn(name):
		return f, builtIn
	case name == "grunt" || strings.HasPrefix(name, "grunt-"):
		return f, idle
	case instead != "":
		f.What, f.Do = name+" is compiled for Node and cannot be loaded", instead
	case dir == "":
		return f, absent
	case isAddon(dir):
		f.What = name + " has parts that are compiled for Node, which cannot be loaded"
		f.Do = "it works if it can do without them; else look for a package in JavaScript"
	case limits[name].why != "":
		f.What, f.Do = name+": "+limits[name].why, limits[name].do
	}
	return f, ""
}

// limits are packages that load, and do not all that they are for.
var limits = map[string]struct{ why, do string }{
	"got": {"it follows no redirects here", "use axios, or follow redirects in the project"},
}
