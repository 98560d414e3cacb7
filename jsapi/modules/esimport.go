package modules

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// requireES returns what require gives of an ES module. A module that awaits has to have
// run before: require does not wait.
func (k *linker) requireES(m *record) goja.Value {
	k.link(m)
	if m.phase == linked && k.awaits(m, map[*record]bool{}) {
		k.throwAsync(m)
	}
	if err := k.evaluate(m); err != nil {
		k.l.rethrow(err)
	}
	if m.phase == awaiting {
		k.throwAsync(m)
	}
	return m.module.Get("exports")
}

func (k *linker) throwAsync(m *record) {
	k.throw("", "ERR_REQUIRE_ASYNC_MODULE", "require() cannot be used on an ESM graph with top-level await. Use import() instead. Requiring "+k.l.relative(m.path), nil)
}

// awaits reports whether a module, or one that it imports, awaits something.
func (k *linker) awaits(m *record, seen map[*record]bool) bool {
	if m.src == nil || seen[m] || m.phase == finished {
		return false
	}
	seen[m] = true
	if m.src.async {
		return true
	}
	for _, dep := range m.deps {
		if k.awaits(dep, seen) {
			return true
		}
	}
	return false
}

// Pending returns a promise for a file of which require would throw that it awaits
// something; nil for any other. When it is fulfilled, the file can be required.
func (l *Loader) Pending(path string) (promise goja.Value, err error) {
	if ex := l.r.Runtime().Try(func() {
		t, may := l.mayAwait(path)
		if !may || l.cached().Get(t.name) == nil && l.fileProgram(t).es == nil {
			return
		}
		m := l.es.record(t, "")
		if m.src == nil || m.phase == finished {
			return
		}
		l.es.link(m)
		if !l.es.awaits(m, map[*record]bool{}) {
			return
		}
		_ = l.es.evaluate(m) // the promise is rejected
		promise = l.es.promised(m)
	}); ex != nil {
		return nil, l.r.Wrap(ex)
	}
	return promise, nil
}

// MayAwait reports whether Pending has to be asked about a file.
func (l *Loader) MayAwait(path string) (may bool) {
	if ex := l.r.Runtime().Try(func() { _, may = l.mayAwait(path) }); ex != nil {
		return true // Pending gives the error
	}
	return may
}

// mayAwait finds a file, and reports whether it may be an ES module.
func (l *Loader) mayAwait(path string) (target, bool) {
	t, ok := l.resolve(path, l.opts.Root)
	if !ok || t.core != nil || l.handler(t.name) != nil || filepath.Ext(t.name) == ".json" {
		return t, false
	}
	return t, l.cached().Get(t.name) != nil || l.mayBeES(t)
}

// mayBeES reports whether a file may be an ES module, without compiling it.
func (l *Loader) mayBeES(t target) bool {
	f := l.fileOf(t.name)
	if prg := l.opts.Cache.unchanged(f.key(), t.info); prg != nil {
		return prg.es != nil
	}
	src, err := readModule(t.name, t.info.Size())
	return err == nil && f.format != formatCommon && (bytes.Contains(src, []byte("import")) || exportWord.Match(src))
}

var exportWord = regexp.MustCompile(`\bexport\b`)

// Import loads a module like import(name) in a file of dir, and returns the promise of
// its namespace.
func (l *Loader) Import(dir, name string) goja.Value {
	return l.es.importing(name, filepath.Join(dir, "import.mjs"), true)
}

// importFunction is import() of a file.
func (k *linker) importFunction(path string, strict bool) goja.Value {
	return k.l.r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
		return k.imported(call.Argument(0), path, strict)
	})
}

// imported is the promise of import(name) in a file.
func (k *linker) imported(from goja.Value, path string, strict bool) goja.Value {
	rt := k.l.r.Runtime()
	var name string
	if ex := rt.Try(func() { name = from.ToString().String() }); ex != nil {
		p, _, reject := rt.NewPromise()
		if err := reject(ex.Value()); err != nil {
			k.l.rethrow(err)
		}
		return rt.ToValue(p)
	}
	return k.importing(name, path, strict)
}

// importing loads a module in a later turn, as Node does, which reads files meanwhile.
func (k *linker) importing(name, path string, strict bool) goja.Value {
	rt := k.l.r.Runtime()
	p, resolve, reject := rt.NewPromise()
	settle := func(err error) {
		if err != nil {
			k.l.r.Uncaught(err)
		}
	}
	refuse := func(v goja.Value) { settle(reject(v)) }
	load := func() {
		var m *record
		var promise goja.Value
		if ex := rt.Try(func() {
			m = k.find(name, path, strict)
			k.link(m)
			if err := k.evaluate(m); err != nil {
				k.l.rethrow(err)
			}
			if m.src != nil && m.phase == awaiting {
				promise = k.promised(m)
			}
		}); ex != nil {
			refuse(ex.Value())
			return
		}
		namespace := m.namespace
		if !strict && m.dynamic() {
			namespace = m.babel
		}
		if promise == nil {
			settle(resolve(namespace))
			return
		}
		k.l.r.WhenSettled(promise, func(goja.Value) { settle(resolve(namespace)) }, refuse)
	}
	complete := k.l.r.Reserve()
	k.later(func() { complete(func(*jsapi.Realm) { k.inside(load) }) })
	return rt.ToValue(p)
}

// meta returns import.meta of a module.
func (k *linker) meta(m *record) goja.Value {
	rt := k.l.r.Runtime()
	meta := rt.CreateObject(nil)
	_ = meta.Set("dirname", filepath.Dir(m.path)) // does not fail on a new object
	_ = meta.Set("filename", m.path)
	resolve := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		name, suffix := k.path(call.Argument(0).String(), m.path)
		t, ok := k.l.resolveAs(name, filepath.Dir(m.path), howImport)
		switch {
		case ok && t.core != nil:
			return rt.ToValue("node:" + t.name)
		case ok:
			return rt.ToValue(fileURL(t.name) + suffix)
		case t.refused == nil && len(name) > 0 && (name[0] == '.' || filepath.IsAbs(name)):
			if !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(m.path), name)
			}
			return rt.ToValue(fileURL(name) + suffix)
		}
		k.notFound(name, m.path, t.refused)
		return nil
	}).ToObject(rt)
	_ = resolve.DefineDataProperty("name", rt.ToValue("resolve"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = meta.Set("resolve", resolve)
	_ = meta.Set("url", fileURL(m.path)+strings.TrimPrefix(m.key, m.path)) // with the query
	return meta
}
