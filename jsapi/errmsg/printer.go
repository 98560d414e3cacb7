package errmsg

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// intermediate is how V8 shows the value of an expression that it does not print.
const intermediate = "(intermediate value)"

// printed is how V8 shows an expression in a message: res.json, f(...).x.
func printed(e ast.Expression) string {
	var b strings.Builder
	write(&b, e)
	return b.String()
}

func write(b *strings.Builder, e ast.Expression) {
	switch e := e.(type) {
	case *ast.Identifier:
		b.WriteString(e.Name.String())
	case *ast.ThisExpression:
		b.WriteString("this")
	case *ast.NullLiteral, *ast.BooleanLiteral, *ast.NumberLiteral, *ast.StringLiteral, *ast.RegExpLiteral, *ast.TemplateLiteral:
		literal(b, e)
	case *ast.DotExpression, *ast.PrivateDotExpression, *ast.BracketExpression:
		memberOf(b, e, ".", "[")
	case *ast.OptionalChain:
		write(b, e.Expression)
	case *ast.Optional:
		write(b, e.Expression)
	case *ast.CallExpression:
		write(b, e.Callee)
		b.WriteString("(...)")
	case *ast.ArrayLiteral:
		b.WriteString("[")
		for i, v := range e.Value {
			if i > 0 {
				b.WriteString(",")
			}
			write(b, v)
		}
		b.WriteString("]")
	case *ast.SpreadElement:
		b.WriteString("(...")
		write(b, e.Expression)
		b.WriteString(")")
	case *ast.ObjectLiteral:
		b.WriteString("{" + strings.Repeat(intermediate, len(e.Value)) + "}")
	case *ast.ConditionalExpression:
		b.WriteString(strings.Repeat(intermediate, 3))
	case *ast.AssignExpression:
		write(b, e.Left)
	case *ast.BinaryExpression:
		binary(b, e.Left, e.Operator.String(), e.Right)
	case *ast.SequenceExpression:
		sequence(b, e.Sequence)
	case *ast.UnaryExpression:
		unary(b, e)
	case *ast.AwaitExpression:
		write(b, e.Argument)
	default:
		b.WriteString(intermediate)
	}
}

func literal(b *strings.Builder, e ast.Expression) {
	switch e := e.(type) {
	case *ast.NullLiteral:
		b.WriteString("null")
	case *ast.BooleanLiteral:
		b.WriteString(e.Literal)
	case *ast.NumberLiteral:
		switch v := e.Value.(type) {
		case int64, float64:
			b.WriteString(number(v))
		default:
			b.WriteString(intermediate)
		}
	case *ast.StringLiteral:
		b.WriteString(`"` + e.Value.String() + `"`)
	case *ast.RegExpLiteral:
		b.WriteString(e.Literal)
	case *ast.TemplateLiteral:
		switch {
		case e.Tag != nil:
			write(b, e.Tag)
			b.WriteString("(...)")
		case len(e.Expressions) == 0 && len(e.Elements) == 1:
			b.WriteString(`"` + e.Elements[0].Parsed.String() + `"`)
		}
		if e.Tag == nil {
			for _, part := range e.Expressions {
				write(b, part)
			}
		}
	}
}

// memberOf prints a member. dot and open differ after an optional value.
func memberOf(b *strings.Builder, e ast.Expression, dot, open string) {
	object := func(left ast.Expression) {
		if optional, ok := left.(*ast.Optional); ok {
			left, dot, open = optional.Expression, "?.", "?.["
		}
		write(b, left)
	}
	switch e := e.(type) {
	case *ast.DotExpression:
		object(e.Left)
		b.WriteString(dot + e.Identifier.Name.String())
	case *ast.PrivateDotExpression:
		object(e.Left)
		b.WriteString(dot + "#" + e.Identifier.Name.String())
	case *ast.BracketExpression:
		object(e.Left)
		if name, ok := constant(e.Member); ok {
			b.WriteString(dot + name)
			return
		}
		b.WriteString(open)
		write(b, e.Member)
		b.WriteString("]")
	}
}

// constant returns the text of a key that is a literal.
func constant(e ast.Expression) (string, bool) {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return e.Value.String(), true
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Expressions) == 0 && len(e.Elements) == 1 {
			return e.Elements[0].Parsed.String(), true
		}
	}
	return "", false
}

func binary(b *strings.Builder, left ast.Expression, operator string, right ast.Expression) {
	b.WriteString("(")
	write(b, left)
	b.WriteString(" " + operator + " ")
	write(b, right)
	b.WriteString(")")
}

func sequence(b *strings.Builder, list []ast.Expression) {
	b.WriteString("(")
	for i, e := range list {
		if i > 0 {
			b.WriteString(" , ")
		}
		write(b, e)
	}
	b.WriteString(")")
}

func unary(b *strings.Builder, e *ast.UnaryExpression) {
	operator := e.Operator.String()
	switch e.Operator {
	case token.TYPEOF, token.VOID, token.DELETE:
		operator += " "
	}
	b.WriteString("(")
	if !e.Postfix {
		b.WriteString(operator)
	}
	write(b, e.Operand)
	if e.Postfix {
		b.WriteString(operator)
	}
	b.WriteString(")")
}
