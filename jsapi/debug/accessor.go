package debug

import (
	"fmt"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// Keys of accessors that are no variable.
const (
	keyThis      = -1
	keyArguments = -2
)

// Names of the accessors and of their parameters: no script can have such names.
const (
	nameKey   unistring.String = "framework key"
	nameValue unistring.String = "framework value"
	nameWrite unistring.String = "framework write"
)

func identifier(name unistring.String, at file.Idx) *ast.Identifier {
	return &ast.Identifier{Name: name, Idx: at}
}

// variable is the one that holds the accessor of the scope.
func (s *scope) variable(at file.Idx) *ast.Identifier {
	return identifier(unistring.NewFromString(fmt.Sprintf("framework scope %d", s.number)), at)
}

// accessors are the arguments for the scopes around a place.
func accessors(scopes []*scope, at file.Idx) []ast.Expression {
	list := make([]ast.Expression, 0, len(scopes))
	for _, s := range scopes {
		if s.inline {
			list = append(list, s.accessor(at))
		} else {
			list = append(list, s.variable(at))
		}
	}
	return list
}

// accessor makes the function that reads and writes the variables of a scope by their
// numbers:
//
//	(key, value, write) => {
//		switch (key) {
//		case 0: if (write) a = value; return a;
//		case -1: return this;
//		}
//	}
func (s *scope) accessor(at file.Idx) ast.Expression {
	var cases []*ast.CaseStatement
	add := func(key int, body ...ast.Statement) {
		var test ast.Expression = &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(max(key, -key))}
		if key < 0 {
			test = &ast.UnaryExpression{Operator: token.MINUS, Idx: at, Operand: test}
		}
		cases = append(cases, &ast.CaseStatement{Case: at, Test: test, Consequent: body})
	}
	for i, n := range s.names {
		name := unistring.NewFromString(n)
		read := &ast.ReturnStatement{Return: at, Argument: identifier(name, at)}
		if n == "eval" || n == "arguments" { // strict code may not assign to them
			add(i, read)
			continue
		}
		add(i, &ast.IfStatement{
			Test:       identifier(nameWrite, at),
			Consequent: &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: identifier(name, at), Right: identifier(nameValue, at)}},
		}, read)
	}
	if s.function != nil {
		add(keyThis, &ast.ReturnStatement{Return: at, Argument: &ast.ThisExpression{Idx: at}})
	}
	if s.args {
		add(keyArguments, &ast.ReturnStatement{Return: at, Argument: identifier("arguments", at)})
	}
	params := &ast.ParameterList{Opening: at, Closing: at}
	for _, n := range []unistring.String{nameKey, nameValue, nameWrite} {
		params.List = append(params.List, &ast.Binding{Target: identifier(n, at)})
	}
	return &ast.ArrowFunctionLiteral{
		Start: at, Source: "() => {}", ParameterList: params,
		Body: &ast.BlockStatement{LeftBrace: at, RightBrace: at, List: []ast.Statement{
			&ast.SwitchStatement{Switch: at, Discriminant: identifier(nameKey, at), Default: -1, Body: cases, RightBrace: at},
		}},
	}
}
