package view

import (
	"io/fs"
	"path/filepath"
	"strings"

	"framework/engine/source"
)

// All are the paths of all templates, in their order; those that cannot be read are
// left out.
func (t *Templates) All() []string {
	var out []string
	_ = filepath.WalkDir(t.opts.Dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == t.opts.Extension {
			out = append(out, path)
		}
		return nil
	})
	return out
}

// Names are those of all views, as routes and actions write them.
func (t *Templates) Names() []string {
	var out []string
	for _, path := range t.All() {
		if rel, err := filepath.Rel(t.opts.Dir, path); err == nil {
			out = append(out, filepath.ToSlash(strings.TrimSuffix(rel, t.opts.Extension)))
		}
	}
	return out
}

// Fault is what a reader of the code finds wrong with it: a bracket that is not closed,
// or that closes nothing. Its line is that of the template. It is nil if there is no
// such mistake; the code may have others.
func (t *Template) Fault() *source.Fault {
	code := strings.TrimSuffix(strings.TrimPrefix(t.Source, head+prologue+scope), epilogue)
	return source.Read(code).Fault
}
