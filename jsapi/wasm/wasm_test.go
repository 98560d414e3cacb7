package wasm_test

import (
	"context"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"go.uber.org/goleak"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/wasm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// looping exports memory, loop, which does not end, one, which returns 1, and
// call, which calls its import a.b.
const looping = `new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0,
	1, 8, 2, 0x60, 0, 0, 0x60, 0, 1, 0x7f,
	2, 7, 1, 1, 97, 1, 98, 0, 0,
	3, 4, 3, 0, 1, 0,
	5, 3, 1, 0, 1,
	7, 30, 4, 6, 109, 101, 109, 111, 114, 121, 2, 0, 4, 108, 111, 111, 112, 0, 1, 3, 111, 110, 101, 0, 2, 4, 99, 97, 108, 108, 0, 3,
	10, 19, 3, 7, 0, 3, 0x40, 0x0c, 0, 0x0b, 0x0b, 4, 0, 0x41, 1, 0x0b, 4, 0, 0x10, 0, 0x0b])`

func realm(t *testing.T, limit time.Duration) *jsapi.Isolate {
	t.Helper()
	i, err := jsapi.New(jsapi.Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), TurnLimit: limit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closed(t, i) })
	err = i.Do(t.Context(), func(r *jsapi.Realm) error {
		o, err := wasm.New(r)
		if err != nil {
			return err
		}
		return r.Runtime().Set("WebAssembly", o)
	})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func closed(t *testing.T, i *jsapi.Isolate) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := i.Close(ctx); err != nil {
		t.Error("the realm does not end:", err)
	}
}

func run(t *testing.T, i *jsapi.Isolate, script string) (goja.Value, error) {
	t.Helper()
	var v goja.Value
	err := i.Do(t.Context(), func(r *jsapi.Realm) (err error) {
		v, err = r.Runtime().RunString(script)
		return err
	})
	return v, err
}

func TestTurnLimitEndsModules(t *testing.T) {
	testenv.Slow(t)
	for _, c := range []struct {
		name, script string
		usable       bool // the module afterwards
	}{
		{"a loop in the module", `x.loop()`, false},
		{"caught", `try { x.loop(); } catch (e) { caught = true; }`, false},
		{"again and again", `for (;;) { try { x.loop(); } catch (e) { caught = true; } }`, false},
		{"a loop in JavaScript that the module called", `fn = () => { for (;;) {} }; x.call()`, true},
		{"a loop in another module that it called", `fn = () => other.loop(); x.call()`, true},
		{"the module, called by JavaScript that it called", `fn = () => x.loop(); x.call()`, false},
		{"a loop where modules start", `new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 9, 1, 7, 0, 3, 0x40, 0x0c, 0, 0x0b, 0x0b])))`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := realm(t, -1)
			if _, err := run(t, i, `var caught = false, fn = () => {}, m = new WebAssembly.Module(`+looping+`), x = new WebAssembly.Instance(m, { a: { b: () => fn() } }).exports,
				other = new WebAssembly.Instance(m, { a: { b: () => {} } }).exports`); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			i.SetTurnLimit(200 * time.Millisecond)
			_, err := run(t, i, c.script)
			i.SetTurnLimit(time.Hour) // what follows is short, but not on a busy machine
			if err == nil || !strings.Contains(err.Error(), "interrupted: JavaScript ran for more than") {
				t.Errorf("ended with %v", err)
			}
			if d := time.Since(began); d > 5*time.Second {
				t.Errorf("took %s", d)
			}
			v, err := run(t, i, `fn = () => {}; x.call(); String(x.one()) + caught`)
			switch {
			case c.usable && (err != nil || v.String() != "1false"):
				t.Errorf("afterwards %v, %v", v, err)
			case !c.usable && (err == nil || !strings.Contains(err.Error(), "RuntimeError: the module was ended")):
				t.Errorf("afterwards %v, %v", v, err)
			}
			if v, err := run(t, i, `new WebAssembly.Instance(m, { a: { b: () => {} } }).exports.one()`); err != nil || v.ToInteger() != 1 {
				t.Errorf("a new instance: %v, %v", v, err)
			}
		})
	}
}

func TestRealmEndsWhileAModuleRuns(t *testing.T) {
	i := realm(t, -1)
	done, begun := make(chan error, 1), make(chan struct{})
	if err := i.Do(context.Background(), func(r *jsapi.Realm) error {
		return r.Runtime().Set("begin", func() { close(begun) })
	}); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, err := run(t, i, `var loop = new WebAssembly.Instance(new WebAssembly.Module(`+looping+`), { a: { b: () => {} } }).exports.loop; begin(); loop()`)
		done <- err
	}()
	<-begun
	closed(t, i)
	if err := <-done; err == nil {
		t.Error("the loop ended by itself")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	i := realm(t, -1)
	v, err := run(t, i, `var all = [], why;
		try { for (var n = 0; n < 100; n++) { all.push(new WebAssembly.Memory({ initial: 4096 })); } } catch (e) { why = e; }
		all.length + ' ' + (why instanceof RangeError)`)
	if err != nil || v.String() != "4 true" {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := run(t, i, `try { new WebAssembly.Memory({ initial: 60000 }); } catch (e) { e.name }`); err != nil || v.String() != "RangeError" {
		t.Errorf("%v, %v", v, err)
	}
}

// Instances that nothing refers to any more give their memory back, although
// their imports refer to them.
func TestInstancesAreCollected(t *testing.T) {
	testenv.Slow(t)
	i := realm(t, -1)
	if _, err := run(t, i, `var m = new WebAssembly.Module(`+looping+`)`); err != nil {
		t.Fatal(err)
	}
	for range 8 { // of 256 MB each
		deadline := time.Now().Add(20 * time.Second)
		for {
			v, err := run(t, i, `(function () {
				try {
					var x = new WebAssembly.Instance(m, { a: { b: () => x } });
					x.exports.memory.grow(4000);
					return true;
				} catch (e) { return false; }
			})()`)
			if err != nil {
				t.Fatal(err)
			}
			if v.ToBoolean() {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("memory is not given back")
			}
			runtime.GC()
		}
	}
}
