package wasm

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"weak"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"framework/jsapi"
)

// instance is a module that can run. What JavaScript has of it refers to it;
// when nothing does, it is closed.
type instance struct {
	of    *module
	mod   api.Module
	links []any           // what was imported, by number: kept for as long
	calls []goja.Callable // functions of JavaScript among them
	// memories are those that it can make grow.
	memories []*thing
}

// thing is a memory, global or table and the module that exports it.
type thing struct {
	owner  *instance // nil if made by JavaScript
	mod    api.Module
	name   string
	kind   api.ExternType
	typ    api.ValueType
	helper api.Module // see table.go
	buffer *goja.ArrayBuffer
	mute   bool // a global that cannot be set
}

// instantiate(module, values, who) links and starts a module; values are
// functions and handles, by the number of the import. What it exports comes
// back as [name, kind, value or undefined, handle or undefined, number of the
// import that is passed on or -1].
func (m *machine) instantiate(call goja.FunctionCall) goja.Value {
	rt := m.realm.Runtime()
	of := jsapi.HandleOf(call.Argument(0)).(*module)
	who := call.Argument(2).String()
	in := &instance{of: of, links: make([]any, len(of.layout.imports)), calls: make([]goja.Callable, len(of.layout.imports))}
	ctx, leave := m.enter()
	defer leave()
	providers := make([]api.Module, len(in.links))
	var made []api.Module
	release := func() {
		for _, each := range made {
			_ = each.Close(ctx) // of memory only: it does not fail
		}
	}
	values := call.Argument(1).ToObject(rt)
	var offers []offer
	for i, e := range of.layout.imports {
		v := values.Get(strconv.Itoa(i))
		var err error
		if e.kind == api.ExternTypeFunc {
			var o offer
			if o, err = m.offer(in, i, v, of.code.ImportedFunctions()[len(offers)]); err == nil {
				offers = append(offers, o)
			}
		} else {
			t, _ := jsapi.HandleOf(v).(*thing)
			in.links[i] = t
			if e.kind == api.ExternTypeMemory {
				in.memories = append(in.memories, t)
			}
			if providers[i], err = m.pass(ctx, t, e); err == nil {
				made = append(made, providers[i])
			}
		}
		if err != nil {
			release()
			m.throw(m.linkError, "%s: Import #%d module=%q function=%q error: %s", who, i, e.module, e.name, firstLine(err))
		}
	}
	if len(offers) > 0 {
		functions, err := m.provide(ctx, offers)
		made = append(made, functions...)
		if err != nil {
			release()
			m.throw(m.linkError, "%s: %s", who, firstLine(err))
		}
		for _, o := range offers {
			providers[o.of] = functions[1]
		}
	}
	mod, err := m.start(ctx, of, providers)
	if err != nil {
		release()
		m.failed(err, func() { m.throw(m.linkError, "%s: %s", who, firstLine(err)) })
	}
	in.mod = mod
	if len(of.tables) > 0 {
		m.pinned = append(m.pinned, in)
	}
	runtime.AddCleanup(in, func(all []api.Module) {
		for _, each := range all {
			_ = each.Close(context.Background()) // nothing runs in it any more
		}
	}, append(made, mod))
	return m.exported(in)
}

// start instantiates a module whose import number n comes from providers[n].
func (m *machine) start(ctx context.Context, of *module, providers []api.Module) (mod api.Module, err error) {
	defer func() {
		if x := recover(); x != nil { // the memory that it begins with is not to be had
			var fault runtime.Error
			if e, ok := x.(error); !ok || !errors.As(e, &fault) {
				panic(x)
			}
			err = errMemory
		}
	}()
	return m.runtime.InstantiateModule(m.building(ctx, func(name string) api.Module {
		if i, err := strconv.Atoi(name); err == nil && i < len(providers) {
			return providers[i]
		}
		return nil
	}), of.code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
}

var errMemory = errors.New("Out of memory: Cannot allocate Wasm memory for new instance")

// exported is what instantiate returns.
func (m *machine) exported(in *instance) goja.Value {
	rt := m.realm.Runtime()
	list := make([]any, len(in.of.layout.exports))
	for i, e := range in.of.layout.exports {
		var value, handle any = goja.Undefined(), goja.Undefined()
		passed := -1
		if imported := in.of.imported(e.kind); e.kind != api.ExternTypeFunc && int(e.index) < len(imported) {
			passed = imported[e.index]
		} else if e.kind == api.ExternTypeFunc {
			f := &function{in: in, name: e.name, def: in.mod.ExportedFunction(e.name).Definition()}
			value, handle = m.callable(f), jsapi.NewHandle(m.realm.Runtime(), f)
		} else {
			t := &thing{owner: in, mod: in.mod, name: e.name, kind: e.kind, typ: e.typ}
			if e.kind == api.ExternTypeMemory {
				in.memories = append(in.memories, t)
			}
			if g := in.mod.ExportedGlobal(e.name); e.kind == api.ExternTypeGlobal && g != nil {
				_, settable := g.(api.MutableGlobal)
				t.typ, t.mute = g.Type(), !settable
			}
			handle = jsapi.NewHandle(m.realm.Runtime(), t)
		}
		list[i] = rt.NewArray(e.name, kindName(e.kind), value, handle, passed)
	}
	return rt.NewArray(list...)
}

// pass converts a thing to the import e, which is named "x".
func (m *machine) pass(ctx context.Context, t *thing, e extern) (api.Module, error) {
	var typ []byte
	switch e.kind {
	case api.ExternTypeGlobal:
		mutable := byte(1)
		if t.mute {
			mutable = 0
		}
		typ = []byte{t.typ, mutable}
	case api.ExternTypeTable:
		typ = append([]byte{t.typ}, bounds(0, nil)...)
	default:
		typ = bounds(0, nil)
	}
	return m.build(ctx, passing(t.name, t.kind, typ), t.mod)
}

// build instantiates a small generated module whose import "m" is other.
func (m *machine) build(ctx context.Context, binary []byte, other api.Module) (api.Module, error) {
	return m.buildOf(ctx, binary, map[string]api.Module{"m": other})
}

func (m *machine) buildOf(ctx context.Context, binary []byte, others map[string]api.Module) (mod api.Module, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = errMemory
		}
	}()
	return m.runtime.InstantiateWithConfig(m.building(ctx, func(name string) api.Module { return others[name] }), binary, wazero.NewModuleConfig().WithName(""))
}

