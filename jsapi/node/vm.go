package node

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"framework/jsapi/compile"
)

// vmNatives are the native functions of vm.js, which run source text.
func vmNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	program := func(name, code string) *goja.Program {
		return h.realm.Script(name, code)
	}
	run := func(p *goja.Program) goja.Value {
		v, err := rt.RunProgram(p)
		if err != nil {
			panic(err)
		}
		return v
	}
	return map[string]any{
		"run": func(call goja.FunctionCall) goja.Value {
			return run(program(call.Argument(1).String(), call.Argument(0).String()))
		},
		"check": func(call goja.FunctionCall) goja.Value {
			program(call.Argument(1).String(), call.Argument(0).String())
			return goja.Undefined()
		},
		"names": func(call goja.FunctionCall) goja.Value {
			tree := h.realm.ParseScript(call.Argument(1).String(), call.Argument(0).String())
			names := []any{}
			for _, s := range tree.Body {
				if f, ok := s.(*ast.FunctionDeclaration); ok && f.Function.Name != nil {
					names = append(names, f.Function.Name.Name.String())
				}
			}
			assigned := []any{}
			lowered := tree.File.Name() != call.Argument(1).String()
			compile.Assigned(tree, func(name unistring.String) {
				if !lowered || !strings.HasPrefix(name.String(), "__") { // those of esbuild stay out of the sandbox
					assigned = append(assigned, name.String())
				}
			})
			return h.realm.ToJS([]any{names, assigned})
		},
		"within": func(call goja.FunctionCall) goja.Value {
			fn, _ := goja.AssertFunction(run(program("vm", "(function (scope__, code__, give__) { with (scope__) { return eval(code__); } })")))
			v, err := fn(goja.Undefined(), call.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		},
	}
}
