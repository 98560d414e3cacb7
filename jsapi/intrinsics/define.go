package intrinsics

import (
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// given is the member of globalThis that holds a value while it is defined.
const given = "framework:given"

// Define gives a value a name in a realm, as `let` of a script does: compiled code finds it, and it
// is no member of globalThis. A name that is not an identifier cannot be shadowed by a variable. The
// value of a name that is defined already is replaced.
func Define(rt *goja.Runtime, name string, v any) error {
	global := rt.GlobalObject()
	if err := global.Set(given, v); err != nil {
		return err
	}
	_, err := rt.RunProgram(program(name, func(target, value *ast.Identifier) ast.Statement {
		return &ast.LexicalDeclaration{Idx: 1, Token: token.LET, List: []*ast.Binding{{Target: target, Initializer: value}}}
	}))
	if err != nil {
		_, err = rt.RunProgram(program(name, func(target, value *ast.Identifier) ast.Statement {
			return &ast.ExpressionStatement{Expression: &ast.AssignExpression{Operator: token.ASSIGN, Left: target, Right: value}}
		}))
	}
	if err != nil {
		return fmt.Errorf("defining %s: %w", name, err)
	}
	return global.Delete(given)
}

// program is a script of one statement about a name and the value that is given.
func program(name string, statement func(target, value *ast.Identifier) ast.Statement) *goja.Program {
	word := func(name string) *ast.Identifier {
		return &ast.Identifier{Name: unistring.NewFromString(name), Idx: 1}
	}
	tree := &ast.Program{File: file.NewFile("framework:intrinsics.js", " ", 1), Body: []ast.Statement{statement(word(name), word(given))}}
	p, err := goja.CompileAST(tree, true)
	if err != nil {
		panic(err) // the tree is ours
	}
	return p
}
