package view

import (
	"io/fs"
	"path/filepath"
	"slices"
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

// Uses are the names of all views, each with those of locals that its code may use.
func (t *Templates) Uses() map[string][]string {
	out := map[string][]string{}
	for _, path := range t.All() {
		rel, err := filepath.Rel(t.opts.Dir, path)
		if err != nil {
			continue
		}
		var names []string
		if template, err := t.Source(path); err == nil {
			names = template.Locals()
		}
		out[filepath.ToSlash(strings.TrimSuffix(rel, t.opts.Extension))] = names
	}
	return out
}

// everywhere are names that every template finds, or that are JavaScript's.
var everywhere = strings.Fields(`locals __write arguments undefined req res session sails framework _ body layout block include partial stylesheets scripts __ __n i18n
	exposeLocalsToBrowser settings filename escape rethrow util require console process Buffer Object Array String Number Boolean Date Math JSON RegExp Error Promise Map Set
	Symbol parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI unescape Infinity NaN globalThis Intl BigInt`)

// Locals are names that the code of the template uses, and neither declares nor finds
// everywhere.
func (t *Template) Locals() []string {
	var out []string
	for _, name := range source.Free(t.Source) {
		if !slices.Contains(everywhere, name) && !strings.HasPrefix(name, "__") {
			out = append(out, name)
		}
	}
	return out
}
