package app

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// Options configure the app object of a realm.
type Options struct {
	Root    string // project folder
	Version string // the value of framework.version
	// Release is the classic release that the project was written for ("0.12").
	Release string
	Log     *slog.Logger
	Env     []string
	Args    []string
	Stdout  io.Writer
	Stderr  io.Writer
	// Printing is called before Stdout or Stderr is used; nil means nothing.
	Printing func()
	Exit     func(code int)
	// Worker is the number of this worker of the project, 0 if it is the only one.
	Worker int
	Cache  *modules.Cache
	// Fallback are modules for require that node_modules need not have.
	Fallback map[string]modules.Core
	// Lodash makes framework.util lodash and more, as up to 0.12; nil makes it Node's util.
	Lodash modules.Core
	// OldNames gives GLOBAL, os.tmpDir and others that Node had up to version 8.
	OldNames bool
	// BindModules binds the functions of services and controllers to their
	// module, as 0.11 and later do.
	BindModules bool
	// BootstrapReturns: a bootstrap that takes no callback and returns no promise
	// is over when it returns (1.x).
	BootstrapReturns bool
	// HookTimeout is how long a hook may take to load.
	HookTimeout time.Duration
	Hooks       HookSwitches
	// Core are modules that require finds whatever node_modules holds.
	Core map[string]modules.Core
	// ThreadCore are those of Core that worker threads have as well.
	ThreadCore map[string]modules.Core
	// Yield are those of Core that packages have themselves, see modules.Options.
	Yield map[string]bool
	// SortRoutes returns the addresses of routes in the order in which they are bound; nil
	// where that is the order of the configuration (0.10 to 0.12).
	SortRoutes func(routes *value.Map) []string
	// ErrorMembers are what the error of a lift has besides its message; nil for nothing.
	ErrorMembers func(err error) *value.Map
	// Lift is called for framework.lift(settings, callback), which is to listen,
	// and framework.load, which is not, on a goroutine and with what was given;
	// nil means that the app is lifted whenever the project's code runs.
	Lift func(ctx context.Context, settings *value.Map, listen bool) error
	// ProcessSettings are those of .sailsrc and its like, of environment variables and of
	// the command line, for require('sails/accessible/rc'); nil means there are none.
	ProcessSettings func() (*value.Map, error)
	// HTTP answers requests of http.createServer(framework.hooks.http.app).
	HTTP http.Handler
	// Request answers framework.request, off the loop; nil refuses it.
	Request func(ctx context.Context, req Request) (Answer, error)
	// TextAsJSON: framework.request parses every body that is JSON, leaves out those
	// that are falsy, and calls back with null instead of undefined (0.10 to 0.12).
	TextAsJSON bool
	// ViewFiles: framework.renderView with a callback reads the name as that of a file,
	// gives views no locals of the project, and throws what they throw (0.10 to 0.12).
	ViewFiles bool
	// Shown are the settings that code finds although the project does not have them.
	Shown Shown
	// Sessions are those of the server, nil before there are some; it is called on
	// any goroutine.
	Sessions func() Sessions
	// LooksLikeAsset reports whether a path is one of those without a session.
	LooksLikeAsset func(path string) bool
	// ServeFile has the middleware of that name, www or favicon, answer req.
	ServeFile func(name string, req goja.Value) error
	// Dependencies are those of package.json.
	Dependencies map[string]string
	// Lower is called for framework.lower(), on a goroutine, when the project has done
	// what it wants to be done before; what runs may go on for delay. over says that the
	// app has ended when it returns.
	Lower func(ctx context.Context, delay time.Duration) (over bool, err error)
	// Another makes the app of new Sails(); nil makes that this app.
	Another func() (*App, error)
}

// App is the inside of a project: use it on the loop of its realm only.
type App struct {
	*shared
	opts   Options
	realm  *jsapi.Realm
	object *goja.Object
	// routerTake gives the routes that were bound before there were any, shutdown is what is to be
	// done before the server stops.
	routerTake, shutdown goja.Value
	router               Router // nil before there are routes
	collecting           bool   // what is bound belongs to a phase of a flush
	render               Render
	renderFile           RenderFile

	shown   shown
	showing goja.Value // of shown.js; nil before the configuration is there

	hookHTTP  *goja.Object // of http.js
	addedLate atomic.Bool  // middleware was given to hooks.http.app after the rest was read
	fire      *goja.Object // functions that fire the events of requests, by their names
	listened  map[string]*atomic.Bool
	moved     bool // configuration is read anew, whatever others have loaded
}

// shared is what all apps of a realm have in common.
type shared struct {
	loader *modules.Loader
	main   *goja.Object // that require finds
	sails  goja.Value   // the constructor
	http   goja.Value   // the module http, once it was loaded
	onHTTP []func(module goja.Value) error
}

//go:embed app.js
var source string

var compiled = compile.Once("framework:app.js", source, true)

