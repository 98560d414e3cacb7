package corpus_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

var (
	only   = flag.String("package", "", "the package of the corpus to test, all if empty")
	update = flag.Bool("update", false, "ask Node again, and write down what it prints")
)

// before and after are around the scripts of the corpus.
const (
	before = "const print = (...a) => console.log(require('util').inspect(a.length === 1 ? a[0] : a, { depth: 8, breakLength: 120, maxStringLength: null }));\nmodule.exports = (async () => {\n"
	after  = "})();\n"
	quit   = "module.exports.then(() => setImmediate(() => process.exit(0)), (e) => { console.log(e.stack); process.exit(1); });\n"
)

// TestCorpus has each package of the corpus do its main job, as it did in Node. What a
// package depends on compiled code for is in the tests of package library.
func TestCorpus(t *testing.T) {
	testenv.Slow(t)
	for _, c := range []struct {
		file, manifest string
		least          int
	}{
		{"testdata/corpus/corpus.txtar", "testdata/corpus/package.json", 150},
		{"testdata/corpus/more.txtar", "testdata/corpus/more.json", 95},
		{"testdata/corpus/next.txtar", "testdata/corpus/next.json", 7},
		{"testdata/corpus/web.txtar", "testdata/corpus/web.json", 7},
	} {
		testPackages(t, c.file, testenv.Manifest(t, c.manifest), c.least)
	}
}

// testPackages runs the scripts of an archive with the packages in dir.
func testPackages(t *testing.T, file, dir string, least int) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil || len(archive.Files) < 2*least {
		t.Fatalf("%d files, %v", len(archive.Files), err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		script, want := archive.Files[i], &archive.Files[i+1]
		name := strings.TrimSuffix(script.Name, ".js")
		if want.Name != name+".txt" {
			t.Fatalf("%s has no answer", script.Name)
		}
		t.Run(name, func(t *testing.T) {
			if *only != "" && name != *only {
				t.Skip("another package is asked for")
			}
			path := filepath.Join(dir, "corpus-"+strings.ReplaceAll(name, "/", "-")+".js")
			text := before + string(script.Data) + after
			if *update {
				if err := os.WriteFile(path, []byte(text+quit), 0o600); err != nil {
					t.Fatal(err)
				}
				cmd := exec.CommandContext(t.Context(), "node", path)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "NODE_NO_WARNINGS=1")
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				want.Data = out
				return
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := inProject(t, dir, path)
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			if diff := cmp.Diff(strings.Split(string(want.Data), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("not what Node prints (-node +ours):\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// inProject runs a script as a project has it, until its promise is settled, and returns
// what it prints.
func inProject(t *testing.T, dir, script string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	log := slog.New(slog.DiscardHandler)
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log, TurnLimit: -1})
	if err != nil {
		return "", err
	}
	defer i.Close(context.Background())
	opts := node.Options{Root: dir, Stdout: &out, Stderr: io.Discard, Log: log, Env: os.Environ()}
	core := node.Core(opts)
	for name, own := range library.Natives(library.NewLimits()) {
		core[name] = own
	}
	_, err = i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		err := node.Globals(r, opts)
		var l *modules.Loader
		if err == nil {
			l, err = modules.Install(r, modules.Options{Root: dir, Core: core, Fallback: library.Modules()})
		}
		var v goja.Value
		if err == nil {
			v, err = l.Require(script)
		}
		if err != nil {
			op.Settle(nil, err)
			return
		}
		rt := r.Runtime()
		then, ok := goja.AssertFunction(v.ToObject(rt).Get("then"))
		if !ok {
			op.Settle(nil, fmt.Errorf("%s: no promise", script))
			return
		}
		if _, err := then(v, rt.ToValue(func(goja.FunctionCall) goja.Value {
			op.Settle(nil, nil)
			return goja.Undefined()
		}), rt.ToValue(func(call goja.FunctionCall) goja.Value {
			op.Settle(nil, r.GoError(call.Argument(0)))
			return goja.Undefined()
		})); err != nil {
			op.Settle(nil, err)
		}
	}).Wait()
	return out.String(), err
}
