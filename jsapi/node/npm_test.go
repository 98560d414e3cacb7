package node_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// TestModulesOfNpm does the main job of each of the modules that projects use
// most: testdata/npm/<name>.js is the body of an async function.
func TestModulesOfNpm(t *testing.T) {
	dir := testenv.Manifest(t, "testdata/npm/package.json")
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
	maps.Copy(core, library.Natives(library.NewLimits()))
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
