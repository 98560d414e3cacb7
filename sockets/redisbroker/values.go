package redisbroker

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tinylib/msgp/msgp"

	"framework/engine/value"
)

// errFormat is wrapped by the errors of messages that cannot be read.
var errFormat = errors.New("malformed message")

// appendValue writes a value in MessagePack as JSON would show it: a date as
// its text, what is no number as nil, undefined as nil in a list and not at all
// in an object. Bytes stay bytes.
func appendValue(dst []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return msgp.AppendBool(dst, v)
	case string:
		return msgp.AppendString(dst, v)
	case int:
		return msgp.AppendInt(dst, v)
	case int64:
		return msgp.AppendInt64(dst, v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return msgp.AppendNil(dst)
		}
		return msgp.AppendFloat64(dst, v)
	case time.Time:
		return msgp.AppendStringFromBytes(dst, value.AppendDate(nil, v))
	case []byte:
		return msgp.AppendBytes(dst, v)
	case []any:
		dst = msgp.AppendArrayHeader(dst, uint32(len(v)))
		for i := range v {
			dst = appendValue(dst, v[i])
		}
		return dst
	case *value.Map:
		return appendMap(dst, v)
	case value.Appender:
		plain, err := value.Parse(v.AppendJSON(nil, "", ""))
		if err != nil {
			return msgp.AppendNil(dst)
		}
		return appendValue(dst, plain)
	}
	return msgp.AppendNil(dst)
}

func appendMap(dst []byte, m *value.Map) []byte {
	size := m.Len()
	for _, v := range m.All() {
		if _, undefined := v.(value.Undefined); undefined {
			size--
		}
	}
	dst = msgp.AppendMapHeader(dst, uint32(size))
	for key, v := range m.All() {
		if _, undefined := v.(value.Undefined); !undefined {
			dst = appendValue(msgp.AppendString(dst, key), v)
		}
	}
	return dst
}

// readValue reads one value and returns what follows it. Nothing that it
// returns refers to src.
func readValue(src []byte, depth int) (v any, rest []byte, err error) {
	if depth > value.MaxDepth {
		return nil, nil, value.ErrDepth
	}
	if len(src) == 0 {
		return nil, nil, msgp.ErrShortBytes
	}
	switch msgp.NextType(src) {
	case msgp.NilType:
		rest, err = msgp.ReadNilBytes(src)
		return nil, rest, err
	case msgp.BoolType:
		v, rest, err = msgp.ReadBoolBytes(src)
	case msgp.StrType:
		v, rest, err = msgp.ReadStringBytes(src)
	case msgp.BinType:
		v, rest, err = msgp.ReadBytesBytes(src, nil)
	case msgp.IntType:
		v, rest, err = msgp.ReadInt64Bytes(src)
	case msgp.UintType:
		var u uint64
		u, rest, err = msgp.ReadUint64Bytes(src)
		if v = float64(u); u <= math.MaxInt64 {
			v = int64(u)
		}
	case msgp.Float64Type:
		v, rest, err = readFloat(msgp.ReadFloat64Bytes(src))
	case msgp.Float32Type:
		f, left, e := msgp.ReadFloat32Bytes(src)
		v, rest, err = readFloat(float64(f), left, e)
	case msgp.ArrayType:
		return readList(src, depth)
	case msgp.MapType:
		return readMap(src, depth)
	default:
		return readExtension(src)
	}
	if err != nil {
		return nil, nil, err
	}
	return v, rest, nil
}

func readFloat(f float64, rest []byte, err error) (any, []byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, rest, err
	}
	return value.Number(f), rest, err
}

func readList(src []byte, depth int) (any, []byte, error) {
	n, src, err := msgp.ReadArrayHeaderBytes(src)
	if err != nil {
		return nil, nil, err
	}
	if uint64(n) > uint64(len(src)) { // each takes a byte at least
		return nil, nil, msgp.ErrShortBytes
	}
	list := make([]any, n)
	for i := range list {
		if list[i], src, err = readValue(src, depth+1); err != nil {
			return nil, nil, err
		}
	}
	return list, src, nil
}

