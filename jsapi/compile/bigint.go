package compile

import (
	"regexp"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/bounds"
)

// bigIntegers matches a source that may use BigInt.
var bigIntegers = regexp.MustCompile(`(?i:bigint)|\b[0-9][0-9a-fA-FxXoO_]*n\b`)

var boundedOperators = map[token.Token]unistring.String{
	token.EXPONENT: bounds.Power, token.SHIFT_LEFT: bounds.Left, token.SHIFT_RIGHT: bounds.Right, token.MULTIPLY: bounds.Times,
	token.EQUAL: bounds.Equal, token.NOT_EQUAL: bounds.NotEqual, token.LESS: bounds.Less, token.GREATER: bounds.Greater,
	token.LESS_OR_EQUAL: bounds.NotGreater, token.GREATER_OR_EQUAL: bounds.NotLess,
}

// bounded returns the call that replaces an operation which may make a BigInt too
// large, or compare one with a long text; nil for any other node. A literal operand
// rules both out.
func bounded(node any) ast.Expression {
	switch n := node.(type) {
	case *ast.BinaryExpression:
		name, ok := boundedOperators[n.Operator]
		if !ok || isPlain(n.Left) || isPlain(n.Right) {
			return nil
		}
		at := n.Left.Idx0()
		return &ast.CallExpression{
			Callee:       &ast.Identifier{Name: name, Idx: at},
			ArgumentList: []ast.Expression{n.Left, n.Right}, LeftParenthesis: at, RightParenthesis: at,
		}
	case *ast.AssignExpression:
		name, ok := boundedOperators[n.Operator]
		if !ok || isPlain(n.Right) {
			return nil
		}
		target, simple := n.Left.(*ast.Identifier)
		if !simple {
			return member(name, n)
		}
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: n.Left, Right: &ast.CallExpression{
			Callee:       &ast.Identifier{Name: name, Idx: target.Idx},
			ArgumentList: []ast.Expression{target, n.Right}, LeftParenthesis: target.Idx, RightParenthesis: target.Idx,
		}}
	}
	return nil
}

// member returns the call that replaces o.x *= y. The call reads o.x and returns a
// function, which is then called with y: so everything is evaluated in the right
// order.
func member(name unistring.String, n *ast.AssignExpression) ast.Expression {
	var object, key ast.Expression
	at := n.Left.Idx0()
	switch left := n.Left.(type) {
	case *ast.DotExpression:
		object = left.Left
		key = &ast.StringLiteral{Idx: at, Literal: strconv.Quote(left.Identifier.Name.String()), Value: left.Identifier.Name}
	case *ast.BracketExpression:
		object, key = left.Left, left.Member
	default:
		return nil
	}
	if _, super := object.(*ast.SuperExpression); super {
		return nil
	}
	operator := &ast.Identifier{Name: name, Idx: at}
	return &ast.CallExpression{
		Callee: &ast.CallExpression{
			Callee:       &ast.Identifier{Name: bounds.Member, Idx: at},
			ArgumentList: []ast.Expression{object, key, operator}, LeftParenthesis: at, RightParenthesis: at,
		},
		ArgumentList: []ast.Expression{n.Right}, LeftParenthesis: at, RightParenthesis: at,
	}
}

// isPlain reports whether an operand is a literal other than a BigInt.
func isPlain(e ast.Expression) bool {
	switch literal := e.(type) {
	case *ast.NumberLiteral:
		switch literal.Value.(type) {
		case int64, float64:
			return true
		}
	case *ast.NullLiteral, *ast.BooleanLiteral:
		return true
	case *ast.StringLiteral:
		return len(literal.Literal) <= bounds.MaxDigits
	}
	return false
}
