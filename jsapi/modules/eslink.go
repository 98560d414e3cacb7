package modules

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// linker loads ES modules: it finds all that a module imports, checks that the names
// exist, and then runs them in the order of the language.
type linker struct {
	l       *Loader
	names   *namespaces
	records map[string]*record
	order   int // of modules that await
	promise goja.Callable
}

func newLinker(l *Loader) (*linker, error) {
	rt := l.r.Runtime()
	names, err := newNamespaces(rt)
	if err != nil {
		return nil, err
	}
	ctor := rt.Get("Promise").ToObject(rt)
	resolve, ok := goja.AssertFunction(ctor.Get("resolve"))
	if !ok {
		return nil, errors.New("the realm has no Promise.resolve")
	}
	return &linker{l: l, names: names, records: map[string]*record{}, promise: func(_ goja.Value, args ...goja.Value) (goja.Value, error) { return resolve(ctor, args...) }}, nil
}

// find returns the record of what name means in a file; it throws if there is none.
func (k *linker) find(name, from string, strict bool) *record {
	how := howRequire
	if strict {
		how = howImport
	}
	name, suffix := k.path(name, from)
	if !strict {
		if m := k.replaced(name, from); m != nil {
			return m
		}
	}
	t, ok := k.l.resolveAs(name, filepath.Dir(from), how)
	if !ok {
		k.l.reads.miss(name, filepath.Dir(from))
		k.notFound(name, from, t.refused)
	}
	return k.record(t, suffix)
}

// replaced is the record of a name in a file that Node would read as CommonJS, once compiled,
// where code has replaced functions of Module that require calls; nil where it has not.
func (k *linker) replaced(name, from string) *record {
	l := k.l
	if l.class.constructor == nil {
		return nil
	}
	var parent *goja.Object
	if m := k.records[from]; m != nil {
		parent = m.module
	}
	if load := l.class.replaced("_load"); load != nil {
		key := from + "\x00" + name
		if m := k.records[key]; m != nil {
			return m
		}
		rt := l.r.Runtime()
		return k.common(key, key, func() goja.Value {
			return l.call(load, l.class.constructor, rt.ToValue(name), orUndefined(parent), rt.ToValue(false))
		})
	}
	if t, ok := l.renamed(name, parent); ok {
		return k.record(t, "")
	}
	return nil
}

// path returns the path of a file URL, and the query that makes it another module.
func (k *linker) path(name, from string) (path, suffix string) {
	scheme, _, isURL := strings.Cut(name, ":")
	relative := strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/")
	switch {
	case isURL && scheme == "file":
		u, err := url.Parse(name)
		if err != nil {
			panic(k.l.r.Runtime().NewTypeError("Invalid URL"))
		}
		path, suffix = u.Path, u.RawQuery
	case isURL && (scheme == "http" || scheme == "https" || scheme == "data"):
		k.throw("", "ERR_UNSUPPORTED_ESM_URL_SCHEME", "Only URLs with a scheme in: file and node are supported. Received protocol '"+scheme+":'", nil)
	case relative:
		path, suffix, _ = strings.Cut(name, "?")
		path, _, _ = strings.Cut(path, "#")
		if decoded, err := url.PathUnescape(path); err == nil && strings.Contains(path, "%") && !isFile(filepath.Join(filepath.Dir(from), path)) {
			path = decoded
		}
	default:
		return name, ""
	}
	if suffix != "" {
		suffix = "?" + suffix
	}
	return path, suffix
}

