package modules

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// moduleCore adds to the core module "module" the functions that need the loader:
// createRequire, _resolveFilename, _load and _cache.
func (l *Loader) moduleCore(base Core) Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		if base != nil {
			if err := base(r, module); err != nil {
				return err
			}
		}
		rt := r.Runtime()
		exports := l.moduleConstructor(module)
		// of returns the module object that a caller gave, else that of the root folder.
		of := func(v goja.Value) *goja.Object {
			if m, ok := v.(*goja.Object); ok && m.Get("filename") != nil && m.Get("require") != nil {
				return m
			}
			return l.main
		}
		for name, fn := range map[string]func(call goja.FunctionCall) goja.Value{
			"createRequire": func(call goja.FunctionCall) goja.Value {
				return l.newModule(pathOf(call.Argument(0).String()), nil).Get("require")
			},
			"_resolveFilename": func(call goja.FunctionCall) goja.Value {
				name, parent := l.name(call), of(call.Argument(1))
				t, ok := l.resolve(name, filepath.Dir(parent.Get("filename").String()))
				if !ok {
					l.throwNotFound(name, parent, t.refused)
				}
				return rt.ToValue(t.name)
			},
			"_load": func(call goja.FunctionCall) goja.Value {
				parent := of(call.Argument(1))
				return l.require(l.name(call), filepath.Dir(parent.Get("filename").String()), parent)
			},
			"_nodeModulePaths": func(call goja.FunctionCall) goja.Value {
				return rt.ToValue(nodeModules(call.Argument(0).String()))
			},
			"wrap": func(call goja.FunctionCall) goja.Value {
				return rt.ToValue(wrapOpen + call.Argument(0).String() + wrapClose)
			},
			"isBuiltin": func(call goja.FunctionCall) goja.Value {
				name := call.Argument(0).String()
				_, ok := l.opts.Core[strings.TrimPrefix(name, "node:")]
				if _, prefixed := l.opts.Core[name]; prefixed {
					ok = true
				}
				return rt.ToValue(ok)
			},
		} {
			if err := exports.Set(name, fn); err != nil {
				return err
			}
		}
		// No folders of the machine are searched; packages such as app-root-path look at the list.
		return errors.Join(exports.Set("globalPaths", rt.NewArray()), exports.Set("_extensions", l.handlers.object), exports.Set("_cache", l.cache))
	}
}

// moduleConstructor replaces the exports of "module" with the function Module, which
// gets their members.
func (l *Loader) moduleConstructor(module *goja.Object) *goja.Object {
	rt := l.r.Runtime()
	had := module.Get("exports").ToObject(rt)
	construct := rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
		parent, _ := call.Argument(1).(*goja.Object)
		return l.newModule(call.Argument(0).String(), parent)
	}).ToObject(rt)
	for _, name := range had.Keys() {
		_ = construct.Set(name, had.Get(name)) // does not fail on a new function
	}
	_ = construct.Set("Module", construct)
	_ = construct.Set("prototype", l.proto)
	_ = l.proto.DefineDataProperty("constructor", construct, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = module.Set("exports", construct)
	return construct
}

// pathOf returns the path of a file URL; other names are returned unchanged.
func pathOf(name string) string {
	if u, err := url.Parse(name); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return name
}
