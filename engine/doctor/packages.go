package doctor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/project"
	"framework/jsapi/library"
	"framework/jsapi/node"
)

// packageOf is the package of a module name: its first part, or the first two with a
// scope.
func packageOf(module string) string {
	parts := strings.SplitN(module, "/", 3)
	if strings.HasPrefix(module, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

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

// packages tells what becomes of the dependencies of package.json.
func (e *examination) packages() {
	var here, idle, missing []string
	for _, name := range slices.Sorted(maps.Keys(e.Tree.Package.Dependencies)) {
		dir := installed(e.Tree.Root, name)
		line := placeOf(e.Tree.Root, "package.json", `"`+quoteMeta(name)+`"\s*:`)
		f := Finding{Topic: Packages, Level: Note, File: "package.json", Line: line}
		switch instead := library.Instead(name); {
		case library.BuiltIn(name), e.Provided[name], project.StandIn(name):
			here = append(here, name)
			continue
		case name == "grunt" || strings.HasPrefix(name, "grunt-"):
			idle = append(idle, name)
			continue
		case instead != "":
			f.Level, f.What, f.Do = Differs, name+" is compiled for Node and cannot be loaded", instead
		case dir == "":
			missing = append(missing, name)
			continue
		case isAddon(dir):
			f.Level, f.What = Differs, name+" has parts that are compiled for Node, which cannot be loaded"
			f.Do = "it works if it can do without them; else look for a package in JavaScript"
		default:
			why, do := problem(name)
			if why == "" {
				continue
			}
			f.Level, f.What, f.Do = Differs, name+": "+why, do
		}
		e.add(f)
	}
	if len(here) > 0 {
		e.add(Finding{Topic: Packages, Level: Note, What: "the server has what they do: " + strings.Join(here, ", ")})
	}
	if len(idle) > 0 {
		e.add(Finding{Topic: Packages, Level: Note, What: "not used, because Grunt does not run: " + strings.Join(idle, ", ")})
	}
	if len(missing) > 0 {
		e.add(Finding{
			Topic: Packages, Level: Note, File: "package.json", What: "not installed: " + strings.Join(missing, ", "),
			Do: "npm install; what the code requires is listed by itself",
		})
	}
}

// problems are packages that load, and do not all that they are for.
var problems = map[string][2]string{
	"connect-mongo":     {"there is no driver for MongoDB for sessions", "use redis as session.adapter"},
	"got":               {"it follows no redirects here", "use axios, or follow redirects in the project"},
	"http-proxy-agent":  {"requests are sent directly, not through the proxy", "let the network do it"},
	"https-proxy-agent": {"requests are sent directly, not through the proxy", "let the network do it"},
	"socks-proxy-agent": {"requests are sent directly, not through the proxy", "let the network do it"},
}

func problem(name string) (why, do string) { return problems[name][0], problems[name][1] }

// requires tells which modules the project's code asks for that are not there: of each
// the first place, the worst before others.
func (e *examination) requires() {
	var found []Finding
	for _, s := range e.scripts {
		for _, q := range s.requirements() {
			if f, ok := e.requirement(s, q); ok {
				found = append(found, f)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.What, b.What), cmp.Compare(weight(a.Level), weight(b.Level)))
	})
	for i := 0; i < len(found); {
		n := 1
		for i+n < len(found) && found[i+n].What == found[i].What {
			n++
		}
		f := found[i]
		if n > 1 {
			f.What += fmt.Sprintf(" (%d more places)", n-1)
		}
		e.add(f)
		i += n
	}
}

// requirement is what there is to say about a module that a script asks for; ok is
// false for nothing.
func (e *examination) requirement(s *script, q requirement) (f Finding, ok bool) {
	bare := strings.TrimPrefix(q.name, "node:")
	f = Finding{Topic: Packages, Level: Fails, File: s.rel, Line: s.line(q.at)}
	if s.isUnsure(q.at) {
		f.Level = Differs
	}
	pkg := packageOf(bare)
	support, core := node.Supported(bare)
	switch {
	case strings.HasPrefix(q.name, ".") || strings.HasPrefix(q.name, "/") || strings.HasPrefix(q.name, "#") || strings.Contains(q.name, ":") && bare == q.name:
		return Finding{}, false // the load tells
	case library.Instead(bare) != "":
		f.What, f.Do = bare+" is compiled for Node and cannot be loaded", library.Instead(bare)
	case e.Provided[bare]:
		return Finding{}, false
	case core && support.Absent && (bare != q.name || installed(filepath.Dir(s.path), pkg) == ""):
		f.Topic, f.What, f.Do = CoreModules, "there is no core module "+q.name, "do without it, or give this part of the project to a program by child_process.spawn"
	case installed(filepath.Dir(s.path), pkg) != "":
		return Finding{}, false
	case e.Provided[pkg]:
		f.What, f.Do = "the server has "+pkg+" itself, without "+bare, "do without it, or npm install "+pkg
	default:
		f.What, f.Do = pkg+" is not installed", "npm install"
		if _, listed := e.Tree.Package.Dependencies[pkg]; !listed {
			f.Do = "npm install " + pkg + " (package.json does not list it)"
		}
	}
	return f, true
}
