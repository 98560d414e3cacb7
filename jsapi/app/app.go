package app

import (
	_ "embed"
	"fmt"
	"io"
	"log/slog"

	"github.com/dop251/goja"

	"framework/engine/ordered"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// Options configure the app object of a realm.
type Options struct {
	Root    string // project folder
	Version string // what framework.version says
	// Release is the classic release that the project was written for ("0.12").
	Release string
	Log     *slog.Logger
	Env     []string
	Args    []string
	Stdout  io.Writer
	Stderr  io.Writer
	Exit    func(code int)
	Cache   *modules.Cache
	// Fallback are modules for require that node_modules need not have.
	Fallback map[string]modules.Core
	// BindModules binds the functions of services and controllers to their
	// module, as 0.11 and later do.
	BindModules bool
	// Lower is called for framework.lower().
	Lower func()
}

// App is the inside of a project: use it on the loop of its realm only.
type App struct {
	opts   Options
	realm  *jsapi.Realm
	loader *modules.Loader
	object *goja.Object
}

//go:embed app.js
var source string

// New gives the realm Node's globals, require and the app object. The global
// names are set later, by Expose.
func New(r *jsapi.Realm, opts Options) (*App, error) {
	a := &App{opts: opts, realm: r}
	nodeOpts := node.Options{
		Root: opts.Root, Env: opts.Env, Args: opts.Args,
		Stdout: opts.Stdout, Stderr: opts.Stderr, Log: opts.Log, Exit: opts.Exit,
	}
	if err := node.Globals(r, nodeOpts); err != nil {
		return nil, fmt.Errorf("preparing the JavaScript globals: %w", err)
	}
	fallback := map[string]modules.Core{"sails": a.requireSelf, "framework": a.requireSelf}
	for name, m := range opts.Fallback {
		fallback[name] = m
	}
	loader, err := modules.Install(r, modules.Options{
		Root: opts.Root, Core: node.Core(nodeOpts), Fallback: fallback, Cache: opts.Cache,
	})
	if err != nil {
		return nil, fmt.Errorf("preparing require: %w", err)
	}
	a.loader = loader
	r.OnToJS(func(v any) (goja.Value, bool) {
		o, ok := v.(Opaque)
		return o.Value, ok
	})
	if err := a.build(); err != nil {
		return nil, fmt.Errorf("preparing the app object: %w", r.Wrap(err))
	}
	return a, nil
}

// Object is the app object.
func (a *App) Object() *goja.Object { return a.object }

// Loader is the require of the realm.
func (a *App) Loader() *modules.Loader { return a.loader }

func (a *App) build() error {
	rt := a.realm.Runtime()
	program, err := compile.Source("framework:app.js", source, true)
	if err != nil {
		return err
	}
	factory, err := rt.RunProgram(program)
	if err != nil {
		return err
	}
	call, ok := goja.AssertFunction(factory)
	if !ok {
		return fmt.Errorf("app.js gives no function")
	}
	native := rt.NewObject()
	for name, v := range map[string]any{
		"version": a.opts.Version,
		"log":     a.log,
		"lower":   a.lower,
	} {
		if err := native.Set(name, v); err != nil {
			return err
		}
	}
	require := func(call goja.FunctionCall) goja.Value {
		exports, err := a.loader.Require(call.Argument(0).String())
		if err != nil {
			panic(a.realm.Error(err))
		}
		return exports
	}
	v, err := call(goja.Undefined(), native, rt.ToValue(require))
	if err != nil {
		return err
	}
	a.object = v.ToObject(rt)
	return nil
}

// Set gives the app object a member.
func (a *App) Set(name string, v any) error { return a.object.Set(name, v) }

// SetConfig makes config the app's configuration, as live objects. Functions
// and other opaque values in it are those that the files exported.
func (a *App) SetConfig(config *ordered.Map) error {
	return a.object.Set("config", a.realm.ToJS(config))
}

// Config is a part of the app's configuration as JavaScript sees it, nil when
// there is none.
func (a *App) Config(name string) goja.Value {
	config, ok := a.object.Get("config").(*goja.Object)
	if !ok {
		return nil
	}
	return config.Get(name)
}

// Emit fires an event of the app object.
func (a *App) Emit(event string, args ...goja.Value) error {
	emit, ok := goja.AssertFunction(a.object.Get("emit"))
	if !ok {
		return fmt.Errorf("the app object has no emit")
	}
	_, err := emit(a.object, append([]goja.Value{a.realm.Runtime().ToValue(event)}, args...)...)
	return a.realm.Wrap(err)
}

func (a *App) requireSelf(_ *jsapi.Realm, module *goja.Object) error {
	return module.Set("exports", a.object)
}

func (a *App) lower(goja.FunctionCall) goja.Value {
	if a.opts.Lower != nil {
		a.opts.Lower()
	}
	return goja.Undefined()
}
