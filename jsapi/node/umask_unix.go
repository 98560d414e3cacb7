//go:build unix

package node

import (
	"syscall"

	"github.com/dop251/goja"
)

// umask(mask) replaces the mask of new files, and returns that from before.
func umask(rt *goja.Runtime) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(syscall.Umask(int(call.Argument(0).ToInteger())))
	}
}
