package jsapi

import "github.com/dop251/goja"

// Value is a JavaScript value and Function a callable one. Packages outside of
// jsapi only pass them on.
type (
	Value    = goja.Value
	Function = goja.Callable
)

// MemberAt returns the member of v some levels deep, undefined where there is none.
func MemberAt(v Value, path ...string) Value {
	for _, name := range path {
		o, ok := v.(*goja.Object)
		if !ok {
			return goja.Undefined()
		}
		v = o.Get(name)
	}
	if v == nil {
		return goja.Undefined()
	}
	return v
}
