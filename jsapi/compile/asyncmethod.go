package compile

import (
	"slices"

	"github.com/dop251/goja/ast"

	"framework/jsapi/functions"
)

// asyncClass has a class mend the prototypes of its asynchronous methods, before its own static blocks and fields:
//
//	class A { async m() {} static async #p() {} }
//	class A { static { functions.Class(this, this.#p) } async m() {} static async #p() {} }
//
// generators are the methods among them that are generators.
func asyncClass(class *ast.ClassLiteral, generators map[*ast.FunctionLiteral]bool) {
	at := class.Class
	this := func() ast.Expression { return &ast.ThisExpression{Idx: at} }
	arguments := []ast.Expression{this()}
	found := false
	for _, e := range class.Body {
		m, ok := e.(*ast.MethodDefinition)
		if !ok || !m.Body.Async && !generators[m.Body] {
			continue
		}
		found = true
		if private, ok := m.Key.(*ast.PrivateIdentifier); ok && m.Static {
			arguments = append(arguments, &ast.PrivateDotExpression{Left: this(), Identifier: ast.PrivateIdentifier{
				Identifier: ast.Identifier{Name: private.Name, Idx: at},
			}})
		}
	}
	if found {
		block := block(at, at, &ast.ExpressionStatement{Expression: call(functions.Class, at, arguments...)})
		class.Body = slices.Insert(class.Body, 0, ast.ClassElement(&ast.ClassStaticBlock{Static: at, Block: block}))
	}
}

// asyncLiteral makes functions of the asynchronous methods in an object literal, which have the prototype that methods
// lack and differ in nothing else. It is the call that mends a literal where methods have to stay methods, because
// they use super, or are generators; nil for any other node.
func asyncLiteral(node any, generators map[*ast.FunctionLiteral]bool) ast.Expression {
	literal, ok := node.(*ast.ObjectLiteral)
	if !ok {
		return nil
	}
	var mended ast.Expression
	for _, p := range literal.Value {
		p, ok := p.(*ast.PropertyKeyed)
		if !ok {
			continue
		}
		f, ok := p.Value.(*ast.FunctionLiteral)
		switch {
		case !ok:
		case generators[f]:
			mended = call(functions.Literal, literal.LeftBrace, literal)
		case p.Kind != ast.PropertyKindMethod || !f.Async:
		case needsHome(p, f):
			mended = call(functions.Literal, literal.LeftBrace, literal)
		default:
			p.Kind = ast.PropertyKindValue
		}
	}
	return mended
}

// needsHome reports whether a member of a literal can only be a method: a text for eval may use super too, and
// __proto__: is no member.
func needsHome(p *ast.PropertyKeyed, f *ast.FunctionLiteral) bool {
	if key, ok := p.Key.(*ast.StringLiteral); ok && !p.Computed && key.Value == "__proto__" {
		return true
	}
	found := false
	Each(f, func(node any) bool {
		switch n := node.(type) {
		case *ast.SuperExpression:
			found = true
		case *ast.CallExpression:
			found = found || isEval(n.Callee)
		}
		return !found
	})
	return found
}
