package node

import (
	"bytes"

	"github.com/dop251/goja"
)

// search is where a text or bytes are in others.
type search struct {
	from    int  // one below 0 counts from the end
	forward bool // the first place from there, otherwise the last one
	wide    bool // units of two bytes
}

// in returns the place of needle in b, -1 for none.
func (s search) in(b, needle []byte) int {
	at := s.start(len(b), len(needle))
	switch {
	case len(needle) == 0:
		return at
	case at < 0 || len(needle) > len(b) || s.forward && at+len(needle) > len(b):
		return -1
	case s.wide:
		return s.inUnits(b, needle, at/2*2)
	case s.forward:
		return indexFrom(b, needle, at)
	}
	return bytes.LastIndex(b[:min(len(b), at+len(needle))], needle)
}

// start is where the search begins.
func (s search) start(size, needle int) int {
	switch {
	case s.from < 0 && s.from+size >= 0:
		return size + s.from
	case s.from < 0 && (s.forward || needle == 0):
		return 0
	case s.from < 0:
		return -1
	case s.from+needle <= size:
		return s.from
	case needle == 0:
		return size
	case s.forward:
		return -1
	}
	return size - 1
}

// inUnits finds a place between units; half a unit at an end does not count.
func (s search) inUnits(b, needle []byte, at int) int {
	b, needle = b[:len(b)/2*2], needle[:len(needle)/2*2]
	if len(needle) == 0 {
		return -1
	}
	if s.forward {
		for at = min(at, len(b)); ; at++ {
			if at = indexFrom(b, needle, at); at < 0 || at%2 == 0 {
				return at
			}
		}
	}
	for end := min(len(b), at+len(needle)); ; end = at + len(needle) - 1 {
		if at = bytes.LastIndex(b[:end], needle); at < 0 || at%2 == 0 {
			return at
		}
	}
}

// searched is the native function search(bytes, needle, from, backward, wide).
func (m *bufferModule) searched(call goja.FunctionCall) goja.Value {
	s := search{from: int(call.Argument(2).ToInteger()), forward: !call.Argument(3).ToBoolean(), wide: call.Argument(4).ToBoolean()}
	return m.realm.Runtime().ToValue(s.in(m.bytes(call.Argument(0)), m.bytes(call.Argument(1))))
}

// indexFrom is the first place of needle in b that is not before from, -1 for none.
func indexFrom(b, needle []byte, from int) int {
	at := bytes.Index(b[from:], needle)
	if at >= 0 {
		at += from
	}
	return at
}
