package errmsg

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
)

// Depth is how many calls are open below the running one.
func (e *Errors) Depth() int { return e.depth() }

// OpenCalls numbers the calls that CaptureCallStack of goja returns, in its order: each with
// the depth that a call had which it made.
func (e *Errors) OpenCalls() []int {
	var list []int
	if *e.prg != nil || *e.sb > 0 {
		list = append(list, e.depth()+1)
	}
	for n := e.depth() - 1; n >= 0; n-- {
		if prg, _, sb := e.callAt(n); prg != nil || sb > 0 {
			list = append(list, n+1)
		}
	}
	return list
}

// Place is where in the text of its program a frame is, nil for a built-in function.
func (e *Errors) Place(f *goja.StackFrame) (*file.File, int) {
	prg, pc := e.program(f)
	if prg == nil {
		return nil, 0
	}
	return e.source(prg), offset(prg, pc)
}

// OnThrow sets a hook that is called with each error that goja, or a built-in function in
// Go, is about to throw.
func (e *Errors) OnThrow(hook func(made *goja.Object)) { e.thrown = hook }
