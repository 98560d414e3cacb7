package modules

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// moduleCore completes what Options.Core has under "module" with the functions
// that need the loader: createRequire, _resolveFilename, _load and _cache.
func (l *Loader) moduleCore(base Core) Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		if base != nil {
			if err := base(r, module); err != nil {
				return err
			}
		}
		rt := r.Runtime()
		exports := module.Get("exports").ToObject(rt)
		// of is the module object that a caller gave, or one in the root folder.
		of := func(v goja.Value) *goja.Object {
			if m, ok := v.(*goja.Object); ok && m.Get("filename") != nil && m.Get("require") != nil {
				return m
			}
			return l.main
		}
		for name, fn := range map[string]func(call goja.FunctionCall) goja.Value{
			"createRequire": func(call goja.FunctionCall) goja.Value {
				return l.newModule(fileOf(call.Argument(0).String()), nil).Get("require")
			},
			"_resolveFilename": func(call goja.FunctionCall) goja.Value {
				name, parent := l.name(call), of(call.Argument(1))
				t, ok := l.resolve(name, filepath.Dir(parent.Get("filename").String()))
				if !ok {
					l.throwNotFound(name, parent)
				}
				return rt.ToValue(t.name)
			},
			"_load": func(call goja.FunctionCall) goja.Value {
				parent := of(call.Argument(1))
				return l.require(l.name(call), filepath.Dir(parent.Get("filename").String()), parent)
			},
			"isBuiltin": func(call goja.FunctionCall) goja.Value {
				_, ok := l.opts.Core[strings.TrimPrefix(call.Argument(0).String(), "node:")]
				return rt.ToValue(ok)
			},
		} {
			if err := exports.Set(name, fn); err != nil {
				return err
			}
		}
		return exports.Set("_cache", l.cache)
	}
}

// fileOf is the path of a file's URL, or the path that was given.
func fileOf(name string) string {
	if u, err := url.Parse(name); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return name
}
