package view

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/dop251/goja/parser"

	"framework/engine/view"
	"framework/jsapi/compile"
)

// Faults compiles every view of the project, and returns what is wrong with those that
// cannot be compiled, with their places. Views of other engines are left out.
func (v *Renderer) Faults() []string {
	if v.foreign() {
		return nil
	}
	var out []string
	for _, path := range v.opts.Templates.All() {
		if fault := v.fault(path); fault != "" {
			out = append(out, fault)
		}
	}
	return out
}

func (v *Renderer) fault(path string) string {
	rel := v.relative(path)
	template, err := v.opts.Templates.Source(path)
	var syntax *view.SyntaxError
	switch {
	case errors.As(err, &syntax) && syntax.Missing != "":
		return fmt.Sprintf("%s:%d: the view includes %s, which does not exist", filepath.ToSlash(syntax.File), syntax.Line, v.relative(syntax.Missing))
	case errors.As(err, &syntax):
		return fmt.Sprintf("%s:%d: the view cannot be compiled: %s", filepath.ToSlash(syntax.File), syntax.Line, syntax.Message)
	case err != nil:
		return fmt.Sprintf("%s: the view cannot be read: %v", rel, err)
	}
	if _, err = compile.Source(path, template.Source, false); err == nil {
		return ""
	}
	if fault := template.Fault(); fault != nil {
		return fmt.Sprintf("%s:%d: the view cannot be compiled: %s", rel, fault.Line, fault.What)
	}
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Sprintf("%s:%d: the view cannot be compiled: %s", rel, list[0].Position.Line, list[0].Message)
	}
	return fmt.Sprintf("%s: the view cannot be compiled: %v", rel, err)
}

// relative is a path below the project as people write it.
func (v *Renderer) relative(path string) string {
	rel, err := filepath.Rel(v.opts.Root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}
