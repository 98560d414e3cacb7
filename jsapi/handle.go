package jsapi

import "github.com/dop251/goja"

// handle is what an object without members of its own stands for. Being a
// goja.DynamicObject it is carried and found without reflection.
type handle struct{ of any }

// NewHandle returns an object that stands for a Go value, which scripts can
// pass on but not look into.
func (r *Realm) NewHandle(of any) *goja.Object { return r.rt.NewDynamicObject(handle{of}) }

// HandleOf is the Go value that an object of NewHandle stands for, nil for
// every other value.
func HandleOf(v goja.Value) any {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	h, _ := o.Export().(handle)
	return h.of
}

// Get implements goja.DynamicObject.
func (handle) Get(string) goja.Value { return nil }

// Set implements goja.DynamicObject.
func (handle) Set(string, goja.Value) bool { return false }

// Has implements goja.DynamicObject.
func (handle) Has(string) bool { return false }

// Delete implements goja.DynamicObject.
func (handle) Delete(string) bool { return false }

// Keys implements goja.DynamicObject.
func (handle) Keys() []string { return nil }
