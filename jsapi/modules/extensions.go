package modules

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Language is a language that a package of the project compiles to JavaScript.
type Language struct {
	Extensions []string // with the dot
	// Packages are tried in this order; the first that is installed is required, and
	// registers its function in require.extensions.
	Packages []string
	Install  string // the name for npm
}

// handlers is require.extensions: the functions that load files, by extension. It
// keeps the order of the keys, because require tries extensions in that order.
type handlers struct {
	l     *Loader
	names []string
	of    map[string]goja.Value
	// native are the functions of the loader itself.
	native map[string]goja.Value
	object *goja.Object
}

func (h *handlers) Get(key string) goja.Value { return h.of[key] }

func (h *handlers) Set(key string, v goja.Value) bool {
	if _, ok := h.of[key]; !ok {
		h.names = append(h.names, key)
	}
	h.of[key] = v
	return true
}

func (h *handlers) Has(key string) bool { return h.of[key] != nil }

func (h *handlers) Delete(key string) bool {
	delete(h.of, key)
	h.names = slices.DeleteFunc(h.names, func(name string) bool { return name == key })
	return true
}

func (h *handlers) Keys() []string { return h.names }

// makeExtensions makes require.extensions.
func (l *Loader) makeExtensions() {
	rt := l.r.Runtime()
	h := &handlers{l: l, of: map[string]goja.Value{}, native: map[string]goja.Value{}}
	h.object = rt.NewDynamicObject(h)
	for _, extension := range []string{".js", ".json", ".node"} {
		fn := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			l.loadAs(extension, call.Argument(0).ToObject(rt), call.Argument(1).String())
			return goja.Undefined()
		})
		h.native[extension] = fn
		h.Set(extension, fn)
	}
	l.handlers = h
}

// loadAs loads the file at path by the given extension. It calls _compile of the
// module, which a handler of the project may have replaced.
func (l *Loader) loadAs(extension string, m *goja.Object, path string) {
	if extension == ".node" {
		l.throwAddon(path, filepath.Dir(path))
	}
	src, err := readModule(path, 0)
	if err != nil {
		l.rethrow(err)
	}
	if extension == ".json" {
		l.runJSON(path, src, m)
		return
	}
	compile, ok := goja.AssertFunction(m.Get("_compile"))
	if !ok {
		panic(l.r.Runtime().NewTypeError("module._compile is not a function"))
	}
	if _, err := compile(m, l.r.Runtime().ToValue(string(src)), l.r.Runtime().ToValue(path)); err != nil {
		l.rethrow(err)
	}
}

// handler returns the function that the project, or the package of a language, has
// registered for a file; nil if the loader itself loads it.
func (l *Loader) handler(path string) goja.Callable {
	extension := l.handlers.extension(path)
	if extension == "" {
		extension = l.register(path)
	}
	fn := l.handlers.of[extension]
	if fn == nil || fn == l.handlers.native[extension] {
		return nil
	}
	call, ok := goja.AssertFunction(fn)
	if !ok {
		panic(l.r.Runtime().NewTypeError("require.extensions['%s'] is not a function", extension))
	}
	return call
}

// handle loads the file at path with a handler of the project.
func (l *Loader) handle(call goja.Callable, path string, m *goja.Object) {
	if _, err := call(l.handlers.object, m, l.r.Runtime().ToValue(path)); err != nil {
		l.rethrow(l.positioned(path, err))
	}
}

// extension returns the longest extension of a file that has a handler, "" for none.
func (h *handlers) extension(path string) string {
	base := filepath.Base(path)
	for at := 0; ; at++ {
		dot := strings.IndexByte(base[at:], '.')
		if dot < 0 {
			return ""
		}
		at += dot
		if at > 0 && h.Has(base[at:]) {
			return base[at:]
		}
	}
}

// register requires the package for the language of a file, and returns the extension
// that it has registered; "" for a file that needs no package.
func (l *Loader) register(path string) string {
	extension := filepath.Ext(path)
	at := slices.IndexFunc(l.opts.Languages, func(one Language) bool { return slices.Contains(one.Extensions, extension) })
	if at < 0 {
		return ""
	}
	language := l.opts.Languages[at]
	for _, name := range language.Packages {
		if _, ok := l.resolve(name, l.opts.Root); ok {
			l.require(name, l.at(l.opts.Root), nil)
			if l.handlers.Has(extension) {
				return extension
			}
		}
	}
	l.rethrow(&jsapi.ScriptError{
		Name: "Error", File: l.relative(path),
		Message: "this file needs the package " + language.Install + ", which is not installed in the project: npm install " + language.Install,
	})
	return ""
}

// positioned adds the position in the file to an error of a compiler that has one:
// CoffeeScript counts from 0.
func (l *Loader) positioned(path string, err error) error {
	var thrown *goja.Exception
	if !errors.As(err, &thrown) {
		return err
	}
	o, ok := thrown.Value().(*goja.Object)
	if !ok {
		return err
	}
	place, ok := o.Get("location").(*goja.Object)
	if !ok || o.Get("message") == nil {
		return err
	}
	line, column := place.Get("first_line"), place.Get("first_column")
	if line == nil || column == nil {
		return err
	}
	e := &jsapi.ScriptError{
		Name: "SyntaxError", Message: o.Get("message").String(), File: l.relative(path),
		Line: int(line.ToInteger()) + 1, Column: int(column.ToInteger()) + 1,
	}
	if src, err := readModule(path, 0); err == nil {
		e.Excerpt = jsapi.Excerpt(strings.Split(string(src), "\n"), e.Line, e.Column)
	}
	return e
}

// guesses returns the extensions that require appends to a name.
func (l *Loader) guesses() []string {
	if len(l.handlers.names) == len(l.handlers.native) && len(l.opts.Languages) == 0 {
		return extensions
	}
	out := slices.Clip(extensions)
	for _, name := range l.handlers.names {
		if !slices.Contains(out, name) && name != ".node" {
			out = append(out, name)
		}
	}
	for _, language := range l.opts.Languages {
		for _, name := range language.Extensions {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
