package jsapi

import "github.com/dop251/goja"

// WhenSettled calls fulfilled or rejected when v, a promise or another object
// with a function then, is settled; it returns false if v is not such an object.
func (r *Realm) WhenSettled(v goja.Value, fulfilled, rejected func(v goja.Value)) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return false
	}
	if _, err := then(o, r.Handler(fulfilled), r.Handler(rejected)); err != nil {
		rejected(r.Error(r.Wrap(err)))
	}
	return true
}
