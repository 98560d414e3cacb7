package modules

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// class is Module of Node, the constructor of modules, which require('module') gives. Its
// functions stand behind each require, and packages replace them to change what files
// require: module-alias, mockery, require-in-the-middle, rewire. The loader takes its own
// way as long as all of them are its own.
type class struct {
	proto *goja.Object // of modules
	// constructor is nil until code has asked for it: before, nothing can be replaced but
	// what the prototype has.
	constructor *goja.Object
	own         map[string]goja.Value // the loader's functions, by their names
	require     goja.Value            // Module.prototype.require
	// looked is true once code has seen the paths of a module, which it can change.
	looked bool
	// global are the folders of NODE_PATH, in which every module looks last.
	global []string
}

// replaced returns the function that code has put in the place of one of Module; nil if it
// is the loader's own.
func (c *class) replaced(name string) goja.Callable {
	if c.constructor == nil {
		return nil
	}
	v := c.constructor.Get(name)
	if v == nil || v == c.own[name] {
		return nil
	}
	fn, _ := goja.AssertFunction(v)
	return fn
}

// instead calls what code has put in the place of a function of Module; false where it is the
// loader's own.
func (l *Loader) instead(name string, args ...goja.Value) (goja.Value, bool) {
	fn := l.class.replaced(name)
	if fn == nil {
		return nil, false
	}
	return l.call(fn, l.class.constructor, args...), true
}

// call calls a function of scripts, and throws what that throws.
func (l *Loader) call(fn goja.Callable, this goja.Value, args ...goja.Value) goja.Value {
	v, err := fn(this, args...)
	if err != nil {
		l.rethrow(err)
	}
	return v
}

// orUndefined is a module as an argument.
func orUndefined(m *goja.Object) goja.Value {
	if m == nil {
		return goja.Undefined()
	}
	return m
}

// place is where a module looks for others: the folder of its file, and the folders of
// packages, nearest first; nil means those that are seen from the folder of its file.
type place struct {
	dir     string
	folders []string
}

func (l *Loader) at(dir string) place { return place{dir: dir} }

// packages are the folders in which names of packages are looked for.
func (l *Loader) packages(p place) []string {
	folders := p.folders
	if folders == nil {
		folders = nodeModules(p.dir)
	}
	if len(l.class.global) > 0 {
		folders = slices.Concat(folders, l.class.global)
	}
	return folders
}

// placeOf returns where a module looks: any object with the members of one, as packages
// make some, or the main one.
func (l *Loader) placeOf(m *goja.Object) place {
	p := place{dir: l.opts.Root}
	if m == nil {
		return p
	}
	if name := m.Get("filename"); goja.IsString(name) {
		p.dir = filepath.Dir(name.String())
	}
	if l.class.looked || l.class.replaced("_nodeModulePaths") != nil || m.Prototype() != l.class.proto {
		p.folders = texts(m.Get("paths"))
	}
	return p
}

// texts are the strings of an array; nil for anything else.
func texts(v goja.Value) []string {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return nil
	}
	out := make([]string, 0, 8)
	for _, key := range o.Keys() {
		if s := o.Get(key); goja.IsString(s) {
			out = append(out, s.String())
		}
	}
	return out
}

// modulePaths are the folders of packages that are seen from a folder: those of
// Module._nodeModulePaths, which code may have replaced.
func (l *Loader) modulePaths(dir string) goja.Value {
	if v, ok := l.instead("_nodeModulePaths", l.r.Runtime().ToValue(dir)); ok {
		return v
	}
	return l.array(nodeModules(dir))
}

func (l *Loader) array(list []string) *goja.Object {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return l.r.Runtime().NewArray(out...)
}

// requireOf is require of a file: the one of its module, which is Module.prototype.require
// as long as nobody has replaced it.
func (l *Loader) requireOf(m *goja.Object, call goja.FunctionCall) goja.Value {
	if fn := m.Get("require"); fn != l.class.require {
		replaced, ok := goja.AssertFunction(fn)
		if !ok {
			panic(l.r.Runtime().NewTypeError("mod.require is not a function"))
		}
		return l.call(replaced, m, call.Arguments...)
	}
	return l.requireAs(m, call)
}

// requireAs is Module.prototype.require.
func (l *Loader) requireAs(m *goja.Object, call goja.FunctionCall) goja.Value {
	name := l.name(call)
	if v, ok := l.instead("_load", call.Argument(0), m, l.r.Runtime().ToValue(false)); ok {
		return v
	}
	return l.loadName(name, m)
}

// loadName is Module._load.
func (l *Loader) loadName(name string, parent *goja.Object) goja.Value {
	if t, ok := l.renamed(name, parent); ok {
		if t.core != nil {
			return l.requireCore(t.name, t.core)
		}
		return l.requireTarget(t, parent)
	}
	return l.require(name, l.placeOf(parent), parent)
}

// renamed returns what a replaced Module._resolveFilename makes of a name; false where it
// is not replaced.
func (l *Loader) renamed(name string, parent *goja.Object) (target, bool) {
	if strings.HasPrefix(name, "node:") {
		return target{}, false
	}
	rt := l.r.Runtime()
	v, ok := l.instead("_resolveFilename", rt.ToValue(name), orUndefined(parent), rt.ToValue(false))
	if !ok {
		return target{}, false
	}
	found := v.String()
	if core, ok := l.opts.Core[strings.TrimPrefix(found, "node:")]; ok {
		return target{name: strings.TrimPrefix(found, "node:"), core: core}, true
	}
	if m, ok := l.cached().Get(found).(*goja.Object); ok && m != nil {
		return target{name: found}, true
	}
	t, ok := l.regular(found)
	if !ok {
		l.throwNotFound(found, parent, nil)
	}
	return t, true
}

// cached is require.cache: Module._cache, which code may have replaced.
func (l *Loader) cached() *goja.Object {
	if l.class.constructor != nil {
		if o, ok := l.class.constructor.Get("_cache").(*goja.Object); ok {
			return o
		}
	}
	return l.cache
}

// nodeWrapClose is the second element of Module.wrapper; the first one is wrapOpen.
const nodeWrapClose = wrapClose + ";"

// wraps reports whether code has changed Module.wrap or Module.wrapper: then files are put
// between what these give.
func (l *Loader) wraps() bool {
	if l.class.constructor == nil {
		return false
	}
	w, ok := l.class.constructor.Get("wrapper").(*goja.Object)
	return !ok || l.class.replaced("wrap") != nil || w.Get("0").String() != wrapOpen || w.Get("1").String() != nodeWrapClose
}

// wrapText is what Module.wrap makes of the text of a file.
func (l *Loader) wrapText(src string) string {
	if v, ok := l.instead("wrap", l.r.Runtime().ToValue(src)); ok {
		return v.String()
	}
	return l.between(src)
}

// between puts a text between what Module.wrapper has.
func (l *Loader) between(src string) string {
	open, close := wrapOpen, nodeWrapClose
	if l.class.constructor != nil {
		if w, ok := l.class.constructor.Get("wrapper").(*goja.Object); ok {
			open, close = w.Get("0").String(), w.Get("1").String()
		}
	}
	return open + src + close
}
