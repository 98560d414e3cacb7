package errmsg

import (
	"reflect"

	"github.com/dop251/goja"
)

// site is where an error is made: an instruction of a program, or a built-in function.
type site struct {
	*Errors
	kind string // of the error
	text string // the message of goja

	prg         *goja.Program // nil in a built-in function
	pc          int
	instruction string
	operand     reflect.Value

	// Of a built-in function:
	native string // its name
	callee goja.Value
	this   goja.Value
	args   []goja.Value
	makes  bool // it was called with new
}

func (e *Errors) site(kind, text string) *site {
	s := &site{Errors: e, kind: kind, text: text, prg: *e.prg, pc: *e.pc}
	if s.prg == nil {
		s.enter(*e.sb, *e.sp)
		return s
	}
	s.instruction, s.operand = instruction(s.prg, s.pc)
	if n, ok := s.constructs(); ok {
		// The constructor is built in, and makes the error itself.
		s.enter(*e.sp-n, *e.sp)
		s.this, s.prg, s.makes = nil, nil, true
	}
	return s
}

// constructs reports whether the instruction is new with a function that can
// construct, and the number of arguments.
func (s *site) constructs() (args int, ok bool) {
	if s.instruction != "_new" || s.operand.Kind() != reflect.Uint32 {
		return 0, false
	}
	n := int(s.operand.Uint())
	o, isObject := s.top(n + 1).(*goja.Object)
	if !isObject {
		return 0, false
	}
	_, ok = goja.AssertConstructor(o)
	return n, ok
}

// enter reads the call of a built-in function. Its arguments are stack[from:to].
func (s *site) enter(from, to int) {
	stack := *s.stack
	if from < 1 || to > len(stack) || from > to {
		return
	}
	s.callee, s.args = stack[from-1], stack[from:to]
	if from > 1 {
		s.this = stack[from-2]
	}
	s.native = s.nameOf(s.callee)
	switch s.native {
	case "call": // of a function, which runs in the same frame
		if fn, ok := s.this.(*goja.Object); ok && s.nameOf(fn) != "" && s.nameOf(fn) != "call" {
			s.callee, s.native, s.this = fn, s.nameOf(fn), s.arg(0)
			s.args = s.args[min(1, len(s.args)):]
		}
	case "construct":
		if fn, ok := s.arg(0).(*goja.Object); ok && s.this == s.reflect {
			if _, ok := goja.AssertConstructor(fn); ok && len(s.args) > 1 {
				if list, ok := s.args[1].(*goja.Object); ok && list.ClassName() == "Array" {
					s.callee, s.native, s.this, s.makes = fn, s.nameOf(fn), nil, true
					s.args = elements(list)
				}
			}
		}
	case "apply":
		_, method := goja.AssertFunction(orUndefined(s.this))
		if _, ok := goja.AssertFunction(s.arg(0)); ok && !method && len(s.args) > 2 { // of Reflect
			s.this, s.args = s.args[0], s.args[1:]
		}
		if fn, ok := s.this.(*goja.Object); ok && s.nameOf(fn) != "" && s.nameOf(fn) != "apply" && len(s.args) > 1 {
			if list, ok := s.args[1].(*goja.Object); ok && list.ClassName() == "Array" {
				s.callee, s.native, s.this = fn, s.nameOf(fn), s.arg(0)
				s.args = elements(list)
			}
		}
	}
}

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// elements returns the elements of an array.
func elements(list *goja.Object) (all []goja.Value) {
	for _, k := range list.Keys() {
		all = append(all, list.Get(k))
	}
	return all
}

// caller returns the call of the built-in function, nil if a program does not call it.
func (s *site) caller() *site {
	n := s.calls.Len()
	if n == 0 {
		return nil
	}
	prg, pc, _ := s.callAt(n - 1)
	if prg == nil {
		return nil
	}
	c := &site{Errors: s.Errors, kind: s.kind, text: s.text, prg: prg, pc: pc}
	c.instruction, c.operand = instruction(prg, pc)
	return c
}

// arg returns an argument of the built-in function.
func (s *site) arg(n int) goja.Value {
	if n < len(s.args) && s.args[n] != nil {
		return s.args[n]
	}
	return goja.Undefined()
}

func (s *site) nameOf(v goja.Value) string { return nameOf(s.rt, v) }

// position returns the place of the instruction in its text.
func (s *site) position() int { return offset(s.prg, s.pc) }
