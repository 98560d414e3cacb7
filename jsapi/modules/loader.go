package modules

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
)

// Core makes the exports of a core module, or of a replacement, on the first require.
type Core func(r *jsapi.Realm, module *goja.Object) error

// Options configure a Loader.
type Options struct {
	Root string // project folder
	// Core are the modules without a file, by name ("fs" stands for "node:fs" too);
	// they take precedence over node_modules.
	Core map[string]Core
	// Yield are those of Core that files of packages get only where node_modules has
	// none of that name.
	Yield map[string]bool
	// Fallback are modules used when node_modules has none of that name:
	// paths such as "sails/lib/hooks/blueprints/actionUtil".
	Fallback map[string]Core
	// ForMain are modules that only the main module finds, whatever node_modules holds.
	ForMain map[string]Core
	// Languages are those whose package is required when their first file is loaded.
	Languages []Language
	// Cache keeps compiled programs between realms; nil means a new one.
	Cache *Cache
}

// maxFile is the maximum size of a module.
const maxFile = 32 << 20

// Loader implements require in one realm. Use it on the loop only.
type Loader struct {
	r     *jsapi.Realm
	opts  Options
	cache *goja.Object // require.cache: path to module
	main  *goja.Object
	// mainFile is the file that is run as the main module, "" for none.
	mainFile string
	native   map[string]*goja.Object
	reads    Reads
	// running is the file whose top level is running.
	running atomic.Pointer[string]
	// folders has the real paths of folders, requires the module of each require
	// function.
	folders  map[string]string
	requires map[*goja.Object]*goja.Object
	// types, manifests and configs have what package.json and tsconfig.json say, by folder.
	types     map[string]format
	manifests map[string]*value.Map
	configs   map[string]*tsconfig
	es        *linker
	lazy      lazyMembers
	handlers  *handlers
	class     class
	ctor      *goja.Object // Error
	syntax    goja.Callable
	wrap      goja.Callable // makes a require function of a native one
}

var wrapper = compile.Once("framework:require.js", "(function (native) { return function require(id) { return native(id); }; })", true)

// Install adds require to the realm.
func Install(r *jsapi.Realm, opts Options) (*Loader, error) {
	root, err := filepath.Abs(opts.Root)
	if err != nil {
		return nil, fmt.Errorf("project folder %s: %w", opts.Root, err)
	}
	opts.Root = root
	if opts.Cache == nil {
		opts.Cache = NewCache()
	}
	rt := r.Runtime()
	if err := opts.Cache.coverage.Install(r); err != nil {
		return nil, err
	}
	if err := opts.Cache.debugger.Install(r); err != nil {
		return nil, err
	}
	l := &Loader{
		r: r, opts: opts, cache: rt.CreateObject(nil), native: map[string]*goja.Object{},
		folders: map[string]string{}, requires: map[*goja.Object]*goja.Object{},
		types: map[string]format{}, manifests: map[string]*value.Map{}, configs: map[string]*tsconfig{},
		ctor: rt.Get("Error").ToObject(rt),
	}
	core := maps.Clone(opts.Core)
	if core == nil {
		core = map[string]Core{}
	}
	core["module"] = l.moduleCore(core["module"])
	l.opts.Core = core
	parse, ok := goja.AssertFunction(rt.Get("JSON").ToObject(rt).Get("parse"))
	if !ok {
		return nil, errors.New("the realm has no JSON.parse")
	}
	l.syntax = parse
	program, err := wrapper()
	if err != nil {
		return nil, err
	}
	wrap, err := rt.RunProgram(program)
	if err != nil {
		return nil, fmt.Errorf("preparing require: %w", err)
	}
	l.wrap, _ = goja.AssertFunction(wrap)
	if l.es, err = newLinker(l); err != nil {
		return nil, err
	}
	if err := l.lowerTexts(); err != nil {
		return nil, err
	}
	l.makeLazy()
	l.makePrototype()
	l.makeExtensions()
	l.readNodePath()
	l.main = l.newModule(filepath.Join(root, "app.js"), nil)
	_ = l.main.Set("id", ".")
	if process, ok := r.Runtime().Get("process").(*goja.Object); ok {
		_ = process.Set("mainModule", l.main)
		l.giveModule(process)
	}
	return l, nil
}

// Require loads a module like require(name) in a file of the project folder, and
// returns its exports; an absolute path names a file. Errors are *jsapi.ScriptError, or
// the Go error of a native module.
func (l *Loader) Require(name string) (goja.Value, error) { return l.RequireFrom(l.opts.Root, name) }

