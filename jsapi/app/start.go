package app

import (
	_ "embed"
	"maps"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

// Start runs the file with which Node starts the project as the main module. Most call
// sails.lift, see Options.Lift.
func (a *App) Start(file string) error { return a.loader.RunMain(file) }

// Environ is the environment as the project sees it, like os.Environ.
func (a *App) Environ() []string {
	rt := a.realm.Runtime()
	process, ok := rt.GlobalObject().Get("process").(*goja.Object)
	if !ok {
		return a.opts.Env
	}
	env, ok := process.Get("env").(*goja.Object)
	if !ok {
		return a.opts.Env
	}
	list := make([]string, 0, len(a.opts.Env))
	for _, name := range env.Keys() {
		list = append(list, name+"="+env.Get(name).String())
	}
	return list
}

// rcName is the module of Sails that reads settings from outside of the project.
const rcName = "sails/accessible/rc"

// rcPackages are the names of the package that it stands for.
func rcPackages() []string { return []string{"rc", "sails/node_modules/rc"} }

//go:embed rc.js
var rcSource string

var rcProgram = compile.Once("framework:rc.js", rcSource, true)

// rc is the module of that name: rc('sails') returns the settings of the process.
func (a *App) rc(r *jsapi.Realm, module *goja.Object) error {
	program, err := rcProgram()
	if err != nil {
		return err
	}
	v, err := r.Runtime().RunProgram(program)
	if err != nil {
		return err
	}
	factory, _ := goja.AssertFunction(v)
	exports, err := factory(goja.Undefined(), r.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
		settings := value.New(0)
		if a.opts.ProcessSettings != nil {
			if settings, err = a.opts.ProcessSettings(); err != nil {
				panic(r.Error(err))
			}
		}
		return r.ToJS(settings)
	}))
	if err != nil {
		return err
	}
	return module.Set("exports", exports)
}

// withRC adds rc to the modules for which no package is needed.
func (a *App) withRC(fallback map[string]modules.Core) map[string]modules.Core {
	out := maps.Clone(fallback)
	if out == nil {
		out = map[string]modules.Core{}
	}
	for _, name := range rcPackages() {
		out[name] = a.rc
	}
	return out
}

// idleForMain are packages that do nothing when the main module requires them: compilers
// for what the server compiles by itself, and those that change the internals of Node.
func idleForMain() map[string]modules.Core {
	out := map[string]modules.Core{}
	for _, name := range []string{
		"@babel/register", "babel-core/register", "babel-register", "babel/register", "ts-node", "ts-node/register", "tsx/cjs",
		"coffee-script/register", "coffeescript/register", "iced-coffee-script/register",
		"@google-cloud/trace-agent", "applicationinsights", "dd-trace", "elastic-apm-node", "newrelic", "pmx", "source-map-support/register",
	} {
		out[name] = idle
	}
	return out
}

// idle exports a function that returns itself, which is also its own start and register.
func idle(r *jsapi.Realm, module *goja.Object) error {
	var self *goja.Object
	self = r.Runtime().ToValue(func(goja.FunctionCall) goja.Value { return self }).ToObject(r.Runtime())
	for _, name := range []string{"init", "install", "register", "setup", "start"} {
		if err := self.Set(name, self); err != nil {
			return err
		}
	}
	return module.Set("exports", self)
}
