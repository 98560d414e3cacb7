package compile

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/accelerate"
)

// texts finds where texts grow step by step:
//
//	s += x                    s is given a text somewhere, and no number
//	s += 'x' + y              also for members: o.s += 'x' + y
//	s = s + x + y             the same
//	list.reduce((s, x) => s + x, '')
//
// By name only: what it takes for a text and is none is added as ever, a little slower.
type texts struct {
	tree any
	// given are the names in the tree that are given texts, counted those that are given
	// numbers. They are looked for when they are asked for first: most files have no need.
	given, counted map[unistring.String]bool
}

func (t *texts) look() {
	t.given, t.counted = map[unistring.String]bool{}, map[unistring.String]bool{}
	note := func(target any, v ast.Expression) {
		name, ok := target.(*ast.Identifier)
		if !ok || v == nil {
			return
		}
		if isText(v) {
			t.given[name.Name] = true
		} else if _, number := v.(*ast.NumberLiteral); number {
			t.counted[name.Name] = true
		}
	}
	Each(t.tree, func(node any) bool {
		switch n := node.(type) {
		case *ast.Binding:
			note(n.Target, n.Initializer)
		case *ast.AssignExpression:
			if n.Operator == token.ASSIGN {
				note(n.Left, n.Right)
			}
		}
		return true
	})
}

// isText reports whether an expression certainly gives a text.
func isText(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return true
	case *ast.TemplateLiteral:
		return e.Tag == nil
	case *ast.BinaryExpression:
		return e.Operator == token.PLUS && (isText(e.Left) || isText(e.Right))
	case *ast.ConditionalExpression:
		return isText(e.Consequent) && isText(e.Alternate)
	}
	return false
}

// isGiven reports whether a name stands for a text.
func (t *texts) isGiven(name unistring.String) bool {
	if t.given == nil {
		t.look()
	}
	return t.given[name] && !t.counted[name]
}

// grown is the expression that replaces a node where a text grows, nil for any other.
func (t *texts) grown(node any) ast.Expression {
	switch n := node.(type) {
	case *ast.AssignExpression:
		return t.assigned(n)
	case *ast.CallExpression:
		t.reduced(n)
	}
	return nil
}

func (t *texts) assigned(n *ast.AssignExpression) ast.Expression {
	switch n.Operator {
	case token.PLUS:
		if name, simple := n.Left.(*ast.Identifier); !isText(n.Right) && (!simple || isNumber(n.Right) || !t.isGiven(name.Name)) {
			return nil
		}
		from := again(n.Left)
		if from == nil {
			return nil
		}
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: n.Left, Right: appended(from, n.Right)}
	case token.ASSIGN:
		name, simple := n.Left.(*ast.Identifier)
		if simple && grows(n.Right, name.Name) && (isText(n.Right) || t.isGiven(name.Name)) {
			n.Right = extended(n.Right, name.Name)
		}
	}
	return nil
}

// isNumber reports whether an expression is a number, of which a text seldom is given many.
func isNumber(e ast.Expression) bool {
	_, ok := e.(*ast.NumberLiteral)
	return ok
}

// grows reports whether extended has something to do.
func grows(e ast.Expression, name unistring.String) bool {
	switch e := e.(type) {
	case *ast.BinaryExpression, *ast.TemplateLiteral:
		return beginsWith(e, name)
	case *ast.ConditionalExpression:
		return grows(e.Consequent, name) || grows(e.Alternate, name)
	}
	return false
}

// again is an expression that gives the value of an assignment's target without doing
// anything twice that can be noticed, nil where there is none.
func again(target ast.Expression) ast.Expression {
	switch t := target.(type) {
	case *ast.Identifier:
		return &ast.Identifier{Name: t.Name, Idx: t.Idx}
	case *ast.DotExpression:
		switch of := t.Left.(type) {
		case *ast.ThisExpression:
			return &ast.DotExpression{Left: &ast.ThisExpression{Idx: of.Idx}, Identifier: ast.Identifier{Name: t.Identifier.Name, Idx: of.Idx}}
		case *ast.Identifier:
			return &ast.DotExpression{Left: &ast.Identifier{Name: of.Name, Idx: of.Idx}, Identifier: ast.Identifier{Name: t.Identifier.Name, Idx: of.Idx}}
		}
	}
	return nil
}

// appended is the call for from + more.
func appended(from, more ast.Expression) ast.Expression {
	return call(accelerate.Append, place(more), from, more)
}

// place is where V8 has errors of using the value of an expression.
func place(e ast.Expression) file.Idx {
	switch e := e.(type) {
	case *ast.DotExpression:
		return e.Identifier.Idx
	case *ast.CallExpression:
		return place(e.Callee)
	}
	return e.Idx0()
}

// extended is an expression in which what follows the text of a name at its beginning is
// appended: name + x + y, or a template that begins with ${name}. Others stay as they are.
func extended(e ast.Expression, name unistring.String) ast.Expression {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		if e.Operator != token.PLUS || !beginsWith(e.Left, name) {
			return e
		}
		return appended(extended(e.Left, name), e.Right)
	case *ast.TemplateLiteral:
		if !beginsWith(e, name) {
			return e
		}
		from := e.Expressions[0]
		rest := *e
		rest.Elements, rest.Expressions = e.Elements[1:], e.Expressions[1:]
		return appended(from, &rest)
	case *ast.ConditionalExpression:
		e.Consequent, e.Alternate = extended(e.Consequent, name), extended(e.Alternate, name)
	}
	return e
}

func beginsWith(e ast.Expression, name unistring.String) bool {
	switch e := e.(type) {
	case *ast.Identifier:
		return e.Name == name
	case *ast.BinaryExpression:
		return e.Operator == token.PLUS && beginsWith(e.Left, name)
	case *ast.TemplateLiteral:
		if e.Tag != nil || len(e.Expressions) == 0 || len(e.Elements) != len(e.Expressions)+1 || e.Elements[0].Parsed != "" {
			return false
		}
		id, ok := e.Expressions[0].(*ast.Identifier)
		return ok && id.Name == name
	}
	return false
}

// reduced has the function that reduces a list to a text append to it.
func (t *texts) reduced(call *ast.CallExpression) {
	callee, ok := call.Callee.(*ast.DotExpression)
	if !ok || len(call.ArgumentList) != 2 || !isText(call.ArgumentList[1]) || callee.Identifier.Name != "reduce" && callee.Identifier.Name != "reduceRight" {
		return
	}
	var parameters *ast.ParameterList
	var body any
	switch f := call.ArgumentList[0].(type) {
	case *ast.FunctionLiteral:
		if f.Async || f.Generator {
			return
		}
		parameters, body = f.ParameterList, f.Body
	case *ast.ArrowFunctionLiteral:
		if f.Async {
			return
		}
		parameters, body = f.ParameterList, f.Body
	default:
		return
	}
	if len(parameters.List) == 0 {
		return
	}
	name, ok := parameters.List[0].Target.(*ast.Identifier)
	if !ok {
		return
	}
	if only, ok := body.(*ast.ExpressionBody); ok {
		only.Expression = extended(only.Expression, name.Name)
		return
	}
	Each(body, func(node any) bool {
		switch n := node.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			return false
		case *ast.ReturnStatement:
			if n.Argument != nil {
				n.Argument = extended(n.Argument, name.Name)
			}
		}
		return true
	})
}