// Finds reports whether require(name) or import in a folder finds a module, without loading
// it.
func (l *Loader) Finds(dir, name string) bool {
	_, required := l.resolve(name, dir)
	_, imported := l.resolveAs(name, dir, howImport)
	return required || imported
}

// RequireFrom loads a module like require(name) in a file of dir.
func (l *Loader) RequireFrom(dir, name string) (exports goja.Value, err error) {
	if ex := l.r.Runtime().Try(func() { exports = l.require(name, l.at(dir), nil) }); ex != nil {
		return nil, l.r.Wrap(ex)
	}
	return exports, nil
}

// Forget has files loaded again by the next require of them.
func (l *Loader) Forget(paths ...string) {
	for _, path := range paths {
		_ = l.cached().Delete(path) // deletable, as it was set
		if real, err := filepath.EvalSymlinks(path); err == nil {
			_ = l.cached().Delete(real)
		}
	}
}

// RunMain runs a file as the main module: require.main is its module.
func (l *Loader) RunMain(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("running the main module: %w", err)
	}
	l.mainFile = real
	_, err = l.Require(path)
	return err
}

// Reads returns the files that were looked for so far. It may be called from any
// goroutine.
func (l *Loader) Reads() *Reads { return &l.reads }

// Running returns the file whose top level is running, relative to the project; "" for
// none. It may be called from any goroutine.
func (l *Loader) Running() string {
	if path := l.running.Load(); path != nil {
		return l.relative(*path)
	}
	return ""
}

// require gives what name means at a place; it throws.
func (l *Loader) require(name string, from place, parent *goja.Object) goja.Value {
	if core, ok := l.opts.ForMain[name]; ok && parent == l.main {
		return l.requireCore(name, core)
	}
	t, ok := l.resolveFrom(name, from, howRequire)
	// A name such as ./isomorphic.node may also mean a script beside the addons.
	if strings.HasSuffix(name, ".node") && (!ok || t.core == nil && filepath.Ext(t.name) == ".node") {
		l.throwAddon(name, from.dir)
	}
	if !ok {
		l.reads.miss(name, from.dir)
		l.throwNotFound(name, parent, t.refused)
	}
	if t.core != nil {
		return l.requireCore(t.name, t.core)
	}
	return l.requireTarget(t, parent)
}

// requireTarget returns the exports of a file, which it loads if it is not in the cache.
func (l *Loader) requireTarget(t target, parent *goja.Object) goja.Value {
	if m, ok := l.cached().Get(t.name).(*goja.Object); ok {
		l.adopt(parent, m)
		if es, ok := l.es.records[t.name]; ok && es.module == m && (es.phase != finished || es.failed != nil) {
			if es.phase == running {
				return l.es.names.required(es)
			}
			return l.es.requireES(es)
		}
		return m.Get("exports")
	}
	return l.load(t, parent)
}

func (l *Loader) requireCore(name string, core Core) goja.Value {
	m, ok := l.native[name]
	if !ok {
		m = l.newModule(name, nil)
		l.native[name] = m
		// The scripts of the server call it without the module.
		own := l.r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value { return l.require(l.name(call), l.placeOf(m), m) })
		_ = m.DefineDataProperty("require", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if err := core(l.r, m); err != nil {
			delete(l.native, name)
			l.rethrow(err)
		}
	}
	return m.Get("exports")
}

// load loads a file; a file that fails can be required again.
func (l *Loader) load(t target, parent *goja.Object) goja.Value {
	path := t.name
	handler := l.handler(path)
	wraps := handler == nil && l.wraps()
	var prg *cached
	var src []byte
	switch {
	case handler != nil || wraps || filepath.Ext(path) == ".json":
		src = l.read(t)
	default:
		if prg = l.fileProgram(t); prg.es != nil {
			return l.es.requireES(l.es.own(t, path, prg, parent, true))
		}
	}
	m := l.moduleOf(path, parent)
	cache := l.cached()
	_ = cache.Set(path, m)
	l.adopt(parent, m)
	done := false
	defer func() {
		if !done {
			_ = cache.Delete(path)
		}
	}()
	switch {
	case handler != nil:
		l.handle(handler, path, m)
	case filepath.Ext(path) == ".json":
		l.runJSON(path, src, m)
	case wraps:
		l.runWrapped(path, string(src), m)
	default:
		l.run(path, prg, m)
	}
	done = true
	_ = m.Set("loaded", true)
	return m.Get("exports")
}

// read reads a file that is loaded.
func (l *Loader) read(t target) []byte {
	src, err := readModule(t.name, t.info.Size())
	if err != nil {
		l.rethrow(err)
	}
	l.loads(t, src)
	return src
}

