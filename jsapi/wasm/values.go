package wasm

import (
	"math"
	"math/big"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"
)

// convertible reports whether values of these types can be passed between JavaScript
// and a module.
func convertible(types ...api.ValueType) bool {
	for _, t := range types {
		switch t {
		case api.ValueTypeI32, api.ValueTypeI64, api.ValueTypeF32, api.ValueTypeF64:
		default:
			return false
		}
	}
	return true
}

// lower makes a module's value of one of JavaScript, or throws.
func (m *machine) lower(v goja.Value, t api.ValueType) uint64 {
	switch t {
	case api.ValueTypeI32:
		return uint64(wrap(v.ToFloat()))
	case api.ValueTypeI64:
		n, err := m.asInt64(goja.Undefined(), v)
		if err != nil {
			panic(err)
		}
		return uint64(n.Export().(*big.Int).Int64())
	case api.ValueTypeF32:
		return api.EncodeF32(float32(v.ToFloat()))
	}
	return api.EncodeF64(v.ToFloat())
}

// wrap is the number modulo 2^32, as JavaScript's ToInt32 has it.
func wrap(f float64) uint32 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return uint32(int64(math.Mod(math.Trunc(f), 1<<32)))
}

// lift makes a value of JavaScript of a module's.
func (m *machine) lift(v uint64, t api.ValueType) goja.Value {
	rt := m.realm.Runtime()
	switch t {
	case api.ValueTypeI32:
		return rt.ToValue(int64(api.DecodeI32(v)))
	case api.ValueTypeI64:
		return rt.ToValue(big.NewInt(int64(v)))
	case api.ValueTypeF32:
		return rt.ToValue(float64(api.DecodeF32(v)))
	}
	return rt.ToValue(api.DecodeF64(v))
}

// valueType is the type that JavaScript calls name.
func valueType(name string) (api.ValueType, bool) {
	for _, t := range []api.ValueType{api.ValueTypeI32, api.ValueTypeI64, api.ValueTypeF32, api.ValueTypeF64} {
		if api.ValueTypeName(t) == name {
			return t, true
		}
	}
	return 0, false
}
