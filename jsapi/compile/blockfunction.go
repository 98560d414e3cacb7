package compile

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// In sloppy code a function that a block declares is a variable of the function around the block too, from the time at
// which its declaration is reached (annex B.3.3 of the specification). In goja it is only known in the block. So such a
// variable is declared, and where the declaration is, the function is assigned to it. In the block its name stands for
// the function itself: the assignment is made by an arrow function at the beginning of the function around it.

// hoister does this for one function, or for a script.
type hoister struct {
	params map[unistring.String]bool
	scopes []map[unistring.String]bool // names of the function and the blocks around it that rule out a variable
	names  []unistring.String          // what was found
	script bool
}

// hoist makes variables of the functions in blocks.
func hoist(tree *ast.Program) {
	if isStrict(tree.Body) {
		return
	}
	h := &hoister{script: true, scopes: []map[unistring.String]bool{lexical(tree.Body, false)}}
	h.walk(tree.Body)
	at := tree.Idx0()
	var list []*ast.Binding
	for _, name := range h.names {
		list = append(list, &ast.Binding{Target: &ast.Identifier{Name: name, Idx: at}})
	}
	if len(list) > 0 {
		tree.Body = append([]ast.Statement{&ast.VariableStatement{Var: at, List: list}}, tree.Body...)
		tree.DeclarationList = append(tree.DeclarationList, &ast.VariableDeclaration{Var: at, List: list})
	}
}

// hoistIn does it for a function.
func hoistIn(params *ast.ParameterList, body *ast.BlockStatement, declared *[]*ast.VariableDeclaration) {
	h := &hoister{params: map[unistring.String]bool{"arguments": true}, scopes: []map[unistring.String]bool{lexical(body.List, false)}}
	h.walk(params)
	if isStrict(body.List) {
		return
	}
	note := func(n unistring.String) { h.params[n] = true }
	for _, p := range params.List {
		Bound(p.Target, note)
	}
	if params.Rest != nil {
		Bound(params.Rest, note)
	}
	h.walk(body.List)
	if len(h.names) == 0 {
		return
	}
	known := map[unistring.String]bool{}
	for _, d := range *declared {
		for _, b := range d.List {
			Bound(b.Target, func(n unistring.String) { known[n] = true })
		}
	}
	for _, s := range body.List {
		if f, ok := s.(*ast.FunctionDeclaration); ok {
			known[f.Function.Name.Name] = true
		}
	}
	at := body.LeftBrace
	var list []*ast.Binding
	for _, name := range h.names {
		if !known[name] {
			list = append(list, &ast.Binding{Target: &ast.Identifier{Name: name, Idx: at}, Initializer: undefined(at)})
		}
		list = append(list, &ast.Binding{Target: &ast.Identifier{Name: outward(name), Idx: at}, Initializer: setter(name, at)})
	}
	*declared = append(*declared, &ast.VariableDeclaration{Var: at, List: list})
	first := directives(body.List)
	out := append([]ast.Statement{}, body.List[:first]...)
	out = append(out, &ast.VariableStatement{Var: at, List: list})
	body.List = append(out, body.List[first:]...)
}

// outward is the name of the function that assigns to a variable of the function around.
func outward(name unistring.String) unistring.String {
	return unistring.NewFromString("framework:outward " + name.String())
}

// setter returns v => name = v.
func setter(name unistring.String, at file.Idx) ast.Expression {
	const v = "framework:value"
	return &ast.ArrowFunctionLiteral{
		Start:         at,
		ParameterList: &ast.ParameterList{Opening: at, Closing: at, List: []*ast.Binding{{Target: &ast.Identifier{Name: v, Idx: at}}}},
		Body: &ast.ExpressionBody{Expression: &ast.AssignExpression{
			Operator: token.ASSIGN, Left: &ast.Identifier{Name: name, Idx: at}, Right: &ast.Identifier{Name: v, Idx: at},
		}},
	}
}

// assignment is the statement for a declaration in a block. In a script the variable is a member of the global object,
// which this is there; the statement must have no value, as the declaration has none.
func (h *hoister) assignment(name *ast.Identifier) ast.Statement {
	fn := &ast.Identifier{Name: name.Name, Idx: name.Idx}
	if !h.script {
		return &ast.ExpressionStatement{Expression: call(outward(name.Name), name.Idx, fn)}
	}
	member := &ast.DotExpression{Left: &ast.ThisExpression{Idx: name.Idx}, Identifier: ast.Identifier{Name: name.Name, Idx: name.Idx}}
	return &ast.LexicalDeclaration{Idx: name.Idx, Token: token.LET, List: []*ast.Binding{{
		Target:      &ast.Identifier{Name: outward(name.Name), Idx: name.Idx},
		Initializer: &ast.AssignExpression{Operator: token.ASSIGN, Left: member, Right: fn},
	}}}
}

func (h *hoister) walk(nodes ...any) {
	for _, n := range nodes {
		Each(n, h.visit)
	}
}

