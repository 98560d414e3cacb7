package jsapi

import "github.com/dop251/goja"

// Value is a JavaScript value and Function one that can be called. Above the
// packages of jsapi they are passed on, never looked into.
type (
	Value    = goja.Value
	Function = goja.Callable
)
