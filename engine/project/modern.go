package project

import (
	"errors"
	"path/filepath"
	"strings"
)

// ModernFiles are additional files of projects for 1.x.
type ModernFiles struct {
	// Actions are all files below api/controllers: controllers and files with one
	// action. GlobalID is the path without its extension, Identity the same in
	// lower case.
	Actions []File
	// Helpers are the files below api/helpers, named like Actions.
	Helpers []File
}

// ScanModern lists the files of 1.x in the project at root.
func ScanModern(root string, paths Paths) (ModernFiles, error) {
	s := scanner{root: root}
	m := ModernFiles{Actions: s.modern("action", paths.Controllers), Helpers: s.modern("helper", paths.Helpers)}
	return m, errors.Join(s.errs...)
}

// modern lists the scripts below dir, and behind them the files that Sails takes for scripts
// too: those with any other extension, such as copies that somebody keeps as create.old.
// Where a script has the name already, the copy is left out.
func (s *scanner) modern(kind, dir string) []File {
	named := func(rel, base string) (identity, globalID string) {
		name := pathJoin(strings.ReplaceAll(rel, ".", "/"), base)
		return strings.ToLower(name), name
	}
	out := s.list(kind, dir, -1, func(rel, base string) (string, string, bool) {
		identity, name := named(rel, base)
		return identity, name, !strings.Contains(base, ".")
	})
	taken := map[string]bool{}
	for _, f := range out {
		taken[f.Identity] = true
	}
	s.walk(filepath.Join(s.root, dir), "", -1, nil, func(path, rel, file string) {
		base, extension, _ := strings.Cut(file, ".")
		identity, name := named(rel, base)
		if taken[identity] || !copied(extension) {
			return
		}
		taken[identity] = true
		out = append(out, File{Path: path, Rel: s.rel(path), Identity: identity, GlobalID: name, Copy: true})
	})
	return out
}

// copied reports whether Sails loads files with what follows the first dot of their names.
// The declarations and source maps of compilers, which it loads too, are no scripts.
func copied(extension string) bool {
	return extension != "" && !strings.Contains(extension, "md") && !strings.Contains(extension, "txt") &&
		!strings.HasSuffix(extension, "d.ts") && !strings.HasSuffix(extension, "map") && !strings.HasSuffix(extension, "~")
}
