package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"framework/jsapi/accelerate"
)

// twice gives the target of a compound assignment, and an expression that gives its value before
// it, without doing anything twice that can be noticed, but to turn a key that is an object into a text. It gives nil
// where there is none.
//
//	s        s                      s
//	o.s      o.s                    o.s
//	f().s    framework:hold(f()).s  framework:held().s
//	o.p[i]   framework:hold(o.p)[i] framework:held()[i]
func twice(target ast.Expression) (again, value ast.Expression) {
	switch t := target.(type) {
	case *ast.Identifier:
		return t, &ast.Identifier{Name: t.Name, Idx: t.Idx}
	case *ast.DotExpression:
		of, same := held(t.Left)
		return &ast.DotExpression{Left: of, Identifier: t.Identifier},
			&ast.DotExpression{Left: same, Identifier: ast.Identifier{Name: t.Identifier.Name, Idx: owner(t.Left)}}
	case *ast.BracketExpression:
		key := copied(t.Member)
		if key == nil {
			return nil, nil
		}
		of, same := held(t.Left)
		return &ast.BracketExpression{Left: of, Member: t.Member, LeftBracket: t.LeftBracket, RightBracket: t.RightBracket},
			&ast.BracketExpression{Left: same, Member: key, LeftBracket: owner(t.Left), RightBracket: t.RightBracket}
	}
	return nil, nil
}

// held gives an expression, and one that has the same value right after it.
func held(e ast.Expression) (first, again ast.Expression) {
	if same := copied(e); same != nil {
		return e, same
	}
	at := owner(e)
	return call(accelerate.Hold, at, e), call(accelerate.Held, at)
}

// owner is where V8 has the error of a compound assignment to a member of an expression that is
// undefined or null.
func owner(e ast.Expression) file.Idx {
	if of, ok := e.(*ast.BracketExpression); ok {
		return of.LeftBracket
	}
	return place(e)
}

// copied is an expression that gives the value of another once more, nil if that may do something.
func copied(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.ThisExpression:
		return &ast.ThisExpression{Idx: e.Idx}
	case *ast.SuperExpression:
		return &ast.SuperExpression{Idx: e.Idx}
	case *ast.Identifier:
		return &ast.Identifier{Name: e.Name, Idx: e.Idx}
	case *ast.StringLiteral:
		same := *e
		return &same
	case *ast.NumberLiteral:
		same := *e
		return &same
	}
	return nil
}
