package protocol

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"framework/jsapi/compile"
	"framework/jsapi/debug"
)

// sideEffect is the exception of V8 for what may have one.
func (m *mirror) sideEffect() error {
	rt := m.agent.Realm.Runtime()
	_, err := m.agent.Quietly(func() (goja.Value, error) {
		return rt.RunString(`throw new EvalError('Possible side-effect in debug-evaluate')`)
	})
	return err
}

// glance evaluates what certainly has no side effect: names, and members that are data.
// Clients ask for it while one points at something. f is nil for global names.
func (s *Session) glance(m *mirror, f *debug.Frame, how evaluation) any {
	tree, err := compile.Parse("evaluated", "("+how.Expression+"\n)")
	if err != nil {
		return s.exception(m, m.thrown(err), how)
	}
	var v goja.Value
	ok := false
	if statement, is := tree.Body[0].(*ast.ExpressionStatement); is && len(tree.Body) == 1 {
		v, ok = m.harmless(f, statement.Expression)
	}
	if !ok {
		return s.exception(m, m.sideEffect(), how)
	}
	return s.outcome(m, v, nil, how)
}

// harmless evaluates an expression; ok is false if that may have an effect, or throw.
func (m *mirror) harmless(f *debug.Frame, e ast.Expression) (v goja.Value, ok bool) {
	rt := m.agent.Realm.Runtime()
	switch e := e.(type) {
	case *ast.Identifier:
		name := e.Name.String()
		if f != nil {
			if v, ok := f.Variable(name); ok {
				return v, v != nil
			}
		}
		return m.data(rt.GlobalObject(), name)
	case *ast.ThisExpression:
		if f == nil {
			return rt.GlobalObject(), true
		}
		return f.This(), true
	case *ast.StringLiteral:
		return rt.ToValue(e.Value.String()), true
	case *ast.NumberLiteral:
		return rt.ToValue(e.Value), true
	case *ast.BooleanLiteral:
		return rt.ToValue(e.Value), true
	case *ast.NullLiteral:
		return goja.Null(), true
	case *ast.DotExpression:
		return m.member(f, e.Left, e.Identifier.Name.String())
	case *ast.BracketExpression:
		key, ok := m.harmless(f, e.Member)
		if _, isObject := key.(*goja.Object); !ok || isObject {
			return nil, false
		}
		return m.member(f, e.Left, key.String())
	case *ast.OptionalChain:
		return m.harmless(f, e.Expression)
	case *ast.Optional:
		return m.harmless(f, e.Expression)
	}
	return nil, false
}

func (m *mirror) member(f *debug.Frame, of ast.Expression, name string) (goja.Value, bool) {
	v, ok := m.harmless(f, of)
	if !ok {
		return nil, false
	}
	if o, ok := v.(*goja.Object); ok {
		return m.data(o, name)
	}
	if text, isText := v.Export().(string); isText && name == "length" {
		return m.agent.Realm.Runtime().ToValue(len([]rune(strings.ToValidUTF8(text, "?")))), true
	}
	return nil, false
}

// data reads a member, unless that may run code.
func (m *mirror) data(o *goja.Object, name string) (goja.Value, bool) {
	for at := o; at != nil; at = at.Prototype() {
		if isProxy(at) {
			return nil, false
		}
		for _, p := range m.propertiesOf(at, true, false, false) {
			if _, symbol := p.key.(*goja.Symbol); symbol || p.key.String() != name {
				continue
			}
			return p.value, p.data
		}
	}
	return goja.Undefined(), o != m.agent.Realm.Runtime().GlobalObject()
}
