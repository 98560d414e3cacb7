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
)

// processNatives are what process.js asks of the server.
func (h *host) processNatives() map[string]any {
	rt := h.realm.Runtime()
	return map[string]any{
		"cwd": h.cwd, "write": h.write, "isTTY": h.isTTY, "nextTick": h.nextTick,
		"env": func(goja.FunctionCall) goja.Value {
			env := rt.NewObject()
			for _, e := range h.opts.Env {
				if k, v, ok := strings.Cut(e, "="); ok && k != "" {
					_ = env.Set(k, v)
				}
			}
			return env
		},
		"argv": func(goja.FunctionCall) goja.Value {
			list := []any{executable(), filepath.Join(h.opts.Root, "app.js")}
			for _, a := range h.opts.Args {
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
		"platform":    func(goja.FunctionCall) goja.Value { return rt.ToValue(platform()) },
		"arch":        func(goja.FunctionCall) goja.Value { return rt.ToValue(arch()) },
		"uptime":      func(goja.FunctionCall) goja.Value { return rt.ToValue(time.Since(h.began).Seconds()) },
		"nanoseconds": func(goja.FunctionCall) goja.Value { return rt.ToValue(float64(time.Since(h.began))) },
		"memoryUsage": func(goja.FunctionCall) goja.Value {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return h.object(
				"rss", m.Sys, "heapTotal", m.HeapSys, "heapUsed", m.HeapAlloc, "external", 0, "arrayBuffers", 0,
			)
		},
		"cpuUsage": func(goja.FunctionCall) goja.Value {
			user, system := cpuTime()
			return h.object("user", user.Microseconds(), "system", system.Microseconds())
		},
		"exit": func(call goja.FunctionCall) goja.Value {
			code := call.Argument(0).ToInteger()
			if h.opts.Exit != nil {
				if code != 0 {
					h.opts.Log.Error("the project ended the server", "exit", code, "at", h.realm.Caller())
				}
				h.opts.Exit(int(code))
			}
			return goja.Undefined()
		},
		"warn": func(call goja.FunctionCall) goja.Value {
			if code := call.Argument(1).String(); code != "" {
				h.opts.Log.Warn(call.Argument(0).String(), "code", code)
			} else {
				h.opts.Log.Warn(call.Argument(0).String())
			}
			return goja.Undefined()
		},
	}
}

func (h *host) consoleNatives() map[string]any { return map[string]any{"write": h.write} }

func (h *host) ttyNatives() map[string]any { return map[string]any{"isTTY": h.isTTY} }

func (h *host) clockNatives() map[string]any {
	rt := h.realm.Runtime()
	return map[string]any{
		"origin": func(goja.FunctionCall) goja.Value {
			return rt.ToValue(float64(h.began.UnixMicro()) / 1000)
		},
		"now": func(goja.FunctionCall) goja.Value {
			return rt.ToValue(float64(time.Since(h.began).Nanoseconds()) / 1e6)
		},
	}
}

// carriedNatives are what async_hooks keeps its stores with.
func (h *host) carriedNatives() map[string]any {
	return map[string]any{
		"carried": func(goja.FunctionCall) goja.Value {
			if v := h.realm.AsyncStore(); v != nil {
				return v
			}
			return goja.Undefined()
		},
		"carry": func(call goja.FunctionCall) goja.Value {
			if v := call.Argument(0); goja.IsUndefined(v) {
				h.realm.SetAsyncStore(nil)
			} else {
				h.realm.SetAsyncStore(v)
			}
			return goja.Undefined()
		},
	}
}

// write(fd, text) prints; a reader that is gone is no error of the project's.
func (h *host) write(call goja.FunctionCall) goja.Value {
	if w := h.output(call.Argument(0).ToInteger()); w != nil {
		_, _ = io.WriteString(w, call.Argument(1).String())
	}
	return goja.Undefined()
}

func (h *host) isTTY(call goja.FunctionCall) goja.Value {
	f, ok := h.output(call.Argument(0).ToInteger()).(*os.File)
	return h.realm.Runtime().ToValue(ok && isatty.IsTerminal(f.Fd()))
}

func (h *host) output(fd int64) io.Writer {
	switch fd {
	case 1:
		return h.opts.Stdout
	case 2:
		return h.opts.Stderr
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

// platform and arch are Node's names of them.
func platform() string {
	if runtime.GOOS == "windows" {
		return "win32"
	}
	return runtime.GOOS
}

func arch() string {
	switch runtime.GOARCH {
	case "amd64":
		return "x64"
	case "386":
		return "ia32"
	}
	return runtime.GOARCH
}

func release(file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return fmt.Sprintf("unknown (%s)", runtime.GOOS)
	}
	return strings.TrimSpace(string(b))
}
