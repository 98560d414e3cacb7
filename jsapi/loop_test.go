package jsapi_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"
	"go.uber.org/goleak"

	"framework/engine/admission"
	"framework/jsapi"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock")) // the clock of the process
}

func isolate(t testing.TB, opts jsapi.Options) *jsapi.Isolate {
	t.Helper()
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	i, err := jsapi.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return i
}

// bind gives scripts the timers of the realm under their Node names, and log.
func bind(r *jsapi.Realm, log *[]string) {
	rt := r.Runtime()
	fn := func(c goja.FunctionCall) func() error {
		f, _ := goja.AssertFunction(c.Argument(0))
		return func() error { _, err := f(goja.Undefined()); return err }
	}
	rt.Set("log", func(s string) { *log = append(*log, s) })
	rt.Set("setTimeout", func(c goja.FunctionCall) goja.Value {
		return rt.ToValue(r.SetTimer(time.Duration(c.Argument(1).ToInteger())*time.Millisecond, false, fn(c)))
	})
	rt.Set("clear", func(id int64) { r.ClearTimer(id) })
	rt.Set("nextTick", func(c goja.FunctionCall) goja.Value { r.NextTick(fn(c)); return nil })
	rt.Set("setImmediate", func(c goja.FunctionCall) goja.Value { r.SetImmediate(fn(c)); return nil })
	rt.Set("queueMicrotask", func(c goja.FunctionCall) goja.Value { r.Microtask(fn(c)); return nil })
}

func run(r *jsapi.Realm, src string) error {
	_, err := r.Runtime().RunScript("test.js", src)
	return err
}

func TestOrder(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"phases", `setTimeout(() => { log("timeout"); done() }, 1); setImmediate(() => log("immediate"));
			Promise.resolve().then(() => log("promise")); queueMicrotask(() => log("micro"));
			nextTick(() => log("tick")); log("sync")`, "sync tick promise micro immediate timeout"},
		{"tick within a promise job runs after all jobs", `Promise.resolve().then(() => { nextTick(() => { log("tick"); done() }); log("a") }).then(() => log("b"))`, "a b tick"},
		{"tick within a tick", `nextTick(() => { log("1"); nextTick(() => { log("2"); done() }) }); Promise.resolve().then(() => log("p"))`, "1 2 p"},
		{"timers by time", `setTimeout(() => { log("c"); done() }, 9); setTimeout(() => log("b"), 5); setTimeout(() => log("a"), 1)`, "a b c"},
		{"cancelled", `const id = setTimeout(() => log("no"), 1); setTimeout(() => { log("yes"); done() }, 2); clear(id)`, "yes"},
		{"await", `(async () => { log("1"); await null; log("3"); done() })(); log("2")`, "1 2 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := isolate(t, jsapi.Options{})
			var log []string
			op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
				bind(r, &log)
				r.Runtime().Set("done", func() { op.Settle(nil, nil) })
				if err := run(r, tt.src); err != nil {
					op.Settle(nil, err)
				}
			})
			if _, err := op.Wait(); err != nil {
				t.Fatal(err)
			}
			// One turn later, the settling turn has ended and logged its errors.
			var got string
			if err := i.Do(t.Context(), func(*jsapi.Realm) error { got = strings.Join(log, " "); return nil }); err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestErrorsSettleTheirOperation(t *testing.T) {
	tests := []struct{ name, src string }{
		{"thrown", `throw new Error("boom")`},
		{"timer", `setTimeout(() => { throw new Error("boom") }, 1)`},
		{"timer of a timer", `setTimeout(() => setTimeout(() => { throw new Error("boom") }, 1), 1)`},
		{"immediate", `setImmediate(() => { throw new Error("boom") })`},
		{"tick", `nextTick(() => { throw new Error("boom") })`},
		{"microtask", `queueMicrotask(() => { throw new Error("boom") })`},
		{"rejection", `Promise.reject(new Error("boom"))`},
		{"after await of Go work", `(async () => { await work(); throw new Error("boom") })()`},
		{"timer after await", `(async () => { await work(); setTimeout(() => { throw new Error("boom") }, 1) })()`},
	}
	i := isolate(t, jsapi.Options{})
	var log []string
	i.Do(t.Context(), func(r *jsapi.Realm) error {
		bind(r, &log)
		r.Runtime().Set("work", func() goja.Value {
			return r.Promise(func(context.Context) (any, error) { return int64(1), nil })
		})
		return nil
	})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
				if err := run(r, "{ "+tt.src+" }"); err != nil {
					r.Uncaught(err)
				}
			})
			other := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
				r.SetTimer(3*time.Millisecond, false, func() error { op.Settle("fine", nil); return nil })
			})
			_, err := op.Wait()
			var script *jsapi.ScriptError
			if !errors.As(err, &script) || script.Message != "boom" || script.File != "test.js" || script.Line != 1 {
				t.Errorf("got %v", err)
			}
			if v, err := other.Wait(); v != "fine" || err != nil {
				t.Errorf("another operation got %v, %v", v, err)
			}
		})
	}
}

