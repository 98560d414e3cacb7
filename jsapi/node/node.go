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
	gobuffer "github.com/dop251/goja_nodejs/buffer"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/wasm"
)

// Options configure the core modules of a realm.
type Options struct {
	Root           string   // process.cwd()
	Env            []string // process.env, "KEY=value"
	Args           []string // process.argv after node and script
	Stdout, Stderr io.Writer
	Log            *slog.Logger
	// Exit is called for process.exit(code).
	Exit func(code int)
}

// scripted are the modules written in JavaScript that projects may require.
var scripted = []string{
	"assert", "async_hooks", "buffer", "child_process", "console", "crypto", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "https", "net", "os", "path", "perf_hooks", "process",
	"punycode", "querystring", "readline", "stream", "string_decoder", "timers", "tls", "tty", "url", "util", "vm", "worker_threads", "zlib",
}

// natives are what a script gets from Go.
func (h *host) natives(script string) map[string]any {
	switch script {
	case "async_hooks":
		return h.carriedNatives()
	case "buffer":
		return h.bufferNatives()
	case "child_process":
		return h.processesNatives()
	case "console":
		return h.consoleNatives()
	case "crypto":
		return h.cryptoNatives()
	case "dns":
		return h.dnsNatives()
	case "fs":
		return h.fsNatives()
	case "http":
		return h.httpNatives()
	case "net", "tls":
		return h.netNatives()
	case "intl":
		return h.intlNatives()
	case "os":
		return h.osNatives()
	case "pipe":
		return h.pipeNatives()
	case "path":
		return h.pathNatives()
	case "perf_hooks":
		return h.clockNatives()
	case "process":
		return h.processNatives()
	case "timers":
		return h.timerNatives()
	case "tty":
		return h.ttyNatives()
	case "url":
		return h.urlNatives()
	case "util", "inspect", "deep":
		return h.valueNatives()
	case "vm":
		return h.vmNatives()
	case "weak":
		return h.weakNatives()
	case "zlib":
		return h.zlibNatives()
	}
	return nil
}

// host is one realm's side of the core modules.
type host struct {
	opts    Options
	realm   *jsapi.Realm
	modules map[string]*goja.Object
	began   time.Time
	open    *resources
}

type hostKey struct{}

// Core returns the core modules for the loader.
func Core(opts Options) map[string]modules.Core {
	all := make(map[string]modules.Core, len(scripted)+len(absent))
	for _, name := range scripted {
		all[name] = func(r *jsapi.Realm, module *goja.Object) error {
			h := hostOf(r, opts)
			exports, err := h.load(name)
			if err != nil {
				return err
			}
			return module.Set("exports", exports)
		}
	}
	for name := range absent {
		all[name] = func(r *jsapi.Realm, module *goja.Object) error {
			h := hostOf(r, opts)
			exports, err := h.run("absent", map[string]any{
				"name": name, "members": names(absent[name]), "values": r.ToJS(absentValues(name)), "instead": instead(name),
			})
			if err != nil {
				return err
			}
			return module.Set("exports", exports)
		}
	}
	for alias, name := range map[string]string{
		"timers/promises": "timers", "fs/promises": "fs", "stream/promises": "stream", "stream/consumers": "stream", "dns/promises": "dns", "readline/promises": "readline", "path/posix": "path",
		"assert/strict": "assert", "util/types": "util",
	} {
		member := map[string]string{"path/posix": "posix", "assert/strict": "strict", "util/types": "types", "stream/consumers": "_consumers"}[alias]
		if member == "" {
			member = "promises"
		}
		all[alias] = func(r *jsapi.Realm, module *goja.Object) error {
			exports, err := hostOf(r, opts).load(name)
			if err != nil {
				return err
			}
			return module.Set("exports", exports.ToObject(r.Runtime()).Get(member))
		}
	}
	all["stream/web"] = func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := hostOf(r, opts).load("webstreams")
		if err != nil {
			return err
		}
		return module.Set("exports", exports)
	}
	all["sys"] = all["util"]
	all["constants"] = func(r *jsapi.Realm, module *goja.Object) error {
		exports, err := hostOf(r, opts).load("fs")
		if err != nil {
			return err
		}
		return module.Set("exports", exports.ToObject(r.Runtime()).Get("constants"))
	}
	return all
}

