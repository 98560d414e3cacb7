package wasm

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"
)

// function is one that a module exports.
type function struct {
	in   *instance
	name string
	def  api.FunctionDefinition
	find func() api.Function // it is in a table and has no name
	idle api.Function        // kept for the next call: one that runs cannot be called again
}

func (f *function) signature() signature {
	return signature{string(f.def.ParamTypes()), string(f.def.ResultTypes())}
}

// run calls a function with its values on stack, where the results come.
func (f *function) run(ctx context.Context, stack []uint64) error {
	fn := f.idle
	f.idle = nil
	if fn == nil {
		if f.find != nil {
			fn = f.find()
		} else {
			fn = f.in.mod.ExportedFunction(f.name)
		}
	}
	err := fn.CallWithStack(ctx, stack)
	if err == nil {
		f.idle = fn
	}
	runtime.KeepAlive(f.in)
	return err
}

// callable is a function as JavaScript calls it.
func (m *machine) callable(f *function) *goja.Object {
	rt := m.realm.Runtime()
	params, results := f.def.ParamTypes(), f.def.ResultTypes()
	fn := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if !convertible(params...) || !convertible(results...) {
			panic(rt.NewTypeError("type incompatibility when transforming from/to JS"))
		}
		stack := make([]uint64, max(len(params), len(results)))
		for i, t := range params {
			stack[i] = m.lower(call.Argument(i), t)
		}
		ctx, leave := m.enter()
		err := f.run(ctx, stack)
		leave()
		f.in.grown()
		if err != nil {
			m.failed(err, func() { m.trap(err) })
		}
		switch len(results) {
		case 0:
			return goja.Undefined()
		case 1:
			return m.lift(stack[0], results[0])
		}
		list := make([]any, len(results))
		for i, t := range results {
			list[i] = m.lift(stack[i], t)
		}
		return rt.NewArray(list...)
	}).ToObject(rt)
	for name, value := range map[string]any{"name": strconv.FormatUint(uint64(f.def.Index()), 10), "length": len(params)} {
		if err := fn.DefineDataProperty(name, rt.ToValue(value), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			panic(err)
		}
	}
	return fn
}

// failed throws what ended a module: what JavaScript threw goes on as it is,
// all else is otherwise's.
func (m *machine) failed(err error, otherwise func()) {
	var ex *goja.Exception
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &ex):
		panic(ex)
	case errors.As(err, &interrupted):
		panic(interrupted)
	case errors.As(err, &overflow):
		panic(overflow)
	}
	m.interrupted()
	if _, ended := errors.AsType[*sys.ExitError](err); ended || errors.Is(err, errMemory) || strings.Contains(firstLine(err), "wasm error: ") {
		m.trap(err)
	}
	otherwise()
}

// traps are the messages of the runtime and those that Node has for them.
var traps = []struct{ ours, nodes string }{
	{"wasm error: unreachable", "unreachable"},
	{"wasm error: out of bounds memory access", "memory access out of bounds"},
	{"wasm error: integer divide by zero", "divide by zero"},
	{"wasm error: integer overflow", "float unrepresentable in integer range"},
	{"wasm error: invalid conversion to integer", "float unrepresentable in integer range"},
	{"wasm error: invalid table access", "table index is out of bounds"},
	{"wasm error: indirect call type mismatch", "null function or function signature mismatch"},
}

// trap throws the RuntimeError of a module that failed.
func (m *machine) trap(err error) {
	message := firstLine(err)
	if strings.Contains(message, "stack overflow") {
		m.throwRange("Maximum call stack size exceeded")
	}
	if errors.Is(err, errMemory) {
		m.throwRange("WebAssembly.Instance(): %s", message)
	}
	if _, ended := errors.AsType[*sys.ExitError](err); ended {
		message = "the module was ended with the turn that it ran in"
	}
	for _, t := range traps {
		if strings.Contains(message, t.ours) {
			message = t.nodes
			break
		}
	}
	m.throw(m.runtimeError, "%s", message)
}
