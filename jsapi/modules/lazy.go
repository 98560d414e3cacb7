package modules

import (
	"path/filepath"

	"github.com/dop251/goja"
)

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
			l.class.looked = true
			if name := module.Get("filename"); goja.IsString(name) && filepath.IsAbs(name.String()) {
				return l.modulePaths(filepath.Dir(name.String()))
			}
			return goja.Undefined()
		}),
		resolve: member("resolve", func(require *goja.Object) goja.Value { return l.resolveFunction(l.requires[require]) }),
	}
}

// resolveFunction makes require.resolve of a module.
func (l *Loader) resolveFunction(m *goja.Object) goja.Value {
	rt := l.r.Runtime()
	resolve := l.named(rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if !goja.IsString(call.Argument(0)) {
			l.throwArgument("request", call.Argument(0))
		}
		if v, ok := l.instead("_resolveFilename", call.Argument(0), m, rt.ToValue(false), call.Argument(1)); ok {
			return v
		}
		options, _ := call.Argument(1).(*goja.Object)
		return rt.ToValue(l.filename(call.Argument(0), m, options))
	}).ToObject(rt), "resolve", 2)
	_ = resolve.Set("paths", l.named(rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if !goja.IsString(call.Argument(0)) {
			l.throwArgument("request", call.Argument(0))
		}
		return l.lookupPaths(call.Argument(0).String(), m)
	}).ToObject(rt), "paths", 1))
	return resolve
}
