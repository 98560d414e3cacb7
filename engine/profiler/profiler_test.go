package profiler_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/profiler"
	"framework/engine/testenv"
	"framework/jsapi"
)

// busy runs a function of a script in a project for a while.
func busy(t *testing.T, root string) {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close(context.Background())
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		program, err := goja.Compile(filepath.Join(root, "api", "controllers", "PetController.js"), `
function spin(until) {
  while (Date.now() < until) { Math.sqrt(2); }
}
function find() { spin(Date.now() + 400); }
find();`, false)
		if err != nil {
			return err
		}
		_, err = r.Runtime().RunProgram(program)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestJavaScript: a profile names the functions of the project with their files and lines, and
// go tool pprof reads it.
func TestJavaScript(t *testing.T) {
	testenv.Slow(t)
	root := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	var text []byte
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil { // until no probe is recording
			if text, failed = profiler.Record(ctx, profiler.JavaScript, root); failed == nil {
				return
			}
		}
	}()
	for { // until it is recording: only one can be recorded at a time
		probe, err := jsapi.StartProfile(root)
		if err != nil {
			break
		}
		if _, err := probe(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	busy(t, root)
	stop()
	<-done
	if failed != nil {
		t.Fatal(failed)
	}
	graph, err := profiler.NewGraph(text)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := graph.WritePage(&page, "a profile"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"spin api/controllers/PetController.js:3", "find api/controllers/PetController.js:5"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("there is no %q in\n%s", want, page.String())
		}
	}
	file := filepath.Join(root, "js.pb.gz")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(t.Context(), "go", "tool", "pprof", "-top", file).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "spin api/controllers/PetController.js") {
		t.Errorf("go tool pprof says %v\n%s", err, said)
	}
}

// TestOthers: the other kinds are profiles too.
func TestOthers(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, kind := range []profiler.Kind{profiler.CPU, profiler.Heap, profiler.Goroutines} {
		text, err := profiler.Record(over, kind, "")
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if _, err := profiler.NewGraph(text); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := profiler.ParseKind("disk"); err == nil || !strings.Contains(err.Error(), "js, cpu, heap, goroutines") {
		t.Errorf("got %v", err)
	}
	if _, err := profiler.NewGraph([]byte("no profile")); err == nil {
		t.Error("a text is a profile")
	}
}
