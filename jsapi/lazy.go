package jsapi

import (
	"maps"
	"slices"

	"github.com/dop251/goja"
)

// lazy is an object some of whose members are made when they are first read.
type lazy struct {
	names  []string // of the members that are made
	make   func(name string) goja.Value
	gone   map[string]bool       // names that were deleted
	values map[string]goja.Value // of members that were read or set
	keys   []string              // of those that are not among names, in their order
}

// NewLazy returns an object with members of the names given, each of which make
// is asked for when it is first read; in all else they are like other members.
// The object takes no accessors and no symbols.
func (r *Realm) NewLazy(names []string, make func(name string) goja.Value) *goja.Object {
	return r.rt.NewDynamicObject(&lazy{names: names, make: make, values: map[string]goja.Value{}})
}

// Copy returns a new object with the enumerable members of o, as
// Object.assign({}, o) does, without making those of a lazy one.
func (r *Realm) Copy(o *goja.Object) *goja.Object {
	if l, ok := o.Export().(*lazy); ok {
		twin := *l
		twin.gone, twin.values, twin.keys = maps.Clone(l.gone), maps.Clone(l.values), slices.Clone(l.keys)
		return r.rt.NewDynamicObject(&twin)
	}
	return r.Assign(r.rt.NewObject(), o)
}

// Assign sets the enumerable members of from on o and returns o, as
// Object.assign does, symbols aside.
func (r *Realm) Assign(o, from *goja.Object) *goja.Object {
	for _, k := range from.Keys() {
		if err := o.Set(k, from.Get(k)); err != nil {
			panic(err)
		}
	}
	return o
}

// made reports whether name is that of a member that make is asked for.
func (l *lazy) made(name string) bool { return slices.Contains(l.names, name) && !l.gone[name] }

// Get implements goja.DynamicObject.
func (l *lazy) Get(name string) goja.Value {
	if v, ok := l.values[name]; ok {
		return v
	}
	if !l.made(name) {
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
	return ok || l.made(name)
}

// Delete implements goja.DynamicObject.
func (l *lazy) Delete(name string) bool {
	delete(l.values, name)
	if i := slices.Index(l.keys, name); i >= 0 {
		l.keys = slices.Delete(l.keys, i, i+1)
		return true
	}
	if slices.Contains(l.names, name) {
		if l.gone == nil {
			l.gone = map[string]bool{}
		}
		l.gone[name] = true
	}
	return true
}

// Keys implements goja.DynamicObject.
func (l *lazy) Keys() []string {
	keys := make([]string, 0, len(l.names)+len(l.keys))
	for _, name := range l.names {
		if !l.gone[name] {
			keys = append(keys, name)
		}
	}
	return append(keys, l.keys...)
}