// New gives the realm Node's globals, require and the app object. The global
// names are set later, by Expose.
func New(r *jsapi.Realm, opts Options) (*App, error) {
	a := newApp(r, new(shared), opts)
	nodeOpts := node.Options{
		Root: opts.Root, Env: opts.Env, Args: opts.Args,
		Stdout: opts.Stdout, Stderr: opts.Stderr, Printing: opts.Printing, Log: opts.Log, Exit: opts.Exit, OldNames: opts.OldNames, Worker: opts.Worker,
		Modules: modules.Options{Core: opts.ThreadCore, Cache: opts.Cache, Languages: languages()},
	}
	if err := node.Globals(r, nodeOpts); err != nil {
		return nil, fmt.Errorf("preparing the JavaScript globals: %w", err)
	}
	// The project's sails is this app, even where an installed one lies about.
	core := node.Core(nodeOpts)
	for _, name := range names() {
		core[name] = a.requireSelf
	}
	core[skipperName] = skipper
	core[rcName] = a.rc
	maps.Copy(core, opts.Core)
	a.watchHTTP(core)
	loader, err := modules.Install(r, modules.Options{
		Root: opts.Root, Core: core, Yield: opts.Yield, Fallback: a.withRC(opts.Fallback), ForMain: idleForMain(), Cache: opts.Cache, Languages: languages(),
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
		return nil, err
	}
	a.main = a.object
	return a, nil
}

// Another is a further app in the realm of a. Of opts it uses what is not for New alone:
// the globals of Node and require are those of a.
func (a *App) Another(opts Options) (*App, error) {
	made := newApp(a.realm, a.shared, opts)
	return made, made.build()
}

func newApp(r *jsapi.Realm, common *shared, opts Options) *App {
	return &App{shared: common, opts: opts, realm: r, shown: shown{}, listened: map[string]*atomic.Bool{
		RequestEvent: {}, RouteEvent: {}, NotFoundEvent: {}, FailedEvent: {}, BindEvent: {},
	}}
}

// Move makes root the project folder, from which the app has loaded nothing yet: files below
// it that others have loaded are loaded again.
func (a *App) Move(root string, dependencies map[string]string, files []project.File) error {
	for _, file := range files {
		a.loader.Forget(file.Path)
	}
	a.opts.Root, a.opts.Dependencies, a.moved = root, dependencies, true
	return a.object.Set("dependencies", a.dependencies())
}

// Languages are those whose packages projects bring along.
func Languages() []modules.Language { return languages() }

func languages() (out []modules.Language) {
	for _, one := range project.Languages() {
		out = append(out, modules.Language(one))
	}
	return out
}

// names are those by which require finds the app.
func names() []string { return []string{"sails", "framework"} }

// skipperName is the package that is implemented here for uploads.
const skipperName = "skipper"

// Provided are the packages that require finds in the app, whether they are installed
// or not.
func Provided() []string { return append(append(names(), skipperName, rcName), rcPackages()...) }

// Object is the app object.
func (a *App) Object() *goja.Object { return a.object }

// Loader is the require of the realm.
func (a *App) Loader() *modules.Loader { return a.loader }

func (a *App) build() error {
	if err := a.buildObject(); err != nil {
		return fmt.Errorf("preparing the app object: %w", a.realm.Wrap(err))
	}
	return nil
}

// dependencies are those of package.json, for framework.dependencies.
func (a *App) dependencies() goja.Value {
	out := value.New(len(a.opts.Dependencies))
	for _, name := range slices.Sorted(maps.Keys(a.opts.Dependencies)) {
		out.Set(name, a.opts.Dependencies[name])
	}
	return a.realm.ToJS(out)
}

func (a *App) buildObject() error {
	rt := a.realm.Runtime()
	program, err := compiled()
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
		"lift":    a.lift,
		"listened": func(call goja.FunctionCall) goja.Value {
			a.listened[call.Argument(0).String()].Store(true)
			return goja.Undefined()
		},
		"lower": a.lower, "another": a.another,
		"bind": a.bind, "unbind": a.unbind, "reset": a.reset, "flush": a.flush,
		"request": a.request, "textAsJSON": a.opts.TextAsJSON, "renderView": a.renderView, "viewFiles": a.opts.ViewFiles, "dependencies": a.dependencies(),
	} {
		if err := native.Set(name, v); err != nil {
			return err
		}
	}
	if a.opts.SortRoutes != nil {
		if err := native.Set("sortRoutes", a.sortRoutes); err != nil {
			return err
		}
	}
	if a.opts.Lodash != nil {
		if err := native.Set("classicUtil", a.classicUtil); err != nil {
			return err
		}
	}
	if a.sails != nil {
		if err := native.Set("Sails", a.sails); err != nil {
			return err
		}
	}
	v, err := call(goja.Undefined(), native, a.requireFunction())
	if err != nil {
		return err
	}
	made := v.ToObject(rt)
	a.sails = made.Get("Sails")
	a.fire = made.Get("fire").ToObject(rt)
	a.object, a.routerTake, a.shutdown = made.Get("app").ToObject(rt), made.Get("take"), made.Get("shutdown")
	return nil
}

