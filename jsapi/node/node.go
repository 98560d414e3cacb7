package node

import (
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/sqlite"
	"framework/jsapi/wasm"
)

// Options configure the core modules of a realm.
type Options struct {
	Root           string   // process.cwd()
	Env            []string // process.env, "KEY=value"
	Args           []string // process.argv after node and script
	Stdout, Stderr io.Writer
	// Printing is called before Stdout or Stderr is used; nil means nothing.
	Printing func()
	Log      *slog.Logger
	// OldNames adds what Node had up to version 8 and dropped: GLOBAL, root, a null for a callback,
	// os.tmpDir, util.puts and others.
	OldNames bool
	// Exit is called for process.exit(code).
	Exit func(code int)
	// Worker is the number of the realm among the workers of its project, see SetWorker.
	Worker int
	// Modules is how workers find modules; Root, and the core modules of Node in Core, are
	// set here.
	Modules modules.Options

	// threads is what a project and its workers have in common, thread what a worker
	// knows of itself, main its script.
	threads *threads
	thread  *thread
	// environ is where the realm has its variables once it shares them.
	environ *environ
	main    string
	// folder is process.cwd() of a process, nil where that is Root.
	folder *folder
	// channel leads to the process that has forked this one.
	channel io.ReadWriteCloser
	// shapeless: without shapes.json.
	shapeless bool
}

// scripted are the core modules with an embedded script.
var scripted = []string{
	"assert", "async_hooks", "buffer", "child_process", "cluster", "console", "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "net", "os", "path", "perf_hooks", "process",
	"punycode", "querystring", "readline", "stream", "string_decoder", "timers", "tls", "tty", "url", "util", "v8", "vm", "worker_threads", "zlib",
}

// part is a member of what an embedded script exports.
type part struct{ script, member string }

// parts are the core modules that are parts of others.
var parts = map[string]part{
	"timers/promises": {"timers", "promises"}, "fs/promises": {"fs", "promises"}, "stream/promises": {"stream", "promises"}, "dns/promises": {"dns", "promises"}, "readline/promises": {"readline", "promises"},
	"stream/consumers": {"stream", "_consumers"}, "path/posix": {"path", "posix"}, "path/win32": {"path", "win32"}, "assert/strict": {"assert", "strict"}, "util/types": {"util", "types"},
}

// older are the modules of older.js.
var older = []string{
	"_http_agent", "_http_client", "_http_common", "_http_incoming", "_http_outgoing", "_http_server",
	"_stream_duplex", "_stream_passthrough", "_stream_readable", "_stream_transform", "_stream_writable", "_tls_common", "_tls_wrap",
}

// prefixed are those that are required with "node:" only.
var prefixed = []string{"sqlite", "test"}

