package modules

import (
	"slices"

	"github.com/dop251/goja"
)

// record is a module as ES modules see it: an ES module, or what stands for a CommonJS
// module, a JSON file or a core module.
type record struct {
	path string
	src  *source // nil if it is no ES module
	prg  *cached
	json bool // its only name is default
	// key is that of linker.records.
	key    string
	deps   []*record         // by request
	module *goja.Object      // in require.cache; nil if it is no ES module
	load   func() goja.Value // runs a module that is no ES module, and returns its exports
	// namespace is what import * gives; babel what it gives in files that Node would not
	// take for ES modules, nil for ES modules. Both are empty until the names are known.
	namespace, babel *goja.Object
	facade           *goja.Object // what require returns, nil before it was asked
	value            goja.Value   // the exports of a module that is no ES module
	own              goja.Value   // what module.exports was at first
	getters          map[string]goja.Callable
	step             stepper
	phase            phase
	failed           error
	// The rest is for the order of modules that await, see evaluation.
	index, ancestor, order, pending int
	root                            *record
	parents                         []*record
	settled                         func(err error) // resolves the promise, nil if there is none
	promise                         goja.Value
}

type phase uint8

const (
	found phase = iota
	linked
	running
	awaiting
	finished
)

// stepper runs a module until it awaits something, which it returns.
type stepper func(method string, v goja.Value) (awaited goja.Value, done bool, err error)

// likeCommonJS reports whether the module is a file with imports whose exports are
// module.exports: it has no export statement.
func (m *record) likeCommonJS() bool {
	return m.src != nil && !m.src.strict && len(m.src.exports) == 0 && len(m.src.stars) == 0
}

// dynamic reports whether the names of the module are known only when it has run.
func (m *record) dynamic() bool { return m.src == nil || m.likeCommonJS() }

// resolution is where an exported name comes from: a variable of an ES module, all of a
// module ("*"), or a name that is not known before the module has run.
type resolution struct {
	of       *record
	name     string
	constant bool
}

// resolve finds what the module exports under a name, as the specification of the
// language does it; nil if there is none, or if two modules export different ones.
func (m *record) resolve(name string) (at *resolution, ambiguous bool) {
	return m.resolveIn(name, map[resolution]bool{})
}

func (m *record) resolveIn(name string, seen map[resolution]bool) (at *resolution, ambiguous bool) {
	if m.dynamic() {
		if (m.phase == finished || m.json) && !m.has(name) {
			return nil, false
		}
		return &resolution{of: m, name: name}, false
	}
	asked := resolution{of: m, name: name}
	if seen[asked] {
		return nil, false
	}
	seen[asked] = true
	for i := range m.src.exports {
		b := &m.src.exports[i]
		switch {
		case b.name != name:
		case b.from < 0:
			return &resolution{of: m, name: b.of, constant: b.constant}, false
		case b.of == "*":
			return &resolution{of: m.deps[b.from], name: "*", constant: true}, false
		default:
			return m.deps[b.from].resolveIn(b.of, seen)
		}
	}
	if name == "default" {
		return nil, false
	}
	var first *resolution
	for _, star := range m.src.stars {
		dep := m.deps[star]
		if dep.dynamic() && (dep.phase != finished || !dep.has(name)) {
			continue
		}
		one, ambiguous := dep.resolveIn(name, seen)
		if ambiguous {
			return nil, true
		}
		if one == nil {
			continue
		}
		if first != nil && (first.of != one.of || first.name != one.name) {
			return nil, true
		}
		first = one
	}
	return first, false
}

// awaitsNames reports whether names may be added when modules have run.
func (m *record) awaitsNames(seen map[*record]bool) bool {
	if m.dynamic() {
		return m.phase != finished && !m.json
	}
	if seen[m] {
		return false
	}
	seen[m] = true
	for _, star := range m.src.stars {
		if m.deps[star].awaitsNames(seen) {
			return true
		}
	}
	return false
}

// has reports whether a module that is no ES module, and that has run, has a name.
func (m *record) has(name string) bool {
	if name == "default" || m.json {
		return name == "default"
	}
	o, ok := m.value.(*goja.Object)
	return ok && o.Get(name) != nil
}

// names lists what the module exports, sorted.
func (m *record) names() []string {
	var list []string
	m.collect(&list, map[*record]bool{})
	slices.Sort(list)
	return slices.Compact(list)
}

func (m *record) collect(list *[]string, seen map[*record]bool) {
	if seen[m] {
		return
	}
	seen[m] = true
	if m.dynamic() {
		if !m.json {
			*list = append(*list, commonNames(m.value)...)
		}
		return
	}
	for i := range m.src.exports {
		*list = append(*list, m.src.exports[i].name)
	}
	for _, star := range m.src.stars {
		var others []string
		m.deps[star].collect(&others, seen)
		for _, name := range others {
			if name != "default" {
				*list = append(*list, name)
			}
		}
	}
}

// commonNames are the names that an ES module may import of a CommonJS module.
func commonNames(exports goja.Value) []string {
	o, ok := exports.(*goja.Object)
	if !ok || o.ClassName() == "Array" {
		return nil
	}
	list := slices.DeleteFunc(o.Keys(), func(name string) bool { return name == "default" })
	if mark := o.Get(esMark); mark != nil && !slices.Contains(list, esMark) {
		list = append(list, esMark)
	}
	return list
}

// esMark is the member that compilers of ES modules give to exports.
const esMark = "__esModule"
