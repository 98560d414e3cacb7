package browser_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// serve writes files into a folder, which may hold a project already, and lifts it.
func serve(t *testing.T, dir string, files []txtar.File, args ...string) *programtest.Server {
	t.Helper()
	testenv.WriteFiles(t, dir, files)
	return programtest.Lift(t, programtest.Path(t), dir, "development", args...)
}
