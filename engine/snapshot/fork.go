package snapshot

import (
	"log/slog"

	"framework/jsapi/app"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// ForkArgument is the first argument of a process that is to run the script of Fork.
const ForkArgument = node.ForkArgument

// Fork runs a script that child_process.fork of a project has started, and returns its exit code.
func Fork(args []string) int {
	return node.Fork(args, modules.Options{Core: library.Natives(library.NewLimits()), Languages: app.Languages()}, slog.Default())
}
