package waterline

import (
	"slices"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// wrote is the result of a method of 1.x that writes, and what it has written. As in
// Waterline, the caller's objects have these values afterwards.
type wrote struct {
	result any
	into   []*goja.Object // one for each of values
	values []*value.Map
	// collections are names that the objects lose, because no column takes them.
	collections []string
}

// wrote adds what was written to a result.
func (call *modernCall) wrote(result any, values ...*value.Map) any {
	return &wrote{result: result, into: call.given, values: values, collections: call.class.collections}
}

// givenObjects are the objects that a call was given to store: a list of them, or one.
func (b *bridge) givenObjects(v goja.Value) (out []*goja.Object) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	if o.ClassName() != "Array" {
		return []*goja.Object{o}
	}
	for _, key := range o.Keys() {
		if member, ok := o.Get(key).(*goja.Object); ok {
			out = append(out, member)
		}
	}
	return out
}

// show gives the caller's objects the written values.
func (w *wrote) show(r *jsapi.Realm) {
	for i, values := range w.values {
		if values == nil || i >= len(w.into) {
			continue
		}
		o := w.into[i]
		for _, name := range o.Keys() {
			if goja.IsUndefined(o.Get(name)) { // it comes where the model has it
				_ = o.Delete(name)
			}
		}
		// Members that refuse a value, such as those of frozen objects, keep theirs.
		for name, v := range values.All() {
			_ = o.Set(name, r.ToJS(v))
		}
		for _, name := range o.Keys() {
			if slices.Contains(w.collections, name) {
				_ = o.Delete(name)
			}
		}
	}
}
