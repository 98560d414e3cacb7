package jsapi_test

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
)

// A turn is not interrupted for what the turns of other workers keep.
func TestOtherWorkersGrow(t *testing.T) {
	testenv.Slow(t)
	const limit = 64 << 20
	// What other tests have left counts as that of nobody knows which worker.
	heap := new(runtime.MemStats)
	for range 1000 {
		runtime.GC()
		if runtime.ReadMemStats(heap); heap.HeapAlloc < limit/2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	// The memory is so large that the innocent turn is not interrupted before a collection
	// ends that takes long.
	innocent := isolate(t, jsapi.Options{MemoryLimit: limit, Memory: 64 << 30, TurnLimit: -1, Worker: 5})
	// It may grow by more, so that the heap exceeds the limit of the other one for a while.
	growing := isolate(t, jsapi.Options{MemoryLimit: 6 * limit, TurnLimit: -1, BlockWarning: -1})
	growing.SetWorker(2) // as the first worker, which learns late that there are others
	var over atomic.Bool
	runs := make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		ended <- innocent.Do(t.Context(), func(r *jsapi.Realm) error {
			if err := r.Runtime().Set("over", func(goja.FunctionCall) goja.Value { return r.Runtime().ToValue(over.Load()) }); err != nil {
				return err
			}
			close(runs)
			return run(r, "var a; while (!over()) { a = [1, 2, 3].map(String).join() }")
		})
	}()
	<-runs
	for range 3 {
		err := growing.Do(t.Context(), func(r *jsapi.Realm) error {
			return run(r, "var all = [];\nfor (;;) { all.push('x'.repeat(1000) + all.length); }")
		})
		var script *jsapi.ScriptError
		if !errors.As(err, &script) || !strings.Contains(script.Message, "bytes of memory") {
			t.Fatalf("the turn that grows ended with %v", err)
		}
		if err := growing.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, "all = null") }); err != nil {
			t.Fatal(err)
		}
	}
	over.Store(true)
	if err := <-ended; err != nil {
		t.Errorf("the other turn ended with %v", err)
	}
}
