package mocha

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/node"
)

//go:embed mocha.js
var source string

var compiled = compile.Once("framework:mocha.js", source, true)

// Options say which tests to run and how.
type Options struct {
	// Files are loaded in this order by Require, which is called on the loop.
	Files   []string
	Require func(file string) error
	// Await runs a file that awaits something at its top level, and settles op when it has
	// run; it returns false for any other file. May be nil.
	Await func(op *jsapi.Op, file string) bool
	// Shown returns the name of a file in reports; nil means the name in Files.
	Shown func(file string) string
	// UI is "bdd" (describe, it) or "tdd" (suite, test); "" is bdd.
	UI string
	// Grep is a JavaScript regular expression that full titles have to match,
	// Contains a text that they have to contain; Invert inverts both.
	Grep, Contains string
	Invert         bool
	// Timeout bounds each test and hook; 0 means no limit. Slow is the duration
	// above which a test is slow.
	Timeout, Slow time.Duration
	// Unbounded leaves out all timeouts, those that tests set themselves too.
	Unbounded bool
	Retries   int
	// Bail ends the run at the first failure.
	Bail     bool
	Reporter Reporter
}

// LoadError is a test file that cannot be loaded.
type LoadError struct {
	File string
	Err  error
}

func (e *LoadError) Error() string { return fmt.Sprintf("loading %s: %v", e.File, e.Err) }
func (e *LoadError) Unwrap() error { return e.Err }

// Runner runs the tests of one realm.
type Runner struct {
	iso  *jsapi.Isolate
	opts Options
	root *suite

	// The fields below belong to the loop.
	realm   *jsapi.Realm
	api     *goja.Object
	start   goja.Callable
	skip    *goja.Object // the class Skip
	file    string       // being loaded
	running *attempt
	// betweenTests are uncaught errors while no test was running.
	betweenTests []error
}

// Load defines the globals of mocha in the realm, and loads the test files. A
// realm can have one Runner.
func Load(ctx context.Context, iso *jsapi.Isolate, opts Options) (*Runner, error) {
	if opts.Shown == nil {
		opts.Shown = func(file string) string { return file }
	}
	m := &Runner{iso: iso, opts: opts}
	if err := iso.Do(ctx, m.install); err != nil {
		return nil, err
	}
	for _, file := range opts.Files {
		// Each file is an operation, so that errors that it leaves behind, such
		// as rejected promises, are reported.
		op := iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) {
			m.file = opts.Shown(file)
			if opts.Await == nil || !opts.Await(op, file) {
				op.Settle(nil, nil)
			}
		})
		if _, err := op.Wait(); err != nil {
			return nil, &LoadError{opts.Shown(file), err}
		}
		op = iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { op.Settle(nil, opts.Require(file)) })
		if _, err := op.Wait(); err != nil {
			return nil, &LoadError{opts.Shown(file), err}
		}
	}
	return m, iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		r.OnUncaught(m.uncaught)
		m.root, err = m.read()
		return err
	})
}

// install defines the functions that test files call.
func (m *Runner) install(r *jsapi.Realm) error {
	program, err := compiled()
	if err != nil {
		return err
	}
	rt := r.Runtime()
	factory, err := rt.RunProgram(program)
	if err != nil {
		return err
	}
	call, ok := goja.AssertFunction(factory)
	if !ok {
		return errors.New("mocha.js gives no function")
	}
	native := rt.NewObject()
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		"file": func(goja.FunctionCall) goja.Value { return rt.ToValue(m.file) },
		"warn": func(call goja.FunctionCall) goja.Value {
			r.Warn(call.Argument(0).String(), "file", m.file)
			return goja.Undefined()
		},
		"inspect": func(call goja.FunctionCall) goja.Value { return rt.ToValue(node.Inspect(r, call.Argument(0))) },
		"timeout": func(call goja.FunctionCall) goja.Value {
			if a := m.running; a != nil && call.Argument(0).SameAs(a.of.object) {
				a.arm()
			}
			return goja.Undefined()
		},
	} {
		if err := native.Set(name, fn); err != nil {
			return err
		}
	}
	v, err := call(goja.Undefined(), native)
	if err != nil {
		return err
	}
	m.realm, m.api = r, v.ToObject(rt)
	m.start, _ = goja.AssertFunction(m.api.Get("start"))
	m.skip = m.api.Get("Skip").ToObject(rt)
	if m.opts.UI == "" {
		m.opts.UI = "bdd"
	}
	ui, ok := m.api.Get("interfaces").ToObject(rt).Get(m.opts.UI).(*goja.Object)
	if !ok {
		return fmt.Errorf("there is no interface %q of tests: use bdd or tdd", m.opts.UI)
	}
	for _, name := range ui.Keys() {
		if err := rt.Set(name, ui.Get(name)); err != nil {
			return err
		}
	}
	root := m.api.Get("root").ToObject(rt)
	for name, v := range map[string]any{
		"_timeout": m.opts.Timeout.Milliseconds(), "_slow": m.opts.Slow.Milliseconds(), "_retries": m.opts.Retries, "_bail": m.opts.Bail,
	} {
		if err := root.Set(name, v); err != nil {
			return err
		}
	}
	return nil
}