// natives returns the native functions of an embedded script.
func (l *loader) natives(script string) map[string]any {
	switch script {
	case "async_hooks":
		return asyncHooksNatives(l.host)
	case "buffer":
		return (&bufferModule{host: l.host}).bufferNatives()
	case "child_process":
		return (&childProcessModule{l.process(), l.open}).processesNatives()
	case "cluster":
		return map[string]any{"process": l.opts.thread != nil && l.opts.thread.process, "replacement": replacement(script), "worker": l.worker}
	case "cryptonative":
		return (&cryptoModule{l.host}).cryptoNatives()
	case "environ":
		return l.process().environNatives()
	case "dns", "dnsresolver":
		natives := dnsNatives(l.host)
		natives["order"] = l.opts.flags().order
		return natives
	case "fs":
		return (&fsModule{l.host, l.opts.cwd, l.open, l.process().output, l.process().moves()}).fsNatives()
	case "fswatch":
		return (&fileWatches{host: l.host, cwd: l.opts.cwd, open: l.open, active: map[int64]*fileWatch{}}).watchNatives()
	case "http", "httprules", "httpresponse", "httpincoming":
		return (&httpModule{&netModule{l.host, l.open}}).httpNatives()
	case "http2session", "http2stream":
		return (&netModule{l.host, l.open}).http2Natives()
	case "bridge":
		return (&netModule{l.host, l.open}).bridgeNatives()
	case "textwidth":
		return textWidthNatives(l.host)
	case "httpparse":
		natives, f := httpParseNatives(l.host), l.opts.flags()
		natives["maxHeaderSize"], natives["insecure"] = f.headSize, f.on["--insecure-http-parser"]
		return natives
	case "net", "nethandle", "netconnect", "netserver", "tls", "tlscontext":
		natives := (&netModule{l.host, l.open}).netNatives()
		natives["worker"] = l.worker
		return natives
	case "websocket":
		return (&netModule{l.host, l.open}).webSocketNatives()
	case "dgram":
		return (&netModule{l.host, l.open}).dgramNatives()
	case "intl":
		return (&intlModule{&textModule{l.host}}).natives()
	case "intllocale":
		return (&intlModule{&textModule{l.host}}).localeNatives()
	case "intldate":
		return (&intlModule{&textModule{l.host}}).dateNatives()
	case "intlnumber":
		return (&intlModule{&textModule{l.host}}).numberNatives()
	case "intlwords":
		return (&intlModule{&textModule{l.host}}).wordNatives()
	case "os":
		return (&osModule{l.host, l.began}).osNatives()
	case "pipe":
		return pipeNatives(l.host)
	case "perf_hooks":
		return l.process().clockNatives()
	case "process":
		return l.process().processNatives()
	case "credentials":
		return l.process().credentialNatives()
	case "sqlite":
		return sqlite.Natives(l.realm)
	case "timers":
		return (&timersModule{l.host, l.began}).timerNatives()
	case "tty":
		return l.process().ttyNatives()
	case "url":
		return (&urlModule{l.host}).urlNatives()
	case "legacyurl":
		return (&urlModule{l.host}).legacyNatives()
	case "searchparams":
		return (&urlModule{l.host}).formNatives()
	case "util", "inspect", "deep":
		return valueNatives(l.host)
	case "vm":
		return vmNatives(l.host)
	case "weak":
		return weakNatives(l.host)
	case "worker_threads":
		return (&workerModule{&portModule{l.host, l.open, l.opts.threads}, l.opts}).natives()
	case "atomics":
		return (&atomicsModule{l.host, l.opts.threads, l.opts.thread != nil}).natives()
	case "ipc":
		return ipcNatives(l.host)
	case "zlib":
		return (&zlibModule{l.host, l.open}).zlibNatives()
	}
	return nil
}

// host is what the native functions of all core modules share: the realm, and the
// conversions of Node's kinds of values and errors.
type host struct {
	realm *jsapi.Realm
	// load returns the exports of another core module.
	load func(name string) (goja.Value, error)
	// wrap makes a Buffer, once the module buffer is there.
	wrap func(b []byte) goja.Value
}

// loader makes the core modules of one realm. What a module may use besides host
// stands in its own type, such as fsModule.
type loader struct {
	*host
	opts    Options
	modules map[string]*goja.Object
	began   time.Time
	open    *resources
	shape   goja.Callable // see shaper
	date    goja.Value    // the constructor, for clock
	timers  []goja.Value  // timerFunctions, once they are there
}

// worker is the number that cluster shows; threads of a worker have none.
func (l *loader) worker() int {
	if l.opts.thread != nil {
		return 0
	}
	return l.opts.Worker
}

// SetWorker replaces Options.Worker: 0 for a project without workers. It reports false,
// and changes nothing, if code has required cluster already and has seen something else.
func SetWorker(r *jsapi.Realm, n int) bool {
	l, ok := r.Slot(loaderKey{}).(*loader)
	if !ok || l.opts.Worker == n {
		return ok
	}
	if _, seen := l.modules["cluster"]; seen {
		return false
	}
	l.opts.Worker = n
	return true
}

func (l *loader) process() *processModule { return &processModule{l.host, l.opts, l.began} }

type loaderKey struct{}

