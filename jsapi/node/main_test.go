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
	if len(os.Args) > 1 && os.Args[1] == node.ForkArgument {
		os.Exit(node.Fork(os.Args[2:], modules.Options{}, slog.Default()))
	}
	m.Run()
}
