//go:build !unix

package node

import "github.com/dop251/goja"

// umask has no effect: the system has no such mask.
func umask(rt *goja.Runtime) func(goja.FunctionCall) goja.Value {
	return func(goja.FunctionCall) goja.Value { return rt.ToValue(0) }
}
