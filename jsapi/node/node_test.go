package node_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

var update = flag.Bool("update", false, "write testdata/golden anew by running the scripts on a real Node")

// project runs fn on the loop of a project in dir.
func project(t testing.TB, dir string, out *bytes.Buffer, fn func(r *jsapi.Realm, l *modules.Loader) error) error {
	t.Helper()
	i, opts := isolate(t, dir, out)
	return i.Do(t.Context(), func(r *jsapi.Realm) error {
		l, err := load(r, opts)
		if err != nil {
			return err
		}
		return fn(r, l)
	})
}

// isolate starts one that ends with the test; what scripts print goes to out.
func isolate(t testing.TB, dir string, out *bytes.Buffer) (*jsapi.Isolate, node.Options) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log, TurnLimit: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { i.Close(context.Background()) })
	return i, node.Options{Root: dir, Env: []string{"A=1", "HOME=/root"}, Stdout: out, Stderr: out, Log: log}
}

// load gives the realm Node's globals and modules.
func load(r *jsapi.Realm, opts node.Options) (*modules.Loader, error) {
	if err := node.Globals(r, opts); err != nil {
		return nil, err
	}
	return modules.Install(r, modules.Options{Root: opts.Root, Core: node.Core(opts)})
}

// run is what a script prints until its promise is fulfilled.
func run(t testing.TB, dir, script string) string {
	t.Helper()
	return runWith(t, node.Options{}, dir, script)
}

// runWith is run with options of its own.
func runWith(t testing.TB, opts node.Options, dir, script string) string {
	t.Helper()
	var out bytes.Buffer
	// A busy machine makes for warnings that are not the script's.
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelError}))
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log, TurnLimit: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close(context.Background())
	opts.Root, opts.Stdout, opts.Stderr, opts.Log = dir, &out, &out, log
	// A script that does not end shows what it has printed.
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	op := i.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		err := node.Globals(r, opts)
		if err != nil {
			op.Settle(nil, err)
			return
		}
		l, err := modules.Install(r, modules.Options{Root: dir, Core: node.Core(opts)})
		if err == nil {
			var v goja.Value
			if v, err = l.Require(script); err == nil {
				settle := func(call goja.FunctionCall) goja.Value { op.Settle(nil, nil); return goja.Undefined() }
				fail := func(call goja.FunctionCall) goja.Value {
					op.Settle(nil, r.GoError(call.Argument(0)))
					return goja.Undefined()
				}
				o := v.ToObject(r.Runtime())
				if then, ok := goja.AssertFunction(o.Get("then")); ok {
					_, err = then(o, r.Runtime().ToValue(settle), r.Runtime().ToValue(fail))
				} else {
					op.Settle(nil, nil)
				}
			}
		}
		if err != nil {
			op.Settle(nil, err)
		}
	})
	if _, err := op.Wait(); err != nil {
		out.WriteString(err.Error() + "\n")
	}
	return out.String()
}

// TestGolden runs each script of testdata/golden; what it prints is what Node
// 20 printed when the golden files were written. Scripts may require what is in
// testdata/golden/support.
func TestGolden(t *testing.T) {
	testenv.Slow(t)
	scripts, err := filepath.Glob("testdata/golden/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".js"), func(t *testing.T) {
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "script.js"), text, 0o644); err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte("'./support/")) { // others list their folder
				if err := os.CopyFS(filepath.Join(dir, "support"), os.DirFS("testdata/golden/support")); err != nil {
					t.Fatal(err)
				}
			}
			golden := strings.TrimSuffix(script, ".js") + ".golden"
			if *update {
				cmd := exec.Command("node", "script.js")
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "NODE_NO_WARNINGS=1", "NODE_OPTIONS=--experimental-websocket")
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				if err := os.WriteFile(golden, bytes.ReplaceAll(out, []byte(dir), []byte("ROOT")), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(run(t, dir, "./script.js"), dir, "ROOT")
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("not what Node prints (-node +ours):\n%s", diff)
			}
		})
	}
}

func TestEveryModuleLoads(t *testing.T) {
	testenv.Slow(t)
	var out bytes.Buffer
	for name := range node.Core(node.Options{}) {
		err := project(t, t.TempDir(), &out, func(_ *jsapi.Realm, l *modules.Loader) error {
			for _, n := range []string{name, "node:" + name} {
				v, err := l.Require(n)
				if err != nil {
					return err
				}
				if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
					return errors.New("it exports nothing")
				}
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMissingModulesAreReported(t *testing.T) {
	var out bytes.Buffer
	err := project(t, t.TempDir(), &out, func(r *jsapi.Realm, l *modules.Loader) error {
		v, err := l.Require("repl")
		if err != nil {
			return err
		}
		fn, _ := goja.AssertFunction(v.ToObject(r.Runtime()).Get("start"))
		_, err = fn(goja.Undefined())
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "repl.start is not available here") {
		t.Errorf("got %v", err)
	}
}

// A project cannot be started a second time by cluster.
func TestClusterOfProject(t *testing.T) {
	dir := t.TempDir()
	script := "const cluster = require('cluster'); try { cluster.fork(); } catch (e) { console.log(cluster.isPrimary, cluster.isWorker, e.message); }"
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, dir, "./script.js"); !strings.HasPrefix(got, "true false cluster.fork is not available here: the setting workers has") {
		t.Errorf("got %s", got)
	}
}

// Methods of Node's classes that are called for a response of an action, which
// inherits from them, are those of the response.
func TestMethodsOfNodeForResponses(t *testing.T) {
	dir := t.TempDir()
	script := `
		const http = require('http');
		const response = Object.create(http.ServerResponse.prototype);
		const called = [];
		for (const name of ['setHeader', 'getHeader', 'removeHeader', 'writeHead', 'write', 'end']) {
			response[name] = function (...values) { called.push(name + ' ' + values + ' ' + (this === response)); };
			http.ServerResponse.prototype[name].call(response, 'a', 'b');
		}
		http.OutgoingMessage.prototype.setHeader.call(response, 'c', 'd');
		module.exports = Promise.resolve(console.log(called.join('\n')));`
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "setHeader a,b true\ngetHeader a,b true\nremoveHeader a,b true\nwriteHead a,b true\nwrite a,b true\nend a,b true\nsetHeader c,d true\n"
	if got := run(t, dir, "./script.js"); got != want {
		t.Errorf("got %s", got)
	}
}

// What Supported says is what scripts meet.
func TestSupported(t *testing.T) {
	core := node.Core(node.Options{})
	names := []string{"fs", "test", "sqlite", "wasi", "trace_events"}
	for name := range core {
		names = append(names, name)
	}
	var out bytes.Buffer
	failing := 0
	err := project(t, t.TempDir(), &out, func(r *jsapi.Realm, l *modules.Loader) error {
		for _, name := range names {
			support, _ := node.Supported(name)
			v, err := l.Require("node:" + name)
			if (err != nil) != support.Absent {
				t.Errorf("%s: %v, %+v", name, err, support)
			}
			for member := range support.Failing {
				failing++
				fn, ok := goja.AssertFunction(v.ToObject(r.Runtime()).Get(member))
				if !ok {
					t.Errorf("%s has no %s", name, member)
					continue
				}
				if _, err := fn(goja.Undefined()); err == nil || !strings.Contains(err.Error(), "not available") {
					t.Errorf("%s.%s: %v", name, member, err)
				}
			}
		}
		return nil
	})
	if err != nil || failing == 0 {
		t.Errorf("%d members, %v", failing, err)
	}
	if _, ok := node.Supported("lodash"); ok {
		t.Error("lodash is no core module")
	}
}
