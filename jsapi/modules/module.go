package modules

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// moduleCore makes the core module "module": Module, with the functions that base has, and
// those that need the loader.
func (l *Loader) moduleCore(base Core) Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		if base != nil {
			if err := base(r, module); err != nil {
				return err
			}
		}
		return l.makeClass(module)
	}
}

// giveModule has process.getBuiltinModule return the core module "module" too, which the
// core modules themselves do not have.
func (l *Loader) giveModule(process *goja.Object) {
	rt := l.r.Runtime()
	old := process.Get("getBuiltinModule")
	get, ok := goja.AssertFunction(old)
	if !ok {
		return
	}
	own := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if name, ok := call.Argument(0).(goja.String); ok && strings.TrimPrefix(name.String(), "node:") == "module" {
			return l.requireCore("module", l.opts.Core["module"])
		}
		v, err := get(call.This, call.Arguments...)
		if err != nil {
			l.rethrow(err)
		}
		return v
	}).ToObject(rt)
	for _, k := range []string{"name", "length"} {
		_ = own.DefineDataProperty(k, old.ToObject(rt).Get(k), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = process.Set("getBuiltinModule", own)
}

// makeClass replaces the exports of "module" with the function Module, which gets their
// members.
func (l *Loader) makeClass(module *goja.Object) error {
	rt := l.r.Runtime()
	had := module.Get("exports").ToObject(rt)
	construct := rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
		id := ""
		if v := call.Argument(0); goja.IsString(v) {
			id = v.String()
		} else if !goja.IsUndefined(v) {
			l.throwArgument("path", v)
		}
		parent, _ := call.Argument(1).(*goja.Object)
		m := l.newModule(id, parent)
		_ = m.Set("filename", goja.Null()) // until it is loaded
		if proto := call.This.Prototype(); proto != nil && proto != l.class.proto {
			_ = m.SetPrototype(proto) // of a class that extends Module
		}
		return m
	}).ToObject(rt)
	l.named(construct, "Module", 0)
	for _, name := range had.Keys() {
		_ = construct.Set(name, had.Get(name)) // does not fail on a new function
	}
	l.class.own = map[string]goja.Value{}
	for _, fn := range l.classFunctions() {
		made := l.named(rt.ToValue(fn.call).ToObject(rt), fn.name, fn.length)
		l.class.own[fn.name] = made
		if err := construct.Set(fn.name, made); err != nil {
			return err
		}
	}
	err := errors.Join(
		construct.Set("globalPaths", l.array(l.class.global)), construct.Set("_extensions", l.handlers.object), construct.Set("_cache", l.cache),
		construct.Set("_pathCache", rt.CreateObject(nil)), construct.Set("wrapper", rt.NewArray(wrapOpen, nodeWrapClose)),
		construct.Set("Module", construct), construct.Set("prototype", l.class.proto), module.Set("exports", construct),
	)
	l.class.constructor = construct
	return err
}

