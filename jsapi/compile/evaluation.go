package compile

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/bounds"
)

// checked has calls of eval look at their text first. A direct call has to
// stay one, so its argument becomes a call; where eval is handed on, what is
// handed on is a function that looks by itself.
func checked(node any) {
	switch n := node.(type) {
	case *ast.CallExpression:
		handOn(n.ArgumentList)
		if len(n.ArgumentList) == 0 || !callsEval(n.Callee) {
			return
		}
		if _, spread := n.ArgumentList[0].(*ast.SpreadElement); spread {
			return
		}
		at := n.ArgumentList[0].Idx0()
		n.ArgumentList[0] = &ast.CallExpression{
			Callee:       &ast.Identifier{Name: bounds.Source, Idx: at},
			ArgumentList: []ast.Expression{n.ArgumentList[0]}, LeftParenthesis: at, RightParenthesis: at,
		}
	case *ast.NewExpression:
		handOn(n.ArgumentList)
	case *ast.SequenceExpression:
		handOn(n.Sequence)
	case *ast.ArrayLiteral:
		handOn(n.Value)
	case *ast.Binding:
		n.Initializer = handedOn(n.Initializer)
	case *ast.AssignExpression:
		n.Right = handedOn(n.Right)
	case *ast.BinaryExpression:
		n.Left, n.Right = handedOn(n.Left), handedOn(n.Right)
	case *ast.ConditionalExpression:
		n.Consequent, n.Alternate = handedOn(n.Consequent), handedOn(n.Alternate)
	case *ast.ReturnStatement:
		n.Argument = handedOn(n.Argument)
	case *ast.PropertyKeyed:
		n.Value = handedOn(n.Value)
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

func handedOn(e ast.Expression) ast.Expression {
	if e != nil && isEval(e) {
		return &ast.Identifier{Name: unistring.String(bounds.Evaluate), Idx: e.Idx0()}
	}
	return e
}

func handOn(list []ast.Expression) {
	for i, e := range list {
		if e != nil && !reflect.ValueOf(e).IsNil() {
			list[i] = handedOn(e)
		}
	}
}
