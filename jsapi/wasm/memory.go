package wasm

import (
	"context"
	"runtime"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"

	"framework/jsapi"
)

// own creates a thing with a constructor of JavaScript.
func (m *machine) own(binary []byte, t *thing) goja.Value {
	ctx, leave := m.enter()
	defer leave()
	var err error
	if t.mod, err = m.build(ctx, binary, nil); err != nil {
		m.throwRange("WebAssembly: %s", firstLine(err))
	}
	t.name = given
	t.owner = &instance{mod: t.mod}
	if t.kind == api.ExternTypeMemory {
		t.owner.memories = []*thing{t}
	}
	runtime.AddCleanup(t.owner, func(mod api.Module) { _ = mod.Close(context.Background()) }, t.mod)
	return jsapi.NewHandle(m.realm.Runtime(), t)
}

// newMemory(initial, maximum) makes a memory; maximum may be undefined.
func (m *machine) newMemory(call goja.FunctionCall) goja.Value {
	return m.own(providing(memorySection, api.ExternTypeMemory, limits(call)), &thing{kind: api.ExternTypeMemory})
}

// limits are those of the arguments initial and maximum.
func limits(call goja.FunctionCall) []byte {
	var high *uint32
	if v := call.Argument(1); !goja.IsUndefined(v) {
		n := uint32(v.ToInteger())
		high = &n
	}
	return bounds(uint32(call.Argument(0).ToInteger()), high)
}

// grown takes buffers away from JavaScript whose memory has grown.
func (in *instance) grown() {
	for _, t := range in.memories {
		if t.buffer != nil && len(t.buffer.Bytes()) != int(t.mod.ExportedMemory(t.name).Size()) {
			t.buffer.Detach()
			t.buffer = nil
		}
	}
}

// buffer(memory) is the memory's buffer of now; the one before it grew cannot
// be used any more.
func (m *machine) buffer(call goja.FunctionCall) goja.Value {
	t := jsapi.HandleOf(call.Argument(0)).(*thing)
	t.owner.grown()
	memory := t.mod.ExportedMemory(t.name)
	if t.buffer == nil {
		now, _ := memory.Read(0, memory.Size())
		made := m.realm.Runtime().NewArrayBuffer(now)
		t.buffer = &made
	}
	return m.realm.Runtime().ToValue(*t.buffer)
}

// grow(memory, pages) returns how many there were.
func (m *machine) grow(call goja.FunctionCall) goja.Value {
	t := jsapi.HandleOf(call.Argument(0)).(*thing)
	before, ok := t.mod.ExportedMemory(t.name).Grow(uint32(call.Argument(1).ToInteger()))
	if !ok {
		m.throwRange("WebAssembly.Memory.grow(): Maximum memory size exceeded")
	}
	if t.buffer != nil { // by nothing as well
		t.buffer.Detach()
		t.buffer = nil
	}
	return m.realm.Runtime().ToValue(before)
}