func (l *Loader) named(fn *goja.Object, name string, length int) *goja.Object {
	rt := l.r.Runtime()
	_ = fn.DefineDataProperty("name", rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = fn.DefineDataProperty("length", rt.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return fn
}

type classFunction struct {
	name   string
	length int
	call   func(call goja.FunctionCall) goja.Value
}

// classFunctions are the functions of Module. What is behind them is the same whether code
// calls them or the loader takes its own way.
func (l *Loader) classFunctions() []classFunction {
	rt := l.r.Runtime()
	object := func(v goja.Value) *goja.Object { o, _ := v.(*goja.Object); return o }
	return []classFunction{
		{"_load", 3, func(call goja.FunctionCall) goja.Value {
			name := l.loaded(call.Argument(0), object(call.Argument(1)))
			if main := call.Argument(2); main.ToBoolean() && l.mainFile == "" {
				if t, ok := l.resolveFrom(name, l.placeOf(object(call.Argument(1))), howRequire); ok && t.core == nil {
					l.mainFile = t.name
				}
			}
			return l.loadName(name, object(call.Argument(1)))
		}},
		{"_resolveFilename", 4, func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(l.filename(call.Argument(0), object(call.Argument(1)), object(call.Argument(3))))
		}},
		{"_nodeModulePaths", 1, func(call goja.FunctionCall) goja.Value {
			return l.array(nodeModules(call.Argument(0).String()))
		}},
		{"_resolveLookupPaths", 2, func(call goja.FunctionCall) goja.Value {
			return l.lookupPaths(call.Argument(0).String(), object(call.Argument(1)))
		}},
		{"_findPath", 3, func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			if filepath.IsAbs(name) {
				if t, ok := l.file(name); ok {
					return rt.ToValue(t.name)
				}
				return rt.ToValue(false)
			}
			for _, folder := range texts(call.Argument(1)) {
				if t, ok := l.inPackages(folder, name, howRequire); ok {
					return rt.ToValue(t.name)
				}
			}
			return rt.ToValue(false)
		}},
		{"_initPaths", 0, func(goja.FunctionCall) goja.Value {
			l.readNodePath()
			_ = l.class.constructor.Set("globalPaths", l.array(l.class.global))
			return goja.Undefined()
		}},
		{"_preloadModules", 1, func(call goja.FunctionCall) goja.Value {
			for _, name := range texts(call.Argument(0)) {
				l.require(name, l.at(l.opts.Root), nil)
			}
			return goja.Undefined()
		}},
		{"createRequire", 1, func(call goja.FunctionCall) goja.Value {
			path := l.createdFor(call.Argument(0))
			if strings.HasSuffix(path, "/") {
				path = filepath.Join(path, "noop.js") // a folder
			}
			return l.requireFunction(l.newModule(path, nil))
		}},
		{"wrap", 1, func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(l.between(l.text(call.Argument(0))))
		}},
		// What modules export of the core is read where it is used.
		{"syncBuiltinESMExports", 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() }},
		// Places in errors are those of the sources already.
		{"findSourceMap", 1, func(goja.FunctionCall) goja.Value { return goja.Undefined() }},
		{"isBuiltin", 1, func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			_, ok := l.opts.Core[strings.TrimPrefix(name, "node:")]
			if _, prefixed := l.opts.Core[name]; prefixed {
				ok = true
			}
			return rt.ToValue(ok)
		}},
	}
}

