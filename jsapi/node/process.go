package node

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/mattn/go-isatty"

	"framework/engine/platform"
)

// processModule is the native part of process and the modules that show parts of it.
type processModule struct {
	*host
	opts  Options
	began time.Time
}

// processNatives are the native functions of process.js.
func (m *processModule) processNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"cwd": m.cwd, "chdir": m.chdir, "moves": m.moves(), "flags": m.flags(), "gc": m.gc, "umask": umask(m.realm.Runtime()), "timers": m.timers, "escapes": m.escapes, "write": m.write, "outputKind": m.outputKind, "builtins": builtins(), "thread": m.opts.thread != nil, "nextTick": (&timersModule{m.host, m.began}).nextTick,
		"argv": func(goja.FunctionCall) goja.Value {
			main := m.opts.main
			if main == "" {
				main = filepath.Join(m.opts.Root, "app.js")
			}
			list := []any{executable()}
			if t := m.opts.thread; t == nil || !t.flags.eval {
				list = append(list, main)
			}
			for _, a := range m.opts.Args {
				list = append(list, a)
			}
			return rt.NewArray(list...)
		},
		"execPath":    func(goja.FunctionCall) goja.Value { return rt.ToValue(executable()) },
		"pid":         func(goja.FunctionCall) goja.Value { return rt.ToValue(os.Getpid()) },
		"ppid":        func(goja.FunctionCall) goja.Value { return rt.ToValue(os.Getppid()) },
		"getuid":      func(goja.FunctionCall) goja.Value { return rt.ToValue(os.Getuid()) },
		"geteuid":     func(goja.FunctionCall) goja.Value { return rt.ToValue(os.Geteuid()) },
		"getgid":      func(goja.FunctionCall) goja.Value { return rt.ToValue(os.Getgid()) },
		"getegid":     func(goja.FunctionCall) goja.Value { return rt.ToValue(os.Getegid()) },
		"platform":    func(goja.FunctionCall) goja.Value { return rt.ToValue(platform.System()) },
		"arch":        func(goja.FunctionCall) goja.Value { return rt.ToValue(platform.Processor()) },
		"uptime":      func(goja.FunctionCall) goja.Value { return rt.ToValue(time.Since(m.began).Seconds()) },
		"nanoseconds": func(goja.FunctionCall) goja.Value { return rt.ToValue(float64(time.Since(m.began))) },
		"memoryUsage": func(goja.FunctionCall) goja.Value {
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			return m.object(
				"rss", stats.Sys, "heapTotal", stats.HeapSys, "heapUsed", stats.HeapAlloc, "external", 0, "arrayBuffers", 0,
			)
		},
		"cpuUsage": func(goja.FunctionCall) goja.Value {
			user, system := cpuTime()
			return m.object("user", user.Microseconds(), "system", system.Microseconds())
		},
		"exit": func(call goja.FunctionCall) goja.Value {
			code := call.Argument(0).ToInteger()
			if m.opts.Exit != nil {
				if code != 0 && m.opts.thread == nil {
					m.opts.Log.Error("the project ended the server", "exit", code, "at", m.realm.Caller())
				}
				m.opts.Exit(int(code))
			}
			return goja.Undefined()
		},
		"warn": func(call goja.FunctionCall) goja.Value {
			if code := call.Argument(1).String(); code != "" {
				m.opts.Log.Warn(call.Argument(0).String(), "code", code)
			} else {
				m.opts.Log.Warn(call.Argument(0).String())
			}
			return goja.Undefined()
		},
	}
}

// moves reports whether the script may change what belongs to the whole process: one that was forked has it for itself.
func (m *processModule) moves() bool { return m.opts.thread != nil && m.opts.thread.process }

