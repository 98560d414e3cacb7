package node

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// number calls buffernumbers.js, which checks the arguments of a method as Node does.
func (m *bufferModule) number(of *goja.Object, name string, args []goja.Value) goja.Value {
	rt := m.realm.Runtime()
	v, err := m.load("buffernumbers")
	if err != nil {
		panic(m.realm.Error(err))
	}
	call, _ := goja.AssertFunction(v)
	list := make([]any, len(args))
	for i, arg := range args {
		list[i] = arg
	}
	if v, err = call(goja.Undefined(), of, rt.ToValue(name), rt.NewArray(list...)); err != nil {
		panic(err)
	}
	return v
}

// numberMethod is a method of Buffer that reads or writes a number.
type numberMethod struct {
	size   int // in bytes, 0 where the last argument says it
	write  bool
	signed bool
	big    bool
	float  float64 // the largest value of floating point, 0 for integers
}

func numberMethodOf(name string) (numberMethod, bool) {
	kind, read := strings.CutPrefix(name, "read")
	kind, write := strings.CutPrefix(kind, "write")
	kind = strings.TrimSuffix(strings.TrimSuffix(kind, "LE"), "BE")
	kind, large := strings.CutPrefix(kind, "Big")
	m := numberMethod{write: write, big: large, signed: strings.HasPrefix(kind, "Int")}
	switch kind {
	case "Float":
		m.size, m.float = 4, math.MaxFloat32
	case "Double":
		m.size, m.float = 8, math.MaxFloat64
	case "Int", "UInt", "Uint":
	case "Int8", "Int16", "Int32", "Int64", "UInt8", "Uint8", "UInt16", "Uint16", "UInt32", "Uint32", "UInt64", "Uint64":
		bits, _ := strconv.Atoi(strings.TrimLeft(kind, "UIint"))
		m.size = bits / 8
	default:
		return m, false
	}
	return m, read || write
}

// plain reports whether the method needs no checks: an integer, at a place that a buffer of a length has.
func (n numberMethod) plain(args []goja.Value, length int) bool {
	at, size := 0, n.size
	if n.write {
		at = 1
	}
	if size == 0 {
		if len(args) <= at+1 {
			return false
		}
		given, ok := args[at+1].Export().(int64)
		if !ok || given < 1 || given > 6 {
			return false
		}
		size = int(given)
	}
	if len(args) <= at {
		return len(args) == 0 && !n.write && size <= length
	}
	offset, ok := args[at].Export().(int64)
	return ok && offset >= 0 && offset <= int64(length-size) && (!n.write || n.fits(args[0].Export(), size))
}

// fits reports whether a value is one that the method writes as it is, in so many bytes.
func (n numberMethod) fits(v any, size int) bool {
	bits := uint(8 * size)
	switch v := v.(type) {
	case int64:
		if n.float > 0 {
			return math.Abs(float64(v)) <= n.float
		}
		if n.signed {
			return !n.big && v >= -1<<(bits-1) && v < 1<<(bits-1)
		}
		return !n.big && v >= 0 && v < 1<<bits
	case float64: // also NaN is not
		return n.float > 0 && math.Abs(v) <= n.float
	case *big.Int:
		return n.big && (n.signed && v.IsInt64() || !n.signed && v.IsUint64())
	}
	return false
}