// makePrototype makes Module.prototype. What its functions need of Module is made when code
// asks for it.
func (l *Loader) makePrototype() {
	rt := l.r.Runtime()
	l.class.proto = rt.NewObject()
	define := func(name string, length int, fn func(call goja.FunctionCall) goja.Value) *goja.Object {
		made := l.named(rt.ToValue(fn).ToObject(rt), name, length)
		_ = l.class.proto.DefineDataProperty(name, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return made
	}
	define("load", 1, func(call goja.FunctionCall) goja.Value {
		m, path := call.This.ToObject(rt), call.Argument(0).String()
		_ = m.Set("filename", path)
		if handler := l.handler(path); handler != nil {
			l.handle(handler, path, m)
		} else {
			l.loadAs(filepath.Ext(path), m, path)
		}
		_ = m.Set("loaded", true)
		return goja.Undefined()
	})
	l.class.require = define("require", 1, func(call goja.FunctionCall) goja.Value {
		return l.requireAs(call.This.ToObject(rt), call)
	})
	define("_compile", 3, func(call goja.FunctionCall) goja.Value {
		m, path := call.This.ToObject(rt), call.Argument(1).String()
		src := call.Argument(0).String()
		if l.wraps() {
			return l.runWrapped(path, src, m)
		}
		prg := l.program(l.fileOf(path), []byte(src))
		if prg.es != nil {
			l.es.compiled(path, prg, m)
			return goja.Undefined()
		}
		return l.run(path, prg, m)
	})
	construct := rt.ToValue(func(goja.FunctionCall) goja.Value { return l.requireCore("module", l.opts.Core["module"]) })
	put := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		_ = call.This.ToObject(rt).DefineDataProperty("constructor", call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		return goja.Undefined()
	})
	_ = l.class.proto.DefineAccessorProperty("constructor", construct, put, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// filename is Module._resolveFilename(name, parent, isMain, options).
func (l *Loader) filename(id goja.Value, parent, options *goja.Object) string {
	if !goja.IsString(id) {
		l.throwArgument("request", id)
	}
	name := id.String()
	if _, ok := l.opts.Core[strings.TrimPrefix(name, "node:")]; ok {
		options = nil // the core has no paths
	}
	if options != nil {
		if paths := options.Get("paths"); paths != nil && !goja.IsUndefined(paths) {
			if o, ok := paths.(*goja.Object); !ok || o.ClassName() != "Array" {
				l.throwCode("TypeError", "ERR_INVALID_ARG_VALUE", "The property 'options.paths' is invalid. Received "+l.shown(paths))
			}
			for _, dir := range texts(paths) {
				if t, ok := l.resolveFrom(name, l.at(dir), howRequire); ok {
					return t.name
				}
			}
			l.throwNotFound(name, parent, nil)
		}
	}
	t, ok := l.resolveFrom(name, l.placeOf(parent), howRequire)
	if !ok {
		l.throwNotFound(name, parent, t.refused)
	}
	return t.name
}

// loaded is the name that Module._load is called with.
func (l *Loader) loaded(id goja.Value, parent *goja.Object) string {
	switch {
	case id == nil || goja.IsUndefined(id) || goja.IsNull(id):
		panic(l.r.Runtime().NewTypeError("String.prototype.startsWith called on null or undefined"))
	case !goja.IsString(id):
		_ = l.text(id)
		l.throwArgument("path", id)
	case id.String() == "":
		l.throwNotFound("", parent, nil)
	}
	return id.String()
}

// text is a value as a string, which symbols are not.
func (l *Loader) text(v goja.Value) string {
	if _, ok := v.(*goja.Symbol); ok {
		panic(l.r.Runtime().NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return v.String()
}

// lookupPaths is Module._resolveLookupPaths: the folders in which a name is looked for, null
// for a core module.
func (l *Loader) lookupPaths(name string, parent *goja.Object) goja.Value {
	if _, ok := l.opts.Core[strings.TrimPrefix(name, "node:")]; ok {
		return goja.Null()
	}
	if isRelative(name) {
		if parent == nil || !goja.IsString(parent.Get("filename")) {
			return l.array([]string{"."})
		}
		return l.array([]string{l.placeOf(parent).dir})
	}
	if parent == nil {
		return l.array(l.class.global)
	}
	if folders := texts(parent.Get("paths")); folders != nil {
		return l.array(append(folders, l.class.global...))
	}
	return l.array(l.packages(l.placeOf(parent)))
}

// readNodePath reads the folders that NODE_PATH lists.
func (l *Loader) readNodePath() {
	l.class.global = nil
	process, ok := l.r.Runtime().Get("process").(*goja.Object)
	if !ok {
		return
	}
	environ, ok := process.Get("env").(*goja.Object)
	if !ok {
		return
	}
	if list := environ.Get("NODE_PATH"); goja.IsString(list) {
		for _, folder := range filepath.SplitList(list.String()) {
			if folder != "" {
				l.class.global = append(l.class.global, folder)
			}
		}
	}
}

// createdFor is the file that createRequire is called for: an absolute path, or a URL.
func (l *Loader) createdFor(v goja.Value) string {
	name := v.String()
	if o, ok := v.(*goja.Object); ok {
		if href := o.Get("href"); goja.IsString(href) {
			name = href.String()
		}
	}
	if u, err := url.Parse(name); err == nil && u.Scheme == "file" {
		return u.Path
	}
	if !filepath.IsAbs(name) {
		l.throwCode("TypeError", "ERR_INVALID_ARG_VALUE",
			"The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received "+l.shown(v))
	}
	return name
}