// Core returns the core modules for the loader.
func Core(opts Options) map[string]modules.Core {
	all := make(map[string]modules.Core, len(scripted)+len(unsupported))
	for _, name := range scripted {
		all[name] = func(r *jsapi.Realm, module *goja.Object) error {
			l := loaderOf(r, opts)
			exports, err := l.load(name)
			if err != nil {
				return err
			}
			return module.Set("exports", exports)
		}
	}
	for _, name := range prefixed {
		all["node:"+name] = func(r *jsapi.Realm, module *goja.Object) error {
			exports, err := loaderOf(r, opts).load(name)
			if err != nil {
				return err
			}
			return module.Set("exports", exports)
		}
	}
	for name := range unsupported {
		all[name] = func(r *jsapi.Realm, module *goja.Object) error {
			l := loaderOf(r, opts)
			exports, err := l.run("unsupported", map[string]any{
				"name": name, "members": names(unsupported[name]), "values": r.ToJS(unsupportedValues(name)), "replacement": replacement(name),
			})
			if err != nil {
				return err
			}
			return module.Set("exports", exports)
		}
	}
	for name, of := range parts {
		all[name] = partOf(opts, of.script, of.member)
	}
	for _, name := range older {
		all[name] = partOf(opts, "older", name)
	}
	all["stream/web"] = func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := loaderOf(r, opts).load("webstreams")
		if err != nil {
			return err
		}
		return module.Set("exports", exports)
	}
	all["sys"] = all["util"]
	all["constants"] = func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := loaderOf(r, opts).constants()
		if err != nil {
			return err
		}
		return module.Set("exports", exports)
	}
	return all
}

// partOf is the core module that is a member of what an embedded script exports.
func partOf(opts Options, script, member string) modules.Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := loaderOf(r, opts).load(script)
		if err != nil {
			return err
		}
		return module.Set("exports", exports.ToObject(r.Runtime()).Get(member))
	}
}

