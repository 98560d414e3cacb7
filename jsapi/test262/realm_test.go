package test262

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// turnLimit is for how long a turn of a test may run, and waitLimit for how long a test may wait for others.
const (
	turnLimit = 20 * time.Second
	waitLimit = 30 * time.Second
)

//go:embed testdata/agent.js
var agentScript string

// engine runs tests in realms as projects have them.
type engine struct {
	suite   *suite
	scratch string   // where modules are
	harness sync.Map // name to *goja.Program
	copied  sync.Map // folder to func() error
}

// check returns why a test fails, nil if it passes.
func (e *engine) check(t *test) error {
	for _, m := range t.Modes {
		if err := e.run(t, m); err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
	}
	return nil
}

// thrown is an error of a script.
type thrown struct {
	phase   string // parse or runtime
	name    string // of the constructor
	message string
	value   goja.Value // nil if it could not be parsed
}

func (e *thrown) Error() string { return e.name + " (" + e.phase + "): " + e.message }

// attempt is one run of a test.
type attempt struct {
	*engine
	test    *test
	mode    mode
	r       *jsapi.Realm
	loader  *modules.Loader
	printed chan string // what the test prints of its end
}

// run runs a test in one mode, in a realm of its own.
func (e *engine) run(t *test, m mode) error {
	text, err := e.suite.text(t)
	if err != nil {
		return err
	}
	if m == strict {
		text = "\"use strict\";\n" + text
	}
	a := &attempt{engine: e, test: t, mode: m, printed: make(chan string, 1)}
	var begun atomic.Bool
	idle := make(chan struct{}, 1)
	iso, err := jsapi.New(jsapi.Options{
		Root: e.scratch, Log: slog.New(slog.DiscardHandler), TurnLimit: turnLimit, BlockWarning: -1,
		Idle: func() {
			if begun.Load() {
				select {
				case idle <- struct{}{}:
				default:
				}
			}
		},
	})
	if err != nil {
		return err
	}
	defer iso.Close(context.Background())
	ctx, cancel := context.WithTimeout(context.Background(), waitLimit)
	defer cancel()
	started := make(chan error, 1)
	op := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		a.r = r
		err := a.begin(op, text)
		begun.Store(true)
		if err != nil || !t.Async && m != asModule {
			started <- err // first: the end of op does not say how it has ended
			op.Settle(nil, nil)
		}
	})
	failed := make(chan error, 1)
	go func() {
		_, err := op.Wait()
		failed <- err
	}()
	for {
		select {
		case err = <-started:
			return t.judge(err)
		case err = <-failed: // an error that nothing catches, or the end of a module
			select {
			case err = <-started:
			default:
			}
			if err != nil || !t.Async {
				return t.judge(err)
			}
			failed = nil
		case line := <-a.printed:
			if line != "Test262:AsyncTestComplete" {
				return errors.New(line)
			}
			return t.judge(nil)
		case <-idle:
			select {
			case line := <-a.printed:
				a.printed <- line
			default:
				op.Settle(nil, errors.New("it never ended: nothing is left to do"))
				if t.Async && failed == nil {
					return errors.New("it never said that it has ended")
				}
			}
		case <-ctx.Done():
			return errors.New("it took too long")
		}
	}
}

// judge returns why a test fails that ended with err.
func (t *test) judge(err error) error {
	if t.Phase == "" || err == nil {
		if t.Phase != "" {
			return fmt.Errorf("no %s", t.Error)
		}
		return err
	}
	var e *thrown
	if errors.As(err, &e) && e.name == t.Error && (e.phase == "parse" || t.Phase != "parse") {
		return nil
	}
	return fmt.Errorf("not the %s of phase %s: %w", t.Error, t.Phase, err)
}

