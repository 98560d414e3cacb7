package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"framework": main, // signals and all
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
