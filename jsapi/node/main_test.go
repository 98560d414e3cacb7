package node_test

import (
	"log/slog"
	"os"
	"testing"

	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// TestMain runs the scripts that child_process.fork starts: the test binary is the program.
func TestMain(m *testing.M) {
	if script, ok := node.ScriptArguments(os.Args[1:]); ok {
		os.Exit(node.Fork(script, modules.Options{}, slog.Default()))
	}
	m.Run()
}
