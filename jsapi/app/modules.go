package app

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/config"
	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
)

func itoa(i int) string { return strconv.Itoa(i) }

// Module is a loaded file of a project.
type Module struct {
	project.File
	Exports goja.Value
	es      bool // an ES module
}

// Object returns the exports as an object, nil when they are none.
func (m *Module) Object() *goja.Object {
	o, _ := m.Exports.(*goja.Object)
	return o
}

// Function returns the exports as a function.
func (m *Module) Function() (goja.Callable, bool) {
	if m.Exports == nil {
		return nil, false
	}
	return goja.AssertFunction(m.Exports)
}

// ExportError is a module that exports something other than its kind requires.
type ExportError struct {
	File string
	Want string
	Hint string
}

func (e *ExportError) Error() string {
	return fmt.Sprintf("%s: expected module.exports to be %s (%s)", e.File, e.Want, e.Hint)
}

// ConfigLayers loads configuration files, one layer each: the file's name does
// not matter, only the keys that it exports.
func (a *App) ConfigLayers(files []project.File) ([]config.Layer, error) {
	e := newExporter(a.realm)
	layers := make([]config.Layer, 0, len(files))
	for _, f := range files {
		if a.moved {
			a.loader.Forget(f.Path)
		}
		exports, _, err := a.require(f.Path)
		if err != nil {
			return nil, err
		}
		o, ok := exports.(*goja.Object)
		if !ok {
			return nil, &ExportError{f.Rel, "an object", "module.exports." + f.Identity + " = {…}"}
		}
		m := value.New(4)
		for _, k := range o.Keys() {
			m.Set(k, e.value(o.Get(k), 0))
		}
		layers = append(layers, config.Layer{Source: f.Rel, Values: m})
	}
	return layers, nil
}

// Load loads a module and gives its exports the identity, globalId and app
// members that the classic loader writes onto them.
func (a *App) Load(f project.File) (*Module, error) {
	list, err := a.LoadAll([]project.File{f})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// LoadAll loads modules of one kind in order. They are given their members once all are
// loaded: one that copies another, as models do with what they have in common, does not
// get the name of that one.
func (a *App) LoadAll(files []project.File) ([]*Module, error) {
	out := make([]*Module, 0, len(files))
	for _, f := range files {
		exports, es, err := a.require(f.Path)
		if err != nil {
			return nil, err
		}
		out = append(out, &Module{File: f, Exports: exports, es: es})
	}
	for _, m := range out {
		if o := m.Object(); o != nil {
			global := m.GlobalID
			if own := o.Get("identity"); goja.IsString(own) && own.ToBoolean() {
				global = own.String() // also that of a file with a name in other letters
			}
			stamp(o, "identity", m.Identity)
			stamp(o, "globalId", global)
		}
	}
	return out, nil
}

// stamp sets an own member that the module did not set itself; frozen exports
// stay as they are.
func stamp(o *goja.Object, name, val string) {
	if v := o.Get(name); v == nil || goja.IsUndefined(v) {
		_ = o.Set(name, val)
	}
}

// Services loads the services, binds their functions to them and publishes
// them as framework.services.<identity>.
func (a *App) Services(files []project.File) ([]*Module, error) {
	list, err := a.LoadAll(files)
	if err != nil {
		return nil, err
	}
	added := a.Added(list, "services")
	services := a.object.Get("services").ToObject(a.realm.Runtime())
	for _, m := range list {
		if o := m.Object(); o != nil && a.opts.BindModules {
			a.bindAll(o)
		}
		if err := services.Set(m.Identity, m.Exports); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Rel, err)
		}
	}
	return append(list, added...), nil
}

// bindAll replaces the functions of o by ones bound to o, so that they may be
// passed around.
func (a *App) bindAll(o *goja.Object) {
	if _, isFunction := goja.AssertFunction(o); isFunction {
		return
	}
	for _, k := range o.Keys() {
		fn, ok := o.Get(k).(*goja.Object)
		if !ok {
			continue
		}
		if _, callable := goja.AssertFunction(fn); !callable || len(fn.Keys()) > 0 {
			continue // a function with members is a class or a namespace
		}
		bind, ok := goja.AssertFunction(fn.Get("bind"))
		if !ok {
			continue
		}
		if bound, err := bind(fn, o); err == nil {
			_ = o.Set(k, bound)
		}
	}
}

// ActionKind is the kind of value that a controller has under an action's name.
type ActionKind uint8

// The kinds of members that become, or switch off, an action.
const (
	SingleFunction ActionKind = iota
	FunctionList
	SwitchedOff // false
)

// Action is one member of a controller that concerns routing.
type Action struct {
	Name  string // as written
	Kind  ActionKind
	Calls []goja.Callable
	// NoNext: the function does not use its third argument.
	NoNext bool
	// Source is the file that has it, "" for the controller's.
	Source string
	// Line is where the function stands in the controller's file, 0 when
	// unknown.
	Line int
}

// Controller is a loaded controller.
type Controller struct {
	*Module
	Actions []Action
	// Config is its _config, nil when it has none.
	Config *value.Map
}

// Controllers loads the controllers and publishes them as
// framework.controllers.<identity>.
func (a *App) Controllers(files []project.File) ([]*Controller, error) {
	rt := a.realm.Runtime()
	published := a.object.Get("controllers").ToObject(rt)
	list, err := a.LoadAll(files)
	if err != nil {
		return nil, err
	}
	list = append(list, a.Added(list, "controllers")...)
	out := make([]*Controller, 0, len(list))
	for _, m := range list {
		o := m.Object()
		if o == nil {
			return nil, &ExportError{m.Rel, "an object of actions", "module.exports = { hello: function (req, res) {…} }"}
		}
		if err := m.classError(); err != nil {
			return nil, err
		}
		if under, ok := published.Get(m.Identity).(*goja.Object); ok && under != o {
			mixIn(o, under)
		}
		out = append(out, a.controller(m, o))
		if err := published.Set(m.Identity, o); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Rel, err)
		}
	}
	return out, nil
}

