package main

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"framework": func() { os.Exit(run(context.Background(), os.Args[1:])) },
	})
}

// TestCommandLine runs the scripts in testdata/script, each in a folder of its
// own; with -short, the one that has most of the commands.
func TestCommandLine(t *testing.T) {
	if testing.Short() {
		testscript.Run(t, testscript.Params{Files: []string{"testdata/script/run.txtar"}})
		return
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
