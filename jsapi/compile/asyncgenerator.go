package compile

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/functions"
)

// asyncStar matches the beginning of an asynchronous generator; to look through a tree takes as long as compiling much of
// it. One with a comment inside of that is refused by goja, and what esbuild makes of it has none.
var asyncStar = regexp.MustCompile(`async\s*(?:function\s*)?\*`)

// HasAsyncGenerator reports whether there is an asynchronous generator in a tree, which goja
// parses and does not compile.
func HasAsyncGenerator(tree *ast.Program) bool {
	found := false
	Each(tree, func(node any) bool {
		if f, ok := node.(*ast.FunctionLiteral); ok && isAsyncGenerator(f) {
			found = true
		}
		return !found
	})
	return found
}

func isAsyncGenerator(f *ast.FunctionLiteral) bool { return f != nil && f.Async && f.Generator }

// asyncGenerators makes generators of the asynchronous generators in a tree, and returns them. A function is given the
// prototypes that it needs when it is made, and package functions runs what it returns:
//
//	async function* f() { await a; yield b; yield* c; return d; }
//	function* f() { yield await(a); yield yield await(b); yield* delegate(c); return yield await(d); }
func asyncGenerators(tree *ast.Program) map[*ast.FunctionLiteral]bool {
	g := generators{found: map[*ast.FunctionLiteral]bool{}, names: map[*ast.FunctionLiteral]unistring.String{}, methods: map[*ast.FunctionLiteral]bool{}}
	Replace(tree, g.visit)
	for f := range g.found {
		f.Async = false
		suspended(f)
	}
	return g.found
}

type generators struct {
	found   map[*ast.FunctionLiteral]bool
	names   map[*ast.FunctionLiteral]unistring.String // that functions without one get where they stand
	methods map[*ast.FunctionLiteral]bool             // and functions with computed names, of literals: asyncLiteral cares for them
}

func (g *generators) visit(node any) (replacement ast.Expression, descend bool) {
	switch n := node.(type) {
	case *ast.Program:
		n.Body = g.declared(n.Body, n.Body)
	case *ast.BlockStatement:
		n.List = g.declared(n.List, n.List)
	case *ast.SwitchStatement:
		var all []ast.Statement
		for _, c := range n.Body {
			all = append(all, c.Consequent...)
		}
		for _, c := range n.Body {
			c.Consequent = g.declared(c.Consequent, all)
		}
	case *ast.Binding:
		if target, ok := n.Target.(*ast.Identifier); ok {
			g.name(n.Initializer, target.Name)
		}
	case *ast.AssignExpression:
		if target, ok := n.Left.(*ast.Identifier); ok {
			g.name(n.Right, target.Name)
		}
	case *ast.PropertyShort:
		g.name(n.Initializer, n.Name.Name)
	case *ast.FieldDefinition:
		if !n.Computed {
			g.name(n.Initializer, keyName(n.Key))
		}
	case *ast.PropertyKeyed:
		if f, ok := n.Value.(*ast.FunctionLiteral); ok && (n.Kind == ast.PropertyKindMethod || n.Computed) {
			g.methods[f] = true
		} else if !n.Computed {
			g.name(n.Value, keyName(n.Key))
		}
	case *ast.FunctionLiteral:
		if isAsyncGenerator(n) && !g.found[n] {
			g.found[n] = true
			if !g.methods[n] {
				replacement = marked(n, n.Function, g.names[n])
			}
		}
	}
	return replacement, true
}

// name notes that a function without a name gets one by where it stands.
func (g *generators) name(value ast.Expression, name unistring.String) {
	if f, ok := value.(*ast.FunctionLiteral); ok && isAsyncGenerator(f) && f.Name == nil {
		g.names[f] = name
	}
}

// keyName is the name that a key which is not computed gives to a function.
func keyName(key ast.Expression) unistring.String {
	switch k := key.(type) {
	case *ast.StringLiteral:
		return k.Value
	case *ast.Identifier:
		return k.Name
	case *ast.PrivateIdentifier:
		return "#" + k.Name
	case *ast.NumberLiteral:
		return unistring.NewFromString(k.Literal)
	}
	return ""
}

// declared puts in front of a list of statements what gives the functions that all of them declare their prototypes.
func (g *generators) declared(list, all []ast.Statement) []ast.Statement {
	var marks []ast.Statement
	for _, s := range all {
		d, ok := s.(*ast.FunctionDeclaration)
		if ok && isAsyncGenerator(d.Function) && d.Function.Name != nil {
			name := *d.Function.Name
			mark := &ast.UnaryExpression{Operator: token.VOID, Idx: name.Idx, Operand: marked(&name, name.Idx, "")} // scripts have values
			marks = append(marks, &ast.ExpressionStatement{Expression: mark})
		}
	}
	if marks == nil {
		return list
	}
	at := 0
	for at < len(list) && isDirective(list[at]) {
		at++
	}
	return slices.Insert(slices.Clone(list), at, marks...)
}

func isDirective(s ast.Statement) bool {
	e, ok := s.(*ast.ExpressionStatement)
	if ok {
		_, ok = e.Expression.(*ast.StringLiteral)
	}
	return ok
}

// marked is the call that gives a function its prototypes, and a name unless that is empty.
func marked(f ast.Expression, at file.Idx, name unistring.String) ast.Expression {
	if name == "" {
		return call(functions.Generator, at, f)
	}
	return call(functions.Generator, at, f, &ast.StringLiteral{Idx: at, Literal: strconv.Quote(name.String()), Value: name})
}

// suspended changes the body of an asynchronous generator to that of a generator.
func suspended(f *ast.FunctionLiteral) {
	made := map[*ast.YieldExpression]bool{}
	await := func(at file.Idx, value ast.Expression) *ast.YieldExpression {
		var arguments []ast.Expression
		if value != nil {
			arguments = append(arguments, value)
		}
		y := &ast.YieldExpression{Yield: at, Argument: call(functions.Await, at, arguments...)}
		made[y] = true
		return y
	}
	var visit func(node any) (ast.Expression, bool)
	visit = func(node any) (replacement ast.Expression, descend bool) {
		switch n := node.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassStaticBlock:
			return nil, false
		case *ast.MethodDefinition: // what is computed belongs to the function around the class
			Replace(&n.Key, visit)
			return nil, false
		case *ast.FieldDefinition:
			Replace(&n.Key, visit)
			return nil, false
		case *ast.AwaitExpression:
			return await(n.Await, n.Argument), true
		case *ast.YieldExpression:
			switch {
			case made[n]:
			case n.Delegate:
				n.Argument = call(functions.Delegate, n.Yield, n.Argument)
				made[n] = true
			default:
				n.Argument = await(n.Yield, n.Argument)
				made[n] = true
			}
		case *ast.ReturnStatement:
			if n.Argument != nil {
				n.Argument = await(n.Return, n.Argument)
			}
		}
		return nil, true
	}
	Replace(f.Body, visit)
}
