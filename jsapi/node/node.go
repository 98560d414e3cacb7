package node

import (
	"io"
	"log/slog"

	"framework/jsapi"
	"framework/jsapi/modules"
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

// Core returns the core modules for the loader.
func Core(opts Options) map[string]modules.Core { panic("node.Core") }

// Globals installs process, Buffer, console, timers, URL, TextEncoder,
// structuredClone, queueMicrotask and the like on the realm's global object,
// and mends what goja lacks (Error.captureStackTrace, toLocaleString, …).
func Globals(r *jsapi.Realm, opts Options) error { panic("node.Globals") }
