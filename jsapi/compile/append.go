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
//	s += x, s = s + x + y     s is given a text somewhere, and no number
//	o.s += x, a.s = b.s + x   the same of members that are called s
//	s += 'x' + y              s is anything
//	list.reduce((s, x) => s + x, '')
//
// By name only: what it takes for a text and is none is added as ever, a little slower.
type texts struct {
	tree any
	// The names in the tree of what is given texts, and of what is given numbers. They are
	// looked for when they are asked for first: most files have no need.
	variables, members *kinds
}

// kinds are the names that are given texts, and those that are given numbers.
type kinds struct{ given, counted map[unistring.String]bool }

func newKinds() *kinds { return &kinds{map[unistring.String]bool{}, map[unistring.String]bool{}} }

func (k *kinds) note(name unistring.String, v ast.Expression) {
	if v == nil {
		return
	}
	if isText(v) {
		k.given[name] = true
	} else if isNumber(v) {
		k.counted[name] = true
	}
}

func (k *kinds) text(name unistring.String) bool { return k.given[name] && !k.counted[name] }

func (t *texts) look() {
	t.variables, t.members = newKinds(), newKinds()
	Each(t.tree, func(node any) bool {
		switch n := node.(type) {
		case *ast.Binding:
			if name, ok := n.Target.(*ast.Identifier); ok {
				t.variables.note(name.Name, n.Initializer)
			}
		case *ast.AssignExpression:
			if n.Operator != token.ASSIGN {
				return true
			}
			switch to := n.Left.(type) {
			case *ast.Identifier:
				t.variables.note(to.Name, n.Right)
			case *ast.DotExpression:
				t.members.note(to.Identifier.Name, n.Right)
			}
		case *ast.PropertyKeyed:
			if key, ok := n.Key.(*ast.StringLiteral); ok {
				t.members.note(key.Value, n.Value)
			}
		case *ast.FieldDefinition:
			if key, ok := n.Key.(*ast.StringLiteral); ok {
				t.members.note(key.Value, n.Initializer)
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

// isGiven reports whether a variable or a member stands for a text.
func (t *texts) isGiven(e ast.Expression) bool {
	if t.variables == nil {
		t.look()
	}
	switch e := e.(type) {
	case *ast.Identifier:
		return t.variables.text(e.Name)
	case *ast.DotExpression:
		return t.members.text(e.Identifier.Name)
	}
	return false
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
		if !isText(n.Right) && (isNumber(n.Right) || !t.isGiven(n.Left)) {
			return nil
		}
		target, from := twice(n.Left)
		if from == nil {
			return nil
		}
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: target, Right: appended(from, n.Right)}
	case token.ASSIGN:
		if grows(n.Right, n.Left) && (isText(n.Right) || t.isGiven(n.Left)) {
			n.Right = extended(n.Right, n.Left)
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
func grows(e, target ast.Expression) bool {
	switch e := e.(type) {
	case *ast.BinaryExpression, *ast.TemplateLiteral:
		return beginsWith(e, target)
	case *ast.ConditionalExpression:
		return grows(e.Consequent, target) || grows(e.Alternate, target)
	}
	return false
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

// extended is an expression in which what follows the text of a target at its beginning is
// appended: s + x + y, or a template that begins with ${s}. Others stay as they are.
func extended(e, target ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		if e.Operator != token.PLUS || !beginsWith(e.Left, target) {
			return e
		}
		return appended(extended(e.Left, target), e.Right)
	case *ast.TemplateLiteral:
		if !beginsWith(e, target) {
			return e
		}
		from := e.Expressions[0]
		rest := *e
		rest.Elements, rest.Expressions = e.Elements[1:], e.Expressions[1:]
		return call(accelerate.Fill, place(&rest), from, &rest)
	case *ast.ConditionalExpression:
		e.Consequent, e.Alternate = extended(e.Consequent, target), extended(e.Alternate, target)
	}
	return e
}

// beginsWith reports whether an expression begins with the variable, or a member of the name, of a
// target.
func beginsWith(e, target ast.Expression) bool {
	switch e := e.(type) {
	case *ast.Identifier:
		to, ok := target.(*ast.Identifier)
		return ok && to.Name == e.Name
	case *ast.DotExpression:
		to, ok := target.(*ast.DotExpression)
		return ok && to.Identifier.Name == e.Identifier.Name
	case *ast.BinaryExpression:
		return e.Operator == token.PLUS && beginsWith(e.Left, target)
	case *ast.TemplateLiteral:
		if e.Tag != nil || len(e.Expressions) == 0 || len(e.Elements) != len(e.Expressions)+1 || e.Elements[0].Parsed != "" {
			return false
		}
		switch first := e.Expressions[0].(type) {
		case *ast.Identifier, *ast.DotExpression:
			return beginsWith(first, target)
		}
		return false
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
		only.Expression = extended(only.Expression, name)
		return
	}
	Each(body, func(node any) bool {
		switch n := node.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			return false
		case *ast.ReturnStatement:
			if n.Argument != nil {
				n.Argument = extended(n.Argument, name)
			}
		}
		return true
	})
}
