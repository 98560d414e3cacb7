package app

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dop251/goja"

	"framework/engine/config"
	"framework/engine/logging"
	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed hooks.js
var hooksSource string

var hooksProgram = compile.Once("framework:hooks.js", hooksSource, true)

// Hooks are the project's own and installed hooks.
type Hooks struct {
	app     *App
	members *goja.Object
}

// HookSwitches are the differences between the releases' hooks.
type HookSwitches struct {
	// Early are the hooks of the server that are there before those of the
	// project are initialised, Late those that are loaded meanwhile.
	Early, Late []string
	// Order is the order in which sails.hooks has them; others follow.
	Order []string
	// Installed are packages in this release, not part of Sails.
	Installed []string
	// Needs are the hooks that remove themselves where one of others is missing.
	Needs map[string][]string
	// NeedsLocales: so does i18n, where config.i18n.locales is empty.
	NeedsLocales bool
	// Listed: config.loadHooks, a list of all hooks to load, counts for hooks
	// of the project too (1.x).
	Listed bool
}

// Names are the hooks that the server implements.
func (s HookSwitches) Names() config.Hooks {
	names := config.Hooks{Installed: s.Installed}
	for _, name := range slices.Concat(s.Order, s.Early, s.Late) {
		if !slices.Contains(s.Installed, name) && !slices.Contains(names.Core, name) {
			names.Core = append(names.Core, name)
		}
	}
	return names
}

// PrepareHooks loads the hooks and has them set their defaults and configure
// themselves; count says how many there are. given are the names in
// config.hooks that code has passed to lift: functions there are hooks. off reports
// whether one that the server implements is switched off.
func (a *App) PrepareHooks(list []project.Hook, given []string, off func(name string) bool) (hooks *Hooks, count int, err error) {
	rt := a.realm.Runtime()
	program, err := hooksProgram()
	if err != nil {
		return nil, 0, err
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		return nil, 0, a.realm.Wrap(err)
	}
	install, _ := goja.AssertFunction(v)
	names := a.opts.Hooks.Names()
	native := rt.NewObject()
	_ = native.Set("hookTimeout", a.opts.HookTimeout.Milliseconds()) // a fresh object takes it
	_ = native.Set("loaded", func(name, source string, took int64) {
		if a.opts.Log != nil {
			a.opts.Log.Log(context.Background(), logging.Verbose, "the hook "+name+" is loaded", "source", source, "took", time.Duration(took)*time.Millisecond)
		}
	})
	_ = native.Set("early", a.realm.ToJS(texts(a.opts.Hooks.Early)))
	_ = native.Set("late", a.realm.ToJS(texts(a.opts.Hooks.Late)))
	_ = native.Set("order", a.realm.ToJS(texts(a.opts.Hooks.Order)))
	_ = native.Set("implemented", func(name string) bool {
		return slices.Contains(names.Core, name) || slices.Contains(names.Installed, name)
	})
	_ = native.Set("off", func(name string) bool { return off(name) || slices.ContainsFunc(a.opts.Hooks.Needs[name], off) })
	_ = native.Set("installed", a.realm.ToJS(texts(names.Installed)))
	_ = native.Set("needsLocales", a.opts.Hooks.NeedsLocales)
	_ = native.Set("listed", a.opts.Hooks.Listed)
	_ = native.Set("given", a.realm.ToJS(texts(given)))
	members, err := install(goja.Undefined(), a.object, native, a.requireFunction())
	if err != nil {
		return nil, 0, a.realm.Wrap(err)
	}
	if err := a.installHTTP(); err != nil {
		return nil, 0, err
	}
	h := &Hooks{app: a, members: members.ToObject(rt)}
	entries := make([]any, len(list))
	for i, f := range list {
		entries[i] = value.Of("name", f.Name, "path", f.Path, "source", f.Rel, "module", f.Module)
	}
	n, err := h.call("prepare", a.realm.ToJS(entries))
	if err != nil {
		return nil, 0, fmt.Errorf("loading the hooks: %w", err)
	}
	return h, int(n.ToInteger()), nil
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

func (h *Hooks) call(name string, args ...goja.Value) (goja.Value, error) {
	fn, ok := goja.AssertFunction(h.members.Get(name))
	if !ok {
		return nil, fmt.Errorf("hooks.js has no %s", name)
	}
	v, err := fn(goja.Undefined(), args...)
	return v, h.app.realm.Wrap(err)
}

// Announce fires the events of the server's own hooks: those that are loaded
// before the project's are initialised, or those that are loaded meanwhile.
func (h *Hooks) Announce(late bool) error {
	name := "early"
	if late {
		name = "late"
	}
	_, err := h.call(name)
	return err
}

// Load runs loadModules and initialize of every hook and settles op when all
// have finished or one has failed.
func (h *Hooks) Load(op *jsapi.Op) { h.settling("load", op) }

// Lift notifies the hooks that the server is about to listen.
func (h *Hooks) Lift(op *jsapi.Op) { h.settling("lift", op) }

func (h *Hooks) settling(name string, op *jsapi.Op) {
	rt := h.app.realm.Runtime()
	done := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		var err error
		if v := call.Argument(0); v.ToBoolean() {
			err = fmt.Errorf("a hook failed: %w", h.app.realm.GoError(v))
		}
		op.Settle(nil, err)
		return goja.Undefined()
	})
	if _, err := h.call(name, done); err != nil {
		op.Settle(nil, err)
	}
}

// Route is an address with the target that something of the project gave it.
type Route struct {
	Address string
	Target  any // as config/routes.js would have it
}

// Routes are those of the hooks for one phase, "before" or "after".
func (h *Hooks) Routes(phase string) ([]Route, error) {
	v, err := h.call("routes", h.app.realm.Runtime().ToValue(phase))
	if err != nil {
		return nil, fmt.Errorf("reading the routes of the hooks: %w", err)
	}
	return h.app.routes(v)
}

// routes reads a list of pairs of address and target.
func (a *App) routes(v goja.Value) ([]Route, error) {
	list, ok := newExporter(a.realm).value(v, 0).([]any)
	if !ok {
		return nil, errors.New("the routes are no list")
	}
	out := make([]Route, len(list))
	for i, each := range list {
		pair, ok := each.([]any)
		if !ok || len(pair) != 2 {
			return nil, errors.New("a route is a pair of address and target")
		}
		out[i].Address, _ = pair[0].(string)
		out[i].Target = pair[1]
	}
	return out, nil
}

// ReadConfig copies the configuration back from JavaScript, where hooks may
// have changed it.
func (a *App) ReadConfig() *value.Map {
	e := newExporter(a.realm)
	e.shown = a.shown
	m, _ := e.value(a.object.Get("config"), 0).(*value.Map)
	if m == nil {
		m = value.New(0)
	}
	return m
}
