package node_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// packages installs what testdata/npm/package.json names, once in a folder of
// the one that FRAMEWORK_TEST_NPM names, else in one that ends with the test.
func packages(t *testing.T) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("npm is missing: this test installs modules with it")
		}
		t.Skip("needs npm, which is not installed")
	}
	dir := os.Getenv("FRAMEWORK_TEST_NPM")
	if dir == "" {
		if os.Getenv("CI") == "" {
			t.Skip("installs about 50 modules from npm; set FRAMEWORK_TEST_NPM to a folder for them, or CI")
		}
		dir = t.TempDir()
	}
	dir = filepath.Join(dir, "modules")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile("testdata/npm/package.json")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "package.json")
	done := filepath.Join(dir, "installed.json")
	if had, err := os.ReadFile(done); err == nil && bytes.Equal(had, manifest) {
		return dir
	}
	if err := os.WriteFile(file, manifest, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	if err := os.WriteFile(done, manifest, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestModulesOfNpm does the main job of each of the modules that projects use
// most: testdata/npm/<name>.js is the body of an async function.
func TestModulesOfNpm(t *testing.T) {
	dir := packages(t)
	text, err := os.ReadFile("testdata/npm/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	ours, err := filepath.Glob("testdata/npm/*.js")
	if err != nil || len(ours) < 40 {
		t.Fatalf("%d scripts, %v", len(ours), err)
	}
	scripts := filepath.Join(dir, "scripts")
	if err := os.MkdirAll(scripts, 0o755); err != nil {
		t.Fatal(err)
	}
	var passed []string
	for _, path := range ours {
		name := strings.TrimSuffix(filepath.Base(path), ".js")
		module := strings.ReplaceAll(name, "__", "/")
		t.Run(module, func(t *testing.T) {
			if manifest.Dependencies[module] == "" {
				t.Fatalf("testdata/npm/package.json does not install %s", module)
			}
			body, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			script := fmt.Sprintf("const assert = require('assert');module.exports = (async () => {\n%s})();\n", body)
			if err := os.WriteFile(filepath.Join(scripts, name+".js"), []byte(script), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := perform(t, dir, "./scripts/"+name+".js"); err != nil {
				t.Fatal(err)
			}
			passed = append(passed, module)
		})
	}
	t.Logf("%d of %d work: %s", len(passed), len(ours), strings.Join(passed, ", "))
}

// perform runs a script of dir in a realm as a project has it and waits for
// its promise.
func perform(t *testing.T, dir, script string) error {
	t.Helper()
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log, TurnLimit: -1})
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := i.Close(ctx); err != nil {
			t.Error("the realm does not end:", err)
		}
	}()
	opts := node.Options{Root: dir, Stdout: &out, Stderr: &out, Env: os.Environ(), Log: log}
	core := node.Core(opts)
	maps.Copy(core, library.Natives())
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	_, err = i.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		var v goja.Value
		err := node.Globals(r, opts)
		if err == nil {
			var l *modules.Loader
			if l, err = modules.Install(r, modules.Options{Root: dir, Core: core, Fallback: library.Modules()}); err == nil {
				v, err = l.Require(script)
			}
		}
		if err != nil {
			op.Settle(nil, err)
			return
		}
		then, _ := goja.AssertFunction(v.ToObject(r.Runtime()).Get("then"))
		_, err = then(v, r.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
			op.Settle(nil, nil)
			return goja.Undefined()
		}), r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			stack := call.Argument(0).String()
			if o, ok := call.Argument(0).(*goja.Object); ok && o.Get("stack") != nil {
				stack = o.Get("stack").String()
			}
			op.Settle(nil, fmt.Errorf("%w\n%s", r.GoError(call.Argument(0)), stack))
			return goja.Undefined()
		}))
		if err != nil {
			op.Settle(nil, err)
		}
	}).Wait()
	if err != nil {
		lines := strings.Split(out.String(), "\n")
		return fmt.Errorf("%w\n%s", err, strings.Join(slices.Clip(lines[:min(len(lines), 20)]), "\n"))
	}
	return nil
}