// loads notes that a file is loaded; src is nil if its program is known.
func (l *Loader) loads(t target, src []byte) {
	if !l.reads.file(t.name) { // else a loop that loads one file for ever would never be interrupted
		l.r.Progress()
	}
	l.reads.find(t.name, t.info, src)
}

// fileProgram returns the program of a file.
func (l *Loader) fileProgram(t target) *cached {
	f := l.fileOf(t.name)
	key := f.key()
	if prg := l.opts.Cache.unchanged(key, t.info); prg != nil {
		l.loads(t, nil)
		return prg
	}
	prg := l.program(f, l.read(t))
	l.opts.Cache.remember(key, t.info, prg)
	return prg
}

// fileOf returns what there is to know of a file before it is compiled.
func (l *Loader) fileOf(path string) *file {
	f := &file{path: path, shown: l.relative(path), format: l.formatOf(path)}
	if f.loader() != api.LoaderJS {
		f.config = l.configOf(path)
	}
	return f
}

func (l *Loader) runJSON(path string, src []byte, m *goja.Object) {
	src = bytes.TrimPrefix(src, byteOrderMark)
	v, err := l.syntax(goja.Undefined(), l.r.Runtime().ToValue(string(src)))
	if err != nil {
		var ex *goja.Exception
		if errors.As(err, &ex) {
			err = jsonError(l.relative(path), src, ex.Value().String())
		}
		l.rethrow(err)
	}
	_ = m.Set("exports", v)
}

func (l *Loader) program(f *file, src []byte) *cached {
	prg, err := l.opts.Cache.program(f, src)
	if err != nil {
		l.rethrow(err)
	}
	return prg
}

// run runs a program for a module, and returns what its function returns.
func (l *Loader) run(path string, prg *cached, m *goja.Object) goja.Value {
	rt := l.r.Runtime()
	if prg.wrapped {
		l.r.SetColumnOffset(path, len(wrapOpen))
	}
	v, err := rt.RunProgram(prg.program)
	if err != nil {
		l.rethrow(err)
	}
	fn, ok := goja.AssertFunction(v)
	if !ok {
		l.rethrow(fmt.Errorf("%s: the file closes a bracket that it did not open", l.relative(path)))
	}
	if prg.dynamic {
		made, err := fn(goja.Undefined(), l.es.importFunction(path, !isTypeScript(path)))
		if err != nil {
			l.rethrow(err)
		}
		fn, _ = goja.AssertFunction(made)
	}
	require := goja.Undefined()
	if prg.requires {
		require = l.requireFunction(m)
	}
	return l.enter(path, fn, m, require)
}

// enter calls the function of a file with what each file knows.
func (l *Loader) enter(path string, fn goja.Callable, m *goja.Object, require goja.Value) goja.Value {
	rt := l.r.Runtime()
	exports := m.Get("exports")
	defer l.running.Store(l.running.Swap(&path))
	v, err := fn(exports, exports, require, m, rt.ToValue(path), rt.ToValue(filepath.Dir(path)))
	if err != nil {
		l.rethrow(err)
	}
	return v
}

// runWrapped runs a file whose text is put between what Module.wrap gives.
func (l *Loader) runWrapped(path, src string, m *goja.Object) goja.Value {
	text := l.wrapText(string(bytes.TrimPrefix([]byte(src), byteOrderMark)))
	lowered, err := l.opts.Cache.script(l.fileOf(path), text)
	if err != nil {
		l.rethrow(err)
	}
	v, err := l.r.Runtime().RunProgram(lowered)
	if err != nil {
		l.rethrow(err)
	}
	fn, ok := goja.AssertFunction(v)
	if !ok {
		panic(l.r.Runtime().NewTypeError("compiledWrapper.apply is not a function"))
	}
	return l.enter(path, fn, m, l.requireFunction(m))
}

// moduleOf is a new module, or the main one for the file that is run as such.
func (l *Loader) moduleOf(path string, parent *goja.Object) *goja.Object {
	if path != l.mainFile {
		return l.newModule(path, parent)
	}
	_ = l.main.Set("path", filepath.Dir(path)) // it was made before its file was known
	_ = l.main.Set("filename", path)
	return l.main
}

// newModule returns the module object of a file. Its require is that of the prototype.
func (l *Loader) newModule(path string, parent *goja.Object) *goja.Object {
	rt := l.r.Runtime()
	m := rt.NewObject()
	_ = m.SetPrototype(l.class.proto) // does not fail on a new object
	_ = m.Set("id", path)
	_ = m.Set("path", filepath.Dir(path))
	_ = m.Set("exports", rt.NewObject())
	_ = m.Set("filename", path)
	_ = m.Set("loaded", false)
	l.lazy.children.on(m)
	l.lazy.paths.on(m)
	from := goja.Null()
	if parent != nil {
		from = parent
	}
	_ = m.DefineDataProperty("parent", from, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return m
}

// requireFunction makes the require of a module's file.
func (l *Loader) requireFunction(m *goja.Object) *goja.Object {
	require := l.constructible(l.r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value { return l.requireOf(m, call) }))
	l.requires[require] = m
	l.lazy.resolve.on(require)
	_ = require.Set("main", l.main)
	_ = require.Set("extensions", l.handlers.object)
	_ = require.Set("cache", l.cached())
	return require
}