// offer is a function for an import.
type offer struct {
	of int // the number of the import
	signature
	body api.GoModuleFunc
}

// offer converts a function of JavaScript, or one that another module exports,
// to the type of an import.
func (m *machine) offer(in *instance, i int, v goja.Value, def api.FunctionDefinition) (offer, error) {
	params, results := def.ParamTypes(), def.ResultTypes()
	o := offer{of: i, signature: signature{string(params), string(results)}}
	if f, ok := jsapi.HandleOf(v).(*function); ok {
		if o.signature != f.signature() {
			return o, errors.New("imported function does not match the expected type")
		}
		in.links[i] = f
		o.body = func(ctx context.Context, _ api.Module, stack []uint64) {
			if err := f.run(ctx, stack); err != nil {
				panic(err)
			}
		}
		return o, nil
	}
	in.calls[i], _ = goja.AssertFunction(v)
	caller := weak.Make(in) // the runtime holds the body
	o.body = func(_ context.Context, _ api.Module, stack []uint64) {
		in := caller.Value()
		if in == nil {
			panic(errors.New("the instance is gone"))
		}
		if err := m.guard.hostCall(func() error { return m.callOut(in, i, stack, o.signature) }); err != nil {
			panic(err)
		}
	}
	return o, nil
}

// provide makes two modules of functions: the runtime's kind, which is found
// by name only, and one that passes its functions on as number n of the
// imports.
func (m *machine) provide(ctx context.Context, offers []offer) ([]api.Module, error) {
	m.provided++
	name := strconv.Itoa(m.provided)
	b := m.runtime.NewHostModuleBuilder(name)
	for _, o := range offers {
		b.NewFunctionBuilder().WithGoModuleFunction(o.body, []byte(o.params), []byte(o.results)).Export(strconv.Itoa(o.of))
	}
	host, err := b.Instantiate(ctx)
	if err != nil {
		return nil, err
	}
	passes, err := m.buildOf(ctx, passingFunctions(name, offers), nil)
	if err != nil {
		return []api.Module{host}, err
	}
	return []api.Module{host, passes}, nil
}

// callOut calls JavaScript with a module's values.
func (m *machine) callOut(in *instance, i int, stack []uint64, s signature) error {
	rt, params, results := m.realm.Runtime(), []byte(s.params), []byte(s.results)
	in.grown()
	var err error
	ex := rt.Try(func() {
		if !convertible(params...) || !convertible(results...) {
			panic(rt.NewTypeError("type incompatibility when transforming from/to JS"))
		}
		args := make([]goja.Value, len(params))
		for i, t := range params {
			args[i] = m.lift(stack[i], t)
		}
		var v goja.Value
		if v, err = in.calls[i](goja.Undefined(), args...); err != nil {
			return
		}
		switch len(results) {
		case 0:
		case 1:
			stack[0] = m.lower(v, results[0])
		default:
			var list goja.Value
			if list, err = m.asList(goja.Undefined(), v, rt.ToValue(len(results))); err != nil {
				return
			}
			for i, t := range results {
				stack[i] = m.lower(list.ToObject(rt).Get(strconv.Itoa(i)), t)
			}
		}
	})
	if err == nil && ex != nil {
		err = ex
	}
	return err
}
