package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// Assigned calls found with every name that a program, or a part of one, declares or
// assigns to, in its functions as well.
func Assigned(tree any, found func(unistring.String)) {
	bound := func(e ast.Expression) {
		if target, ok := e.(ast.Node); ok && e != nil {
			Bound(target, found)
		}
	}
	Each(tree, func(n any) bool {
		switch n := n.(type) {
		case *ast.AssignExpression:
			bound(n.Left)
		case *ast.Binding:
			Bound(n.Target, found)
		case *ast.UnaryExpression:
			if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
				bound(n.Operand)
			}
		case *ast.ForIntoExpression:
			bound(n.Expression)
		}
		return true
	})
}
