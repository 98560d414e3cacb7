package errmsg

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
)

// objectPattern is an object pattern whose source has no members.
type objectPattern struct {
	found  bool
	source string // as V8 prints it
	plain  bool   // V8 names the value, because it is a parameter
	inner  bool   // it is in another pattern
}

// destructured returns the pattern of the current instruction.
func (s *site) destructured(name string) objectPattern {
	return lookUp(s, func(tree *ast.Program) (best objectPattern) {
		at := s.position()
		params, body := functionAt(tree, s.begin(), at)
		certain := false
		take := func(target ast.Node, source ast.Expression, made objectPattern) {
			depth, ok := keyDepth(target, name, 0)
			in := source != nil && spans(source, at)
			if !ok || certain && !in || best.found && !in && !isLiteralOrNil(source) {
				return
			}
			if best.found && !in && best.source != "" {
				return
			}
			made.found, made.inner = true, depth > 0
			best, certain = made, in
		}
		if params != nil && at <= int(params.Closing)-1 {
			takeParameters(params, take)
			if best.found {
				return best
			}
		}
		own(body, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.Binding:
				take(n.Target, n.Initializer, objectPattern{source: textOf(n.Initializer)})
			case *ast.AssignExpression:
				if p, ok := n.Left.(*ast.ObjectPattern); ok {
					take(p, n.Right, objectPattern{source: printed(n.Right)})
				}
			case *ast.ForOfStatement:
				if d, ok := n.Into.(*ast.ForDeclaration); ok {
					take(d.Target, n.Source, objectPattern{source: ".for"})
				}
			case *ast.CatchStatement:
				if n.Parameter != nil {
					take(n.Parameter, nil, objectPattern{source: ".catch"})
				}
			}
		})
		return best
	})
}

func takeParameters(params *ast.ParameterList, take func(target ast.Node, source ast.Expression, made objectPattern)) {
	for _, p := range params.List {
		if p.Initializer != nil {
			// V8 sees a condition: is the argument undefined?
			take(p.Target, p.Initializer, objectPattern{source: intermediate + intermediate + intermediate})
			continue
		}
		take(p.Target, nil, objectPattern{plain: true})
	}
}

func textOf(e ast.Expression) string {
	if e == nil {
		return ""
	}
	return printed(e)
}

func isLiteralOrNil(e ast.Expression) bool { return e == nil || isLiteral(e) }

// keyDepth returns how deep in a pattern the object pattern is whose first key is
// name, which is empty if that key is computed or there is none.
func keyDepth(target ast.Node, name string, depth int) (int, bool) {
	switch t := target.(type) {
	case *ast.AssignExpression:
		return keyDepth(t.Left, name, depth)
	case *ast.ObjectPattern:
		if firstKey(t) == name {
			return depth, true
		}
		for _, p := range t.Properties {
			if k, ok := p.(*ast.PropertyKeyed); ok {
				if d, ok := keyDepth(k.Value, name, depth+1); ok {
					return d, true
				}
			}
		}
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			if e == nil {
				continue
			}
			if d, ok := keyDepth(e, name, depth+1); ok {
				return d, true
			}
		}
	}
	return 0, false
}

func firstKey(p *ast.ObjectPattern) string {
	if len(p.Properties) == 0 {
		return ""
	}
	switch k := p.Properties[0].(type) {
	case *ast.PropertyShort:
		return k.Name.Name.String()
	case *ast.PropertyKeyed:
		if name, ok := k.Key.(*ast.StringLiteral); ok && !k.Computed {
			return name.Value.String()
		}
	}
	return ""
}

// nextKey returns the first member that the instructions after the check of a pattern
// read.
func (s *site) nextKey() string {
	for pc := s.pc + 1; pc < s.pc+8; pc++ {
		name, v := instruction(s.prg, pc)
		switch {
		case name == "getProp" && v.Kind() == reflect.String:
			return memberName(v)
		case strings.HasPrefix(name, "load"), name == "_getElem", name == "_getKey", name == "_copyRest", name == "_checkObjectCoercible":
			return ""
		}
	}
	return ""
}
