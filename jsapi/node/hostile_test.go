//go:build linux

package node_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

const (
	hostileTurn   = 500 * time.Millisecond
	hostileMemory = 64 << 20
	// hostileMargin is how long a turn may go on after its limit; it is for a busy machine.
	hostileMargin = time.Minute
	// hostileOvershoot is by how many times hostileMemory the process may grow
	// in a turn: see "Limits of scripts" in docs/configuration.md.
	hostileOvershoot = 8
	// hostileRealm is how many calls a realm serves: each may leave it changed.
	hostileRealm = 40
	// hostileUsual is the default number of calls.
	hostileUsual = 120
	// hostileSpace is the address space of the process that is attacked.
	hostileSpace = 12 << 30
)

// Whatever is called with whatever, the process lives and answers the next turn.
// The first hostileUsual calls are made, always the same. FRAMEWORK_TEST_HOSTILE
// is how long to go on instead ("1h"), or a number of a call to run that one
// alone; FRAMEWORK_TEST_HOSTILE_SEED begins elsewhere.
func TestHostileCalls(t *testing.T) {
	if from := os.Getenv("FRAMEWORK_TEST_HOSTILE_FROM"); from != "" {
		n, err := strconv.Atoi(from)
		if err != nil {
			t.Fatal(err)
		}
		attack(t, n)
		return
	}
	seed, _ := strconv.Atoi(os.Getenv("FRAMEWORK_TEST_HOSTILE_SEED"))
	calls, deadline := hostileUsual, time.Time{}
	if wanted := os.Getenv("FRAMEWORK_TEST_HOSTILE"); wanted == "" {
		testenv.Slow(t)
	} else {
		if d, err := time.ParseDuration(wanted); err == nil {
			calls, deadline = 1<<30, time.Now().Add(d)
		} else if seed, err = strconv.Atoi(wanted); err != nil {
			t.Fatalf("FRAMEWORK_TEST_HOSTILE: %v", err)
		} else {
			calls = 1
		}
	}
	for at, end := seed, seed+calls; at < end && (deadline.IsZero() || time.Now().Before(deadline)); {
		to := min(at+400, end)
		last, out, err := attacked(t, at, to)
		if err == nil {
			at = to
			continue
		}
		t.Errorf("FRAMEWORK_TEST_HOSTILE=%s: %v\n%s", last, err, out)
		if n, e := strconv.Atoi(strings.Fields(last + " x")[0]); e == nil {
			at = n + 1
		} else {
			return
		}
	}
}

// attacked runs the calls in a separate process, and returns the last of them.
func attacked(t *testing.T, from, to int) (last, out string, err error) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHostileCalls$", "-test.timeout=0")
	cmd.Env = append(os.Environ(), fmt.Sprint("FRAMEWORK_TEST_HOSTILE_FROM=", from), fmt.Sprint("FRAMEWORK_TEST_HOSTILE_TO=", to), "GOTRACEBACK=all")
	cmd.Dir = "."
	text, err := cmd.CombinedOutput()
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if call, ok := strings.CutPrefix(line, "call "); ok {
			last, out = call, strings.Join(lines[i+1:min(i+120, len(lines))], "\n")
		}
	}
	if last == "" {
		out = string(text)
	}
	return last, out, err
}

// attack makes the calls.
func attack(t *testing.T, from int) {
	to, _ := strconv.Atoi(os.Getenv("FRAMEWORK_TEST_HOSTILE_TO"))
	// The race detector takes a larger space, and several times the memory.
	measured := status(t, "VmSize") < hostileSpace
	if measured {
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: hostileSpace, Max: hostileSpace}); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	src, err := os.ReadFile("testdata/hostile/hostile.js")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hostile.js"), src, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for at := from; at < to; at += hostileRealm {
		attackRealm(t, dir, at, min(at+hostileRealm, to), measured)
	}
}

func attackRealm(t *testing.T, dir string, from, to int, measured bool) {
	log := slog.New(slog.DiscardHandler)
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log, TurnLimit: -1, MemoryLimit: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		fmt.Fprintln(os.Stderr, "closing")
		ctx, cancel := context.WithTimeout(context.Background(), hostileMargin)
		defer cancel()
		if err := i.Close(ctx); err != nil {
			debug.SetTraceback("all")
			panic(err)
		}
	}()
	var functions, values []string
	opts := node.Options{Root: dir, Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Log: log, Env: []string{"PATH=/none"}}
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		r.OnUncaught(func(error) bool { return true })
		l, err := modules.Install(r, modules.Options{Root: dir, Core: node.Core(opts)})
		if err != nil {
			return err
		}
		made, err := l.Require(filepath.Join(dir, "hostile.js"))
		if err != nil {
			return err
		}
		o := made.ToObject(r.Runtime())
		if err := r.Runtime().ExportTo(o.Get("functions"), &functions); err != nil {
			return err
		}
		if err := r.Runtime().ExportTo(o.Get("values"), &values); err != nil {
			return err
		}
		return r.Runtime().GlobalObject().DefineDataProperty("hostile", o.Get("call"), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}); err != nil {
		t.Fatal(err)
	}
	i.SetTurnLimit(hostileTurn)
	i.SetMemoryLimit(hostileMemory)
	for n := from; n < to; n++ {
		call := hostileCall(rand.New(rand.NewPCG(uint64(n), 14)), functions, values)
		fmt.Fprintln(os.Stderr, "call", n, call)
		program, err := compile.Source("call.js", call, false)
		if err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // the most is counted anew
		before := status(t, "VmRSS")
		late := time.AfterFunc(hostileTurn+hostileMargin, func() {
			debug.SetTraceback("all")
			panic("the turn is not interrupted")
		})
		err = i.Do(t.Context(), func(r *jsapi.Realm) error { _, err := r.Runtime().RunProgram(program); return err })
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error { _, err := r.Runtime().RunString("1 + 1"); return err }); err != nil && !isScript(err) {
			t.Fatalf("the next turn: %v", err)
		}
		late.Stop()
		var script *jsapi.ScriptError
		if err != nil && !errors.As(err, &script) {
			t.Fatalf("%v", err)
		}
		if grown := status(t, "VmHWM") - before; measured && grown > hostileOvershoot*hostileMemory {
			t.Fatalf("the process grew by %d MB", grown>>20)
		} else if os.Getenv("FRAMEWORK_TEST_HOSTILE_LOG") != "" {
			fmt.Fprintln(os.Stderr, "grown", grown>>20, err)
		}
	}
}

func isScript(err error) bool {
	var script *jsapi.ScriptError
	return errors.As(err, &script)
}

// hostileCall is source that calls a function with values, all of them by chance.
func hostileCall(rnd *rand.Rand, functions, values []string) string {
	path, of, _ := strings.Cut(functions[rnd.IntN(len(functions))], " ")
	pick := func() string { return values[rnd.IntN(len(values))] }
	self := pick()
	if natural := strings.Fields(of); len(natural) > 0 && rnd.IntN(10) < 7 {
		self = natural[rnd.IntN(len(natural))]
	}
	args := make([]string, rnd.IntN(5))
	for i := range args {
		args[i] = strconv.Quote(pick())
	}
	return fmt.Sprintf("hostile(%q, %q, [%s], %t)", path, self, strings.Join(args, ", "), rnd.IntN(5) == 0)
}

// status is a line of what the system knows of this process, in bytes; 0 where it
// is no Linux.
func status(t *testing.T, name string) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name+":" {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n << 10
		}
	}
	return 0
}