func TestHandledRejectionIsNotReported(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		var log []string
		bind(r, &log)
		r.Runtime().Set("done", func() { op.Settle("ok", nil) })
		run(r, `const p = Promise.reject(1); nextTick(() => p.catch(() => setTimeout(done, 1)))`)
	})
	if v, err := op.Wait(); v != "ok" || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestTurnLimit(t *testing.T) {
	for _, src := range []string{"\nfor (;;) { Math.abs(1) }", "\nPromise.resolve().then(() => {\nfor (;;) { Math.abs(1) } })", "\nqueueMicrotask(() => {\nfor (;;) { Math.abs(1) } })"} {
		i := isolate(t, jsapi.Options{TurnLimit: 30 * time.Millisecond})
		var log []string
		op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
			bind(r, &log)
			if err := run(r, src); err != nil {
				r.Uncaught(err)
			}
		})
		_, err := op.Wait()
		var script *jsapi.ScriptError
		if !errors.As(err, &script) || script.File != "test.js" || script.Line == 0 {
			t.Errorf("%q: got %v", src, err)
		}
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, "1 + 1") }); err != nil {
			t.Errorf("the realm is unusable after an interrupt: %v", err)
		}
	}
}

// What was thrown may have getters and traps of the project, which the engine asks when it
// makes an error of it. They are part of the turn.
func TestTurnLimitOfThrownValues(t *testing.T) {
	endless := "function endless() { for (;;) { Math.abs(1) } }\nconst proxy = new Proxy(function () {}, { get: endless, getPrototypeOf: endless });\n"
	for _, src := range []string{
		"Promise.reject(proxy)",
		"for (let i = 0; i < 20; i++) { Promise.reject(proxy) }",
		"Promise.reject({ get message() { endless() } })",
		"Promise.resolve().then(() => { throw proxy })",
		"(async () => { throw proxy })()",
		"setTimeout(() => { throw proxy }, 1)",
		"setTimeout(() => { throw { get stack() { endless() } } }, 1)",
		"nextTick(() => { throw proxy })",
		"queueMicrotask(() => { throw proxy })",
		"throw proxy",
	} {
		i := isolate(t, jsapi.Options{TurnLimit: 30 * time.Millisecond})
		var log []string
		op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
			bind(r, &log)
			if err := run(r, endless+src); err != nil {
				r.Uncaught(err)
			}
		})
		_, err := op.Wait()
		var script *jsapi.ScriptError
		if !errors.As(err, &script) || !strings.Contains(script.Message, "interrupted") {
			t.Errorf("%q: got %v", src, err)
		}
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, "1 + 1") }); err != nil {
			t.Errorf("%q: the realm is unusable after an interrupt: %v", src, err)
		}
	}
	i := isolate(t, jsapi.Options{TurnLimit: 30 * time.Millisecond})
	err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, endless+"throw proxy") })
	var script *jsapi.ScriptError
	if !errors.As(err, &script) || !strings.Contains(script.Message, "interrupted") {
		t.Errorf("Do gives %v", err)
	}
}

// A lower limit holds for the next turn, although the timer was set for the old one.
func TestSetTurnLimit(t *testing.T) {
	i := isolate(t, jsapi.Options{BlockWarning: -1})
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, "1 + 1") }); err != nil {
		t.Fatal(err)
	}
	i.SetTurnLimit(30 * time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second) // below the usual limit
	defer cancel()
	err := i.Do(ctx, func(r *jsapi.Realm) error { return run(r, "for (;;) { Math.abs(1) }") })
	if err == nil || ctx.Err() != nil {
		t.Errorf("got %v, before 8 s had passed: %t", err, ctx.Err() == nil)
	}
}

