package debug

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"
)

// Frame is an open call of a script.
type Frame struct {
	Agent        *Agent
	Script       *Loaded
	Name         string // of the function, "" for none
	Line, Column int    // from 0

	depth    int
	function *function
	record   // how far it has got, without a point where that is not known
}

// frames are the open calls of scripts that can be paused, the last one first, and the async
// functions that await the first one. Others, those of packages and of the server, are left out.
func (a *Agent) frames() (open, awaiting []*Frame) {
	for _, c := range a.Realm.Calls() {
		a.mu.Lock()
		l := a.loaded[c.File]
		a.mu.Unlock()
		if c.File == "" || l == nil {
			continue
		}
		f := &Frame{Agent: a, Script: l, Name: c.Name, depth: c.Depth, function: l.inside(c.Offset)}
		if f.function == nil {
			continue
		}
		f.Line, f.Column = l.places.at(c.Offset)
		if c.Depth < 0 {
			awaiting = append(awaiting, f)
			continue
		}
		if c.Depth < len(a.calls) {
			if r := a.calls[c.Depth]; r.point != nil && r.point.Script == l.Script && r.point.function == f.function && c.Offset >= f.function.body {
				f.record = r
			}
		}
		if len(open) == 0 && f.point != nil {
			f.Line, f.Column = f.point.Line, f.point.Column
		}
		open = append(open, f)
	}
	return open, awaiting
}

// Evaluate runs a text where the call has got to.
func (f *Frame) Evaluate(text string) (goja.Value, error) { return f.Agent.evaluate(f.record, text) }

// This is what this stands for, undefined where it is not known.
func (f *Frame) This() goja.Value { return f.Agent.this(f.record) }

// Variable reads a variable that the call sees, or the arguments; ok is false if there is none
// of that name. The value is nil before its declaration.
func (f *Frame) Variable(name string) (v goja.Value, ok bool) {
	read, key := (&variables{f.Agent, f.record}).find(name)
	if read == nil {
		return nil, false
	}
	v, err := f.Agent.Quietly(func() (goja.Value, error) {
		return read(goja.Undefined(), f.Agent.Realm.Runtime().ToValue(key))
	})
	if err != nil {
		return nil, true
	}
	return v, true
}

// Stack are the open calls of scripts.
func (a *Agent) Stack() []*Frame {
	open, _ := a.frames()
	return open
}

// ScopeType is that of a scope, in the words of the protocol of Chrome's tools.
type ScopeType string

const (
	ScopeLocal   ScopeType = "local"
	ScopeBlock   ScopeType = "block"
	ScopeCatch   ScopeType = "catch"
	ScopeClosure ScopeType = "closure"
)

// Scope are the variables of a function or a block.
type Scope struct {
	Type     ScopeType
	Function string // of a local scope: the name of the function, "" for none

	agent    *Agent
	scope    *scope
	point    *Point
	accessor goja.Callable // nil where the variables are not known
}

// Variable is one of a scope. Its value is nil before its declaration.
type Variable struct {
	Name  string
	Value goja.Value
}

// Scopes are those of a call, the innermost first.
func (f *Frame) Scopes() []*Scope {
	if f.point == nil {
		return nil
	}
	var list []*Scope
	local := true
	for i, s := range f.point.scopes {
		out := &Scope{Type: ScopeBlock, agent: f.Agent, scope: s, point: f.point, accessor: f.accessor(i)}
		switch {
		case s.function != nil && local:
			out.Type, out.Function, local = ScopeLocal, f.Name, false
		case s.function != nil && len(s.names) == 0:
			continue
		case s.function != nil:
			out.Type = ScopeClosure
		case s.catch:
			out.Type = ScopeCatch
		}
		list = append(list, out)
	}
	return list
}

// Variables reads the variables.
func (s *Scope) Variables() []Variable {
	if s.accessor == nil {
		return nil
	}
	rt := s.agent.Realm.Runtime()
	read := func(key int) goja.Value {
		v, err := s.agent.Quietly(func() (goja.Value, error) { return s.accessor(goja.Undefined(), rt.ToValue(key)) })
		if err != nil {
			return nil // not declared yet
		}
		return v
	}
	list := make([]Variable, 0, len(s.scope.names)+1)
	for i, n := range s.scope.names {
		if s.scope.pending(n, s.point) {
			list = append(list, Variable{Name: n})
			continue
		}
		list = append(list, Variable{n, read(i)})
	}
	if s.scope.args && s.Type == ScopeLocal && !slices.Contains(s.scope.names, "arguments") {
		list = append(list, Variable{"arguments", read(keyArguments)})
	}
	return list
}

// Set changes a variable.
func (s *Scope) Set(name string, v goja.Value) error {
	at := slices.Index(s.scope.names, name)
	if at < 0 || s.accessor == nil {
		return fmt.Errorf("the scope has no variable %s that can be changed", name)
	}
	rt := s.agent.Realm.Runtime()
	_, err := s.agent.Quietly(func() (goja.Value, error) {
		return s.accessor(goja.Undefined(), rt.ToValue(at), v, rt.ToValue(true))
	})
	return err
}
