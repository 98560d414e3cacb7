package modules

import (
	"path/filepath"

	"github.com/dop251/goja"
)

// origin is the module that a require function belongs to, and its folder.
type origin struct {
	module *goja.Object
	dir    string
}

// lazyMembers are members of module objects and of require functions. They are made
// when code reads them, which is rare.
type lazyMembers struct{ children, paths, resolve lazyMember }

type lazyMember struct {
	name     string
	get, set goja.Value
}

// on defines the member on o as an accessor, which is replaced with the value on the
// first read.
func (m *lazyMember) on(o *goja.Object) {
	_ = o.DefineAccessorProperty(m.name, m.get, m.set, goja.FLAG_TRUE, goja.FLAG_TRUE) // does not fail on a new object
}

func (l *Loader) makeLazy() {
	rt := l.r.Runtime()
	member := func(name string, value func(this *goja.Object) goja.Value) lazyMember {
		put := func(o *goja.Object, v goja.Value) {
			// A frozen object keeps the accessor.
			_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		return lazyMember{
			name: name,
			get: rt.ToValue(func(call goja.FunctionCall) goja.Value {
				this, ok := call.This.(*goja.Object)
				if !ok {
					return goja.Undefined()
				}
				v := value(this)
				put(this, v)
				return v
			}),
			set: rt.ToValue(func(call goja.FunctionCall) goja.Value {
				if this, ok := call.This.(*goja.Object); ok {
					put(this, call.Argument(0))
				}
				return goja.Undefined()
			}),
		}
	}
	l.lazy = lazyMembers{
		children: member("children", func(*goja.Object) goja.Value { return rt.NewArray() }),
		paths: member("paths", func(module *goja.Object) goja.Value {
			paths := []any{}
			if name := module.Get("filename"); name != nil && filepath.IsAbs(name.String()) {
				for _, p := range nodeModules(filepath.Dir(name.String())) {
					paths = append(paths, p)
				}
			}
			return rt.NewArray(paths...)
		}),
		resolve: member("resolve", func(require *goja.Object) goja.Value {
			from := l.requires[require]
			return rt.ToValue(func(call goja.FunctionCall) goja.Value {
				name := l.name(call)
				t, ok := l.resolve(name, from.dir)
				if !ok {
					l.throwNotFound(name, from.module, t.refused)
				}
				return rt.ToValue(t.name)
			})
		}),
	}
}
