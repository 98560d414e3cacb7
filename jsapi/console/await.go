package console

import (
	"errors"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
)

// waiting makes the text the body of an async function that returns the value of
// its last statement. The variables that it declares become those of the console.
func waiting(text string) (*Input, error) {
	in := &Input{}
	var err error
	in.program, err = build("(async () => {"+text+"\n})()", func(tree *ast.Program) error {
		in.names = nil
		fn, body := wrapper(tree)
		if fn == nil {
			return errors.New("the text ends the function that it is put in")
		}
		for _, d := range fn.DeclarationList {
			in.declare(d.List)
		}
		fn.DeclarationList = nil
		in.share(body)
		return nil
	})
	return in, err
}

// wrapper returns the function that waiting has made, with its body. It is the
// only expression; declarations that newer syntax needs may precede it.
func wrapper(tree *ast.Program) (*ast.ArrowFunctionLiteral, *ast.BlockStatement) {
	first := slices.IndexFunc(tree.Body, func(s ast.Statement) bool {
		_, ok := s.(*ast.ExpressionStatement)
		return ok
	})
	if first < 0 || first != len(tree.Body)-1 {
		return nil, nil
	}
	s := tree.Body[first].(*ast.ExpressionStatement) //nolint:errcheck,forcetypeassert // it was found as one
	call, ok := s.Expression.(*ast.CallExpression)
	if !ok {
		return nil, nil
	}
	fn, ok := call.Callee.(*ast.ArrowFunctionLiteral)
	if !ok {
		return nil, nil
	}
	body, ok := fn.Body.(*ast.BlockStatement)
	if !ok {
		return nil, nil
	}
	return fn, body
}

// share turns all declarations of the function into assignments to variables of
// the console, and returns the value of an expression at its end.
func (in *Input) share(body *ast.BlockStatement) {
	var first, rest []ast.Statement
	for at, s := range body.List {
		switch s := s.(type) {
		case *ast.FunctionDeclaration: // it can be called before its place
			in.names = append(in.names, s.Function.Name.Name.String())
			first = append(first, assign(s.Function.Name, s.Function))
		case *ast.ClassDeclaration:
			in.names = append(in.names, s.Class.Name.Name.String())
			rest = append(rest, assign(s.Class.Name, s.Class))
		case *ast.VariableStatement: // declared already
			rest = append(rest, assignments(s.List, false)...)
		case *ast.LexicalDeclaration:
			in.declare(s.List)
			rest = append(rest, assignments(s.List, true)...)
		case *ast.ExpressionStatement:
			if at == len(body.List)-1 {
				rest = append(rest, &ast.ReturnStatement{Return: s.Idx0(), Argument: s.Expression})
				continue
			}
			rest = append(rest, s)
		default:
			rest = append(rest, s)
		}
	}
	body.List = append(first, rest...)
}

func (in *Input) declare(list []*ast.Binding) {
	for _, b := range list {
		compile.Bound(b.Target, func(n unistring.String) { in.names = append(in.names, n.String()) })
	}
}

func assign(to, value ast.Expression) ast.Statement {
	return &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: to, Right: value}}
}

// assignments returns the assignments of declarations: a let without a value
// becomes undefined again, a var keeps its value.
func assignments(list []*ast.Binding, anew bool) (out []ast.Statement) {
	for _, b := range list {
		switch {
		case b.Initializer != nil:
			out = append(out, assign(b.Target, b.Initializer))
		case anew:
			zero := &ast.NumberLiteral{Idx: b.Idx0(), Literal: "0", Value: int64(0)}
			out = append(out, assign(b.Target, &ast.UnaryExpression{Operator: token.VOID, Idx: b.Idx0(), Operand: zero}))
		}
	}
	return out
}
