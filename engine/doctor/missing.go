package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/project"
	"framework/engine/scripts"
	"framework/engine/source"
	"framework/jsapi"
	"framework/jsapi/library"
	"framework/jsapi/node"
)

// missing is a module that the project's code requires and does not get.
type missing struct {
	Finding
	pkg string
	// ends says that loading the project ended there.
	ends bool
}

// requires adds a finding for each module that the code requires and that is missing,
// with its first and most severe place. It returns the names of their packages.
func (e *examination) requires() (reported map[string]bool) {
	var found []missing
	for _, s := range e.scripts {
		for _, q := range s.Requirements() {
			if m, ok := e.requirement(s, q); ok {
				found = append(found, m)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b missing) int {
		return cmp.Or(strings.Compare(a.What, b.What), cmp.Compare(weight(a.Level), weight(b.Level)))
	})
	reported = map[string]bool{}
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].What == found[0].What {
			n++
		}
		f := found[0].Finding
		reported[found[0].pkg] = true
		if n > 1 {
			f.What += fmt.Sprintf(" (%d more places)", n-1)
		}
		if slices.ContainsFunc(found[:n], func(m missing) bool { return m.ends }) {
			e.endReported = true
			f.Do += "; the project does not lift before"
		}
		e.add(f)
		found = found[n:]
	}
	return reported
}

// requirement is the finding about a module that a script requires; ok is false
// if there is none.
func (e *examination) requirement(s *scripts.Script, q source.Requirement) (m missing, ok bool) {
	bare := strings.TrimPrefix(q.Name, "node:")
	if strings.HasPrefix(q.Name, ".") || strings.HasPrefix(q.Name, "/") || strings.HasPrefix(q.Name, "#") || strings.Contains(bare, ":") {
		return missing{}, false // loading reports it
	}
	pkg := project.PackageOf(bare)
	here := installed(filepath.Dir(s.Path), pkg) != ""
	f := Finding{Topic: Packages, Level: Fails, Place: at(s, q.Place)}
	if q.Optional {
		f.Level = Differs
	}
	support, core := node.Supported(bare)
	switch {
	case library.Instead(bare) != "":
		f.What, f.Do = bare+" is compiled for Node and cannot be loaded", library.Instead(bare)
	case e.Provided[bare], core && !support.Absent && bare != q.Name:
		return missing{}, false
	case core && support.Absent && (bare != q.Name || !here):
		f.Topic, f.What, f.Do = CoreModules, "there is no core module "+q.Name, "do without it, or give this part of the project to a program by child_process.spawn"
	case here:
		return missing{}, false
	case e.Provided[pkg]:
		f.What, f.Do = "the server has "+pkg+" itself, without "+bare, "do without it, or npm install "+pkg
	default:
		f.What, f.Do = pkg+" is not installed", "npm install"
		if _, listed := e.Tree.Package.Dependencies[pkg]; !listed {
			f.Do = "npm install " + pkg + " (package.json does not list it)"
		}
	}
	var end *jsapi.ScriptError
	return missing{f, pkg, errors.As(e.Err, &end) && end.File == f.File && end.Line == f.Line}, true
}
