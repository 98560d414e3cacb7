package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"framework/engine/inspector"
	"framework/engine/project"
	"framework/jsapi/debug"
	"framework/jsapi/debug/protocol"
)

// Inspection says how debuggers connect.
type Inspection struct {
	// Address is the host and the port that they connect to.
	Address string
	// Break waits for the first of them before anything of the project runs, and pauses the
	// first statement of the files that BreakIn says; nil is every file.
	Break   bool
	BreakIn func(path string) bool
	// Packages has the code of packages paused too.
	Packages bool
}

// Inspect lets debuggers pause the scripts of the projects that are loaded with opts, until
// ctx or the inspector is closed.
func Inspect(ctx context.Context, opts *Options, how Inspection) (*inspector.Inspector, error) {
	root, err := project.Root(opts.Dir)
	if err != nil {
		return nil, err
	}
	out := opts.Stderr
	if out == nil {
		out = os.Stderr
	}
	opts.Debugger = protocol.NewTarget("framework", covered(root, how.Packages))
	var mu sync.Mutex
	say := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = fmt.Fprintln(out, line) // to a terminal that is gone
	}
	i, err := inspector.Listen(ctx, opts.Debugger, inspector.Options{
		Address: how.Address, Title: filepath.Base(root), URL: debug.URL(root), Version: Version, Say: say,
	})
	if err != nil {
		return nil, err
	}
	if exit := opts.Exit; exit != nil {
		opts.Exit = func(code int) {
			i.Finish() // what the script has written before
			exit(code)
		}
	}
	// A script that is paused would keep the server from stopping.
	context.AfterFunc(ctx, opts.Debugger.Release)
	if how.Break {
		say("Waiting for the debugger to connect.")
		if err := opts.Debugger.WaitForClient(ctx); err != nil {
			_ = i.Close() // nothing uses it
			return nil, err
		}
		opts.Debugger.PauseNextIn(debug.ReasonStart, how.BreakIn)
	}
	return i, nil
}

// covered says which files are those of the project at root.
func covered(root string, packages bool) func(path string) bool {
	inside := root + string(filepath.Separator)
	modules := string(filepath.Separator) + "node_modules" + string(filepath.Separator)
	return func(path string) bool {
		return strings.HasPrefix(path, inside) && (packages || !strings.Contains(path[len(root):], modules))
	}
}
