package wasm

import (
	"bytes"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"framework/jsapi"
)

// module is compiled code.
type module struct {
	*layout
	code wazero.CompiledModule
}

// compile(bytes, who) makes a module.
func (m *machine) compile(call goja.FunctionCall) goja.Value {
	binary, _ := m.realm.Bytes(call.Argument(0).ToObject(m.realm.Runtime()))
	who := call.Argument(1).String()
	l, renamed, err := parse(bytes.Clone(binary))
	if err != nil {
		m.throw(m.compileError, "%s: %s", who, err)
	}
	ctx, leave := m.enter()
	code, err := m.runtime.CompileModule(ctx, renamed)
	leave()
	if err != nil {
		m.throw(m.compileError, "%s: %s", who, firstLine(err))
	}
	for _, s := range l.types {
		m.signatures[s] = struct{}{}
	}
	return jsapi.NewHandle(m.realm.Runtime(), &module{l, code})
}

// imports(module) describes what a module needs.
func (m *machine) imports(call goja.FunctionCall) goja.Value {
	mod := jsapi.HandleOf(call.Argument(0)).(*module)
	rt := m.realm.Runtime()
	list := make([]any, len(mod.layout.imports))
	for i, e := range mod.layout.imports {
		list[i] = rt.NewArray(e.module, e.name, kindName(e.kind), api.ValueTypeName(e.typ), e.mutable)
	}
	return rt.NewArray(list...)
}

// exports(module) describes what a module offers.
func (m *machine) exports(call goja.FunctionCall) goja.Value {
	mod := jsapi.HandleOf(call.Argument(0)).(*module)
	rt := m.realm.Runtime()
	list := make([]any, len(mod.layout.exports))
	for i, e := range mod.layout.exports {
		list[i] = rt.NewArray(e.name, kindName(e.kind))
	}
	return rt.NewArray(list...)
}
