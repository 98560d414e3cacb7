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
// own.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
