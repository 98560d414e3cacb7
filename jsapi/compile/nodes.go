package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// call is name(arguments…), all of it at one place.
func call(name unistring.String, at file.Idx, arguments ...ast.Expression) *ast.CallExpression {
	return &ast.CallExpression{
		Callee: &ast.Identifier{Name: name, Idx: at}, ArgumentList: arguments, LeftParenthesis: at, RightParenthesis: at,
	}
}

// undefined is void 0, which no variable can stand for.
func undefined(at file.Idx) ast.Expression {
	return &ast.UnaryExpression{Operator: token.VOID, Idx: at, Operand: &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(0)}}
}

func block(from, to file.Idx, list ...ast.Statement) *ast.BlockStatement {
	return &ast.BlockStatement{LeftBrace: from, RightBrace: to, List: list}
}
