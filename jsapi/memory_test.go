package jsapi_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/jsapi"
)

// A turn that keeps all it allocates is interrupted, and its memory is freed.
func TestMemoryLimit(t *testing.T) {
	testenv.Slow(t)
	for name, src := range map[string]string{
		"array":         "var a = [];\nfor (;;) { a.push({}); }",
		"string":        "var s = 'x';\nfor (;;) { s += s + s.charAt(0); }",
		"local":         "(function () { var a = [];\nfor (;;) { a.push('x'.repeat(1000) + a.length); } })()",
		"promise jobs":  "var a = [];\nfunction more() { for (var i = 0; i < 1000; i++) { a.push([i]); } return Promise.resolve().then(more); }\nmore()",
		"map":           "var m = new Map();\nfor (var i = 0;; i++) { m.set(i, {}); }",
		"big integers":  "var a = [], n = 1n;\nfor (;;) { n = n * 3n + (n << 64n); a.push(n); }",
		"typed arrays":  "var a = [];\nfor (;;) { a.push(new Uint8Array(100000)); }",
		"caught":        "var a = [];\ntry { for (;;) { a.push({}); } } catch (e) { a = 'caught'; } finally { a.push(1); }",
		"with a setter": "var o = {}, i = 0;\nfor (;;) { o['k' + i++] = i; }",
	} {
		t.Run(name, func(t *testing.T) {
			i := isolate(t, jsapi.Options{MemoryLimit: 64 << 20, TurnLimit: -1})
			err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, src) })
			var script *jsapi.ScriptError
			if !errors.As(err, &script) || script.File != "test.js" || script.Line < 2 || !strings.Contains(script.Message, "67108864 bytes of memory") {
				t.Fatalf("got %v", err)
			}
			if err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, "1 + 1") }); err != nil {
				t.Errorf("the realm is unusable after an interrupt: %v", err)
			}
		})
	}
}

// Garbage does not count. The memory is so large that all of it would fit, for on a busy
// machine a collection can take as long as the turn.
func TestGarbageDoesNotCountAsGrowth(t *testing.T) {
	testenv.Slow(t)
	i := isolate(t, jsapi.Options{MemoryLimit: 32 << 20, Memory: 64 << 30, TurnLimit: -1})
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		return run(r, "for (var i = 0; i < 5000; i++) { new Array(100).fill('x'.repeat(1000)).join('') }")
	}); err != nil {
		t.Error(err)
	}
}

// What an interrupted turn has made is free afterwards, although no other JavaScript
// runs: open calls and their scopes do not hold it.
func TestInterruptedTurnsKeepNothing(t *testing.T) {
	testenv.Slow(t)
	heap := func() int64 {
		runtime.GC()
		runtime.GC() // what lies in pools outlives one collection
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for name, src := range map[string]string{
		"local":      "(function () { var a = []; for (;;) { a.push({}); } })()",
		"captured":   "(function () { var a = []; function more() { a.push({}); } for (;;) { more(); } })()",
		"deep":       "(function deep(n) { var a = []; function more() { a.push({}); } if (n) { return deep(n - 1); } for (;;) { more(); } })(500)",
		"in natives": "[1].map(function () { var a = []; [1].forEach(function () { function more() { a.push({}); } for (;;) { more(); } }); })",
		"endless":    "(function () { var a = []; function more() { a.push({}); } while (a.length < 400000) { more(); } (function spin() { for (;;) { } })(); })()",
	} {
		t.Run(name, func(t *testing.T) {
			i := isolate(t, jsapi.Options{MemoryLimit: 64 << 20, TurnLimit: time.Second})
			before := heap()
			if err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, src) }); err == nil {
				t.Fatal("it is not interrupted")
			}
			if err := i.Do(t.Context(), func(*jsapi.Realm) error { return nil }); err != nil { // the turn has ended
				t.Fatal(err)
			}
			if left := heap() - before; left > 8<<20 {
				t.Errorf("%d MiB are left", left>>20)
			}
		})
	}
}
