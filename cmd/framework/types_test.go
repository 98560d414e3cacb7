package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

const typedFiles = `
-- package.json --
{ "name": "typed" }
-- config/local.js --
module.exports = { session: { secret: 'not one' }, connections: { disk: { adapter: 'sails-memory' } }, models: { connection: 'disk', migrate: 'safe' } };
-- api/models/Pet.js --
module.exports = { attributes: { name: 'string' } };
`

// declares waits until the declarations of a project have a text.
func declares(t *testing.T, dir, text string) bool {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if got, err := os.ReadFile(filepath.Join(dir, "types", "framework.d.ts")); err == nil && strings.Contains(string(got), text) {
			return true
		}
	}
	return false
}

// follow runs a program until the end of the test, when it has to stop in order.
func follow(t *testing.T, binary string, args ...string) {
	t.Helper()
	var out programtest.Output
	cmd := exec.Command(binary, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("it ended with %v\n%s", err, out.String())
		}
	})
}

// TestTypesFollow: lift keeps the declarations of a project that has a jsconfig.json up to
// date, types --watch those of every project, and their change is no reason to reload.
func TestTypesFollow(t *testing.T) {
	binary := build(t)
	grow := func(dir, name string) {
		t.Helper()
		text := "module.exports = { attributes: { name: 'string', " + name + ": 'integer' } };\n"
		if err := os.WriteFile(filepath.Join(dir, "api", "models", "Pet.js"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("lift", func(t *testing.T) {
		t.Parallel()
		dir := programtest.Project(t, typedFiles+"-- jsconfig.json --\n{}\n")
		s := programtest.Lift(t, binary, dir, "development")
		if !declares(t, dir, "name?: string") {
			t.Fatal("nothing is declared")
		}
		grow(dir, "age")
		if !declares(t, dir, "age?: number") {
			t.Error("a save has no effect")
		}
		s.WaitFor("GET", "/_framework/health", "", 200, `"reloads":1`)
	})
	t.Run("lift without an editor's file", func(t *testing.T) {
		t.Parallel()
		dir := programtest.Project(t, typedFiles)
		programtest.Lift(t, binary, dir, "development").Stop()
		if _, err := os.Stat(filepath.Join(dir, "types")); err == nil {
			t.Error("declarations are written although nobody asked for them")
		}
	})
	t.Run("production", func(t *testing.T) {
		t.Parallel()
		dir := programtest.Project(t, typedFiles+"-- jsconfig.json --\n{}\n")
		programtest.Lift(t, binary, dir, "production").Stop()
		if _, err := os.Stat(filepath.Join(dir, "types")); err == nil {
			t.Error("declarations are written in production")
		}
	})
	t.Run("watch", func(t *testing.T) {
		t.Parallel()
		dir := programtest.Project(t, typedFiles)
		follow(t, binary, "types", dir, "--watch")
		if !declares(t, dir, "name?: string") {
			t.Fatal("nothing is declared")
		}
		grow(dir, "age")
		if !declares(t, dir, "age?: number") {
			t.Error("a save has no effect")
		}
	})
}