func hostOf(r *jsapi.Realm, opts Options) *host {
	if h, ok := r.Slot(hostKey{}).(*host); ok {
		return h
	}
	h := &host{opts: opts, realm: r, modules: map[string]*goja.Object{}, began: time.Now(), open: newResources(r.Lifetime())}
	r.SetSlot(hostKey{}, h)
	r.OnError(h.netError)
	r.OnToJS(h.handleValue)
	return h
}

// names are texts as a list for JavaScript.
func names(texts []string) []any {
	list := make([]any, len(texts))
	for i, n := range texts {
		list[i] = n
	}
	return list
}

// load returns the exports of a module, evaluated once in a realm.
func (h *host) load(name string) (goja.Value, error) {
	if m, ok := h.modules[name]; ok {
		return m.Get("exports"), nil
	}
	return h.run(name, h.guarded(h.natives(name)))
}

// guarded has what a script hands to a native that takes something else be a
// TypeError, as methods are that are called on another object.
func (h *host) guarded(natives map[string]any) map[string]any {
	for name, v := range natives {
		native, ok := v.(func(call goja.FunctionCall) goja.Value)
		if !ok {
			continue
		}
		natives[name] = func(call goja.FunctionCall) goja.Value {
			defer func() {
				if x := recover(); x != nil {
					if _, wrong := x.(*runtime.TypeAssertionError); wrong {
						x = h.realm.Runtime().NewTypeError("Illegal invocation")
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
func (h *host) run(name string, natives map[string]any) (goja.Value, error) {
	rt := h.realm.Runtime()
	compiled, ok := programs[name]
	if !ok {
		return nil, fmt.Errorf("there is no core module %s", name)
	}
	program, err := compiled()
	if err != nil {
		return nil, err
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		return nil, h.realm.Wrap(err)
	}
	fn, _ := goja.AssertFunction(v)
	module := rt.NewObject()
	exports := rt.NewObject()
	if err := module.Set("exports", exports); err != nil {
		return nil, err
	}
	if name != "absent" && name != "globals" {
		h.modules[name] = module // before it runs: modules may need each other
	}
	native := rt.NewObject()
	for k, n := range natives {
		if err := native.Set(k, n); err != nil {
			return nil, err
		}
	}
	if _, err := fn(goja.Undefined(), exports, rt.ToValue(h.require), module, native); err != nil {
		delete(h.modules, name)
		return nil, h.realm.Wrap(err)
	}
	return module.Get("exports"), nil
}

// require is what embedded scripts require each other with.
func (h *host) require(call goja.FunctionCall) goja.Value {
	v, err := h.load(call.Argument(0).String())
	if err != nil {
		panic(h.realm.Error(err))
	}
	return v
}

// Globals installs process, Buffer, console, timers, URL, TextEncoder,
// structuredClone, queueMicrotask and the like on the realm's global object,
// and mends what goja lacks (Error.captureStackTrace, toLocaleString, …).
func Globals(r *jsapi.Realm, opts Options) error {
	h := hostOf(r, opts)
	rt := r.Runtime()
	natives := h.textNatives()
	natives["global"], natives["parse"], natives["microtask"] = rt.GlobalObject(), h.parseJSON, h.microtask
	natives["wasm"] = func() (goja.Value, error) { return wasm.New(r) }
	_, err := h.run("globals", natives)
	if err != nil {
		return err
	}
	r.OnToJS(func(v any) (goja.Value, bool) {
		b, ok := v.([]byte)
		if !ok {
			return nil, false
		}
		return h.buffer(b), true
	})
	return nil
}

// buffer makes a Buffer of bytes, which it takes over.
func (h *host) buffer(b []byte) goja.Value {
	if _, err := h.load("buffer"); err != nil {
		panic(h.realm.Error(err))
	}
	return gobuffer.WrapBytes(h.realm.Runtime(), b)
}

// programs are the embedded scripts, each compiled on its first use.
var programs = compileScripts()

func compileScripts() map[string]func() (*goja.Program, error) {
	out := map[string]func() (*goja.Program, error){}
	files, err := scripts.ReadDir("js")
	if err != nil {
		panic(err) // they are part of this binary
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".js")
		out[name] = sync.OnceValues(func() (*goja.Program, error) {
			source, err := scripts.ReadFile("js/" + name + ".js")
			if err != nil {
				return nil, err
			}
			return compile.Source("node:"+name, "(function (exports, require, module, native) {'use strict';"+string(source)+"\n})", false)
		})
	}
	return out
}
