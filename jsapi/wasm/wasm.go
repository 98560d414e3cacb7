package wasm

import (
	"context"
	_ "embed"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed wasm.js
var source string

// program is the part in JavaScript: a function of native that returns the
// namespace.
var program = sync.OnceValues(func() (*goja.Program, error) {
	return compile.Source("node:wasm", "(function (native) {'use strict';"+source+"\n})", false)
})

// machine is the WebAssembly of one realm.
type machine struct {
	realm   *jsapi.Realm
	runtime wazero.Runtime
	guard   *guard
	budget  budget
	pinned  []*instance // their functions are in tables that others have
	// provided counts functions for modules: the runtime wants a name for each.
	provided int
	// signatures are the types of functions that modules have named.
	signatures map[signature]struct{}

	asInt64, asList                       goja.Callable
	compileError, linkError, runtimeError *goja.Object
}

// New makes the WebAssembly object of a realm, which releases all with its end.
func New(r *jsapi.Realm) (*goja.Object, error) {
	compiled, err := program()
	if err != nil {
		return nil, err
	}
	m := &machine{realm: r, guard: newGuard(r), signatures: map[signature]struct{}{}}
	m.runtime = wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfig().
		WithCloseOnContextDone(true).WithMemoryLimitPages(maxPages).WithDebugInfoEnabled(false))
	r.Go(func(ctx context.Context) {
		<-ctx.Done()
		m.guard.close(func() { _ = m.runtime.Close(context.Background()) }) // of memory only: it does not fail
	})
	rt := r.Runtime()
	v, err := rt.RunProgram(compiled)
	if err != nil {
		return nil, r.Wrap(err)
	}
	native := rt.NewObject()
	for name, fn := range map[string]any{
		"use": m.use, "compile": m.compile, "imports": m.imports, "exports": m.exports, "instantiate": m.instantiate,
		"memory": m.newMemory, "buffer": m.buffer, "grow": m.grow,
		"global": m.newGlobal, "get": m.getGlobal, "set": m.setGlobal,
		"table": m.newTable, "length": m.tableLength, "at": m.tableAt, "grown": m.growTable, "put": m.putTable,
	} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	fn, _ := goja.AssertFunction(v)
	namespace, err := fn(goja.Undefined(), native)
	if err != nil {
		return nil, r.Wrap(err)
	}
	return namespace.ToObject(rt), nil
}

// use gets what the script has made for Go.
func (m *machine) use(call goja.FunctionCall) goja.Value {
	rt := m.realm.Runtime()
	o := call.Argument(0).ToObject(rt)
	m.compileError, m.linkError, m.runtimeError = o.Get("CompileError").ToObject(rt), o.Get("LinkError").ToObject(rt), o.Get("RuntimeError").ToObject(rt)
	m.asInt64, _ = goja.AssertFunction(o.Get("asInt64"))
	m.asList, _ = goja.AssertFunction(o.Get("asList"))
	return goja.Undefined()
}

// building is the context in which modules are instantiated.
func (m *machine) building(ctx context.Context, resolve experimental.ImportResolver) context.Context {
	return experimental.WithImportResolver(experimental.WithMemoryAllocator(ctx, &m.budget), resolve)
}

// throw throws an error of one of the script's classes.
func (m *machine) throw(class *goja.Object, format string, args ...any) {
	rt := m.realm.Runtime()
	o, err := rt.New(class, rt.ToValue(fmt.Sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	panic(o)
}

// throwRange throws a RangeError.
func (m *machine) throwRange(format string, args ...any) {
	m.throw(m.realm.Runtime().Get("RangeError").ToObject(m.realm.Runtime()), format, args...)
}

// enter is that of the guard for functions called by JavaScript.
func (m *machine) enter() (context.Context, func()) {
	ctx, leave, err := m.guard.enter()
	if err != nil {
		m.interrupted()
		m.throw(m.runtimeError, "%s", err)
	}
	return ctx, leave
}

// interrupted throws the engine's own exception, which cannot be caught, in a
// turn that was interrupted: any code of JavaScript meets it.
func (m *machine) interrupted() {
	if !m.realm.Interrupted() {
		return
	}
	if _, err := m.asInt64(goja.Undefined(), m.realm.Runtime().ToValue(big.NewInt(0))); err != nil {
		panic(err)
	}
}

// firstLine is a message of the runtime without the module's stack.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