// record returns the record of a module, a new one for one that is not known.
func (k *linker) record(t target, suffix string) *record {
	l := k.l
	if t.core != nil {
		return k.common("node:"+t.name, t.name, func() goja.Value { return l.requireCore(t.name, t.core) })
	}
	key := t.name + suffix
	if m, ok := k.records[key]; ok && (m.module == nil || suffix != "" || l.cached().Get(t.name) == goja.Value(m.module)) {
		return m
	}
	if l.handler(t.name) == nil && filepath.Ext(t.name) != ".json" && filepath.Ext(t.name) != ".node" && l.cached().Get(t.name) == nil || suffix != "" {
		if prg := l.fileProgram(t); prg.es != nil {
			return k.own(t, key, prg, nil, suffix == "")
		}
	}
	m := k.common(key, t.name, func() goja.Value { return l.requireTarget(t, nil) })
	m.json = filepath.Ext(t.name) == ".json" && l.handler(t.name) == nil
	return m
}

// common returns the record of a module that is no ES module.
func (k *linker) common(key, path string, load func() goja.Value) *record {
	m := &record{key: key, path: path, load: load, namespace: k.names.empty(), babel: k.l.r.Runtime().NewObject(), phase: linked}
	k.records[key] = m
	return m
}

// own returns the record of an ES module.
func (k *linker) own(t target, key string, prg *cached, parent *goja.Object, cache bool) *record {
	l := k.l
	m := &record{key: key, path: t.name, src: prg.es, prg: prg, namespace: k.names.empty(), babel: l.r.Runtime().NewObject(), module: l.moduleOf(t.name, parent)}
	k.records[key] = m
	if cache {
		_ = l.cached().Set(t.name, m.module)
		l.adopt(parent, m.module)
	}
	return m
}

// compiled runs an ES module that code has compiled for a module object of its own.
func (k *linker) compiled(path string, prg *cached, module *goja.Object) {
	m := &record{key: path, path: path, src: prg.es, prg: prg, namespace: k.names.empty(), babel: k.l.r.Runtime().NewObject(), module: module}
	k.records[path] = m
	k.requireES(m)
}

// link finds everything that a module imports, and prepares it to run. If that fails,
// the modules that were found are forgotten, and may be loaded again.
func (k *linker) link(m *record) {
	if m.phase != found {
		return
	}
	var list []*record
	done := false
	defer func() {
		if !done {
			for _, one := range list {
				k.forget(one)
			}
		}
	}()
	var ordered []*record
	k.gather(m, &list, &ordered)
	for _, one := range list {
		k.instantiate(one)
	}
	for _, one := range ordered {
		k.check(one)
	}
	for _, one := range list {
		k.names.prepare(one)
		one.phase = linked
	}
	done = true
}

func (k *linker) forget(m *record) {
	delete(k.records, m.key)
	if k.l.cached().Get(m.path) == goja.Value(m.module) {
		_ = k.l.cached().Delete(m.path)
	}
	m.deps, m.phase = nil, found
}

// gather adds the ES modules that are not yet linked to list, and to ordered, where those
// that are imported come first.
func (k *linker) gather(m *record, list, ordered *[]*record) {
	if m.phase != found || m.deps != nil {
		return
	}
	m.deps = make([]*record, len(m.src.requests))
	*list = append(*list, m) // so that it is forgotten if something is not found
	for _, i := range m.src.order {
		r := &m.src.requests[i]
		m.deps[i] = k.find(r.specifier, m.path, m.src.strict)
	}
	for _, at := range m.src.order {
		if dep := m.deps[at]; dep.src != nil {
			k.gather(dep, list, ordered)
		}
	}
	*ordered = append(*ordered, m)
}

