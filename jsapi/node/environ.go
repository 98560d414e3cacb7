package node

import (
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// environ are the variables of a thread and of those that share them with it (SHARE_ENV),
// once it does. Until then each realm has its own in an object of JavaScript.
type environ struct {
	mu     sync.Mutex
	shared bool
	names  []string // in the order in which they were set
	values map[string]string
}

// share begins to share the variables in list, "KEY=value", unless they are shared already.
func (e *environ) share(list []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shared {
		return
	}
	e.shared, e.values = true, map[string]string{}
	for _, entry := range list {
		name, value, _ := strings.Cut(entry, "=")
		e.names, e.values[name] = append(e.names, name), value
	}
}

func (e *environ) isShared() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.shared
}

func (e *environ) get(name string) (value string, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	value, ok = e.values[name]
	return value, ok
}

func (e *environ) set(name, value string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.values[name]; !ok {
		e.names = append(e.names, name)
	}
	e.values[name] = value
}

func (e *environ) remove(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.values, name)
	e.names = slices.DeleteFunc(e.names, func(other string) bool { return other == name })
}

func (e *environ) list() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.names)
}

// environNatives are the native functions of environ.js.
func (m *processModule) environNatives() map[string]any {
	rt, e := m.realm.Runtime(), m.opts.environ
	return map[string]any{
		"env": func(goja.FunctionCall) goja.Value {
			env := rt.NewObject()
			for _, entry := range m.opts.Env {
				if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
					_ = env.Set(name, value)
				}
			}
			return env
		},
		"shared": func(goja.FunctionCall) goja.Value { return rt.ToValue(e.isShared()) },
		"share": func(call goja.FunctionCall) goja.Value {
			var list []string
			if err := rt.ExportTo(call.Argument(0), &list); err != nil {
				panic(rt.NewGoError(err))
			}
			e.share(list)
			return goja.Undefined()
		},
		"get": func(call goja.FunctionCall) goja.Value {
			if value, ok := e.get(call.Argument(0).String()); ok {
				return rt.ToValue(value)
			}
			return goja.Undefined()
		},
		"set": func(call goja.FunctionCall) goja.Value {
			e.set(call.Argument(0).String(), call.Argument(1).String())
			return goja.Undefined()
		},
		"remove": func(call goja.FunctionCall) goja.Value {
			e.remove(call.Argument(0).String())
			return goja.Undefined()
		},
		"names": func(goja.FunctionCall) goja.Value { return rt.ToValue(e.list()) },
	}
}