// constructible is require as a function of JavaScript, which a package may call with new
// by mistake: new require('stream').Readable() is (new require('stream')).Readable().
func (l *Loader) constructible(require goja.Value) *goja.Object {
	made, err := l.wrap(goja.Undefined(), require)
	if err != nil {
		panic(err)
	}
	return made.ToObject(l.r.Runtime())
}

// adopt adds m to the children of parent.
func (l *Loader) adopt(parent, m *goja.Object) {
	if parent == nil || m.Get("parent") != goja.Value(parent) {
		return
	}
	list, ok := parent.Get("children").(*goja.Object)
	if !ok {
		return
	}
	if push, ok := goja.AssertFunction(list.Get("push")); ok && !m.Get("loaded").ToBoolean() {
		_, _ = push(list, m)
	}
}

// name is the argument of require.
func (l *Loader) name(call goja.FunctionCall) string {
	id := call.Argument(0)
	if !goja.IsString(id) {
		l.throwArgument("id", id)
	}
	name := id.String()
	if name == "" {
		l.throwCode("TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'id' must be a non-empty string. Received ''")
	}
	return name
}

// rethrow throws an error of Go or of goja in JavaScript.
func (l *Loader) rethrow(err error) {
	var ex *goja.Exception
	var interrupted *goja.InterruptedError
	if errors.As(err, &ex) || errors.As(err, &interrupted) {
		panic(err)
	}
	panic(l.r.Error(err))
}

func (l *Loader) throwNotFound(name string, parent *goja.Object, refused *refusal) {
	rt := l.r.Runtime()
	code, msg := "MODULE_NOT_FOUND", fmt.Sprintf("Cannot find module '%s'", name)
	if refused != nil {
		code, msg = refused.code, refused.message
	}
	var stack []string
	for m := parent; m != nil && len(stack) < maxRequireStack; m, _ = m.Get("parent").(*goja.Object) {
		file := m.Get("filename")
		if !goja.IsString(file) {
			file = m.Get("id")
		}
		if file != nil {
			stack = append(stack, file.String())
		}
	}
	if refused == nil && len(stack) > 0 {
		msg += "\nRequire stack:\n- " + strings.Join(stack, "\n- ")
	}
	e, err := rt.New(l.ctor, rt.ToValue(msg))
	if err != nil {
		panic(err)
	}
	_ = e.Set("code", code)
	if refused == nil {
		_ = e.Set("requireStack", l.array(stack))
	}
	panic(e)
}

// maxRequireStack is how many files the error of a missing module lists.
const maxRequireStack = 100

// throwAddon throws the error that a native addon cannot be loaded, with the name of
// its package.
func (l *Loader) throwAddon(name, dir string) {
	rt := l.r.Runtime()
	owner := l.relative(filepath.Join(dir, name))
	if _, inside, ok := strings.Cut(filepath.ToSlash(dir)+"/", "/node_modules/"); ok {
		if i := strings.LastIndex(inside, "node_modules/"); i >= 0 {
			inside = inside[i+len("node_modules/"):]
		}
		parts := strings.SplitN(inside, "/", 3)
		owner = parts[0]
		if strings.HasPrefix(owner, "@") && len(parts) > 1 {
			owner += "/" + parts[1]
		}
	}
	e, err := rt.New(l.ctor, rt.ToValue(fmt.Sprintf(
		"the module %s is compiled for Node and cannot be loaded here (%s): use one that is written in JavaScript", owner, filepath.Base(name))))
	if err != nil {
		panic(err)
	}
	_ = e.Set("code", "ERR_DLOPEN_FAILED")
	panic(e)
}

func (l *Loader) relative(path string) string {
	rel, err := filepath.Rel(l.opts.Root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return path
	}
	return filepath.ToSlash(rel)
}

func readModule(path string, size int64) ([]byte, error) {
	if size > maxFile {
		return nil, fmt.Errorf("%s: too large for a module: %d bytes, at most %d", path, size, maxFile)
	}
	src, err := os.ReadFile(path)
	if src == nil && err == nil {
		src = []byte{} // the file is empty
	}
	return src, err
}
