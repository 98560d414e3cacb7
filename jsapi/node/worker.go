package node

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// worker is a thread of JavaScript that a project has started: an isolate with a loop of
// its own. It ends with the realm that has started it.
type worker struct {
	opts Options // of its realm
	file string
	code string // instead of a file, where eval is set
	eval bool
	// told tells the realm that has started it, which calls done at the end of the turn.
	told func(kind string, v any, done func()) bool
	// print prints an error in place of telling it; nil but for processes.
	print  func(text string)
	idle   chan struct{} // its loop has nothing to do
	once   sync.Once
	ended  chan struct{}
	exit   int
	mu     sync.Mutex
	iso    *jsapi.Isolate
	loader *modules.Loader
}

func (w *worker) tell(kind string, v any) { w.told(kind, v, func() {}) }

// end ends the worker with an exit code; further calls do nothing.
func (w *worker) end(code int) {
	w.once.Do(func() {
		w.exit = code
		close(w.ended)
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.iso != nil {
		w.iso.Stop()
	}
}

// started takes the isolate of the worker, unless the worker was ended before.
func (w *worker) started(iso *jsapi.Isolate) {
	w.mu.Lock()
	w.iso = iso
	w.mu.Unlock()
	select {
	case <-w.ended:
		iso.Stop()
	default:
	}
}

// run is the life of a worker; iso is empty.
func (w *worker) run(iso *jsapi.Isolate, prepare func(r *jsapi.Realm) error) {
	w.started(iso)
	ctx := context.Background() // its end is that of the isolate
	var release func()
	err := iso.Do(ctx, func(r *jsapi.Realm) error {
		release = r.Hold()
		return prepare(r)
	})
	if err == nil {
		select { // from before there was something to do
		case <-w.idle:
		default:
		}
		w.tell("online", nil)
		op := iso.Begin(ctx, func(r *jsapi.Realm, _ *jsapi.Op) {
			defer release()
			err := r.Wrap(w.main(r))
			script, _ := errors.AsType[*jsapi.ScriptError](err)
			switch {
			case err == nil:
			case jsapi.IsMemoryLimit(err):
				w.exhausted()
			case script != nil && script.Value == nil: // of the syntax, which no listener gets
				w.failed(r, r.Error(err), 1)
			default:
				r.Uncaught(err)
			}
		})
		failed := make(chan error, 1)
		go func() {
			_, err := op.Wait()
			failed <- err
		}()
		for over := false; !over; {
			over = true
			select {
			case <-w.ended:
			case err := <-failed:
				w.interrupted(ctx, err)
			case <-w.idle:
				if op.Settled() {
					w.interrupted(ctx, <-failed)
				} else {
					over = w.finish(ctx)
				}
			}
		}
	} else {
		w.interrupted(ctx, err)
	}
	_ = iso.Close(ctx) // it waits for as long as it takes
	w.tell("exit", w.exit)
}

// prepare gives a realm what a worker finds in it.
func (w *worker) prepare(r *jsapi.Realm) (err error) {
	if err := Globals(r, w.opts); err != nil {
		return err
	}
	o := w.opts.Modules
	core := Core(w.opts)
	maps.Copy(core, o.Core)
	o.Root, o.Core = w.opts.Root, core
	w.loader, err = modules.Install(r, o)
	return err
}

// main runs the script.
func (w *worker) main(r *jsapi.Realm) error {
	rt := r.Runtime()
	if err := w.connect(r); err != nil {
		return err
	}
	if w.eval || len(w.opts.thread.flags.preload) > 0 {
		module, err := w.loader.Require("module")
		if err != nil {
			return err
		}
		f := w.opts.thread.flags
		if err := w.own(r, "preload", module, rt.ToValue(f.preload), rt.ToValue(w.opts.Root)); err != nil || !w.eval {
			return err
		}
		return w.own(r, "evaluate", module, rt.ToValue(w.code), rt.ToValue(w.opts.Root), rt.ToValue(w.opts.thread.process), rt.ToValue(f.print))
	}
	promise, err := w.loader.Pending(w.file)
	if err != nil {
		return err
	}
	switch _, missing := os.Stat(w.file); {
	case promise == nil && missing == nil:
		return w.loader.RunMain(w.file)
	case promise == nil:
		_, err = w.loader.Require(w.file) // the error that require has for it
		return err
	}
	then, _ := goja.AssertFunction(promise.ToObject(rt).Get("then"))
	_, err = then(promise, goja.Undefined(), r.Handler(func(reason goja.Value) { r.Uncaught(r.GoError(reason)) }))
	return err
}

// own calls a function of workermain.js.
func (w *worker) own(r *jsapi.Realm, name string, args ...goja.Value) error {
	own, err := loaderOf(r, w.opts).load("workermain")
	if err != nil {
		return err
	}
	call, _ := goja.AssertFunction(own.ToObject(r.Runtime()).Get(name))
	_, err = call(goja.Undefined(), args...)
	return err
}

// connect gives process the channel to the one that has forked this process.
func (w *worker) connect(r *jsapi.Realm) error {
	if w.opts.channel == nil {
		return nil
	}
	l := loaderOf(r, w.opts)
	return w.own(r, "connect", r.Runtime().ToValue(l.newChannelOf(w.opts.channel, l.open)))
}

// failed tells an error that nobody has caught, and ends the worker with an exit code that
// listeners of exit may change. It is for its loop.
func (w *worker) failed(r *jsapi.Realm, err goja.Value, code int) {
	if w.hasEnded() { // the error is a consequence of that
		return
	}
	l := loaderOf(r, w.opts)
	own, loadErr := l.load("workermain")
	if loadErr != nil {
		w.tell("error", loadErr.Error())
		w.end(1)
		return
	}
	call := func(name string, v goja.Value) (goja.Value, error) {
		fn, _ := goja.AssertFunction(own.ToObject(r.Runtime()).Get(name))
		return fn(goja.Undefined(), v)
	}
	if code == failedHandler { // listeners of exit are not called then
		if w.print == nil {
			code = 1
		}
	} else if v, err := call("failing", r.Runtime().ToValue(code)); err == nil {
		code = int(v.ToInteger())
	}
	switch {
	case w.hasEnded(): // by a listener
		return
	case w.print != nil:
		text, showErr := call("shown", err)
		if showErr != nil {
			text = err
		}
		w.print(text.String())
	default:
		if nodes, encodeErr := call("describe", err); encodeErr == nil {
			w.tell("error", l.pack(nodes))
		} else {
			w.tell("error", err.String())
		}
	}
	w.end(code)
}

func (w *worker) hasEnded() bool {
	select {
	case <-w.ended:
		return true
	default:
		return false
	}
}

// exhausted ends a worker that took more memory than it may.
func (w *worker) exhausted() {
	w.once.Do(func() {
		w.exit = 1
		w.tell("error", "Worker terminated due to reaching memory limit: JS heap out of memory")
		close(w.ended)
	})
	w.end(1)
}

// interrupted tells an error that was no exception, such as that of the memory limit.
func (w *worker) interrupted(ctx context.Context, err error) {
	if errors.Is(err, jsapi.ErrClosed) {
		w.end(1)
		return
	}
	if jsapi.IsMemoryLimit(err) {
		w.exhausted()
		return
	}
	_ = w.iso.Do(ctx, func(r *jsapi.Realm) error { // fails only where it has ended
		w.failed(r, r.Error(err), 1)
		return nil
	})
	w.end(1)
}

// finish ends a worker that has nothing left to do, unless listeners of beforeExit find something.
func (w *worker) finish(ctx context.Context) (over bool) {
	code, busy := 0, false
	for _, stage := range []string{"idle", "ending"} {
		_ = w.iso.Do(ctx, func(r *jsapi.Realm) error { // fails only where it has ended
			if busy = r.Busy(); busy {
				return nil
			}
			own, err := loaderOf(r, w.opts).load("workermain")
			if err != nil {
				return err
			}
			call, _ := goja.AssertFunction(own.ToObject(r.Runtime()).Get(stage))
			v, err := call(goja.Undefined())
			switch {
			case err != nil && stage == "idle": // a listener may go on
				r.Uncaught(r.Wrap(err))
				return nil
			case err != nil:
				w.failed(r, r.Error(r.Wrap(err)), 1)
				return nil
			}
			code = int(v.ToInteger())
			busy = stage == "idle" && r.Busy()
			return nil
		})
		if busy {
			return false
		}
	}
	w.end(code)
	return true
}

// workerModule is the native part of worker_threads.
type workerModule struct {
	*portModule
	opts Options // of the realm
}

func (m *workerModule) natives() map[string]any {
	out := m.portModule.natives()
	out["start"], out["unknownFlags"] = m.start, m.unknownFlags
	out["thread"] = goja.Undefined()
	if t := m.opts.thread; t != nil && !t.process {
		rt := m.realm.Runtime()
		o := rt.NewObject()
		_ = o.Set("id", t.id)
		_ = o.Set("limits", t.limits)
		_ = o.Set("port", rt.ToValue(t.port))
		_ = o.Set("data", rt.ToValue(t.data))
		out["thread"] = o
	}
	return out
}

// unknownFlags(list) returns the flags that workers do not take.
func (m *workerModule) unknownFlags(call goja.FunctionCall) goja.Value {
	rt := m.realm.Runtime()
	var list []string
	_ = rt.ExportTo(call.Argument(0), &list)
	_, unknown := workerFlags(list)
	out := make([]any, len(unknown))
	for i, s := range unknown {
		out[i] = s
	}
	return rt.NewArray(out...)
}

// start(options, data, end, tell) starts a worker: data is its message, end is that of its
// parentPort, tell(kind, value) is called with what happens to it.
func (m *workerModule) start(call goja.FunctionCall) goja.Value {
	rt, o := m.realm.Runtime(), m.settings(call.Argument(0))
	if m.threads.open.Add(1) > maxThreads {
		m.threads.open.Add(-1)
		panic(m.errorWith("Error", "ERR_WORKER_INIT_FAILED", "Worker initialization failure: a project has at most %d workers at once", maxThreads))
	}
	tell, _ := goja.AssertFunction(call.Argument(3))
	enter := m.realm.Enqueuer()
	hold := &held{realm: m.realm}
	hold.set(true)
	w := &worker{
		file: o.text("file"), code: o.text("code"), eval: o.flag("eval"), idle: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	w.told = func(kind string, v any, done func()) bool {
		return enter(func(r *jsapi.Realm) {
			defer done()
			if kind == "exit" {
				hold.set(false)
			}
			var given goja.Value
			switch x := v.(type) {
			case *message:
				given = r.Runtime().ToValue(x)
			case int:
				given = r.Runtime().ToValue(x)
			default:
				given = r.ToJS(v)
			}
			if _, err := tell(goja.Undefined(), r.Runtime().ToValue(kind), given); err != nil {
				r.Uncaught(err)
			}
		})
	}
	id := m.threads.last.Add(1)
	opts := m.opts
	opts.Env, opts.Args, opts.main = o.list("env"), o.list("argv"), w.file
	if !o.o.Get("sharing").ToBoolean() {
		opts.environ = nil // of its own
	}
	if w.eval {
		opts.main = "[worker eval]"
	}
	opts.Exit = w.end
	opts.Stdout, opts.Stderr = w.output("stdout"), w.output("stderr")
	limits, _ := m.realm.FromJS(o.o.Get("limits"))
	t := &thread{id: id, data: call.Argument(1).Export().(*message), port: call.Argument(2).Export().(*portEnd), failed: w.failed, exhausted: w.exhausted}
	t.flags, _ = workerFlags(o.list("flags"))
	opts.thread, opts.threads, opts.channel = t, m.threads, nil
	w.opts = opts
	iso, err := m.realm.Another(jsapi.Options{MemoryLimit: o.int("memory") << 20, Idle: func() {
		select {
		case w.idle <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		m.threads.open.Add(-1)
		panic(m.realm.Error(err))
	}
	release := m.open.add(func() error {
		w.end(1)
		return nil
	})
	m.realm.Go(func(context.Context) {
		defer m.threads.open.Add(-1)
		defer release()
		w.run(iso, func(r *jsapi.Realm) error {
			t.limits = r.ToJS(limits)
			return w.prepare(r)
		})
	})
	out := rt.NewObject()
	_ = out.Set("id", id)
	_ = out.Set("terminate", func(goja.FunctionCall) goja.Value {
		w.end(1)
		return goja.Undefined()
	})
	_ = out.Set("hold", func(call goja.FunctionCall) goja.Value {
		hold.set(call.Argument(0).ToBoolean())
		return goja.Undefined()
	})
	return out
}

// held is a hold on a loop that can be taken and given back again, by that loop.
type held struct {
	realm   *jsapi.Realm
	release func()
}

func (h *held) set(on bool) {
	switch {
	case on && h.release == nil:
		h.release = h.realm.Hold()
	case !on && h.release != nil:
		h.release()
		h.release = nil
	}
}

// output is a stream of a worker, which the realm that has started it passes on.
type output struct {
	w    *worker
	name string
	room chan struct{} // a place for each piece that waits
}

// maxPieces is how many pieces of output may wait; a worker that writes more waits.
const maxPieces = 64

func (w *worker) output(name string) io.Writer {
	return &output{w, name, make(chan struct{}, maxPieces)}
}

func (o *output) Write(b []byte) (int, error) {
	select {
	case o.room <- struct{}{}:
	case <-o.w.ended:
		return len(b), nil
	}
	if !o.w.told(o.name, append([]byte{}, b...), func() { <-o.room }) {
		<-o.room
	}
	return len(b), nil
}