// instantiate makes the generator of a module, and runs it as far as its exports are
// defined and its functions exist.
func (k *linker) instantiate(m *record) {
	l, rt := k.l, k.l.r.Runtime()
	v, err := rt.RunProgram(m.prg.program)
	if err != nil {
		l.rethrow(err)
	}
	wrapped, ok := goja.AssertFunction(v)
	if !ok {
		l.rethrow(fmt.Errorf("%s: the file closes a bracket that it did not open", l.relative(m.path)))
	}
	args := []goja.Value{
		rt.ToValue(func(call goja.FunctionCall) goja.Value {
			dep := m.deps[call.Argument(0).ToInteger()]
			if !m.src.strict && dep.dynamic() {
				return dep.babel
			}
			return dep.namespace
		}),
		rt.ToValue(func(call goja.FunctionCall) goja.Value {
			object := call.Argument(0).ToObject(rt)
			m.getters = map[string]goja.Callable{}
			for _, name := range object.Keys() {
				m.getters[name], _ = goja.AssertFunction(object.Get(name))
			}
			return goja.Undefined()
		}),
		k.importFunction(m.path, m.src.strict),
		goja.Undefined(),
	}
	if m.src.meta {
		args[3] = k.meta(m)
	}
	if !m.src.strict {
		exports := m.module.Get("exports")
		if !m.likeCommonJS() {
			exports = k.names.empty()
			_ = m.module.Set("exports", exports)
		}
		m.own = exports
		args = append(args, exports, l.requireFunction(m.module), m.module, rt.ToValue(m.path), rt.ToValue(filepath.Dir(m.path)))
	}
	body, err := wrapped(goja.Undefined(), args...)
	if err != nil {
		l.rethrow(err)
	}
	start, _ := goja.AssertFunction(body)
	generator, err := start(goja.Undefined())
	if err != nil {
		l.rethrow(err)
	}
	m.step = stepsOf(rt, generator)
	if _, _, err := m.step("next", goja.Undefined()); err != nil {
		l.rethrow(err)
	}
	k.names.nameFunctions(m)
}

// stepsOf drives a generator.
func stepsOf(rt *goja.Runtime, v goja.Value) stepper {
	generator := v.ToObject(rt)
	return func(method string, v goja.Value) (awaited goja.Value, done bool, err error) {
		fn, _ := goja.AssertFunction(generator.Get(method))
		result, err := fn(generator, v)
		if err != nil {
			return nil, false, err
		}
		o := result.ToObject(rt)
		return o.Get("value"), o.Get("done").ToBoolean(), nil
	}
}

// check throws if a module imports a name that another one does not export.
func (k *linker) check(m *record) {
	for _, exported := range []bool{false, true} { // imports come first
		for _, i := range m.src.order {
			k.checkRequest(m, i, exported)
		}
	}
}

// checkRequest checks the names of one import: those that the module exports again, or all
// others.
func (k *linker) checkRequest(m *record, request int, exported bool) {
	r, dep := &m.src.requests[request], m.deps[request]
	if dep.dynamic() && !dep.json {
		return
	}
	for _, name := range r.names {
		if m.exportsAgain(name, request) != exported {
			continue
		}
		at, ambiguous := dep.resolve(name)
		switch {
		case ambiguous:
			k.refuse(m, r, fmt.Sprintf("The requested module '%s' contains conflicting star exports for name '%s'", r.specifier, name)+k.conflict(dep, name))
		case at == nil && !dep.awaitsNames(map[*record]bool{}) && !(exported && isTypeScript(m.path)): // that may be a type, of which nothing is left
			k.refuse(m, r, missing(m, request, name))
		}
	}
}

// exportsAgain reports whether the module exports a name of another one.
func (m *record) exportsAgain(name string, request int) bool {
	return slices.ContainsFunc(m.src.exports, func(b binding) bool { return b.from == request && b.of == name })
}

// missing says which module does not export a name that m requests: the last one of those
// that export it from each other.
func missing(m *record, request int, name string) string {
	seen := map[resolution]bool{}
	for {
		specifier, dep := m.src.requests[request].specifier, m.deps[request]
		asked := resolution{of: dep, name: name}
		if seen[asked] {
			return fmt.Sprintf("Detected cycle while resolving name '%s' in '%s'", name, specifier)
		}
		seen[asked] = true
		var next *binding
		if dep.src != nil {
			for i := range dep.src.exports {
				if b := &dep.src.exports[i]; b.name == name && b.from >= 0 && b.of != "*" {
					next = b
				}
			}
		}
		if next == nil {
			return fmt.Sprintf("The requested module '%s' does not provide an export named '%s'", specifier, name)
		}
		m, request, name = dep, next.from, next.of
	}
}

