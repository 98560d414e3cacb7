package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/accelerate"
)

// iterated has loops, patterns and spreads iterate over arrays, Map and Set without an object for each step:
//
//	for (const x of list) …
//	const [a, b] = pair;
//	for (const [a, b] of pairs) …
//	[...list], f(...list), new F(...list)
//	for (const k in object) …
func iterated(node any) {
	switch n := node.(type) {
	case *ast.ForOfStatement:
		n.Source = iteration(n.Source)
		unpacked(n)
	case *ast.ForInStatement:
		n.Source = call(accelerate.Members, place(n.Source), n.Source)
	case *ast.Binding:
		if counted(n.Target) != nil && n.Initializer != nil {
			n.Initializer = iteration(n.Initializer)
		}
	case *ast.ArrayLiteral:
		spread(n.Value)
	case *ast.CallExpression:
		spread(n.ArgumentList)
	case *ast.NewExpression:
		spread(n.ArgumentList)
	}
}

// counted is a pattern that takes as many steps as it has elements, nil for any other: one
// that takes the rest of an array as well has to be interruptible.
func counted(target ast.BindingTarget) *ast.ArrayPattern {
	if pattern, ok := target.(*ast.ArrayPattern); ok && pattern.Rest == nil {
		return pattern
	}
	return nil
}

// names reports whether an expression may name what a pattern binds: in the head of a loop
// such a name stands for a variable that has no value yet.
func names(e ast.Expression, pattern *ast.ArrayPattern) bool {
	bound := map[unistring.String]bool{}
	Bound(pattern, func(name unistring.String) { bound[name] = true })
	found := false
	Each(e, func(node any) bool {
		if id, ok := node.(*ast.Identifier); ok && bound[id.Name] {
			found = true
		}
		return !found
	})
	return found
}

func spread(list []ast.Expression) {
	for _, e := range list {
		if s, ok := e.(*ast.SpreadElement); ok {
			s.Expression = iteration(s.Expression)
		}
	}
}

func iteration(of ast.Expression) ast.Expression {
	return call(accelerate.Each, place(of), of)
}

// item is the variable of a loop whose pattern has moved into the body. It is no identifier,
// so that nothing else has the name.
var item = unistring.NewFromString("framework:item")

// unpacked has the body of a loop take the elements apart that a pattern would have.
func unpacked(loop *ast.ForOfStatement) {
	into, ok := loop.Into.(*ast.ForDeclaration)
	if !ok {
		return
	}
	pattern := counted(into.Target)
	if pattern == nil || names(loop.Source, pattern) {
		return
	}
	at, kind := into.Idx, token.LET
	if into.IsConst {
		kind = token.CONST
	}
	into.Target = &ast.Identifier{Name: item, Idx: at}
	into.IsConst = true
	loop.Body = &ast.BlockStatement{LeftBrace: at, RightBrace: loop.Body.Idx1(), List: []ast.Statement{
		&ast.LexicalDeclaration{Idx: at, Token: kind, List: []*ast.Binding{{
			Target: pattern, Initializer: iteration(&ast.Identifier{Name: item, Idx: at}),
		}}},
		loop.Body,
	}}
}
