package snapshot

import (
	"log/slog"

	"framework/jsapi/app"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// ScriptArguments returns what Fork takes, if arguments of the program are to run a script.
func ScriptArguments(args []string) ([]string, bool) { return node.ScriptArguments(args) }

// Fork runs a script that child_process.fork of a project has started, and returns its exit code.
func Fork(args []string) int {
	return node.Fork(args, modules.Options{Core: library.Natives(library.NewLimits()), Languages: app.Languages()}, slog.Default())
}
