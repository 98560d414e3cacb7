package modules

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
)

// namespaces makes what import * gives. The objects have a getter for each name; when the
// module has run, names whose values will not change get the values.
type namespaces struct {
	rt *goja.Runtime
	// functions of namespace.js
	has, close, live, snapshot, mirror, inside goja.Callable
}

//go:embed namespace.js
var namespaceSource string

var namespaceProgram = compile.Once("framework:namespace.js", namespaceSource, true)

func newNamespaces(rt *goja.Runtime) (*namespaces, error) {
	program, err := namespaceProgram()
	if err != nil {
		return nil, err
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		return nil, fmt.Errorf("preparing modules: %w", err)
	}
	n := &namespaces{rt: rt}
	for name, fn := range map[string]*goja.Callable{"has": &n.has, "close": &n.close, "live": &n.live, "snapshot": &n.snapshot, "mirror": &n.mirror, "inside": &n.inside} {
		*fn, _ = goja.AssertFunction(v.ToObject(rt).Get(name))
	}
	return n, nil
}

// call calls one of the functions; it throws what that throws.
func (n *namespaces) call(fn goja.Callable, args ...any) goja.Value {
	values := make([]goja.Value, len(args))
	for i, arg := range args {
		values[i] = n.rt.ToValue(arg)
	}
	v, err := fn(goja.Undefined(), values...)
	if err != nil {
		panic(err)
	}
	return v
}

func (n *namespaces) own(o *goja.Object, name string) bool { return n.call(n.has, o, name).ToBoolean() }

// empty returns a namespace without names.
func (n *namespaces) empty() *goja.Object {
	o := n.rt.CreateObject(nil)
	_ = o.DefineDataPropertySymbol(goja.SymToStringTag, n.rt.ToValue("Module"), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE) // does not fail on a new object
	return o
}

// IsNamespace reports whether o is what import *, or require, gives of an ES module.
func IsNamespace(o *goja.Object) bool {
	if o.Prototype() != nil {
		return false
	}
	tag := o.GetSymbol(goja.SymToStringTag)
	return tag != nil && tag.String() == "Module"
}

// prepare defines the names of an ES module that has not run, in their order.
func (n *namespaces) prepare(m *record) {
	names := m.names()
	had := m.namespace.Keys()
	if len(had) == len(names) {
		return
	}
	for _, name := range had {
		_ = m.namespace.Delete(name) // all are configurable as yet
	}
	for _, name := range names {
		n.define(m, name)
	}
}

func (n *namespaces) define(m *record, name string) {
	if get, ok := m.getters[name]; ok {
		_ = m.namespace.DefineAccessorProperty(name, n.rt.ToValue(get), nil, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	at, _ := m.resolve(name)
	if at == nil {
		return
	}
	if at.name == "*" {
		_ = m.namespace.DefineDataProperty(name, at.of.namespace, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	from := at.exported()
	if from == "" {
		return
	}
	n.call(n.live, m.namespace, name, at.of.namespace, from, true)
}

// exported is a name under which the module of the variable exports it.
func (at *resolution) exported() string {
	if at.of.dynamic() {
		return at.name
	}
	for i := range at.of.src.exports {
		if b := &at.of.src.exports[i]; b.from < 0 && b.of == at.name {
			return b.name
		}
	}
	return ""
}

// settle gives the names whose values will not change the values, and closes the
// namespace of a module that has run.
func (n *namespaces) settle(m *record) {
	if m.dynamic() {
		return
	}
	for _, name := range m.names() {
		at, _ := m.resolve(name)
		if at == nil || at.name == "*" || !at.constant || at.of.phase != finished && at.of != m {
			continue
		}
		if v := m.namespace.Get(name); v != nil {
			_ = m.namespace.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_TRUE)
		}
	}
	if !m.awaitsNames(map[*record]bool{}) {
		n.call(n.close, m.namespace)
	}
}

// nameFunctions gives exported functions the names that they have in the file, where
// esbuild has made others of them.
func (n *namespaces) nameFunctions(m *record) {
	for i := range m.src.exports {
		b := &m.src.exports[i]
		if b.named == "" || m.getters[b.name] == nil {
			continue
		}
		v, err := m.getters[b.name](goja.Undefined())
		if err != nil { // it has no value yet
			continue
		}
		fn, ok := v.(*goja.Object)
		if ok && fn.ClassName() == "Function" && n.own(fn, "name") && fn.Get("name").String() == b.of {
			_ = fn.DefineDataProperty("name", n.rt.ToValue(b.named), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}

// common fills the namespaces of a module that is no ES module, and that has run.
func (n *namespaces) common(m *record) {
	if n.own(m.namespace, "default") {
		return
	}
	define := func(o *goja.Object) {
		_ = o.DefineDataProperty("default", m.value, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	exports, isObject := m.value.(*goja.Object)
	compiled := false
	if isObject {
		mark := exports.Get(esMark)
		compiled = mark != nil && mark.ToBoolean()
		n.call(n.snapshot, m.namespace, exports, m.names())
		n.call(n.mirror, m.babel, exports, compiled)
	}
	define(m.namespace)
	n.call(n.close, m.namespace)
	if !compiled {
		define(m.babel)
	}
}

// required returns what require gives of an ES module.
func (n *namespaces) required(m *record) goja.Value {
	if at, _ := m.resolve("module.exports"); at != nil && !m.dynamic() {
		return m.namespace.Get("module.exports")
	}
	if m.src.strict && !slices.Contains(m.names(), "default") || n.own(m.namespace, esMark) {
		return m.namespace
	}
	if m.facade != nil {
		return m.facade
	}
	m.facade = n.empty()
	names, show := append(m.names(), esMark), goja.FLAG_FALSE // as compilers of ES modules do
	if m.src.strict {
		show = goja.FLAG_TRUE // as Node does
		slices.Sort(names)
	}
	for _, name := range names {
		if name == esMark {
			_ = m.facade.DefineDataProperty(esMark, n.rt.ToValue(true), goja.FLAG_FALSE, goja.FLAG_TRUE, show)
		} else if v := constantOf(m, name); v != nil {
			_ = m.facade.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		} else {
			n.call(n.live, m.facade, name, m.namespace, name, true)
		}
	}
	return m.facade
}

// constantOf is the value of a name that will not change, nil for another one.
func constantOf(m *record, name string) goja.Value {
	if at, _ := m.resolve(name); m.phase == finished && at != nil && at.constant && at.of.phase == finished {
		return m.namespace.Get(name)
	}
	return nil
}
