package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// switched is the name of what a switch compares with its cases; no other variable has it.
var switched = unistring.NewFromString("framework:switch")

// undeclared returns the statement that replaces a switch whose cases declare names, where a
// direct eval in them may use these: goja asks for 64 GB of memory there, which ends the
// process. The names are declared in a block around it:
//
//	{ const switched = x; { let a; switch (switched) { case 1: a = 1; eval('a'); } } }
//
// They can be read before their declaration, and constants be assigned. nil for any other
// statement.
func undeclared(s *ast.SwitchStatement) ast.Statement {
	if !declares(s) || !hasEval(s.Body) {
		return nil
	}
	at := s.Switch
	var names []*ast.Binding
	var functions []ast.Statement
	for _, c := range s.Body {
		list := make([]ast.Statement, 0, len(c.Consequent))
		for _, each := range c.Consequent {
			switch d := each.(type) {
			case *ast.LexicalDeclaration:
				for _, b := range d.List {
					Bound(b.Target, func(name unistring.String) {
						names = append(names, &ast.Binding{Target: &ast.Identifier{Name: name, Idx: d.Idx}})
					})
					list = append(list, assigned(b, d.Idx))
				}
			case *ast.ClassDeclaration:
				name := &ast.Identifier{Name: d.Class.Name.Name, Idx: d.Class.Class}
				names = append(names, &ast.Binding{Target: name})
				list = append(list, &ast.ExpressionStatement{Expression: &ast.AssignExpression{
					Operator: token.ASSIGN, Left: &ast.Identifier{Name: name.Name, Idx: name.Idx}, Right: d.Class,
				}})
			case *ast.FunctionDeclaration:
				functions = append(functions, d)
			default:
				list = append(list, each)
			}
		}
		c.Consequent = list
	}
	inner := functions
	if len(names) > 0 {
		inner = append([]ast.Statement{&ast.LexicalDeclaration{Idx: at, Token: token.LET, List: names}}, inner...)
	}
	value := &ast.Binding{Target: &ast.Identifier{Name: switched, Idx: at}, Initializer: s.Discriminant}
	s.Discriminant = &ast.Identifier{Name: switched, Idx: at}
	return block(at, s.RightBrace,
		&ast.LexicalDeclaration{Idx: at, Token: token.CONST, List: []*ast.Binding{value}}, block(at, s.RightBrace, append(inner, s)...))
}

// assigned is the assignment that takes the place of a declaration.
func assigned(b *ast.Binding, at file.Idx) ast.Statement {
	value := b.Initializer
	if value == nil {
		value = undefined(at)
	}
	target, _ := b.Target.(ast.Expression)
	return &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: target, Right: value}}
}

// declares reports whether the cases of a switch declare names.
func declares(s *ast.SwitchStatement) bool {
	for _, c := range s.Body {
		for _, each := range c.Consequent {
			switch each.(type) {
			case *ast.LexicalDeclaration, *ast.ClassDeclaration, *ast.FunctionDeclaration:
				return true
			}
		}
	}
	return false
}

// Unfit says why a text is not to be compiled by goja itself, as those of direct calls of eval
// are: it has a switch that undeclared would have to replace. "" for any other text.
func Unfit(tree *ast.Program) string {
	why := ""
	Each(tree, func(node any) bool {
		if s, ok := node.(*ast.SwitchStatement); ok && declares(s) && hasEval(s.Body) {
			why = "A switch whose cases declare names and call eval cannot be compiled from a text: declare the names in front of it, or in blocks"
		}
		return why == ""
	})
	return why
}