// requireFunction is require(name) of a file in the project's root folder.
func (a *App) requireFunction() goja.Value {
	return a.realm.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
		exports, err := a.RequireModule(call.Argument(0).String())
		if err != nil {
			panic(a.realm.Error(err))
		}
		return exports
	})
}

// The events that the app object emits for requests: for those without a
// connection of their own, for each route that a request matches, for those
// without an answer, and for those that fail.
const (
	RequestEvent  = "router:request"
	RouteEvent    = "router:route"
	NotFoundEvent = "router:request:404"
	FailedEvent   = "router:request:500"
)

// BindEvent is the event that the app object emits for each route that is bound.
const BindEvent = "router:bind"

// EventMiddleware is a middleware that fires one of the events of requests.
// listened reports whether the event has listeners; it may be called on any
// goroutine and at any time.
func (a *App) EventMiddleware(event string) (fire Middleware, listened func() bool, err error) {
	call, ok := goja.AssertFunction(a.fire.Get(event))
	if !ok {
		return Middleware{}, nil, fmt.Errorf("app.js does not fire %s", event)
	}
	return Middleware{Call: call, ForErrors: event == FailedEvent}, a.listened[event].Load, nil
}

// Set sets a member of the app object.
func (a *App) Set(name string, v any) error { return a.object.Set(name, v) }

// SetConfig makes config the app's configuration, as live objects. Functions
// and other opaque values in it are those that the files exported.
func (a *App) SetConfig(config *value.Map) error {
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

// ConfigAt is a part of the app's configuration some members deep, undefined
// where there is none.
func (a *App) ConfigAt(path ...string) goja.Value {
	return jsapi.MemberAt(a.object.Get("config"), path...)
}

// Require is require(name) of a file in the project's root folder.
func (a *App) Require() goja.Value { return a.requireFunction() }

// Emit fires an event of the app object.
func (a *App) Emit(event string, args ...goja.Value) error {
	emit, ok := goja.AssertFunction(a.object.Get("emit"))
	if !ok {
		return fmt.Errorf("the app object has no emit")
	}
	_, err := emit(a.object, append([]goja.Value{a.realm.Runtime().ToValue(event)}, args...)...)
	return a.realm.Wrap(err)
}

// RequireModule loads a module like require(name) of a file in the project's root folder.
func (a *App) RequireModule(name string) (goja.Value, error) {
	return a.loader.RequireFrom(a.opts.Root, name)
}

func (a *App) requireSelf(_ *jsapi.Realm, module *goja.Object) error {
	return module.Set("exports", a.main)
}

// another is native.another(), what new Sails() returns.
func (a *App) another(goja.FunctionCall) goja.Value {
	if a.opts.Another == nil {
		return a.main
	}
	made, err := a.opts.Another()
	if err != nil {
		panic(a.realm.Error(err))
	}
	return made.object
}

// lift is native.lift(settings, listen, done): a failure is the first argument of done.
func (a *App) lift(call goja.FunctionCall) goja.Value {
	rt := a.realm.Runtime()
	done, ok := goja.AssertFunction(call.Argument(2))
	if !ok {
		panic(rt.NewTypeError("lift needs a function(err, app)"))
	}
	listen := call.Argument(1).ToBoolean()
	settings, _ := newExporter(a.realm).value(call.Argument(0), 0).(*value.Map)
	a.realm.Async(func(ctx context.Context) (any, error) {
		if a.opts.Lift == nil {
			return nil, nil
		}
		return nil, a.opts.Lift(ctx, settings, listen)
	}, func(r *jsapi.Realm, _ any, err error) {
		failed := goja.Undefined()
		if err != nil {
			failed = a.liftError(err)
		}
		if _, err := done(goja.Undefined(), failed); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}

// liftError is the error that a lift calls back with.
func (a *App) liftError(err error) goja.Value {
	v := a.realm.Error(err)
	o, ok := v.(*goja.Object)
	if !ok || a.opts.ErrorMembers == nil {
		return v
	}
	for name, member := range a.opts.ErrorMembers(err).All() {
		_ = o.Set(name, a.realm.ToJS(member)) // an error of the project may be frozen
	}
	return v
}

// lower is native.lower(delay, done): done gets a failure, and whether the app has ended.
func (a *App) lower(call goja.FunctionCall) goja.Value {
	delay := time.Duration(call.Argument(0).ToFloat() * float64(time.Millisecond))
	done, _ := goja.AssertFunction(call.Argument(1))
	a.realm.Async(func(ctx context.Context) (any, error) {
		if a.opts.Lower == nil {
			return false, nil
		}
		return a.opts.Lower(ctx, delay)
	}, func(r *jsapi.Realm, over any, err error) {
		failed := goja.Undefined()
		if err != nil {
			failed = r.Error(err)
		}
		if _, err := done(goja.Undefined(), failed, r.ToJS(over)); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}

// SetWorker replaces Options.Worker, see node.SetWorker.
func SetWorker(r *jsapi.Realm, n int) bool { return node.SetWorker(r, n) }
