package node

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
	gobuffer "github.com/dop251/goja_nodejs/buffer"

	"framework/jsapi"
)

// bufferModule is the native part of buffer.
type bufferModule struct {
	*host
	proto          *goja.Object // of Buffer
	array          goja.Constructor
	memory, offset func(goja.FunctionCall) goja.Value // the getters of a typed array's buffer and byteOffset
}

// bufferNatives are the native functions with which buffer.js completes goja's Buffer.
func (m *bufferModule) bufferNatives() map[string]any {
	rt := m.realm.Runtime()
	module := rt.NewObject()
	exports := rt.NewObject()
	_ = module.Set("exports", exports)
	gobuffer.Require(rt, module)
	m.proto = exports.Get("Buffer").ToObject(rt).Get("prototype").ToObject(rt)
	m.checkReceiver(m.proto)
	ctor := rt.Get("Uint8Array").ToObject(rt)
	m.array, _ = goja.AssertConstructor(ctor)
	m.memory, m.offset = jsapi.TypedArrayGetter(rt, ctor, "buffer"), jsapi.TypedArrayGetter(rt, ctor, "byteOffset")
	m.wrap = func(b []byte) goja.Value { return m.made(rt.ToValue(rt.NewArrayBuffer(b))) }
	return map[string]any{
		"Buffer": exports.Get("Buffer"),
		"decode": func(call goja.FunctionCall) goja.Value {
			return m.buffer(decodeBytes(call.Argument(0), call.Argument(1).String()))
		},
		"encode": func(call goja.FunctionCall) goja.Value {
			b := m.bytes(call.Argument(0))
			from, to := int(call.Argument(2).ToInteger()), int(call.Argument(3).ToInteger())
			return m.encodeString(b[from:to], call.Argument(1).String())
		},
		"byteLength": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(byteLength(call.Argument(0), call.Argument(1).String()))
		},
		"compare": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(bytes.Compare(m.bytes(call.Argument(0)), m.bytes(call.Argument(1))))
		},
		"repeat": m.repeated,
		"search": m.searched,
		"alloc": func(call goja.FunctionCall) goja.Value {
			n := call.Argument(0).ToInteger()
			if n > math.MaxInt32 {
				panic(m.errorWith("RangeError", "", "Array buffer allocation failed"))
			}
			m.checkMemory(n)
			return m.buffer(make([]byte, n))
		},
		"join": func(call goja.FunctionCall) goja.Value { return m.join(call.Argument(0)) },
		"usually": func(call goja.FunctionCall) goja.Value {
			return m.usually(call.Argument(0).String(), call.Argument(1).ToObject(rt))
		},
		"pieces": func(call goja.FunctionCall) goja.Value {
			slice, write := m.pieces(call.Argument(0).String())
			return rt.NewArray(slice, write)
		},
		"isAscii": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(!slices.ContainsFunc(m.bytes(call.Argument(0)), func(c byte) bool { return c >= utf8.RuneSelf }))
		},
		"isUtf8": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(utf8.Valid(m.bytes(call.Argument(0))))
		},
	}
}

