package compile

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// Names in a contextual script. The object of the scope must not have them.
const (
	contextScope   = "framework:scope"
	contextDeclare = "framework:declare"
	contextLexical = "framework:lexical"
	contextThis    = "framework:this"
	contextProbe   = "framework:probe"
	contextProbed  = "framework:probed"
	contextEval    = "framework:eval"
	contextValue   = "framework:value"
)

// Declared are the names that a script declares outside of its functions.
type Declared struct {
	Variables, Functions, Lexical []string
	Strict                        bool // the script
}

// Contextual compiles a script whose global variables are the members of an object, the scope, as
//
//	(function (scope, declare, lexical, receiver, probe, probed, evaluate) { with (scope) { return (value) => { … return value; }; } })
//
// The scope has every name. The result of the inner function is the value of the script:
//
//   - functions are given to declare(name, function) at the beginning, the let, const and class of the script to
//     lexical(name, get, set), and its variables, which are no variables of the function any more, are members of the scope;
//   - this of a function in sloppy mode is receiver(this): the engine knows one global object alone;
//   - f() is (0, f)(), which is not called on the scope;
//   - eval that is not called is evaluate; a direct call is one of the engine's, which sees the variables around it;
//   - typeof x is probed(probe(), typeof x), as a name that the scope does not know is no error there.
//
// Where the text was lowered, variables that are not in it as it was written stay in the function.
func Contextual(tree *ast.Program, written string) (*goja.Program, Declared, error) {
	at, end := file.Idx(tree.File.Base()), file.Idx(tree.File.Base()+len(tree.File.Source()))
	c := &contextual{at: at, declared: Declared{Strict: isStrict(tree.Body)}}
	c.variables(tree, written)
	c.expressions(tree, false, c.declared.Strict)
	n := directives(tree.Body)
	body := append([]ast.Statement{}, tree.Body[:n]...)
	for _, s := range tree.Body[:n] {
		body = append(body, c.value(s.(*ast.ExpressionStatement).Expression))
	}
	rest := tree.Body[n:]
	for name := range lexical(rest, false) {
		c.declared.Lexical = append(c.declared.Lexical, name.String())
		body = append(body, &ast.ExpressionStatement{Expression: call(contextLexical, c.at, c.text(name), c.getter(name), setter(name, c.at))})
	}
	var others []ast.Statement
	for _, s := range rest {
		f, ok := s.(*ast.FunctionDeclaration)
		if !ok {
			others = append(others, s)
			continue
		}
		name := f.Function.Name.Name
		c.declared.Functions = append(c.declared.Functions, name.String())
		f.Function.Name = nil // it would be a variable of the function itself
		body = append(body, &ast.ExpressionStatement{Expression: call(contextDeclare, f.Function.Function, c.text(name), f.Function)})
	}
	body = append(body, c.statements(others)...)
	body = append(body, &ast.ReturnStatement{Return: c.at, Argument: c.name(contextValue)})
	inner := &ast.ArrowFunctionLiteral{Start: c.at, ParameterList: c.parameters(contextValue), Body: block(c.at, end, body...), DeclarationList: c.helpers}
	outer := &ast.FunctionLiteral{
		Function:      c.at,
		ParameterList: c.parameters(contextScope, contextDeclare, contextLexical, contextThis, contextProbe, contextProbed, contextEval),
		Body:          block(c.at, end, &ast.WithStatement{With: c.at, Object: c.name(contextScope), Body: block(c.at, end, &ast.ReturnStatement{Return: c.at, Argument: inner})}),
	}
	tree.Body, tree.DeclarationList = []ast.Statement{&ast.ExpressionStatement{Expression: outer}}, nil
	program, err := Program(tree, false)
	return program, c.declared, err
}

type contextual struct {
	at       file.Idx
	declared Declared
	helpers  []*ast.VariableDeclaration // of what lowering has added
}

// variables notes those of the script.
func (c *contextual) variables(tree *ast.Program, written string) {
	known := map[unistring.String]bool{}
	for _, d := range tree.DeclarationList {
		for _, b := range d.List {
			Bound(b.Target, func(n unistring.String) {
				switch {
				case known[n]:
				case !strings.Contains(written, n.String()):
					c.helpers = append(c.helpers, &ast.VariableDeclaration{Var: c.at, List: []*ast.Binding{{Target: c.name(n)}}})
				default:
					c.declared.Variables = append(c.declared.Variables, n.String())
				}
				known[n] = true
			})
		}
	}
}

func (c *contextual) name(n unistring.String) *ast.Identifier {
	return &ast.Identifier{Name: n, Idx: c.at}
}

func (c *contextual) text(n unistring.String) ast.Expression {
	return &ast.StringLiteral{Idx: c.at, Literal: `"` + n.String() + `"`, Value: n}
}

func (c *contextual) parameters(names ...unistring.String) *ast.ParameterList {
	list := &ast.ParameterList{Opening: c.at, Closing: c.at}
	for _, n := range names {
		list.List = append(list.List, &ast.Binding{Target: c.name(n)})
	}
	return list
}

