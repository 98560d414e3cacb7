package socket

import (
	"bytes"

	"github.com/dop251/goja"

	"framework/engine/ordered"
	"framework/jsapi"
)

// Data is what an event carries of a JavaScript value: what JSON.stringify makes
// of it, toJSON called, except that bytes stay bytes.
func Data(r *jsapi.Realm, v goja.Value) (any, error) {
	o, isObject := v.(*goja.Object)
	if !isObject {
		return r.FromJS(v)
	}
	switch o.ClassName() {
	case "Function":
		return nil, nil
	case "Object", "Array":
	default:
		if data, err := r.FromJS(v); err == nil {
			if _, isBytes := data.([]byte); isBytes {
				return data, nil
			}
		}
	}
	text, ok, err := r.Stringify(nil, v, "")
	switch {
	case err != nil:
		return nil, r.Wrap(err)
	case !ok:
		return nil, nil
	case bytes.Contains(text, bufferMark):
		return withBytes(r, v)
	}
	return jsonText(text), nil
}

// bufferMark is in the JSON of everything that holds a Buffer.
var bufferMark = []byte(`"type":"Buffer"`)

// withBytes is Data of a value that may hold Buffers.
func withBytes(r *jsapi.Realm, v goja.Value) (any, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return r.FromJS(v)
	}
	copied, err := r.FromJS(o)
	if data, isBytes := copied.([]byte); isBytes && err == nil {
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
			if list[i], err = withBytes(r, o.Get(index(i))); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	m := ordered.New(4)
	for _, k := range o.Keys() {
		member := o.Get(k)
		if _, isFunction := goja.AssertFunction(member); isFunction {
			continue
		}
		data, err := withBytes(r, member)
		if err != nil {
			return nil, err
		}
		m.Set(k, data)
	}
	return m, nil
}

// jsonText is a value that was written already.
type jsonText []byte

// AppendJSON implements ordered.Appender.
func (t jsonText) AppendJSON(dst []byte, _, _ string) []byte { return append(dst, t...) }
