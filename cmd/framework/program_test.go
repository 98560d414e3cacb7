package main_test

import (
	"os/exec"
	"testing"

	"framework/engine/testenv"
)

// build is the program's path: this very test binary, which is the program under
// that name (see TestMain). Tests with servers as processes are slow.
func build(t testing.TB) string {
	t.Helper()
	testenv.Slow(t)
	path, err := exec.LookPath("framework")
	if err != nil {
		t.Fatal(err)
	}
	return path
}
