package modules

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/dop251/goja"
)

// evaluate runs a module that is linked, and what it imports, in the order of the
// language: modules that await hold up only those that import them. It returns the error
// of a module that failed at once; whether all have ended says the phase of m.
func (k *linker) evaluate(m *record) error {
	if (m.phase == awaiting || m.phase == finished) && m.root != nil {
		return m.root.failed
	}
	var failed error
	k.inside(func() {
		var stack []*record
		_, failed = k.visit(m, &stack, 0)
		if failed == nil {
			return
		}
		for _, one := range stack {
			one.phase, one.failed, one.root = finished, failed, one
			k.tell(one, failed)
		}
	})
	return failed
}

// inside calls fn such that no job of a promise runs before it returns.
func (k *linker) inside(fn func()) {
	call := k.l.r.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
		fn()
		return goja.Undefined()
	})
	if _, err := k.names.inside(goja.Undefined(), call); err != nil {
		k.l.rethrow(err)
	}
}

// fatal reports whether an error ends the turn, and is no matter of modules.
func fatal(err error) bool {
	var interrupted *goja.InterruptedError
	return errors.As(err, &interrupted)
}

// visit is InnerModuleEvaluation of the specification.
func (k *linker) visit(m *record, stack *[]*record, index int) (int, error) {
	if m.src == nil {
		return index, k.runCommon(m)
	}
	switch m.phase {
	case awaiting, finished:
		return index, m.failed
	case running:
		return index, nil
	}
	m.phase, m.index, m.ancestor = running, index, index
	index++
	*stack = append(*stack, m)
	for _, at := range m.src.order {
		dep := m.deps[at]
		var err error
		if index, err = k.visit(dep, stack, index); err != nil {
			return index, err
		}
		if dep.src == nil {
			continue
		}
		if dep.phase == running {
			m.ancestor = min(m.ancestor, dep.ancestor)
		} else if dep = dep.root; dep.failed != nil {
			return index, dep.failed
		}
		if dep.order > 0 {
			m.pending++
			dep.parents = append(dep.parents, m)
		}
	}
	if m.pending > 0 || m.src.async {
		k.order++
		m.order = k.order
		if m.pending == 0 {
			k.start(m)
		}
	} else if err := k.run(m); err != nil {
		return index, err
	}
	if m.ancestor != m.index {
		return index, nil
	}
	for {
		one := (*stack)[len(*stack)-1]
		*stack = (*stack)[:len(*stack)-1]
		one.root, one.phase = m, finished
		if one.order > 0 {
			one.phase = awaiting
		} else {
			k.publish(one)
		}
		if one == m {
			return index, nil
		}
	}
}

// runCommon runs a module that is no ES module.
func (k *linker) runCommon(m *record) error {
	if m.phase == finished {
		return nil
	}
	if ex := k.l.r.Runtime().Try(func() {
		m.value = m.load()
		if cached, ok := k.l.cached().Get(m.path).(*goja.Object); ok && !cached.Get("loaded").ToBoolean() {
			m.value = cached.Get("exports")
			k.names.common(m) // it imports itself
			return
		}
		m.phase = finished
		k.names.common(m)
	}); ex != nil {
		return ex
	}
	return nil
}

// run runs a module that does not await.
func (k *linker) run(m *record) error {
	_, _, err := k.advance(m, "next", goja.Undefined())
	if err == nil {
		k.ended(m)
	}
	return err
}

// advance runs a module until it awaits something.
func (k *linker) advance(m *record, method string, v goja.Value) (awaited goja.Value, done bool, err error) {
	if ex := k.l.r.Runtime().Try(func() {
		if method == "next" && m.getters != nil {
			k.names.prepare(m) // with the names of modules that have run by now
		}
		k.checkCommon(m)
	}); ex != nil {
		return nil, false, ex
	}
	defer k.l.running.Store(k.l.running.Swap(&m.path))
	awaited, done, err = m.step(method, v)
	if err != nil {
		if fatal(err) {
			k.l.rethrow(err)
		}
		k.explain(m, err)
	}
	return awaited, done, err
}

// ended notes that a module has run. One that has set module.exports is no longer an ES
// module for others.
func (k *linker) ended(m *record) {
	m.step = nil
	k.names.nameFunctions(m)
	_ = m.module.Set("loaded", true)
	exports := m.module.Get("exports")
	if m.likeCommonJS() || !m.src.strict && exports != nil && !exports.SameAs(m.own) {
		m.value = exports
		m.src = &source{async: m.src.async, requests: m.src.requests, order: m.src.order} // its names are those of module.exports
		m.phase = finished
		k.names.common(m)
	}
}

// publish makes the exports of a module that has run those of require.
func (k *linker) publish(m *record) {
	if m.dynamic() {
		return
	}
	k.names.settle(m)
	_ = m.module.Set("exports", k.names.required(m))
}

