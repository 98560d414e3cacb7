package machine

import (
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

// Options configure a Kit.
type Options struct {
	// Require is the project's require function.
	Require goja.Value
	Log     *slog.Logger
	// Production leaves information for developers out of answers.
	Production bool
	// SendData sends data as the answer; res is that of the action.
	SendData func(res goja.Value, status int, data goja.Value) error
}

// Kit turns definitions into functions in one realm. It must be used on the
// realm's loop.
type Kit struct {
	realm   *jsapi.Realm
	opts    Options
	members *goja.Object
}

//go:embed js/base.js
var baseSource string

//go:embed js/types.js
var typesSource string

//go:embed js/rules.js
var rulesSource string

//go:embed js/run.js
var runSource string

//go:embed js/definition.js
var definitionSource string

//go:embed js/callable.js
var callableSource string

//go:embed js/action.js
var actionSource string

//go:embed js/helpers.js
var helpersSource string

//go:embed js/modules.js
var modulesSource string

// parts are the scripts of the kit, in the order of their dependencies.
var parts = []part{
	partOf("base", baseSource),
	partOf("types", typesSource),
	partOf("rules", rulesSource),
	partOf("run", runSource),
	partOf("definition", definitionSource),
	partOf("callable", callableSource),
	partOf("action", actionSource),
	partOf("helpers", helpersSource),
	partOf("script", scriptSource),
	partOf("modules", modulesSource),
}

type part struct {
	name    string
	program func() (*goja.Program, error)
}

func partOf(name, source string) part {
	return part{name, compile.Once("framework:machine/"+name+".js", source, true)}
}

// New creates the kit of a realm.
func New(r *jsapi.Realm, opts Options) (*Kit, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	rt := r.Runtime()
	k := &Kit{realm: r, opts: opts, members: rt.NewObject()}
	native := k.natives()
	for _, part := range parts {
		program, err := part.program()
		if err != nil {
			return nil, err
		}
		v, err := rt.RunProgram(program)
		if err != nil {
			return nil, r.Wrap(err)
		}
		install, ok := goja.AssertFunction(v)
		if !ok {
			return nil, fmt.Errorf("machine/%s.js gives no function", part.name)
		}
		if _, err := install(goja.Undefined(), k.members, native); err != nil {
			return nil, r.Wrap(err)
		}
	}
	return k, nil
}

// natives returns the Go functions that the scripts use.
func (k *Kit) natives() *goja.Object {
	rt := k.realm.Runtime()
	o := rt.NewObject()
	set := func(name string, v any) { _ = o.Set(name, v) } // a fresh object takes it
	say := func(log func(msg string, args ...any)) func(call goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			log(call.Argument(0).String())
			return goja.Undefined()
		}
	}
	set("production", k.opts.Production)
	set("require", k.opts.Require)
	set("warn", say(k.opts.Log.Warn))
	set("error", say(k.opts.Log.Error))
	set("print", say(k.opts.Log.Info))
	set("textIs", func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(orm.TextIs(call.Argument(0).String(), call.Argument(1).String()))
	})
	set("captureStack", func(goja.FunctionCall) goja.Value {
		return rt.NewDynamicObject(&place{stack: rt.CaptureCallStack(placeDepth, nil)})
	})
	set("where", func(call goja.FunctionCall) goja.Value {
		p, _ := call.Argument(0).Export().(*place)
		return rt.ToValue(p.String())
	})
	set("rejection", func(call goja.FunctionCall) goja.Value { return k.realm.Rejection(call.Argument(0)) })
	set("sendData", func(call goja.FunctionCall) goja.Value {
		err := errors.ErrUnsupported
		if k.opts.SendData != nil {
			err = k.opts.SendData(call.Argument(0), int(call.Argument(1).ToInteger()), call.Argument(2))
		}
		if err != nil {
			panic(k.realm.Error(err))
		}
		return goja.Undefined()
	})
	return o
}

// place is the position of a call.
type place struct{ stack []goja.StackFrame }

// The goja.DynamicObject methods let a script hold a place without reflection.

// Get implements goja.DynamicObject.
func (p *place) Get(string) goja.Value { return nil }

// Set implements goja.DynamicObject.
func (p *place) Set(string, goja.Value) bool { return false }

// Has implements goja.DynamicObject.
func (p *place) Has(string) bool { return false }

// Delete implements goja.DynamicObject.
func (p *place) Delete(string) bool { return false }