// begin runs the harness and the test, which goes on in later turns if it is a module.
func (a *attempt) begin(op *jsapi.Op, text string) error {
	opts := node.Options{Root: a.scratch, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)}
	if err := node.Globals(a.r, opts); err != nil {
		return err
	}
	var err error
	if a.loader, err = modules.Install(a.r, modules.Options{Root: a.scratch, Core: node.Core(opts)}); err != nil {
		return err
	}
	if err := a.host(strings.Contains(text, "$262.agent")); err != nil {
		return err
	}
	for _, name := range a.test.Includes {
		program, err := a.include(name)
		if err == nil {
			_, err = a.r.Runtime().RunProgram(program)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	switch {
	case a.mode == asModule:
		return a.module(op)
	case strings.Contains(text, "import(") || strings.Contains(text, "import.") || strings.Contains(text, "import ("):
		return a.common(text)
	}
	_, err = a.script(a.test.Name, text)
	return err
}

// include compiles a file of the harness once.
func (a *attempt) include(name string) (*goja.Program, error) {
	if program, ok := a.harness.Load(name); ok {
		return program.(*goja.Program), nil
	}
	text, err := os.ReadFile(filepath.Join(a.suite.dir, "harness", name))
	if err != nil {
		return nil, err
	}
	program, err := compiled(name, string(text))
	if err == nil {
		a.harness.Store(name, program)
	}
	return program, err
}

// compiled compiles a script as the files of projects are compiled: by goja, and where it refuses, by esbuild first.
func compiled(name, text string) (*goja.Program, error) {
	program, err := compile.Source(name, text, false)
	if err == nil {
		return program, nil
	}
	if _, wrong := errors.AsType[*compile.PatternError](err); wrong {
		return nil, &thrown{"parse", "SyntaxError", err.Error(), nil}
	}
	lowered, err := modules.Lower(text)
	if err == nil {
		program, err = compile.Source(name, lowered, false)
	}
	if err != nil {
		return nil, &thrown{"parse", "SyntaxError", err.Error(), nil}
	}
	return program, nil
}

func (a *attempt) script(name, text string) (goja.Value, error) {
	program, err := compiled(name, text)
	if err != nil {
		return nil, err
	}
	v, err := a.r.Runtime().RunProgram(program)
	return v, a.runtime(err)
}

// common runs a script that imports: it is a module of CommonJS, as files of projects are.
func (a *attempt) common(text string) error {
	if err := a.copy(); err != nil {
		return err
	}
	path := strings.TrimSuffix(filepath.Join(a.scratch, filepath.FromSlash(a.test.Name)), ".js") + "." + string(a.mode) + ".cjs"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	_, err := a.loader.Require(path)
	if script, ok := errors.AsType[*jsapi.ScriptError](err); ok {
		v, ok := script.Value.(goja.Value)
		if !ok { // the file could not be loaded
			return &thrown{"parse", script.Name, script.Message, nil}
		}
		return a.describe(v)
	}
	return err
}

// module imports the file of the test.
func (a *attempt) module(op *jsapi.Op) error {
	if err := a.copy(); err != nil {
		return err
	}
	path := filepath.Join(a.scratch, filepath.FromSlash(a.test.Name))
	promise := a.loader.Import(filepath.Dir(path), path)
	a.r.WhenSettled(promise, func(goja.Value) { op.Settle(nil, nil) }, func(reason goja.Value) {
		e := a.describe(reason)
		if e.name == "SyntaxError" {
			e.phase = "parse"
		}
		op.Settle(nil, e)
	})
	return nil
}

// copy copies the folder of the test, with the modules that it imports, into a package of ES modules.
func (a *attempt) copy() error {
	parts := strings.Split(a.test.Name, "/")
	depth := 2
	if parts[1] == "expressions" || parts[1] == "statements" {
		depth = 3
	}
	folder := filepath.Join(parts[:min(depth, len(parts)-1)]...)
	do, _ := a.copied.LoadOrStore(folder, sync.OnceValue(func() error {
		if err := os.WriteFile(filepath.Join(a.scratch, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
			return err
		}
		return os.CopyFS(filepath.Join(a.scratch, folder), os.DirFS(filepath.Join(a.suite.dir, "test", folder)))
	}))
	return do.(func() error)()
}

// runtime returns a thrown for an error of goja.
func (a *attempt) runtime(err error) error {
	var ex *goja.Exception
	if err == nil || !errors.As(err, &ex) {
		return err
	}
	return a.describe(ex.Value())
}

func (a *attempt) describe(v goja.Value) *thrown {
	e := &thrown{"runtime", "", "undefined", v}
	rt := a.r.Runtime()
	if ex := rt.Try(func() {
		e.message = v.String()
		o, ok := v.(*goja.Object)
		if !ok {
			return
		}
		if c, ok := o.Get("constructor").(*goja.Object); ok {
			e.name = c.Get("name").String()
		}
		if m := o.Get("message"); m != nil {
			e.message = m.String()
		}
	}); ex != nil {
		e.message = "an error that cannot be printed"
	}
	return e
}

// host gives the test what the suite expects of its host: print and $262. There is no second global object
// (createRealm) and no object like document.all.
func (a *attempt) host(agents bool) error {
	rt := a.r.Runtime()
	own := rt.NewObject()
	for name, v := range map[string]any{
		"global": rt.GlobalObject(),
		"gc": func() {
			runtime.GC()
		},
		"evalScript": func(call goja.FunctionCall) goja.Value {
			v, err := a.script("evalScript", call.Argument(0).String())
			var e *thrown
			switch {
			case errors.As(err, &e) && e.phase == "parse":
				made, err := rt.New(rt.Get("SyntaxError"), rt.ToValue(e.message))
				if err != nil {
					panic(err)
				}
				panic(made)
			case err != nil:
				panic(e.value)
			}
			return v
		},
		"detachArrayBuffer": func(call goja.FunctionCall) goja.Value {
			if buffer, ok := call.Argument(0).Export().(goja.ArrayBuffer); ok {
				buffer.Detach()
			}
			return goja.Null()
		},
	} {
		if err := own.Set(name, v); err != nil {
			return err
		}
	}
	if err := rt.GlobalObject().DefineDataProperty("$262", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	if agents {
		made, err := rt.RunScript("agent.js", agentScript)
		if err != nil {
			return err
		}
		require := rt.ToValue(func(name string) goja.Value {
			v, err := a.loader.Require(name)
			if err != nil {
				panic(a.r.Error(err))
			}
			return v
		})
		makeAgent, _ := goja.AssertFunction(made)
		agent, err := makeAgent(goja.Undefined(), require, rt.ToValue(func(ms int64) { time.Sleep(time.Duration(ms) * time.Millisecond) }))
		if err != nil {
			return err
		}
		if err := own.Set("agent", agent); err != nil {
			return err
		}
	}
	return rt.GlobalObject().DefineDataProperty("print", rt.ToValue(func(line string) {
		if strings.HasPrefix(line, "Test262:") {
			select {
			case a.printed <- line:
			default:
			}
		}
	}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