func TestOverload(t *testing.T) {
	i := isolate(t, jsapi.Options{QueueLength: 2})
	hold, entered := make(chan struct{}), make(chan struct{})
	first := i.Begin(t.Context(), func(_ *jsapi.Realm, op *jsapi.Op) { close(entered); <-hold; op.Settle(nil, nil) })
	<-entered
	for range 2 {
		i.Begin(admission.Arrive(t.Context()), func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
	}
	if err := i.Do(admission.Arrive(t.Context()), func(*jsapi.Realm) error { return nil }); !errors.Is(err, jsapi.ErrOverloaded) {
		t.Errorf("got %v", err)
	}
	goesOn := i.Begin(t.Context(), func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, nil) })
	close(hold)
	first.Wait()
	if _, err := goesOn.Wait(); err != nil {
		t.Errorf("what is no request's first turn got %v", err)
	}
}

func TestClose(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	entered := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		err := i.Do(context.Background(), func(r *jsapi.Realm) error { close(entered); return run(r, "for (;;) { Math.abs(1) }") })
		if !errors.Is(err, jsapi.ErrClosed) {
			t.Errorf("the running one got %v", err)
		}
	}()
	<-entered
	waiting := i.Begin(context.Background(), func(*jsapi.Realm, *jsapi.Op) {})
	if err := i.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := waiting.Wait(); !errors.Is(err, jsapi.ErrClosed) {
		t.Errorf("the waiting one got %v", err)
	}
	if err := i.Do(t.Context(), func(*jsapi.Realm) error { return nil }); !errors.Is(err, jsapi.ErrClosed) {
		t.Errorf("a later one got %v", err)
	}
	wg.Wait()
}

// A caller reads variables that its turn writes, so Do must not return before the turn has ended.
func TestDoWaitsForStartedTurn(t *testing.T) {
	for _, tc := range []struct {
		name string
		end  func(cancel context.CancelFunc, iso *jsapi.Isolate)
	}{
		{"its context ends", func(cancel context.CancelFunc, _ *jsapi.Isolate) { cancel() }},
		{"the isolate closes", func(_ context.CancelFunc, iso *jsapi.Isolate) { go func() { _ = iso.Close(context.Background()) }() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			iso, err := jsapi.New(jsapi.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = iso.Close(context.Background()) }()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			finished := false
			_ = iso.Do(ctx, func(*jsapi.Realm) error {
				tc.end(cancel, iso)
				time.Sleep(50 * time.Millisecond)
				finished = true
				return nil
			})
			if !finished {
				t.Error("Do returned while its function ran")
			}
		})
	}
}

func TestPanics(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		r.Runtime().Set("bad", func() { panic("a Go panic") })
		return run(r, "bad()")
	})
	if err == nil || !strings.Contains(err.Error(), "a Go panic") {
		t.Errorf("got %v", err)
	}
	if err := i.Do(t.Context(), func(*jsapi.Realm) error { panic("in Go") }); err == nil {
		t.Error("a panic of the task is no error")
	}
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error { return run(r, "(function () { return [1].map(String) })()") }); err != nil {
		t.Error(err)
	}
}

func TestReserveOnce(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	n := 0
	op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		complete := r.Reserve()
		go func() {
			complete(func(r *jsapi.Realm) { n++; op.Settle(r.Current() == op, nil) })
			complete(func(*jsapi.Realm) { n++ })
		}()
	})
	if v, err := op.Wait(); v != true || err != nil {
		t.Fatal(v, err)
	}
	i.Do(t.Context(), func(*jsapi.Realm) error {
		if n != 1 {
			t.Errorf("ran %d times", n)
		}
		return nil
	})
}

func BenchmarkRoundTrip(b *testing.B) {
	i := isolate(b, jsapi.Options{})
	b.ReportAllocs()
	for b.Loop() {
		i.Do(context.Background(), func(*jsapi.Realm) error { return nil })
	}
}
