package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// known returns the statements of body with one, after the directives, that reads arguments: goja
// makes the arguments of a function anew, and without their values, for an inner arrow function
// that is the only one to use them.
//
//	function f() { return () => g.apply(this, arguments); }
func known(body *ast.BlockStatement) []ast.Statement {
	for _, s := range body.List {
		if d, ok := s.(*ast.LexicalDeclaration); ok {
			for _, b := range d.List {
				own := false
				Bound(b.Target, func(name unistring.String) { own = own || name == "arguments" })
				if own { // it cannot be read before its declaration
					return body.List
				}
			}
		}
	}
	return begun(body, &ast.ExpressionStatement{Expression: &ast.Identifier{Name: "arguments", Idx: body.LeftBrace}})
}