// Keys implements goja.DynamicObject.
func (p *place) Keys() []string { return nil }

// placeDepth is the number of frames that a place keeps: those of the kit, and
// the nearest ones of the project.
const placeDepth = 12

// String returns the relevant part of the stack, empty if there is none.
func (p *place) String() string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	for i := range p.stack {
		at := p.stack[i].Position()
		if at.Line == 0 || strings.HasPrefix(at.Filename, "framework:") {
			continue
		}
		fmt.Fprintf(&b, "\n    at %s:%d:%d", at.Filename, at.Line, at.Column)
	}
	return b.String()
}

// call calls a function of the kit.
func (k *Kit) call(name string, args ...goja.Value) (goja.Value, error) {
	fn, ok := goja.AssertFunction(k.members.Get(name))
	if !ok {
		return nil, fmt.Errorf("the machine kit has no %s", name)
	}
	v, err := fn(goja.Undefined(), args...)
	return v, k.realm.Wrap(err)
}

// Deferring wraps fn, which returns a promise, in a function whose calls have the
// methods of helpers (intercept, tolerate, timeout, exec …); sails.NAME is its
// name in messages.
func (k *Kit) Deferring(name string, fn goja.Value) (goja.Value, error) {
	return k.call("deferring", k.realm.Runtime().ToValue(name), fn)
}

// IsDefinition reports whether v is an object with the members of an action
// definition.
func (k *Kit) IsDefinition(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || jsapi.IsArray(o) {
		return false
	}
	for _, name := range []string{"machine", "friendlyName"} {
		if m := o.Get(name); m != nil && !goja.IsUndefined(m) {
			return true
		}
	}
	_, ok = goja.AssertFunction(o.Get("fn"))
	return ok
}

// Action turns a definition into an action function(req, res); identity is its
// name in messages if the definition has none. The error says why the definition
// is invalid.
func (k *Kit) Action(def goja.Value, identity string, usage Usage) (goja.Value, error) {
	o := k.realm.Runtime().NewObject()
	_ = o.Set("identity", identity)
	_ = o.Set("analog", usage.Analog)
	return k.call("asAction", def, o)
}

// Usage is the default for how functions are called.
type Usage struct {
	// Analog passes exits to every function, even if exits is not among its
	// parameters.
	Analog bool
}

// Helpers is the tree of the project's helpers.
type Helpers struct {
	kit     *Kit
	members *goja.Object
}

// Helpers creates an empty tree. settings is a function that returns
// config.helpers.usageOpts; it is called for each helper that is added.
func (k *Kit) Helpers(usage Usage, settings func() goja.Value) (*Helpers, error) {
	rt := k.realm.Runtime()
	v, err := k.call("helperTree", rt.ToValue(func(goja.FunctionCall) goja.Value { return settings() }), rt.ToValue(usage.Analog))
	if err != nil {
		return nil, err
	}
	return &Helpers{kit: k, members: v.ToObject(k.realm.Runtime())}, nil
}

// Object returns the tree, which is sails.helpers.
func (h *Helpers) Object() *goja.Object {
	return h.members.Get("helpers").ToObject(h.kit.realm.Runtime())
}

// Member returns furnishPack or furnishHelper, with which hooks add to the tree.
func (h *Helpers) Member(name string) goja.Value { return h.members.Get(name) }

// Written adds the helpers of the configuration, by their paths.
func (h *Helpers) Written(defs goja.Value) error {
	fn, _ := goja.AssertFunction(h.Member("written"))
	_, err := fn(h.members, defs)
	return h.kit.realm.Wrap(err)
}

// Add adds a helper to the tree; path is that of its file below api/helpers,
// whose folders are the names of its packs.
func (h *Helpers) Add(path string, def goja.Value) error {
	fn, _ := goja.AssertFunction(h.Member("add"))
	_, err := fn(h.members, h.kit.realm.Runtime().ToValue(path), def)
	return h.kit.realm.Wrap(err)
}

// Modules returns the modules machine and machine-as-action for projects that
// have not installed them. kit is called when one is required.
func Modules(kit func() *Kit) map[string]modules.Core {
	member := func(name string) modules.Core {
		return func(_ *jsapi.Realm, module *goja.Object) error {
			k := kit()
			if k == nil {
				return errors.New("it cannot be required before the project's configuration is read")
			}
			return module.Set("exports", k.members.Get(name))
		}
	}
	return map[string]modules.Core{"machine": member("machineModule"), "machine-as-action": member("actionModule")}
}
