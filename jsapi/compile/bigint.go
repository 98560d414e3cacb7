package compile

import (
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/bounds"
)

// mayUseBigInt reports whether src has a name with "bigint", in any case, or something
// that looks like a literal. All sources pass through here, most of them without either,
// for which a regular expression takes ten times as long.
func mayUseBigInt(src string) bool {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c|0x20 == 'b':
			if len(src)-i >= len("bigint") && strings.EqualFold(src[i:i+len("bigint")], "bigint") {
				return true
			}
		case '0' <= c && c <= '9' && (i == 0 || !isWord(src[i-1])):
			end := i + 1
			for end < len(src) && isDigit(src[end]) {
				end++
			}
			if end < len(src) && src[end] == 'n' && (end+1 == len(src) || !isWord(src[end+1])) {
				return true
			}
		}
	}
	return false
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// isDigit reports whether c may be inside of a literal: also in hexadecimal and octal ones.
func isDigit(c byte) bool {
	switch l := c | 0x20; {
	case '0' <= c && c <= '9', 'a' <= l && l <= 'f', l == 'x', l == 'o':
		return true
	}
	return c == '_'
}

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
		return call(name, at, n.Left, n.Right)
	case *ast.AssignExpression:
		name, ok := boundedOperators[n.Operator]
		if !ok || isPlain(n.Right) {
			return nil
		}
		target, simple := n.Left.(*ast.Identifier)
		if !simple {
			return member(name, n)
		}
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: n.Left, Right: call(name, target.Idx, target, n.Right)}
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
		Callee:       call(bounds.Member, at, object, key, operator),
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