// conflict names the modules that export different things under one name.
func (k *linker) conflict(dep *record, name string) string {
	var from []string
	for _, star := range dep.src.stars {
		if at, _ := dep.deps[star].resolve(name); at != nil {
			from = append(from, dep.src.requests[star].specifier)
		}
	}
	if len(from) < 2 {
		return ""
	}
	return fmt.Sprintf(" with the previous requested module '%s'", from[1])
}

// checkCommon is check for the modules that are no ES modules, which have run. Babel and
// TypeScript do not check their names.
func (k *linker) checkCommon(m *record) {
	if !m.src.strict {
		return
	}
	for i := range m.src.requests {
		r, dep := &m.src.requests[i], m.deps[i]
		for _, name := range r.names {
			if at, _ := dep.resolve(name); at != nil {
				continue
			}
			if dep.dynamic() && dep.src == nil && filepath.IsAbs(dep.path) {
				k.refuse(m, r, "Named export '"+name+"' not found. The requested module '"+r.specifier+"' is a CommonJS module, which may not support all module.exports as named exports.\n"+
					"CommonJS modules can always be imported via the default export, for example using:\n\nimport pkg from '"+r.specifier+"';\nconst "+destructuring(m, r, name)+" = pkg;\n")
			}
			k.refuse(m, r, missing(m, i, name))
		}
	}
}

// destructuring is the pattern for the names of an import, as they are written.
func destructuring(m *record, r *request, name string) string {
	pattern, err := regexp.Compile(`(\{[^{}]*\})\s*from\s*['"]` + regexp.QuoteMeta(r.specifier) + `['"]`)
	if src, unread := os.ReadFile(m.path); err == nil && unread == nil {
		for _, found := range pattern.FindAllSubmatch(src, -1) {
			if regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).Match(found[1]) {
				return strings.ReplaceAll(string(found[1]), " as ", ": ")
			}
		}
	}
	return "{" + name + "}"
}

// refuse throws a SyntaxError at an import.
func (k *linker) refuse(m *record, r *request, message string) {
	src, err := os.ReadFile(m.path)
	e := &jsapi.ScriptError{Name: "SyntaxError", Message: message, File: k.l.relative(m.path), Line: r.line, Column: r.column}
	if err == nil {
		e.Excerpt = jsapi.Excerpt(strings.Split(string(src), "\n"), e.Line, e.Column)
	}
	made, err := k.l.r.Runtime().New(k.l.r.Runtime().Get("SyntaxError"), k.l.r.Runtime().ToValue(message))
	if err != nil {
		panic(err)
	}
	k.l.r.AttachGoError(made, e)
	panic(made)
}

// notFound throws that a file imports what does not exist.
func (k *linker) notFound(name, from string, refused *refusal) {
	code, message, where := "ERR_MODULE_NOT_FOUND", "Cannot find package '"+name+"'", ""
	if owner, _, ok := packageOf(name); ok {
		message = "Cannot find package '" + owner + "'"
	}
	switch {
	case refused != nil:
		code, message = refused.code, refused.message
	case strings.HasPrefix(name, ".") || filepath.IsAbs(name):
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(from), name)
		}
		message, where = "Cannot find module '"+name+"'", name
	case strings.HasPrefix(name, "node:"):
		k.throw("", "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: "+name, nil)
	}
	k.throw("", code, message+" imported from "+from, func(e *goja.Object) {
		if where != "" {
			_ = e.Set("url", fileURL(where))
		}
	})
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// throw throws an error with a code.
func (k *linker) throw(kind, code, message string, more func(e *goja.Object)) {
	rt := k.l.r.Runtime()
	if kind == "" {
		kind = "Error"
	}
	e, err := rt.New(rt.Get(kind), rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	_ = e.Set("code", code)
	if more != nil {
		more(e)
	}
	panic(e)
}