func (h *hoister) visit(node any) (descend bool) {
	switch n := node.(type) {
	case *ast.FunctionLiteral:
		hoistIn(n.ParameterList, n.Body, &n.DeclarationList)
	case *ast.ArrowFunctionLiteral:
		body, ok := n.Body.(*ast.BlockStatement)
		if !ok {
			return true
		}
		hoistIn(n.ParameterList, body, &n.DeclarationList)
	case *ast.ClassLiteral: // strict
	case *ast.BlockStatement:
		n.List = h.statements(n.List, lexical(n.List, true))
	case *ast.IfStatement:
		n.Consequent, n.Alternate = inBlock(n.Consequent), inBlock(n.Alternate)
		return true
	case *ast.SwitchStatement:
		h.walk(n.Discriminant)
		var all []ast.Statement
		for _, c := range n.Body {
			all = append(all, c.Consequent...)
		}
		names := lexical(all, true)
		for _, c := range n.Body {
			h.walk(c.Test)
			c.Consequent = h.statements(c.Consequent, names)
		}
	case *ast.ForStatement:
		names := map[unistring.String]bool{}
		if l, ok := n.Initializer.(*ast.ForLoopInitializerLexicalDecl); ok {
			for _, b := range l.LexicalDeclaration.List {
				Bound(b.Target, func(n unistring.String) { names[n] = true })
			}
		}
		h.within(names, n.Initializer, n.Test, n.Update, n.Body)
	case *ast.ForInStatement:
		h.within(eachNames(n.Into), n.Into, n.Source, n.Body)
	case *ast.ForOfStatement:
		h.within(eachNames(n.Into), n.Into, n.Source, n.Body)
	case *ast.CatchStatement:
		names := map[unistring.String]bool{}
		if _, simple := n.Parameter.(*ast.Identifier); !simple && n.Parameter != nil {
			Bound(n.Parameter, func(n unistring.String) { names[n] = true })
		}
		h.within(names, n.Parameter, n.Body)
	default:
		return true
	}
	return false
}

// within walks nodes in a scope of their own.
func (h *hoister) within(names map[unistring.String]bool, nodes ...any) {
	h.scopes = append(h.scopes, names)
	h.walk(nodes...)
	h.scopes = h.scopes[:len(h.scopes)-1]
}

// statements walks those of a block, and adds the assignments.
func (h *hoister) statements(list []ast.Statement, names map[unistring.String]bool) []ast.Statement {
	h.scopes = append(h.scopes, names)
	defer func() { h.scopes = h.scopes[:len(h.scopes)-1] }()
	out := make([]ast.Statement, 0, len(list))
	for _, s := range list {
		h.walk(s)
		out = append(out, s)
		if f, ok := s.(*ast.FunctionDeclaration); ok && !f.Function.Async && !f.Function.Generator && h.free(f.Function.Name.Name) {
			out = append(out, h.assignment(f.Function.Name))
		}
	}
	return out
}

// free reports whether a variable of that name could be declared in the innermost block instead, and notes it.
func (h *hoister) free(name unistring.String) bool {
	if h.params[name] {
		return false
	}
	for _, names := range h.scopes[:len(h.scopes)-1] {
		if names[name] {
			return false
		}
	}
	for _, known := range h.names {
		if known == name {
			return true
		}
	}
	h.names = append(h.names, name)
	return true
}

// inBlock puts the function that is the whole branch of an if into a block, which the specification has around it.
func inBlock(s ast.Statement) ast.Statement {
	if f, ok := s.(*ast.FunctionDeclaration); ok {
		return &ast.BlockStatement{LeftBrace: f.Idx0(), RightBrace: f.Idx1() - 1, List: []ast.Statement{f}}
	}
	return s
}

// lexical returns the names of let, const and class in statements, and in a block of functions that are async or generators.
func lexical(list []ast.Statement, block bool) map[unistring.String]bool {
	names := map[unistring.String]bool{}
	for _, s := range list {
		switch s := s.(type) {
		case *ast.LexicalDeclaration:
			for _, b := range s.List {
				Bound(b.Target, func(n unistring.String) { names[n] = true })
			}
		case *ast.ClassDeclaration:
			names[s.Class.Name.Name] = true
		case *ast.FunctionDeclaration:
			// A plain function in a block around could be a variable as well, so it does not count in V8.
			if block && (s.Function.Async || s.Function.Generator) {
				names[s.Function.Name.Name] = true
			}
		}
	}
	return names
}

// eachNames are the names that the head of a loop over an object declares with let or const.
func eachNames(into ast.ForInto) map[unistring.String]bool {
	names := map[unistring.String]bool{}
	if d, ok := into.(*ast.ForDeclaration); ok {
		Bound(d.Target, func(n unistring.String) { names[n] = true })
	}
	return names
}

// isStrict reports whether the directives of a body have strict mode.
func isStrict(body []ast.Statement) bool {
	for _, s := range body {
		if !IsDirective(s) {
			break
		}
		if text, ok := s.(*ast.ExpressionStatement).Expression.(*ast.StringLiteral); ok && strings.Trim(text.Literal, `'"`) == "use strict" {
			return true
		}
	}
	return false
}

// topFunctions counts the functions that a body declares outside of blocks.
func topFunctions(body []ast.Statement) (n int) {
	for _, s := range body {
		if _, ok := s.(*ast.FunctionDeclaration); ok {
			n++
		}
	}
	return n
}