// mixIn gives o the members of a controller that a hook has added, where the file has
// none of that name.
func mixIn(o, under *goja.Object) {
	for _, name := range under.Keys() {
		if v := o.Get(name); v == nil || goja.IsUndefined(v) {
			_ = o.Set(name, under.Get(name)) // frozen exports stay as they are
		}
	}
}

// controller is the controller that o is.
func (a *App) controller(m *Module, o *goja.Object) *Controller {
	c := &Controller{Module: m}
	for _, k := range a.actionNames(o) {
		switch k {
		case "_config":
			if cfg, ok := newExporter(a.realm).value(o.Get(k), 0).(*value.Map); ok {
				c.Config = cfg
			}
			continue
		case "identity", "globalId", "sails":
			continue
		}
		if act, ok := a.action(o, k); ok {
			c.Actions = append(c.Actions, act)
		}
	}
	return c
}

func (a *App) action(o *goja.Object, name string) (Action, bool) {
	v := o.Get(name)
	if b, ok := v.Export().(bool); ok && !b {
		return Action{Name: name, Kind: SwitchedOff}, true
	}
	if call, ok := goja.AssertFunction(v); ok {
		return Action{Name: name, Kind: SingleFunction, Calls: []goja.Callable{a.on(o, call)}, NoNext: !a.realm.MayUseArgument(v, 2)}, true
	}
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return Action{}, false
	}
	act := Action{Name: name, Kind: FunctionList}
	for i := range int(list.Get("length").ToInteger()) {
		call, ok := goja.AssertFunction(list.Get(itoa(i)))
		if !ok {
			return Action{}, false
		}
		act.Calls = append(act.Calls, a.on(o, call))
	}
	return act, len(act.Calls) > 0
}

// on makes this the controller, however the function is called; in 0.10 there
// is no this.
func (a *App) on(this *goja.Object, call goja.Callable) goja.Callable {
	if !a.opts.BindModules {
		return call
	}
	return func(_ goja.Value, args ...goja.Value) (goja.Value, error) { return call(this, args...) }
}

// Functions loads files that export one function each, such as responses.
func (a *App) Functions(files []project.File, kind string) (map[string]goja.Callable, error) {
	out, others, err := a.functions(files, kind)
	if err == nil && len(others) > 0 {
		err = others[0]
	}
	return out, err
}

// Policies loads the files of policies, and names those that export no function.
func (a *App) Policies(files []project.File) (calls map[string]goja.Callable, others []*ExportError, err error) {
	return a.functions(files, "policy")
}

// Blueprints loads the files of blueprints, and names those that export no function.
func (a *App) Blueprints(files []project.File) (calls map[string]goja.Callable, others []*ExportError, err error) {
	return a.functions(files, "blueprint")
}

func (a *App) functions(files []project.File, kind string) (calls map[string]goja.Callable, others []*ExportError, err error) {
	calls = make(map[string]goja.Callable, len(files))
	for _, f := range files {
		m, err := a.Load(f)
		if err != nil {
			return nil, nil, err
		}
		if call, ok := m.Function(); ok {
			calls[f.Identity] = call
			continue
		}
		others = append(others, &ExportError{f.Rel, "a function", fmt.Sprintf("a %s is module.exports = function (req, res) {…}", kind)})
	}
	return calls, others, nil
}

// ShowBlueprints puts default actions, and those of the project in place of them, where hooks
// and projects reach for them: sails.hooks.blueprints.middleware.
func (a *App) ShowBlueprints(actions *goja.Object, files []project.File) error {
	for _, f := range files {
		m, err := a.Load(f)
		if err != nil {
			return err
		}
		if err := actions.Set(strings.ToLower(f.Identity), m.Exports); err != nil {
			return fmt.Errorf("the blueprint %s: %w", f.Identity, err)
		}
	}
	rt := a.realm.Runtime()
	hook, ok := a.object.Get("hooks").ToObject(rt).Get("blueprints").(*goja.Object)
	if !ok {
		return nil
	}
	if err := a.object.Get("middleware").ToObject(rt).Set("blueprints", actions); err != nil {
		return err
	}
	return hook.Set("middleware", actions)
}

// ShowPolicies puts the functions of policies where hooks and projects reach for
// them: sails.hooks.policies.middleware.
func (a *App) ShowPolicies(files []project.File) error {
	middleware := a.policyMiddleware()
	if middleware == nil {
		return nil
	}
	for _, f := range files {
		m, err := a.Load(f)
		if err != nil {
			return err
		}
		if err := middleware.Set(strings.ToLower(f.Identity), m.Exports); err != nil {
			return fmt.Errorf("the policy %s: %w", f.Identity, err)
		}
	}
	return nil
}

// Expose sets globals, leaving alone names that the project has set itself.
func (a *App) Expose(globals map[string]goja.Value) error {
	g := a.realm.Runtime().GlobalObject()
	for name, v := range globals {
		if strings.ContainsAny(name, ".-/ ") {
			continue // not an identifier: it could not be written in code
		}
		if err := g.Set(name, v); err != nil {
			return fmt.Errorf("global %s: %w", name, err)
		}
	}
	return nil
}

// Library returns a module of the project's node_modules, nil when the project
// has none of these names.
func (a *App) Library(names ...string) goja.Value {
	for _, n := range names {
		if v, err := a.RequireModule(n); err == nil {
			return v
		}
	}
	return nil
}

// Realm is the realm that the app lives in.
func (a *App) Realm() *jsapi.Realm { return a.realm }
