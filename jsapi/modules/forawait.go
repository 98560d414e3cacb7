package modules

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
	"framework/jsapi/functions"
)

// awaitIterators has the loops that esbuild makes of for await take their iterators as the standard says: its own function
// knows neither the words of V8 for what has none, nor how an iterator that is not asynchronous ends.
func awaitIterators(tree *ast.Program) {
	base, source := tree.File.Base(), tree.File.Source()
	compile.Each(tree, func(node any) bool {
		call, ok := node.(*ast.CallExpression)
		if !ok || len(call.ArgumentList) != 1 {
			return true
		}
		if callee, ok := call.Callee.(*ast.Identifier); ok && callee.Name == "__forAwait" {
			callee.Name = functions.Iterate
			of := call.ArgumentList[0]
			if from, to := int(of.Idx0())-base, int(of.Idx1())-base; from >= 0 && from < to && to <= len(source) {
				call.ArgumentList = append(call.ArgumentList, &ast.StringLiteral{Idx: of.Idx0(), Value: unistring.NewFromString(source[from:to])})
			}
		}
		return true
	})
}
