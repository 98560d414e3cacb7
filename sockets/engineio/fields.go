package engineio

import (
	"encoding/binary"
	"iter"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
)

// Fields are a header in one text: that of a handshake is kept for as long as the client stays, and seldom read.
// An http.Header takes three times the memory. The zero Fields are empty. They cannot be changed.
type Fields struct {
	text string // for each value: the length of the name, the name, the length of the value, the value
}

// PackFields returns the fields of a header, in the order of their names.
func PackFields(h http.Header) Fields {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	var packed []byte
	for _, name := range names {
		for _, value := range h[name] {
			packed = appendField(packed, name, value)
		}
	}
	return Fields{string(packed)}
}

func appendField(packed []byte, name, value string) []byte {
	packed = append(binary.AppendUvarint(packed, uint64(len(name))), name...)
	return append(binary.AppendUvarint(packed, uint64(len(value))), value...)
}

// All are the names and the values; a name comes once for each of its values.
func (f Fields) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for rest := f.text; rest != ""; {
			var name, value string
			name, rest = cutField(rest)
			value, rest = cutField(rest)
			if !yield(name, value) {
				return
			}
		}
	}
}

// cutField reads a length and as many bytes of a text that appendField has written.
func cutField(text string) (field, rest string) {
	length, at := 0, 0
	for shift := 0; ; shift += 7 {
		b := text[at]
		at++
		length |= int(b&0x7f) << shift
		if b < 0x80 {
			return text[at : at+length], text[at+length:]
		}
	}
}

// Get is the first value of a name, "" without one.
func (f Fields) Get(name string) string {
	name = textproto.CanonicalMIMEHeaderKey(name)
	for each, value := range f.All() {
		if each == name {
			return value
		}
	}
	return ""
}

// Values are all values of a name.
func (f Fields) Values(name string) []string {
	name = textproto.CanonicalMIMEHeaderKey(name)
	var values []string
	for each, value := range f.All() {
		if each == name {
			values = append(values, value)
		}
	}
	return values
}

// With returns the fields with one value of a name in place of those that it had.
func (f Fields) With(name, value string) Fields {
	name = textproto.CanonicalMIMEHeaderKey(name)
	packed := make([]byte, 0, len(f.text)+len(name)+len(value)+2*binary.MaxVarintLen64)
	placed := false
	for each, old := range f.All() {
		if !placed && strings.Compare(each, name) >= 0 {
			packed, placed = appendField(packed, name, value), true
		}
		if each != name {
			packed = appendField(packed, each, old)
		}
	}
	if !placed {
		packed = appendField(packed, name, value)
	}
	return Fields{string(packed)}
}

// Header is a new http.Header with the fields.
func (f Fields) Header() http.Header {
	h := http.Header{}
	for name, value := range f.All() {
		h[name] = append(h[name], value)
	}
	return h
}
