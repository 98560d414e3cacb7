package wasm

import (
	"encoding/binary"
	"math"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"

	"framework/jsapi"
)

// newGlobal(type, mutable, value) makes a global.
func (m *machine) newGlobal(call goja.FunctionCall) goja.Value {
	typ, ok := valueType(call.Argument(0).String())
	if !ok {
		panic(m.realm.Runtime().NewTypeError("WebAssembly.Global(): Descriptor property 'value' must be a WebAssembly type"))
	}
	mutable := call.Argument(1).ToBoolean()
	// It begins with zero and is set while it still can be.
	definition := append([]byte{typ, 0}, constant(typ, m.lower(call.Argument(2), typ))...)
	if mutable {
		definition[1] = 1
	}
	return m.own(providing(globalSection, api.ExternTypeGlobal, append(definition, 0x0b)), &thing{kind: api.ExternTypeGlobal, typ: typ, mute: !mutable})
}

// constant is the instruction for a value.
func constant(typ api.ValueType, v uint64) []byte {
	switch typ {
	case api.ValueTypeI32:
		return signed([]byte{0x41}, int64(int32(v)))
	case api.ValueTypeI64:
		return signed([]byte{0x42}, int64(v))
	case api.ValueTypeF32:
		return binary.LittleEndian.AppendUint32([]byte{0x43}, uint32(v&math.MaxUint32))
	}
	return binary.LittleEndian.AppendUint64([]byte{0x44}, v)
}

// signed appends a number in signed LEB128.
func signed(out []byte, v int64) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(out, low)
		}
		out = append(out, low|0x80)
	}
}

// getGlobal(global) is its value.
func (m *machine) getGlobal(call goja.FunctionCall) goja.Value {
	t := jsapi.HandleOf(call.Argument(0)).(*thing)
	m.mustCarry(t)
	return m.lift(t.mod.ExportedGlobal(t.name).Get(), t.typ)
}

// setGlobal(global, value) sets it.
func (m *machine) setGlobal(call goja.FunctionCall) goja.Value {
	t := jsapi.HandleOf(call.Argument(0)).(*thing)
	m.mustCarry(t)
	g, ok := t.mod.ExportedGlobal(t.name).(api.MutableGlobal)
	if !ok {
		panic(m.realm.Runtime().NewTypeError("set WebAssembly.Global.value: Can't set the value of an immutable global."))
	}
	g.Set(m.lower(call.Argument(1), t.typ))
	return goja.Undefined()
}

func (m *machine) mustCarry(t *thing) {
	if !convertible(t.typ) {
		panic(m.realm.Runtime().NewTypeError("a WebAssembly.Global of %s has no value in JavaScript here", api.ValueTypeName(t.typ)))
	}
}