// start runs a module that awaits, or whose imports did.
func (k *linker) start(m *record) {
	if !m.src.async {
		if err := k.run(m); err != nil {
			k.fail(m, err)
		} else {
			k.succeed(m)
		}
		return
	}
	k.proceed(m, "next", goja.Undefined())
}

// proceed runs a module until it awaits something, and again when that is settled.
func (k *linker) proceed(m *record, method string, v goja.Value) {
	awaited, done, err := k.advance(m, method, v)
	switch {
	case err != nil:
		k.later(func() { k.fail(m, err) })
		return
	case done:
		k.ended(m)
		k.later(func() { k.succeed(m) })
		return
	}
	promise, err := k.promise(nil, awaited)
	if err != nil {
		k.proceed(m, "throw", k.l.r.Error(err))
		return
	}
	proceed := func(method string) func(goja.Value) {
		return func(v goja.Value) { k.inside(func() { k.proceed(m, method, v) }) }
	}
	k.l.r.WhenSettled(promise, proceed("next"), proceed("throw"))
}

// later calls fn in a job of its own: a module that awaits ends in one, even if it comes
// to its end at once.
func (k *linker) later(fn func()) {
	promise, err := k.promise(nil, goja.Undefined())
	if err != nil {
		k.l.rethrow(err)
	}
	k.l.r.WhenSettled(promise, func(goja.Value) { k.inside(fn) }, nil)
}

// succeed is AsyncModuleExecutionFulfilled of the specification.
func (k *linker) succeed(m *record) {
	if m.phase == finished {
		return
	}
	k.finish(m)
	var ready []*record
	gatherReady(m, &ready)
	slices.SortFunc(ready, func(a, b *record) int { return a.order - b.order })
	for _, one := range ready {
		if one.phase == finished {
			continue
		}
		k.start(one)
	}
}

func (k *linker) finish(m *record) {
	m.phase, m.order = finished, -1
	k.publish(m)
	k.tell(m, nil)
}

func gatherReady(m *record, list *[]*record) {
	for _, parent := range m.parents {
		if slices.Contains(*list, parent) || parent.root != nil && parent.root.failed != nil {
			continue
		}
		if parent.pending--; parent.pending == 0 {
			*list = append(*list, parent)
			if !parent.src.async {
				gatherReady(parent, list)
			}
		}
	}
}

// fail is AsyncModuleExecutionRejected of the specification.
func (k *linker) fail(m *record, err error) {
	if m.phase == finished {
		return
	}
	m.phase, m.order, m.failed = finished, -1, err
	for _, parent := range m.parents {
		k.fail(parent, err)
	}
	k.tell(m, err)
}

// tell settles the promise of a module.
func (k *linker) tell(m *record, err error) {
	if m.settled != nil {
		settled := m.settled
		m.settled = nil
		settled(err)
	}
}

// promised returns a promise that a module has run.
func (k *linker) promised(m *record) goja.Value {
	if m.root != nil {
		m = m.root
	}
	if m.promise != nil {
		return m.promise
	}
	p, resolve, reject := k.l.r.Runtime().NewPromise()
	m.promise = k.l.r.Runtime().ToValue(p)
	settle := func(err error) {
		if err != nil {
			err = reject(k.l.r.Error(err))
		} else {
			err = resolve(goja.Undefined())
		}
		if err != nil {
			k.l.r.Uncaught(err)
		}
	}
	if m.phase == finished {
		settle(m.failed)
	} else {
		m.settled = settle
	}
	return m.promise
}

// notInModules matches the error of a variable that only CommonJS modules have.
var notInModules = regexp.MustCompile(`^(require|module|exports|__filename|__dirname) is not defined$`)

// explain says in an error that a variable of CommonJS is missing because the file is an
// ES module.
func (k *linker) explain(m *record, err error) {
	var ex *goja.Exception
	if !m.src.strict || !errors.As(err, &ex) {
		return
	}
	o, ok := ex.Value().(*goja.Object)
	if !ok || o.Get("name") == nil || o.Get("name").String() != "ReferenceError" {
		return
	}
	found := notInModules.FindStringSubmatch(o.Get("message").String())
	if found == nil {
		return
	}
	text := found[0] + " in ES module scope"
	if found[1] == "require" {
		text += ", you can use import instead"
	}
	if extension := filepath.Ext(m.path); extension == ".js" {
		dir, _ := k.l.packageAround(filepath.Dir(m.path))
		text += "\nThis file is being treated as an ES module because it has a '.js' file extension and '" + filepath.Join(dir, "package.json") +
			"' contains \"type\": \"module\". To treat it as a CommonJS script, rename it to use the '.cjs' file extension."
	}
	_ = o.Set("message", text)
}
