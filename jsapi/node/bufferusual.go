package node

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// usual is what Go answers of a method of Buffer: nil where the arguments are unusual, which
// buffer.js handles, with their checks. bytes are those of o.
type usual func(o *goja.Object, b []byte, args []goja.Value) goja.Value

// usually returns the method of that name, which Go answers as far as it can and rest otherwise;
// rest itself if it does not know the name.
func (m *bufferModule) usually(name string, rest *goja.Object) *goja.Object {
	method := m.usual(name)
	if method == nil {
		return rest
	}
	call, _ := goja.AssertFunction(rest)
	return m.method(name, rest.Get("length"), func(c goja.FunctionCall) goja.Value {
		if o, b := m.view(c.This); o != nil {
			if v := method(o, b, c.Arguments); v != nil {
				return v
			}
		}
		v, err := call(c.This, c.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	})
}

func (m *bufferModule) usual(name string) usual {
	switch name {
	case "slice":
		return func(o *goja.Object, b []byte, args []goja.Value) goja.Value {
			if o.Prototype() != m.proto { // which may have another subarray
				return nil
			}
			return m.usualSlice(o, b, args)
		}
	case "subarray":
		return m.usualSlice
	case "copy":
		return m.usualCopy
	case "equals":
		return m.usualEquals
	case "fill":
		return m.usualFill
	case "indexOf":
		return m.usualIndex
	case "includes":
		return m.usualIncludes
	case "toString":
		return m.usualText
	case "write":
		return m.usualWrite
	}
	return nil
}

// view returns a Uint8Array with its bytes; nil for other values.
func (m *bufferModule) view(v goja.Value) (*goja.Object, []byte) {
	o, ok := v.(*goja.Object)
	if !ok || o.ExportType() != bytesType {
		return nil, nil
	}
	b, ok := m.realm.Bytes(o)
	if !ok {
		return nil, nil
	}
	return o, b
}

var integerType = reflect.TypeFor[int64]()

// whole is an argument that is an integer, absent for one that is left out; ok is false for others.
func whole(args []goja.Value, i, absent int) (n int, ok bool) {
	if i >= len(args) || goja.IsUndefined(args[i]) {
		return absent, true
	}
	if args[i].ExportType() != integerType {
		return 0, false
	}
	return int(args[i].ToInteger()), true
}

// encodingOf is an argument that names an encoding, UTF-8 if it is left out; "" for others.
func encodingOf(args []goja.Value, i int) string {
	if i >= len(args) || goja.IsUndefined(args[i]) {
		return "utf8"
	}
	s, ok := args[i].(goja.String)
	if !ok {
		return ""
	}
	switch name := strings.ToLower(s.String()); name {
	case "utf8", "hex", "base64", "base64url", "ascii", "latin1", "utf16le":
		return name
	case "utf-8":
		return "utf8"
	case "binary":
		return "latin1"
	case "ucs2", "ucs-2", "utf-16le":
		return "utf16le"
	}
	return ""
}

func (m *bufferModule) usualSlice(o *goja.Object, b []byte, args []goja.Value) goja.Value {
	from, ok := whole(args, 0, 0)
	to, both := whole(args, 1, len(b))
	if !ok || !both {
		return nil
	}
	from, to = within(from, len(b)), within(to, len(b))
	rt := m.realm.Runtime()
	this := goja.FunctionCall{This: o}
	return m.made(m.memory(this), rt.ToValue(m.offset(this).ToInteger()+int64(from)), rt.ToValue(max(to-from, 0)))
}

// made makes a Buffer as Uint8Array is made of the arguments.
func (m *bufferModule) made(args ...goja.Value) goja.Value {
	o, err := m.array(nil, args...)
	if err == nil {
		err = o.SetPrototype(m.proto)
	}
	if err != nil {
		panic(err)
	}
	return o
}

// within is a place in a buffer: one below 0 counts from its end.
func within(at, size int) int {
	if at < 0 {
		return max(at+size, 0)
	}
	return min(at, size)
}

func (m *bufferModule) usualCopy(_ *goja.Object, b []byte, args []goja.Value) goja.Value {
	if len(args) == 0 {
		return nil
	}
	to, target := m.view(args[0])
	at, placed := whole(args, 1, 0)
	from, begins := whole(args, 2, 0)
	end, ends := whole(args, 3, len(b))
	if to == nil || !placed || !begins || !ends || at < 0 || from < 0 || from > len(b) || end < 0 {
		return nil
	}
	n := 0
	if end = min(end, len(b)); at < len(target) && from < end {
		n = copy(target[at:], b[from:end])
	}
	return m.realm.Runtime().ToValue(n)
}

func (m *bufferModule) usualEquals(_ *goja.Object, b []byte, args []goja.Value) goja.Value {
	if len(args) == 0 {
		return nil
	}
	o, other := m.view(args[0])
	if o == nil {
		return nil
	}
	return m.realm.Runtime().ToValue(bytes.Equal(b, other))
}

func (m *bufferModule) usualFill(o *goja.Object, b []byte, args []goja.Value) goja.Value {
	from, ok := whole(args, 1, 0)
	to, both := whole(args, 2, len(b))
	if len(args) == 0 || len(args) > 3 || !ok || !both || from < 0 || to < 0 || to > len(b) {
		return nil
	}
	var with []byte
	if n, ok := whole(args, 0, 0); ok {
		with = []byte{byte(n)}
	} else if text, ok := args[0].(goja.String); ok {
		with = decodeBytes(text, "utf8")
	} else {
		_, with = m.view(args[0])
	}
	if len(with) == 0 {
		return nil
	}
	if from < to {
		repeat(b[from:to], with)
	}
	return o
}

// repeat fills part with what is in with, which is not empty, again and again. They may overlap.
func repeat(part, with []byte) {
	for done := copy(part, with); done < len(part); done *= 2 {
		copy(part[done:], part[:done])
	}
}

// repeated is the native function repeat(part, bytes).
func (m *bufferModule) repeated(call goja.FunctionCall) goja.Value {
	repeat(m.bytes(call.Argument(0)), m.bytes(call.Argument(1)))
	return goja.Undefined()
}

func (m *bufferModule) usualIndex(_ *goja.Object, b []byte, args []goja.Value) goja.Value {
	from, ok := whole(args, 1, 0)
	if len(args) == 0 || len(args) > 2 || !ok {
		return nil
	}
	var needle []byte
	if n, ok := whole(args, 0, 0); ok && !goja.IsUndefined(args[0]) {
		needle = []byte{byte(n)}
	} else if text, ok := args[0].(goja.String); ok {
		needle = decodeBytes(text, "utf8")
	} else if o, given := m.view(args[0]); o != nil {
		needle = given
	} else {
		return nil
	}
	return m.realm.Runtime().ToValue(indexFrom(b, needle, within(from, len(b))))
}

func (m *bufferModule) usualIncludes(o *goja.Object, b []byte, args []goja.Value) goja.Value {
	at := m.usualIndex(o, b, args)
	if at == nil {
		return nil
	}
	return m.realm.Runtime().ToValue(at.ToInteger() >= 0)
}

func (m *bufferModule) usualText(_ *goja.Object, b []byte, args []goja.Value) goja.Value {
	encoding := encodingOf(args, 0)
	from, ok := whole(args, 1, 0)
	to, both := whole(args, 2, len(b))
	if encoding == "" || !ok || !both {
		return nil
	}
	if from, to = max(from, 0), min(to, len(b)); from >= to {
		return m.realm.Runtime().ToValue("")
	}
	return m.encodeString(b[from:to], encoding)
}

func (m *bufferModule) usualWrite(_ *goja.Object, b []byte, args []goja.Value) goja.Value {
	if len(args) == 0 {
		return nil
	}
	text, ok := args[0].(goja.String)
	if !ok {
		return nil
	}
	numbers, encoding := args, "utf8"
	for i, v := range args[1:] { // the encoding is the first text behind it
		if _, ok := v.(goja.String); ok || i == 2 {
			numbers, encoding = args[:i+1], encodingOf(args, i+1)
			break
		}
	}
	at, placed := whole(numbers, 1, 0)
	room, bounded := whole(numbers, 2, len(b))
	if len(numbers) == 1 && len(args) > 2 && !goja.IsUndefined(args[2]) { // something behind the encoding
		return nil
	}
	if encoding == "" || !placed || !bounded || at < 0 || at > len(b) || room < 0 || room > len(b) {
		return nil
	}
	return m.realm.Runtime().ToValue(writeText(b[at:at+min(room, len(b)-at)], text, encoding))
}

// maxParts bounds what a list costs that claims to be long.
const maxParts = 1 << 20

// join is Buffer.concat without a length; nil for a list with something else than Uint8Arrays.
func (m *bufferModule) join(v goja.Value) goja.Value {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return goja.Undefined()
	}
	n := list.Get("length").ToInteger()
	if n > maxParts {
		return goja.Undefined()
	}
	parts := make([][]byte, n)
	size := int64(0)
	for i := range parts {
		var o *goja.Object
		if o, parts[i] = m.view(list.Get(strconv.Itoa(i))); o == nil {
			return goja.Undefined()
		}
		size += int64(len(parts[i]))
	}
	m.checkMemory(size)
	return m.buffer(bytes.Join(parts, nil))
}
