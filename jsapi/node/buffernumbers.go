package node

import (
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
	size     int // in bytes, 0 where the last argument says it
	write    bool
	integer  bool // of at most four bytes
	min, max int64
}

func numberMethodOf(name string) (numberMethod, bool) {
	kind, read := strings.CutPrefix(name, "read")
	kind, write := strings.CutPrefix(kind, "write")
	kind = strings.TrimSuffix(strings.TrimSuffix(kind, "LE"), "BE")
	m := numberMethod{write: write}
	switch kind {
	case "Int", "UInt", "Uint":
	case "Int8", "Int16", "Int32", "UInt8", "Uint8", "UInt16", "Uint16", "UInt32", "Uint32":
		bits, _ := strconv.Atoi(strings.TrimLeft(kind, "UIint"))
		m.size, m.integer, m.max = bits/8, true, 1<<bits-1
		if kind[0] == 'I' {
			m.min, m.max = -1<<(bits-1), 1<<(bits-1)-1
		}
	case "Float":
		m.size = 4
	case "Double", "BigInt64", "BigUInt64", "BigUint64":
		m.size = 8
	default:
		return m, false
	}
	return m, read || write
}

// plain reports whether the method needs no checks: an integer, at a place that a buffer of a length has.
func (n numberMethod) plain(args []goja.Value, length int) bool {
	at := 0
	if n.write {
		at = 1
	}
	if n.size == 0 || n.write && !n.integer || len(args) <= at {
		return n.size > 0 && !n.write && len(args) == 0 && n.size <= length
	}
	offset, ok := args[at].Export().(int64)
	if !ok || offset < 0 || offset > int64(length-n.size) {
		return false
	}
	if !n.write {
		return true
	}
	v, ok := args[0].Export().(int64)
	return ok && v >= n.min && v <= n.max
}
