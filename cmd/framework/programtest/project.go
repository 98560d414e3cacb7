package programtest

import (
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
)

// Project writes the files of a txtar text into a fresh folder.
func Project(t testing.TB, files string) string {
	t.Helper()
	dir := t.TempDir()
	testenv.WriteFiles(t, dir, txtar.Parse([]byte(files)).Files)
	return dir
}
