package jsapi

import (
	"math"
	"unsafe"

	"github.com/dop251/goja"
)

// engineNaN is the value that all NaN of goja are.
//
//go:linkname engineNaN github.com/dop251/goja._NaN
var engineNaN goja.Value

// nanBits are the bits of NaN that V8 writes into typed arrays and views. Those of package math have another
// last bit, so that what programs store, send or sign would be other bytes than in Node.
const nanBits = 0x7ff8000000000000

// init is the only place that changes the value: before there is a realm, and for all of them alike.
func init() { engineNaN = numberOf(math.Float64frombits(nanBits)) }

// numberOf is a number of the engine with these bits; its own conversion gives each NaN the same ones.
func numberOf(f float64) goja.Value {
	v := engineNaN // of the type that holds such numbers
	(*held)(unsafe.Pointer(&v)).data = unsafe.Pointer(&f)
	return v
}

// held is how Go keeps a goja.Value: its type, and a pointer to what it holds.
type held struct{ kind, data unsafe.Pointer }