// flags are those that process.js obeys. A project has none.
func (m *processModule) flags() *goja.Object {
	f, t := m.opts.flags(), m.opts.thread
	rt := m.realm.Runtime()
	given, on := make([]any, len(f.given)), rt.NewObject()
	for i, s := range f.given {
		given[i] = s
	}
	for name := range f.on {
		_ = on.Set(name, true)
	}
	o := rt.NewObject()
	for name, v := range map[string]any{"given": rt.NewArray(given...), "process": t != nil && t.process, "rejections": f.rejections, "on": on, "gc": f.gc} {
		_ = o.Set(name, v) // a new object takes all
	}
	return o
}

// timers returns a name for each timer that keeps the loop running.
func (m *processModule) timers(goja.FunctionCall) goja.Value {
	timers, immediates := m.realm.Timers()
	var names []any
	for range timers {
		names = append(names, "Timeout")
	}
	for range immediates {
		names = append(names, "Immediate")
	}
	return m.realm.Runtime().NewArray(names...)
}

// gc is what --expose-gc gives scripts.
func (m *processModule) gc(goja.FunctionCall) goja.Value {
	runtime.GC()
	return goja.Undefined()
}

func (m *processModule) ttyNatives() map[string]any { return map[string]any{"isTTY": m.isTTY} }

func (m *processModule) clockNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"origin": func(goja.FunctionCall) goja.Value {
			return rt.ToValue(float64(m.began.UnixMicro()) / 1000)
		},
		"now": func(goja.FunctionCall) goja.Value {
			return rt.ToValue(float64(time.Since(m.began).Nanoseconds()) / 1e6)
		},
	}
}

// asyncHooksNatives are the native functions of async_hooks.js.
func asyncHooksNatives(h *host) map[string]any {
	return map[string]any{
		"asyncStore": func(goja.FunctionCall) goja.Value {
			if v := h.realm.AsyncStore(); v != nil {
				return v
			}
			return goja.Undefined()
		},
		"setAsyncStore": func(call goja.FunctionCall) goja.Value {
			if v := call.Argument(0); goja.IsUndefined(v) {
				h.realm.SetAsyncStore(nil)
			} else {
				h.realm.SetAsyncStore(v)
			}
			return goja.Undefined()
		},
	}
}

// write(fd, chunk) prints text or bytes. Errors are ignored: the project cannot help a closed output.
func (m *processModule) write(call goja.FunctionCall) goja.Value {
	w := m.output(call.Argument(0).ToInteger())
	if w == nil {
		return goja.Undefined()
	}
	if v := call.Argument(1); goja.IsString(v) {
		_, _ = io.WriteString(w, v.String())
	} else {
		_, _ = w.Write(m.bytes(v))
	}
	return goja.Undefined()
}

func (m *processModule) isTTY(call goja.FunctionCall) goja.Value {
	return m.realm.Runtime().ToValue(m.kind(call) == "tty")
}

// outputKind(fd) is what standard output or error is: "tty", "fs" for a file or another device, "pipe".
func (m *processModule) outputKind(call goja.FunctionCall) goja.Value {
	return m.realm.Runtime().ToValue(m.kind(call))
}

func (m *processModule) kind(call goja.FunctionCall) string {
	f, ok := m.output(call.Argument(0).ToInteger()).(*os.File)
	if !ok {
		return "pipe"
	}
	if isatty.IsTerminal(f.Fd()) {
		return "tty"
	}
	if info, err := f.Stat(); err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeCharDevice != 0) {
		return "fs"
	}
	return "pipe"
}

func (m *processModule) output(fd int64) io.Writer {
	if m.opts.Printing != nil {
		m.opts.Printing()
	}
	switch fd {
	case 1:
		return m.opts.Stdout
	case 2:
		return m.opts.Stderr
	}
	return nil
}

func executable() string {
	path, err := os.Executable()
	if err != nil {
		return "framework"
	}
	return path
}

func release(file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return fmt.Sprintf("unknown (%s)", runtime.GOOS)
	}
	return strings.TrimSpace(string(b))
}
