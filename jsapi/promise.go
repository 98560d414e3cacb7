package jsapi

import "github.com/dop251/goja"

// WhenSettled observes what may be a promise, or another value with a then;
// false when it is none.
func (r *Realm) WhenSettled(v goja.Value, fulfilled, rejected func(v goja.Value)) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return false
	}
	step := func(fn func(v goja.Value)) goja.Value {
		return r.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			fn(call.Argument(0))
			return goja.Undefined()
		})
	}
	if _, err := then(o, step(fulfilled), step(rejected)); err != nil {
		rejected(r.Error(r.Wrap(err)))
	}
	return true
}
