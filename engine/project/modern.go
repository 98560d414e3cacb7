package project

import (
	"errors"
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
	byPath := func(rel, base string) (string, string, bool) {
		name := pathJoin(strings.ReplaceAll(rel, ".", "/"), base)
		return strings.ToLower(name), name, !strings.Contains(base, ".")
	}
	m := ModernFiles{
		Actions: s.list("action", paths.Controllers, -1, byPath),
		Helpers: s.list("helper", paths.Helpers, -1, byPath),
	}
	return m, errors.Join(s.errs...)
}