func (c *contextual) getter(name unistring.String) ast.Expression {
	return &ast.ArrowFunctionLiteral{Start: c.at, ParameterList: c.parameters(), Body: &ast.ExpressionBody{Expression: c.name(name)}}
}

// value is the statement that keeps the value of another one.
func (c *contextual) value(e ast.Expression) ast.Statement {
	return &ast.ExpressionStatement{Expression: &ast.AssignExpression{
		Operator: token.ASSIGN, Left: &ast.Identifier{Name: contextValue, Idx: e.Idx0()}, Right: e,
	}}
}

func (c *contextual) statements(list []ast.Statement) []ast.Statement {
	out := make([]ast.Statement, 0, len(list))
	for _, s := range list {
		out = append(out, c.statement(s))
	}
	return out
}

// statement is one that is not in a function, and declares no variables any more.
func (c *contextual) statement(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		return c.value(s.Expression)
	case *ast.VariableStatement:
		if e := c.assignments(s.List); e != nil {
			return &ast.ExpressionStatement{Expression: e}
		}
		return &ast.EmptyStatement{Semicolon: s.Var}
	case *ast.BlockStatement:
		s.List = c.statements(s.List)
	case *ast.IfStatement:
		s.Consequent = c.statement(s.Consequent)
		if s.Alternate != nil {
			s.Alternate = c.statement(s.Alternate)
		}
	case *ast.ForStatement:
		if d, ok := s.Initializer.(*ast.ForLoopInitializerVarDeclList); ok {
			s.Initializer = nil
			if e := c.assignments(d.List); e != nil {
				s.Initializer = &ast.ForLoopInitializerExpression{Expression: e}
			}
		}
		s.Body = c.statement(s.Body)
	case *ast.ForInStatement:
		s.Into, s.Body = c.into(s.Into), c.statement(s.Body)
	case *ast.ForOfStatement:
		s.Into, s.Body = c.into(s.Into), c.statement(s.Body)
	case *ast.WhileStatement:
		s.Body = c.statement(s.Body)
	case *ast.DoWhileStatement:
		s.Body = c.statement(s.Body)
	case *ast.WithStatement:
		s.Body = c.statement(s.Body)
	case *ast.LabelledStatement:
		s.Statement = c.statement(s.Statement)
	case *ast.SwitchStatement:
		for _, one := range s.Body {
			one.Consequent = c.statements(one.Consequent)
		}
	case *ast.TryStatement:
		s.Body.List = c.statements(s.Body.List)
		if s.Catch != nil {
			s.Catch.Body.List = c.statements(s.Catch.Body.List)
		}
		if s.Finally != nil {
			s.Finally.List = c.statements(s.Finally.List)
		}
	}
	return s
}

// assignments are what is left of a declaration with var; nil if nothing is.
func (c *contextual) assignments(list []*ast.Binding) ast.Expression {
	var all []ast.Expression
	for _, b := range list {
		if left, ok := b.Target.(ast.Expression); ok && b.Initializer != nil {
			all = append(all, &ast.AssignExpression{Operator: token.ASSIGN, Left: left, Right: b.Initializer})
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &ast.SequenceExpression{Sequence: all}
}

func (c *contextual) into(into ast.ForInto) ast.ForInto {
	if v, ok := into.(*ast.ForIntoVar); ok {
		if target, ok := v.Binding.Target.(ast.Expression); ok {
			return &ast.ForIntoExpression{Expression: target}
		}
	}
	return into
}

// expressions changes those below a node.
func (c *contextual) expressions(root any, function, strict bool) {
	Replace(root, func(node any) (ast.Expression, bool) {
		if node == root {
			return nil, true
		}
		switch n := node.(type) {
		case *ast.FunctionLiteral:
			c.expressions(n, true, strict || isStrict(n.Body.List))
			return nil, false
		case *ast.ClassLiteral:
			c.expressions(n, true, true)
			return nil, false
		case *ast.ThisExpression:
			if function && !strict {
				return call(contextThis, n.Idx, n), false
			}
		case *ast.UnaryExpression:
			if _, ok := n.Operand.(*ast.Identifier); ok && n.Operator == token.TYPEOF {
				return call(contextProbed, n.Idx, call(contextProbe, n.Idx), n), false
			}
		case *ast.Identifier:
			if n.Name == "eval" {
				return &ast.Identifier{Name: contextEval, Idx: n.Idx}, false
			}
		case *ast.CallExpression:
			if isEval(n.Callee) {
				c.expressions(n.ArgumentList, function, strict)
				return nil, false
			}
			n.Callee = detached(n.Callee)
		case *ast.TemplateLiteral:
			if n.Tag != nil {
				n.Tag = detached(n.Tag)
			}
		}
		return nil, true
	})
}

// detached is a callee that is not called on the scope.
func detached(callee ast.Expression) ast.Expression {
	switch e := callee.(type) {
	case *ast.Identifier:
		return &ast.SequenceExpression{Sequence: []ast.Expression{&ast.NumberLiteral{Idx: e.Idx, Literal: "0", Value: int64(0)}, e}}
	case *ast.Optional:
		e.Expression = detached(e.Expression)
	}
	return callee
}
