package jsapi

import "github.com/dop251/goja"

// Value is a JavaScript value and Function a callable one. Packages outside of
// jsapi only pass them on.
type (
	Value    = goja.Value
	Function = goja.Callable
)
