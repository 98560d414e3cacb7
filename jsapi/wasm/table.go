package wasm

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental/table"

	"framework/jsapi"
)

// newTable(initial, maximum) makes a table of functions.
func (m *machine) newTable(call goja.FunctionCall) goja.Value {
	return m.own(providing(tableSection, api.ExternTypeTable, append([]byte{funcref}, limits(call)...)), &thing{kind: api.ExternTypeTable, typ: funcref})
}

// tableHelper is a module that works on a table: the runtime has no way of its
// own. It exports size, grow, clear and empty.
func tableHelper(name string) []byte {
	i32 := string([]byte{api.ValueTypeI32})
	members := []struct {
		name string
		signature
		body []byte
	}{
		{"size", signature{"", i32}, []byte{0xfc, 16, 0}},
		{"grow", signature{i32, i32}, []byte{0xd0, funcref, 0x20, 0, 0xfc, 15, 0}},
		{"clear", signature{i32, ""}, []byte{0x20, 0, 0xd0, funcref, 0x26, 0}},
		{"empty", signature{i32, i32}, []byte{0x20, 0, 0x25, 0, 0xd1}},
	}
	n := byte(len(members))
	types, functions, exports, code := []byte{n}, []byte{n}, []byte{n}, []byte{n}
	for i, f := range members {
		types = append(types, f.encoded()...)
		functions = append(functions, byte(i))
		exports = append(named(exports, f.name), api.ExternTypeFunc, byte(i))
		code = named(code, string(append(append([]byte{0}, f.body...), 0x0b)))
	}
	out := section(magic(), typeSection, types)
	out = section(out, importSection, tableImport([]byte{1}, "m", name))
	out = section(out, functionSection, functions)
	out = section(out, exportSection, exports)
	return section(out, codeSection, code)
}

func tableImport(out []byte, module, name string) []byte {
	return append(append(named(named(out, module), name), api.ExternTypeTable, funcref), bounds(0, nil)...)
}

// tableSetter is a module whose "x" puts the function "f" of the module "f"
// into a table.
func tableSetter(name, fn string, s signature) []byte {
	out := section(magic(), typeSection, append(append([]byte{2}, s.encoded()...), signature{params: string([]byte{api.ValueTypeI32})}.encoded()...))
	imports := tableImport([]byte{2}, "m", name)
	imports = append(named(named(imports, "f"), fn), api.ExternTypeFunc, 0)
	out = section(out, importSection, imports)
	out = section(out, functionSection, []byte{1, 1})
	out = section(out, exportSection, append(named([]byte{1}, given), api.ExternTypeFunc, 1))
	out = section(out, elementSection, []byte{1, 3, 0, 1, 0}) // a function has to be declared before it is referred to
	return section(out, codeSection, named([]byte{1}, string([]byte{0, 0x20, 0, 0xd2, 0, 0x26, 0, 0x0b})))
}

// tableOf is a table ready to be worked on; leave has to be called.
func (m *machine) tableOf(v goja.Value) (t *thing, ctx context.Context, leave func()) {
	t = jsapi.HandleOf(v).(*thing)
	if t.typ != funcref {
		panic(m.realm.Runtime().NewTypeError("a WebAssembly.Table of references cannot be looked into here"))
	}
	ctx, leave = m.enter()
	if t.helper == nil {
		helper, err := m.build(ctx, tableHelper(t.name), t.mod)
		if err != nil {
			leave()
			m.throw(m.runtimeError, "WebAssembly.Table: %s", firstLine(err))
		}
		t.helper = helper
	}
	return t, ctx, leave
}

// ask calls a function of the helper; its answer is 0 where it has none.
func (t *thing) ask(ctx context.Context, name string, args ...uint64) (uint32, error) {
	results, err := t.helper.ExportedFunction(name).Call(ctx, args...)
	if err != nil || len(results) == 0 {
		return 0, err
	}
	return uint32(results[0]), nil
}

// tableLength(table) is the number of its entries.
func (m *machine) tableLength(call goja.FunctionCall) goja.Value {
	t, ctx, leave := m.tableOf(call.Argument(0))
	n, err := t.ask(ctx, "size")
	leave()
	if err != nil {
		m.trap(err)
	}
	return m.realm.Runtime().ToValue(n)
}

// growTable(table, more) returns how many entries there were.
func (m *machine) growTable(call goja.FunctionCall) goja.Value {
	t, ctx, leave := m.tableOf(call.Argument(0))
	n, err := t.ask(ctx, "grow", uint64(uint32(call.Argument(1).ToInteger())))
	leave()
	if err != nil {
		m.trap(err)
	}
	if int32(n) < 0 {
		m.throwRange("WebAssembly.Table.grow(): failed to grow table by %s", call.Argument(1))
	}
	return m.realm.Runtime().ToValue(n)
}

// tableAt(table, i) is [function, handle], or null for an empty entry.
func (m *machine) tableAt(call goja.FunctionCall) goja.Value {
	t, ctx, leave := m.tableOf(call.Argument(0))
	i := uint32(call.Argument(1).ToInteger())
	empty, err := t.ask(ctx, "empty", uint64(i))
	leave()
	if err != nil {
		m.throwRange("WebAssembly.Table.get(): invalid address %d in funcref table of size %s", i, m.tableLength(call))
	}
	if empty != 0 {
		return goja.Null()
	}
	for s := range m.signatures {
		find := func() api.Function { return lookup(t.helper, i, s) }
		if fn := find(); fn != nil {
			f := &function{in: t.owner, find: find, def: fn.Definition(), idle: fn}
			return m.realm.Runtime().NewArray(m.callable(f), jsapi.NewHandle(m.realm.Runtime(), f))
		}
	}
	panic(m.realm.Runtime().NewTypeError("the function at %d of the WebAssembly.Table is of no known type", i))
}

// lookup is the function in an entry if it is of that type; the runtime panics
// if it is not.
func lookup(mod api.Module, i uint32, s signature) (fn api.Function) {
	defer func() {
		if recover() != nil {
			fn = nil
		}
	}()
	return table.LookupFunction(mod, 0, i, []byte(s.params), []byte(s.results))
}

// putTable(table, i, function or null) fills an entry.
func (m *machine) putTable(call goja.FunctionCall) goja.Value {
	t, ctx, leave := m.tableOf(call.Argument(0))
	i := uint64(uint32(call.Argument(1).ToInteger()))
	err := m.put(ctx, t, i, call.Argument(2))
	leave()
	if err != nil {
		if strings.Contains(firstLine(err), "invalid table access") {
			m.throwRange("WebAssembly.Table.set(): invalid address %d in funcref table of size %s", i, m.tableLength(call))
		}
		panic(m.realm.Runtime().NewTypeError("WebAssembly.Table.set(): %s", firstLine(err)))
	}
	return goja.Undefined()
}

func (m *machine) put(ctx context.Context, t *thing, i uint64, v goja.Value) error {
	f, ok := jsapi.HandleOf(v).(*function)
	if !ok {
		_, err := t.ask(ctx, "clear", i)
		return err
	}
	if f.name == "" && f.in.mod.ExportedFunction("") == nil {
		return errors.New("a function taken out of a table cannot be put into one")
	}
	setter, err := m.buildOf(ctx, tableSetter(t.name, f.name, f.signature()), map[string]api.Module{"m": t.mod, "f": f.in.mod})
	if err != nil {
		return fmt.Errorf("putting a function into a table: %w", err)
	}
	m.pinned = append(m.pinned, f.in) // the table does not keep it
	_, err = setter.ExportedFunction(given).Call(ctx, i)
	return err
}
