package jsapi

import "github.com/dop251/goja"

// handle is a Go value inside a JavaScript object without properties. It is a
// goja.DynamicObject because goja wraps and unwraps those without reflection.
type handle struct{ value any }

// NewHandle returns an object that stands for a Go value: scripts can pass it
// on, but cannot read it.
func NewHandle(rt *goja.Runtime, value any) *goja.Object { return rt.NewDynamicObject(handle{value}) }

// HandleOf returns the Go value behind an object of NewHandle, nil for every
// other value.
func HandleOf(v goja.Value) any {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	h, _ := o.Export().(handle)
	return h.value
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
