package compile

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/bounds"
)

// checked makes calls of eval check the nesting depth of their text. A direct call has
// to stay a direct call, so its argument is wrapped in a call of bounds.Source. Where
// eval is used as a value, bounds.Evaluate replaces it, which checks by itself.
func checked(node any) {
	switch n := node.(type) {
	case *ast.CallExpression:
		evalValues(n.ArgumentList)
		if len(n.ArgumentList) == 0 || !callsEval(n.Callee) {
			return
		}
		if _, spread := n.ArgumentList[0].(*ast.SpreadElement); spread {
			return
		}
		n.ArgumentList[0] = call(bounds.Source, n.ArgumentList[0].Idx0(), n.ArgumentList[0])
	case *ast.NewExpression:
		evalValues(n.ArgumentList)
	case *ast.SequenceExpression:
		evalValues(n.Sequence)
	case *ast.ArrayLiteral:
		evalValues(n.Value)
	case *ast.Binding:
		n.Initializer = evalValue(n.Initializer)
	case *ast.AssignExpression:
		n.Right = evalValue(n.Right)
	case *ast.BinaryExpression:
		n.Left, n.Right = evalValue(n.Left), evalValue(n.Right)
	case *ast.ConditionalExpression:
		n.Consequent, n.Alternate = evalValue(n.Consequent), evalValue(n.Alternate)
	case *ast.ReturnStatement:
		n.Argument = evalValue(n.Argument)
	case *ast.PropertyKeyed:
		n.Value = evalValue(n.Value)
	}
}

func callsEval(callee ast.Expression) bool {
	if dot, ok := callee.(*ast.DotExpression); ok {
		return dot.Identifier.Name == "eval"
	}
	return isEval(callee)
}

func isEval(e ast.Expression) bool {
	name, ok := e.(*ast.Identifier)
	return ok && name.Name == "eval"
}

// evalValue replaces the identifier eval that is used as a value.
func evalValue(e ast.Expression) ast.Expression {
	if e != nil && isEval(e) {
		return &ast.Identifier{Name: unistring.String(bounds.Evaluate), Idx: e.Idx0()}
	}
	return e
}

func evalValues(list []ast.Expression) {
	for i, e := range list {
		if e != nil && !reflect.ValueOf(e).IsNil() {
			list[i] = evalValue(e)
		}
	}
}