// method makes a function with a name and a length.
func (m *bufferModule) method(name string, length goja.Value, fn func(goja.FunctionCall) goja.Value) *goja.Object {
	rt := m.realm.Runtime()
	made := rt.ToValue(fn).ToObject(rt)
	_ = made.DefineDataProperty("name", rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE) // a fresh object takes it
	_ = made.DefineDataProperty("length", length, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return made
}

// checkReceiver makes the methods of Buffer throw when this is another object: goja
// would treat it as an array of any length that it claims.
func (m *bufferModule) checkReceiver(proto *goja.Object) {
	rt := m.realm.Runtime()
	for _, name := range proto.GetOwnPropertyNames() {
		old, ok := proto.Get(name).Export().(func(call goja.FunctionCall) goja.Value)
		if !ok || name == "constructor" {
			continue
		}
		length := proto.Get(name).ToObject(rt).Get("length")
		number, ok := numberMethodOf(name)
		made := m.method(name, length, func(call goja.FunctionCall) goja.Value {
			o, isObject := call.This.(*goja.Object)
			if !isObject || o.ExportType() != bytesType {
				panic(m.errorWith("TypeError", "ERR_INVALID_ARG_TYPE", "argument must be a buffer"))
			}
			b, _ := m.realm.Bytes(o)
			if ok && !number.plain(call.Arguments, len(b)) {
				return m.number(o, name, call.Arguments)
			}
			if len(b) == 0 { // they would read past the end of its buffer
				call.This = gobuffer.WrapBytes(rt, nil)
			}
			return old(call)
		})
		_ = proto.DefineDataProperty(name, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

var bytesType = reflect.TypeFor[[]byte]()

// bytes returns the bytes of a Buffer, typed array, DataView or ArrayBuffer. They
// are shared, not copied.
func (h *host) bytes(v goja.Value) []byte {
	if o, ok := v.(*goja.Object); ok {
		if b, ok := h.realm.Bytes(o); ok {
			return b
		}
		if buf, ok := o.Get("buffer").(*goja.Object); ok {
			if ab, ok := buf.Export().(goja.ArrayBuffer); ok {
				from := int(o.Get("byteOffset").ToInteger())
				return ab.Bytes()[from : from+int(o.Get("byteLength").ToInteger())]
			}
		}
	}
	panic(h.realm.Runtime().NewTypeError("The argument must be an instance of Buffer, TypedArray, or DataView"))
}

// decodeBytes decodes a string as Buffer.from does: it ignores characters that are
// invalid in the encoding.
func decodeBytes(v goja.Value, encoding string) []byte {
	switch encoding {
	case "hex":
		s := v.String()
		out := make([]byte, len(s)/2)
		n, _ := hex.Decode(out, []byte(s[:len(s)/2*2]))
		return out[:n]
	case "base64", "base64url":
		return decodeBase64(v.String())
	case "latin1", "ascii":
		units := codeUnits(v)
		out := make([]byte, len(units))
		for i, c := range units {
			out[i] = byte(c)
		}
		return out
	case "utf16le":
		units := codeUnits(v)
		out := make([]byte, 2*len(units))
		for i, c := range units {
			out[2*i], out[2*i+1] = byte(c), byte(c>>8)
		}
		return out
	}
	return []byte(v.String())
}

func codeUnits(v goja.Value) []uint16 {
	s, ok := v.(goja.String)
	if !ok {
		return utf16.Encode([]rune(v.String()))
	}
	out := make([]uint16, s.Length())
	for i := range out {
		out[i] = s.CharAt(i)
	}
	return out
}

// decodeBase64 accepts both alphabets, stops at the padding and ignores other
// characters.
func decodeBase64(s string) []byte {
	s, _, _ = strings.Cut(s, "=")
	clean := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		switch c {
		case '-':
			c = '+'
		case '_':
			c = '/'
		}
		if c == '+' || c == '/' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(clean)))
	n, _ := base64.RawStdEncoding.Decode(out, clean)
	return out[:n]
}

// maxString is the longest string of Node, in UTF-16 units.
const maxString = 0x1fffffe8

// checkMemory throws if n bytes exceed the memory limit of a turn.
func (h *host) checkMemory(n int64) {
	if m := h.realm.MemoryLimit(); m > 0 && n > m {
		panic(h.errorWith("RangeError", "", "Array buffer allocation failed"))
	}
}

// encodeString encodes bytes as a JavaScript string.
func (h *host) encodeString(b []byte, encoding string) goja.Value {
	rt := h.realm.Runtime()
	size := len(b)
	switch encoding {
	case "hex":
		size *= 2
	case "base64", "base64url":
		size = base64.StdEncoding.EncodedLen(size)
	}
	if m := h.realm.MemoryLimit(); size > maxString || m > 0 && int64(size) > m {
		panic(h.errorWith("Error", "ERR_STRING_TOO_LONG", "Cannot create a string longer than 0x1fffffe8 characters"))
	}
	switch encoding {
	case "hex":
		return rt.ToValue(hex.EncodeToString(b))
	case "base64":
		return rt.ToValue(base64.StdEncoding.EncodeToString(b))
	case "base64url":
		return rt.ToValue(base64.RawURLEncoding.EncodeToString(b))
	case "latin1", "ascii":
		mask := byte(0xff)
		if encoding == "ascii" {
			mask = 0x7f
		}
		var s strings.Builder
		for _, c := range b {
			s.WriteRune(rune(c & mask))
		}
		return rt.ToValue(s.String())
	case "utf16le":
		units := make([]uint16, len(b)/2)
		for i := range units {
			units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		return goja.StringFromUTF16(units)
	}
	return rt.ToValue(validText(b))
}

// validText replaces invalid UTF-8 by U+FFFD, one for each maximal part of a
// character (the rule of WHATWG, and of Node).
func validText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = malformedLength(b)
		}
		s.WriteRune(r)
		b = b[n:]
	}
	return s.String()
}

// malformedLength returns the length of the incomplete character at the start of b.
func malformedLength(b []byte) int {
	lo, hi, want := byte(0x80), byte(0xbf), 0
	switch c := b[0]; {
	case 0xc2 <= c && c <= 0xdf:
		want = 1
	case 0xe0 <= c && c <= 0xef:
		want = 2
		switch c {
		case 0xe0:
			lo = 0xa0
		case 0xed:
			hi = 0x9f
		}
	case 0xf0 <= c && c <= 0xf4:
		want = 3
		switch c {
		case 0xf0:
			lo = 0x90
		case 0xf4:
			hi = 0x8f
		}
	}
	n := 1
	for n <= want && n < len(b) && lo <= b[n] && b[n] <= hi {
		lo, hi = 0x80, 0xbf
		n++
	}
	return n
}

func byteLength(v goja.Value, encoding string) int {
	switch encoding {
	case "latin1", "ascii", "utf16le":
		n := len(codeUnits(v))
		if encoding == "utf16le" {
			n *= 2
		}
		return n
	case "hex":
		return len(v.String()) / 2
	case "base64", "base64url":
		s := strings.TrimRight(v.String(), "=")
		return len(s) * 3 / 4
	}
	return len(v.String())
}

// errorWith makes an Error, with a code unless that is empty.
func (h *host) errorWith(ctor, code, format string, args ...any) *goja.Object {
	rt := h.realm.Runtime()
	e, err := rt.New(rt.Get(ctor), rt.ToValue(fmt.Sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	if code != "" {
		_ = e.Set("code", code)
	}
	return e
}