func readMap(src []byte, depth int) (any, []byte, error) {
	n, src, err := msgp.ReadMapHeaderBytes(src)
	if err != nil {
		return nil, nil, err
	}
	if 2*uint64(n) > uint64(len(src)) {
		return nil, nil, msgp.ErrShortBytes
	}
	m := value.New(int(n))
	for range n {
		var key, v any
		if key, src, err = readValue(src, depth+1); err != nil {
			return nil, nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, nil, fmt.Errorf("%w: the key of an object is no text", errFormat)
		}
		if v, src, err = readValue(src, depth+1); err != nil {
			return nil, nil, err
		}
		m.Set(name, v)
	}
	return m, src, nil
}

// The extensions that the library of the emitters writes.
const (
	// In a byte undefined, in eight the milliseconds of a date, else bytes.
	extensionOwn = 0
	// The dates of MessagePack itself.
	extensionDate = 0xff
	// The milliseconds of a date, as a number of MessagePack, in msgpack-lite.
	extensionLite = 13
)

// readExtension reads undefined as nil, and dates as their text in JSON.
func readExtension(src []byte) (any, []byte, error) {
	fixed := false
	var size uint64
	var head int
	switch c := src[0]; c {
	case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8: // of 1, 2, 4, 8 and 16 bytes
		size, head, fixed = 1<<(c-0xd4), 2, true
	case 0xc7, 0xc8, 0xc9: // the size is in 1, 2 or 4 bytes
		width := 1 << (c - 0xc7)
		if len(src) < 1+width {
			return nil, nil, msgp.ErrShortBytes
		}
		for _, b := range src[1 : 1+width] {
			size = size<<8 | uint64(b)
		}
		head = 2 + width
	default:
		return nil, nil, fmt.Errorf("%w: there is no type %#x", errFormat, c)
	}
	if uint64(len(src)) < uint64(head)+size {
		return nil, nil, msgp.ErrShortBytes
	}
	kind, data, rest := src[head-1], src[head:head+int(size)], src[head+int(size):]
	switch {
	case kind == extensionOwn && fixed && size == 1:
		return nil, rest, nil
	case kind == extensionOwn && fixed && size == 8:
		return date(time.UnixMilli(int64(binary.BigEndian.Uint64(data))), rest)
	case kind == extensionOwn && !fixed:
		return bytes.Clone(data), rest, nil
	case kind == extensionLite:
		ms, left, err := msgp.ReadFloat64Bytes(data)
		if err != nil || len(left) > 0 {
			return nil, nil, fmt.Errorf("%w: a date is no number", errFormat)
		}
		if math.IsNaN(ms) || math.Abs(ms) > maxDate {
			return nil, rest, nil
		}
		return date(time.UnixMilli(int64(ms)), rest)
	case kind == extensionDate && size == 4:
		return date(time.Unix(int64(binary.BigEndian.Uint32(data)), 0), rest)
	case kind == extensionDate && size == 8:
		both := binary.BigEndian.Uint64(data)
		return date(time.Unix(int64(both&(1<<34-1)), int64(both>>34)), rest)
	case kind == extensionDate && size == 12:
		return date(time.Unix(int64(binary.BigEndian.Uint64(data[4:])), int64(binary.BigEndian.Uint32(data))), rest)
	}
	return nil, nil, fmt.Errorf("%w: there is no extension %d of %d bytes", errFormat, int8(kind), size)
}

// maxDate is the last moment, in milliseconds from 1970, that a Date of
// JavaScript can be.
const maxDate = 8.64e15

func date(t time.Time, rest []byte) (any, []byte, error) {
	if ms := t.UnixMilli(); ms < -maxDate || ms > maxDate || math.Abs(float64(t.Unix())) > maxDate/1000 {
		return nil, rest, nil // an invalid Date is null in JSON
	}
	return string(value.AppendDate(nil, t)), rest, nil
}
