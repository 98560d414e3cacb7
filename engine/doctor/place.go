package doctor

import (
	"os"
	"path/filepath"

	"framework/engine/problem"
	"framework/engine/scripts"
	"framework/engine/source"
)

// Place is where something stands in the project.
type Place struct {
	// File is relative to the project, "" for none; Line and Column count from 1, 0 for
	// none.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func (p Place) String() string {
	return problem.Problem{File: p.File, Line: p.Line, Column: p.Column}.Place()
}

// at is a place in a script.
func at(s *scripts.Script, p source.Place) Place { return Place{s.Rel, p.Line, p.Column} }

// property is the place of the first property of that name in a file of the project
// whose value begins with the given text; without one, the place is the file.
func (e *examination) property(file, name, value string) Place {
	s, ok := e.files[file]
	if !ok {
		if text, err := os.ReadFile(filepath.Join(e.Tree.Root, filepath.FromSlash(file))); err == nil {
			s = &scripts.Script{Source: source.Read(string(text)), Rel: file}
		}
		e.files[file] = s
	}
	if s != nil {
		if p, ok := s.Property(name, value); ok {
			return at(s, p)
		}
	}
	return Place{File: file}
}
