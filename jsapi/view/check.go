package view

import (
	"errors"
	"path/filepath"

	"github.com/dop251/goja/parser"

	"framework/engine/problem"
	"framework/engine/view"
	"framework/jsapi/compile"
)

// Faults compiles every view of the project, and returns what is wrong with those that
// cannot be compiled, with their places. Views of other engines are left out.
func (v *Renderer) Faults() []problem.Problem {
	if v.foreign() {
		return nil
	}
	var out []problem.Problem
	for _, path := range v.opts.Templates.All() {
		if fault := v.fault(path); fault.What != "" {
			out = append(out, fault)
		}
	}
	return out
}

func (v *Renderer) fault(path string) problem.Problem {
	rel := v.relative(path)
	template, err := v.opts.Templates.Source(path)
	var syntax *view.SyntaxError
	switch {
	case errors.As(err, &syntax) && syntax.Missing != "":
		return problem.In(filepath.ToSlash(syntax.File), "the view includes %s, which does not exist", v.relative(syntax.Missing)).At(syntax.Line, 0)
	case errors.As(err, &syntax):
		return problem.In(filepath.ToSlash(syntax.File), "the view cannot be compiled: %s", syntax.Message).At(syntax.Line, 0)
	case err != nil:
		return problem.In(rel, "the view cannot be read: %v", err)
	}
	if _, err = compile.Source(path, template.Source, false); err == nil {
		return problem.Problem{}
	}
	if fault := template.Fault(); fault != nil {
		return problem.In(rel, "the view cannot be compiled: %s", fault.What).At(fault.Line, 0)
	}
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return problem.In(rel, "the view cannot be compiled: %s", list[0].Message).At(list[0].Position.Line, 0)
	}
	return problem.In(rel, "the view cannot be compiled: %v", err)
}

// relative is a path below the project as people write it.
func (v *Renderer) relative(path string) string {
	rel, err := filepath.Rel(v.opts.Root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}
