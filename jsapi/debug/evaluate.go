package debug

import (
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
)

// variables are those that a call sees, as the object of a with statement.
type variables struct {
	agent  *Agent
	record record
}

// find returns the accessor of a variable and its number in it.
func (v *variables) find(name string) (accessor goja.Callable, key int) {
	if v.record.point == nil {
		return nil, 0
	}
	for i, s := range v.record.point.scopes {
		f := v.record.accessor(i)
		if at := slices.Index(s.names, name); at >= 0 && f != nil {
			return f, at
		}
		if name == "arguments" && s.args && f != nil {
			return f, keyArguments
		}
	}
	return nil, 0
}

// access reads a variable, or writes it.
func (v *variables) access(f goja.Callable, args ...any) goja.Value {
	rt := v.agent.Realm.Runtime()
	values := make([]goja.Value, len(args))
	for i, a := range args {
		values[i] = rt.ToValue(a)
	}
	got, err := f(goja.Undefined(), values...)
	switch {
	case err == nil:
		return got
	case len(args) == 1: // it is not declared yet: undefined, as in V8
		return goja.Undefined()
	}
	panic(err) // a constant, for instance
}

func (v *variables) Get(name string) goja.Value {
	f, key := v.find(name)
	if f == nil {
		return nil
	}
	for _, s := range v.record.point.scopes {
		if slices.Contains(s.names, name) {
			if s.pending(name, v.record.point) {
				return goja.Undefined()
			}
			break
		}
	}
	return v.access(f, key)
}

func (v *variables) Set(name string, value goja.Value) bool {
	f, key := v.find(name)
	if f == nil {
		return false
	}
	v.access(f, key, value, true)
	return true
}

func (v *variables) Has(name string) bool {
	f, _ := v.find(name)
	return f != nil
}

func (*variables) Delete(string) bool { return false }
func (*variables) Keys() []string     { return nil }

// evaluators run a text among variables, as sloppy and as strict code.
var evaluators = compile.Once("framework:evaluate.js", `[
	function (__framework_variables, __framework_text) { with (__framework_variables) { return eval(__framework_text); } },
	function (__framework_variables, __framework_text) { with (__framework_variables) { return (function () { 'use strict'; return eval(__framework_text); }).call(this); } },
]`, false)

// evaluate runs a text where a call has got to. Nothing pauses meanwhile.
func (a *Agent) evaluate(r record, text string) (goja.Value, error) {
	if r.point == nil {
		return nil, errNoScope
	}
	rt := a.Realm.Runtime()
	if a.evaluators == nil {
		program, err := evaluators()
		if err != nil {
			return nil, err
		}
		list, err := rt.RunProgram(program)
		if err != nil {
			return nil, err
		}
		a.evaluators = list.ToObject(rt)
	}
	which := "0"
	if r.point.strict {
		which = "1"
	}
	f, _ := goja.AssertFunction(a.evaluators.Get(which))
	vars := rt.NewDynamicObject(&variables{a, r})
	return a.Quietly(func() (goja.Value, error) { return f(a.this(r), vars, rt.ToValue(text)) })
}

// this is what this stands for in a call, undefined where it has no value yet.
func (a *Agent) this(r record) goja.Value {
	if r.point != nil {
		for i, s := range r.point.scopes {
			f := r.accessor(i)
			if s.function == nil || f == nil {
				continue
			}
			if v, err := f(goja.Undefined(), a.Realm.Runtime().ToValue(keyThis)); err == nil {
				return v
			}
			break
		}
	}
	return goja.Undefined()
}

// Quietly runs something of a debugger. Nothing pauses meanwhile.
func (a *Agent) Quietly(run func() (goja.Value, error)) (goja.Value, error) {
	a.busy++
	defer func() { a.busy-- }()
	return run()
}
