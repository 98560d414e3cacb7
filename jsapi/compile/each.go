package compile

import "github.com/dop251/goja/ast"

// Each calls visit for the nodes of a tree from root on, and for the structures that they
// point to, outer ones first. Where visit returns false, what is below is left out.
func Each(root any, visit func(node any) bool) {
	Replace(root, func(node any) (ast.Expression, bool) { return nil, visit(node) })
}
