package node

import "github.com/dop251/goja"

// pieces returns the methods of one encoding, such as utf8Slice and utf8Write: packages that
// make many small texts call them. Unlike toString and write they convert places to numbers,
// and bound a length that is too large.
func (m *bufferModule) pieces(encoding string) (slice, write *goja.Object) {
	rt := m.realm.Runtime()
	name, zero := encoding, rt.ToValue(0)
	if encoding == "utf16le" {
		name = "ucs2"
	}
	slice = m.method(name+"Slice", zero, func(call goja.FunctionCall) goja.Value {
		b := m.receiver(call.This)
		if len(b) == 0 {
			return rt.ToValue("")
		}
		from := m.position(call.Argument(0), 0)
		to := max(m.position(call.Argument(1), len(b)), from)
		if to > len(b) {
			panic(m.errorWith("RangeError", "ERR_OUT_OF_RANGE", "Index out of range"))
		}
		return m.encodeString(b[from:to], encoding)
	})
	write = m.method(name+"Write", zero, func(call goja.FunctionCall) goja.Value {
		b := m.receiver(call.This)
		text, ok := call.Argument(0).(goja.String)
		if !ok {
			panic(m.errorWith("TypeError", "ERR_INVALID_ARG_TYPE", "argument must be a string"))
		}
		at := m.position(call.Argument(1), 0)
		if at > len(b) {
			panic(m.errorWith("RangeError", "ERR_BUFFER_OUT_OF_BOUNDS", `"offset" is outside of buffer bounds`))
		}
		room := min(m.position(call.Argument(2), len(b)-at), len(b)-at)
		return rt.ToValue(writeText(b[at:at+room], text, encoding))
	})
	return slice, write
}

// receiver returns the bytes of the typed array whose method is called.
func (m *bufferModule) receiver(v goja.Value) []byte {
	if o, b := m.view(v); o != nil {
		return b
	}
	if !m.isTyped(v) {
		panic(m.errorWith("TypeError", "ERR_INVALID_ARG_TYPE", "argument must be a buffer"))
	}
	return m.bytes(v)
}

func (m *bufferModule) isTyped(v goja.Value) (ok bool) {
	defer func() { _ = recover() }() // the getter throws for everything else
	m.memory(goja.FunctionCall{This: v})
	return true
}

// position is an argument that is a place or a length, as V8 converts it to an integer.
func (m *bufferModule) position(v goja.Value, absent int) int {
	if goja.IsUndefined(v) {
		return absent
	}
	n := v.ToInteger()
	if n < 0 {
		panic(m.errorWith("RangeError", "ERR_OUT_OF_RANGE", "Index out of range"))
	}
	return int(n)
}

// writeText puts as much of a text into b as fits, in whole characters, and returns the number of bytes.
func writeText(b []byte, text goja.Value, encoding string) int {
	made := decodeBytes(text, encoding)
	n := min(len(b), len(made))
	switch encoding {
	case "utf8":
		for n > 0 && n < len(made) && made[n]&0xc0 == 0x80 {
			n--
		}
	case "utf16le":
		n -= n % 2
	}
	return copy(b, made[:n])
}
