package debug

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
)

// scope is a part of a script with variables of its own.
type scope struct {
	outer    *scope
	number   int       // among those of the script
	function *function // whose outermost scope it is, nil for a block
	catch    bool
	module   bool // the function around a file
	args     bool // arguments can be read
	inline   bool // no variable holds the accessor: it is made where it is wanted
	names    []string
	// declared is where the declarations of variables end that have no value before, owner
	// the function in which they are. goja does not always know that they have none.
	declared map[string]file.Idx
	owner    *function
}

// pending reports whether a variable has no value yet at a point.
func (s *scope) pending(name string, p *Point) bool {
	return s.owner == p.function && p.at < s.declared[name]
}

// generated begins the names of what esbuild adds.
const generated = "__"

func (s *scope) add(name string) {
	if !slices.Contains(s.names, name) {
		s.names = append(s.names, name)
	}
}

func (s *scope) bind(target ast.Node) {
	if target != nil {
		compile.Bound(target, func(n unistring.String) { s.add(n.String()) })
	}
}

func (s *scope) bindList(list []*ast.Binding) {
	for _, b := range list {
		s.bind(b.Target)
	}
}

func (s *scope) params(list *ast.ParameterList) {
	s.bindList(list.List)
	if rest, ok := list.Rest.(ast.Node); ok && list.Rest != nil {
		s.bind(rest)
	}
}

func (s *scope) vars(list []*ast.VariableDeclaration) {
	for _, d := range list {
		s.bindList(d.List)
	}
}

// lexical adds what statements declare for the block that they are in.
func (s *scope) lexical(list []ast.Statement) {
	for _, statement := range list {
		for {
			label, ok := statement.(*ast.LabelledStatement)
			if !ok {
				break
			}
			statement = label.Statement
		}
		switch d := statement.(type) {
		case *ast.LexicalDeclaration:
			s.bindList(d.List)
			for _, b := range d.List {
				compile.Bound(b.Target, func(n unistring.String) { s.declare(n, b.Idx1()) })
			}
		case *ast.FunctionDeclaration:
			if d.Function.Name != nil {
				s.add(d.Function.Name.Name.String())
			}
		case *ast.ClassDeclaration:
			if d.Class.Name != nil {
				s.add(d.Class.Name.Name.String())
				s.declare(d.Class.Name.Name, d.Class.Class+1)
			}
		}
	}
}

func (s *scope) declare(name unistring.String, end file.Idx) {
	if s.declared == nil {
		s.declared = map[string]file.Idx{}
	}
	s.declared[name.String()] = end
}

// hide leaves out what a compiler has added.
func (s *scope) hide() {
	s.names = slices.DeleteFunc(s.names, func(n string) bool { return strings.HasPrefix(n, generated) })
}

// loop adds the variables that the head of a loop declares for the loop.
func (s *scope) loop(statement ast.Statement) {
	var into ast.ForInto
	switch f := statement.(type) {
	case *ast.ForStatement:
		if d, ok := f.Initializer.(*ast.ForLoopInitializerLexicalDecl); ok {
			s.bindList(d.LexicalDeclaration.List)
		}
	case *ast.ForInStatement:
		into = f.Into
	case *ast.ForOfStatement:
		into = f.Into
	}
	if d, ok := into.(*ast.ForDeclaration); ok {
		s.bind(d.Target)
	}
}

// awaits reports whether a part of a function contains await or yield, not in functions inside
// of it.
func awaits(nodes ...any) bool {
	found := false
	for _, n := range nodes {
		if n == nil {
			continue
		}
		compile.Each(n, func(n any) bool {
			switch n.(type) {
			case *ast.AwaitExpression, *ast.YieldExpression:
				found = true
			case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
				return false
			}
			return !found
		})
	}
	return found
}

// named reports whether an expression is a function or a class that gets its name from
// what it is assigned to.
func named(e ast.Expression) bool {
	switch f := e.(type) {
	case *ast.FunctionLiteral:
		return f.Name == nil
	case *ast.ClassLiteral:
		return f.Name == nil
	case *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// reads reports whether a function reads a name: its arguments object, or its own name. Nothing
// else is made for a debugger to show.
func reads(f *ast.FunctionLiteral, name unistring.String) bool {
	found := false
	compile.Each(f.Body, func(n any) bool {
		switch n := n.(type) {
		case *ast.Identifier:
			found = found || n.Name == name
		case *ast.FunctionLiteral:
			return name != "arguments" && !found
		}
		return !found
	})
	return found
}
