package socket

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Data is what an event carries of a JavaScript value: what JSON.stringify makes
// of it, toJSON called, except that Buffers and ArrayBuffers are bytes; typed
// arrays as well from socket.io 3 on (Options.TypedArrays), before they are
// objects of their elements.
func (s *Set) Data(v goja.Value) (any, error) {
	r := s.realm
	o, isObject := v.(*goja.Object)
	if !isObject {
		return r.FromJS(v)
	}
	if o.ClassName() == "Function" {
		return nil, nil
	}
	text, ok, err := r.Stringify(nil, v, "")
	switch {
	case err != nil:
		return nil, r.Wrap(err)
	case !ok:
		return nil, nil
	case bytes.Contains(text, bufferMark), (bytes.Contains(text, emptyMark) || bytes.Contains(text, indexMark)) && s.holdsBytes(o):
		return s.withBytes(v)
	}
	return jsonText(text), nil
}

// What the JSON has in it of every Buffer; of every ArrayBuffer and of empty typed
// arrays; of other typed arrays.
var bufferMark, emptyMark, indexMark = []byte(`"type":"Buffer"`), []byte(`{}`), []byte(`{"0":`)

// holdsBytes reports whether something in an object goes out as an attachment. An
// object with a toJSON is not looked into: JSON does not show its members, which
// may refer back to it. All others have no cycle, for they were written as JSON.
func (s *Set) holdsBytes(o *goja.Object) bool {
	if _, ok := s.bytesOf(o); ok {
		return true
	}
	if _, ok := goja.AssertFunction(o.Get("toJSON")); ok {
		return false
	}
	return slices.ContainsFunc(o.Keys(), func(k string) bool {
		member, ok := o.Get(k).(*goja.Object)
		return ok && s.holdsBytes(member)
	})
}

// bytesOf are the bytes of an object that goes out as an attachment.
func (s *Set) bytesOf(o *goja.Object) ([]byte, bool) {
	switch t := o.ExportType(); {
	case t == arrayBuffer:
		whole, ok := o.Export().(goja.ArrayBuffer)
		return slices.Clone(whole.Bytes()), ok
	case t.Kind() != reflect.Slice || t.Elem().Kind() < reflect.Int || t.Elem().Kind() > reflect.Float64:
		return nil, false // neither a typed array nor a Buffer
	case !s.opts.TypedArrays && o.Get("toJSON") == nil: // which a Buffer has
		return nil, false
	}
	inner, ok := o.Get("buffer").Export().(goja.ArrayBuffer)
	if !ok {
		return nil, false
	}
	from := o.Get("byteOffset").ToInteger()
	return slices.Clone(inner.Bytes()[from : from+o.Get("byteLength").ToInteger()]), true
}

var arrayBuffer = reflect.TypeFor[goja.ArrayBuffer]()

// withBytes is Data of a value that may hold bytes.
func (s *Set) withBytes(v goja.Value) (any, error) {
	r := s.realm
	o, ok := v.(*goja.Object)
	if !ok {
		return r.FromJS(v)
	}
	switch o.ClassName() {
	case "Function": // in a list: null, as in JSON
		return nil, nil
	case "String", "Number", "Boolean":
		return r.FromJS(o)
	}
	if data, ok := s.bytesOf(o); ok {
		return data, nil
	}
	if method, ok := goja.AssertFunction(o.Get("toJSON")); ok {
		plain, err := method(o)
		if err != nil {
			return nil, r.Wrap(err)
		}
		if o, ok = plain.(*goja.Object); !ok {
			return r.FromJS(plain)
		}
	}
	if jsapi.IsArray(o) {
		list := make([]any, int(o.Get("length").ToInteger()))
		for i := range list {
			var err error
			if list[i], err = s.withBytes(o.Get(index(i))); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	m := value.New(4)
	for _, k := range o.Keys() {
		member := o.Get(k)
		if goja.IsUndefined(member) {
			continue
		}
		if _, isFunction := goja.AssertFunction(member); isFunction {
			continue
		}
		data, err := s.withBytes(member)
		if err != nil {
			return nil, err
		}
		m.Set(k, data)
	}
	return m, nil
}

// jsonText is a value that was written already.
type jsonText []byte

// AppendJSON implements value.Appender.
func (t jsonText) AppendJSON(dst []byte, _, _ string) []byte { return append(dst, t...) }
