package jsapi

import (
	"maps"
	"slices"

	"github.com/dop251/goja"
)

// lazy is an object that computes some of its members when they are first read.
type lazy struct {
	names   []string // of the computed members
	make    func(name string) goja.Value
	deleted map[string]bool       // names that were deleted
	values  map[string]goja.Value // of members that were read or set
	keys    []string              // the other members, in the order in which they were set
}

// NewLazy returns an object with the named members. The value of one is make(name),
// called when it is first read; otherwise they behave like other members. The
// object supports neither accessors nor symbols.
func NewLazy(rt *goja.Runtime, names []string, make func(name string) goja.Value) *goja.Object {
	return rt.NewDynamicObject(&lazy{names: names, make: make, values: map[string]goja.Value{}})
}

// Copy returns a new object with the enumerable members of o, as
// Object.assign({}, o) does, but does not compute the members of a lazy object.
func Copy(rt *goja.Runtime, o *goja.Object) *goja.Object {
	if l, ok := o.Export().(*lazy); ok {
		twin := *l
		twin.deleted, twin.values, twin.keys = maps.Clone(l.deleted), maps.Clone(l.values), slices.Clone(l.keys)
		return rt.NewDynamicObject(&twin)
	}
	return Assign(rt.NewObject(), o)
}

// Assign sets the enumerable members of from on o and returns o, as
// Object.assign does, but without symbols.
func Assign(o, from *goja.Object) *goja.Object {
	for _, k := range from.Keys() {
		if err := o.Set(k, from.Get(k)); err != nil {
			panic(err)
		}
	}
	return o
}

// isLazy reports whether name is a computed member that was not deleted.
func (l *lazy) isLazy(name string) bool { return slices.Contains(l.names, name) && !l.deleted[name] }

// Get implements goja.DynamicObject.
func (l *lazy) Get(name string) goja.Value {
	if v, ok := l.values[name]; ok {
		return v
	}
	if !l.isLazy(name) {
		return nil
	}
	v := l.make(name)
	if v == nil {
		v = goja.Undefined()
	}
	l.values[name] = v
	return v
}

// Set implements goja.DynamicObject.
func (l *lazy) Set(name string, v goja.Value) bool {
	if !l.Has(name) {
		l.keys = append(l.keys, name)
	}
	if v == nil {
		v = goja.Undefined()
	}
	l.values[name] = v
	return true
}

// Has implements goja.DynamicObject.
func (l *lazy) Has(name string) bool {
	_, ok := l.values[name]
	return ok || l.isLazy(name)
}

// Delete implements goja.DynamicObject.
func (l *lazy) Delete(name string) bool {
	delete(l.values, name)
	if i := slices.Index(l.keys, name); i >= 0 {
		l.keys = slices.Delete(l.keys, i, i+1)
		return true
	}
	if slices.Contains(l.names, name) {
		if l.deleted == nil {
			l.deleted = map[string]bool{}
		}
		l.deleted[name] = true
	}
	return true
}

// Keys implements goja.DynamicObject.
func (l *lazy) Keys() []string {
	keys := make([]string, 0, len(l.names)+len(l.keys))
	for _, name := range l.names {
		if !l.deleted[name] {
			keys = append(keys, name)
		}
	}
	return append(keys, l.keys...)
}
