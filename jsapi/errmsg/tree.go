package errmsg

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"framework/jsapi/compile"
)

// parse returns the tree of a source that was compiled before, nil if it cannot be
// parsed again.
func parse(src string) (tree *ast.Program) {
	defer func() { _ = recover() }() // the parser of goja panics at some sources
	tree, err := parser.ParseFile(nil, "", src, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil
	}
	return tree
}

// each calls visit for the nodes below root, outer ones first. Where visit returns
// false, the nodes below are left out.
func each(root any, visit func(node ast.Node) bool) {
	compile.Each(root, func(n any) bool {
		node, ok := n.(ast.Node)
		return !ok || visit(node)
	})
}

// start is the offset of a node in its text.
func start(n ast.Node) int { return int(n.Idx0()) - 1 }

// spans reports whether an offset is in an expression.
func spans(e ast.Expression, at int) bool {
	return e != nil && start(e) <= at && at < int(e.Idx1())-1
}

// functionAt returns the function that begins at an offset, or else the innermost
// around it, and nil outside of all functions.
func functionAt(tree *ast.Program, begin, at int) (params *ast.ParameterList, body ast.Node) {
	found := false
	each(tree, func(n ast.Node) bool {
		if found {
			return false
		}
		var p *ast.ParameterList
		var b ast.Node
		switch f := n.(type) {
		case *ast.FunctionLiteral:
			p, b = f.ParameterList, f.Body
		case *ast.ArrowFunctionLiteral:
			p, b = f.ParameterList, f.Body
		default:
			return true
		}
		if start(n) == begin {
			params, body, found = p, b, true
			return false
		}
		if start(n) <= at && at < int(n.Idx1())-1 {
			params, body = p, b
		}
		return true
	})
	if body == nil {
		return nil, tree
	}
	return params, body
}

// own calls visit for the nodes of a function that are not in inner functions.
func own(body ast.Node, visit func(node ast.Node)) {
	each(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			if n != body {
				return false
			}
		}
		visit(n)
		return true
	})
}