// constants is the module of that name: those of os, fs and crypto in one object.
func (l *loader) constants() (*goja.Object, error) {
	rt := l.realm.Runtime()
	out := rt.NewObject()
	for _, from := range [][]string{
		{"os", "constants", "dlopen"},
		{"os", "constants", "errno"},
		{"os", "constants", "priority"},
		{"os", "constants", "signals"},
		{"fs", "constants"},
		{"crypto", "constants"},
	} {
		v, err := l.load(from[0])
		if err != nil {
			return nil, err
		}
		for _, member := range from[1:] {
			if o, ok := v.(*goja.Object); ok {
				v = o.Get(member)
			}
		}
		o, ok := v.(*goja.Object)
		if !ok {
			continue
		}
		for _, name := range o.Keys() {
			if err := out.Set(name, o.Get(name)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func loaderOf(r *jsapi.Realm, opts Options) *loader {
	if l, ok := r.Slot(loaderKey{}).(*loader); ok {
		return l
	}
	if opts.threads == nil {
		opts.threads = newThreads()
	}
	if opts.environ == nil {
		opts.environ = new(environ)
	}
	l := &loader{host: &host{realm: r}, opts: opts, modules: map[string]*goja.Object{}, began: time.Now(), open: newResources(r.Lifetime()), date: r.Runtime().Get("Date")}
	l.host.load = l.load
	r.SetSlot(loaderKey{}, l)
	r.OnError(l.netError)
	r.OnToJS(l.handleValue)
	return l
}

// names converts strings to a list for ToJS.
func names(texts []string) []any {
	list := make([]any, len(texts))
	for i, n := range texts {
		list[i] = n
	}
	return list
}

// load returns the exports of a module, evaluated once in a realm.
func (l *loader) load(name string) (goja.Value, error) {
	if m, ok := l.modules[name]; ok {
		return m.Get("exports"), nil
	}
	return l.run(name, l.checkReceivers(l.natives(name)))
}

// checkReceivers makes native functions throw a TypeError when an argument is an object of
// the wrong kind, as the methods of Node do that are called on another object.
func (l *loader) checkReceivers(natives map[string]any) map[string]any {
	for name, v := range natives {
		native, ok := v.(func(call goja.FunctionCall) goja.Value)
		if !ok {
			continue
		}
		natives[name] = func(call goja.FunctionCall) goja.Value {
			defer func() {
				if x := recover(); x != nil {
					if _, wrong := x.(*runtime.TypeAssertionError); wrong {
						x = l.realm.Runtime().NewTypeError("Illegal invocation")
					}
					panic(x)
				}
			}()
			return native(call)
		}
	}
	return natives
}

// run evaluates an embedded script as a module with natives.
func (l *loader) run(name string, natives map[string]any) (goja.Value, error) {
	rt := l.realm.Runtime()
	compiled, ok := programs[name]
	if !ok {
		return nil, fmt.Errorf("there is no core module %s", name)
	}
	script, err := compiled()
	if err != nil {
		return nil, err
	}
	v, err := rt.RunProgram(script.program)
	if err != nil {
		return nil, l.realm.Wrap(err)
	}
	fn, _ := goja.AssertFunction(v)
	module := rt.NewObject()
	exports := rt.NewObject()
	if err := module.Set("exports", exports); err != nil {
		return nil, err
	}
	if name != "unsupported" && name != "globals" && name != "shapes" {
		l.modules[name] = module // before it runs: modules may need each other
	}
	native := rt.NewObject()
	if err := native.Set("oldNames", l.opts.OldNames); err != nil {
		return nil, err
	}
	for k, n := range natives {
		if err := native.Set(k, n); err != nil {
			return nil, err
		}
	}
	args := []goja.Value{exports, rt.ToValue(l.require), module, native}
	if script.timed {
		clock, err := l.clock()
		if err != nil {
			return nil, err
		}
		args = append(args, clock...)
	}
	if _, err := fn(goja.Undefined(), args...); err != nil {
		delete(l.modules, name)
		return nil, l.realm.Wrap(err)
	}
	made := module.Get("exports")
	if name == "timers" {
		l.keepTimers(made.ToObject(rt))
	}
	if o, ok := made.(*goja.Object); ok {
		if err := l.shaped(name, o); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// require is the require of embedded scripts.
func (l *loader) require(call goja.FunctionCall) goja.Value {
	v, err := l.load(call.Argument(0).String())
	if err != nil {
		panic(l.realm.Error(err))
	}
	return v
}

// builtIn are the scripts of what the language has, not Node.
var builtIn = [...]string{"globals", "atomics", "proxy", "weak", "intl", "intldate", "intllocale", "intlnumber", "intlwords"}

// Globals defines process, Buffer, console, timers, URL, TextEncoder,
// structuredClone, queueMicrotask and others on the global object, and adds what
// goja lacks (Error.captureStackTrace, toLocaleString, …).
func Globals(r *jsapi.Realm, opts Options) error {
	l := loaderOf(r, opts)
	rt := r.Runtime()
	natives := (&textModule{l.host}).textNatives()
	natives["global"], natives["parse"], natives["hasHalves"], natives["microtask"] = rt.GlobalObject(), (&jsonParser{l.host}).parseJSON, (&jsonParser{l.host}).hasHalves, (&timersModule{l.host, l.began}).microtask
	natives["shaped"] = func(name string) error { return l.shaped("globals "+name, rt.GlobalObject()) }
	natives["socketHidden"] = (&socketGlobal{l.host, map[string]bool{}}).hidden
	natives["wasm"] = func() (goja.Value, error) { return wasm.New(r) }
	for _, name := range builtIn {
		r.AddBuiltIn(scriptName(name))
	}
	_, err := l.run("globals", natives)
	if err != nil {
		return err
	}
	r.OnToJS(func(v any) (goja.Value, bool) {
		b, ok := v.([]byte)
		if !ok {
			return nil, false
		}
		return l.buffer(b), true
	})
	return nil
}

// buffer makes a Buffer that uses b without copying it.
func (h *host) buffer(b []byte) goja.Value {
	if h.wrap == nil {
		if _, err := h.load("buffer"); err != nil {
			panic(h.realm.Error(err))
		}
	}
	return h.wrap(b)
}

// scriptName is the name of an embedded script in stacks. What starts with framework: has no line there.
func scriptName(name string) string {
	if name == "proxy" {
		return "framework:" + name // V8 calls the functions of a handler itself
	}
	return "node:" + name
}

// script is an embedded script.
type script struct {
	program *goja.Program
	timed   bool // it gets what clock returns
}

// programs are the embedded scripts, each compiled when it is first used.
var programs = compileScripts()

func compileScripts() map[string]func() (script, error) {
	out := map[string]func() (script, error){}
	files, err := scripts.ReadDir("js")
	if err != nil {
		panic(err) // the scripts are part of the binary
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".js")
		out[name] = sync.OnceValues(func() (script, error) {
			source, err := scripts.ReadFile("js/" + name + ".js")
			if err != nil {
				return script{}, err
			}
			parameters, timed := "exports, require, module, native", name != "timers" && needsClock(string(source))
			if timed {
				parameters += ", Date, " + strings.Join(timerFunctions, ", ")
			}
			program, err := compile.Source(scriptName(name), "(function ("+parameters+") {'use strict';"+string(source)+"\n})", false)
			return script{program, timed}, err
		})
	}
	return out
}
