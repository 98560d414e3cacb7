package jsapi

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"time"

	"github.com/dop251/goja"

	"framework/engine/value"
)

var errCycle = errors.New("the value contains itself")

var (
	bytesType  = reflect.TypeFor[[]byte]()
	bufferType = reflect.TypeFor[goja.ArrayBuffer]()
	proxyType  = reflect.TypeFor[goja.Proxy]()
	bigIntType = reflect.TypeFor[*big.Int]()
)

// values converts between Go and JavaScript values.
type values struct {
	rt         *goja.Runtime
	exceptions *exceptions

	dateCtor    *goja.Object
	uint8Ctor   *goja.Object
	byteLength  func(goja.FunctionCall) goja.Value // the getter of typed arrays
	toJSHooks   []func(v any) (goja.Value, bool)
	fromJSHooks []func(o *goja.Object) (any, bool)
}

// OnToJS adds a conversion for Go types of other packages. Hooks run before the
// conversion of []byte.
func (vs *values) OnToJS(hook func(v any) (goja.Value, bool)) {
	vs.toJSHooks = append(vs.toJSHooks, hook)
}

// OnFromJS adds a conversion for objects that stand for Go values.
func (vs *values) OnFromJS(hook func(o *goja.Object) (any, bool)) {
	vs.fromJSHooks = append(vs.fromJSHooks, hook)
}

// ToJS converts a value of package value (or of a type with an OnToJS hook)
// to a native JavaScript value: objects, arrays, Dates, Buffers (Uint8Arrays
// where the realm has no Buffer). It throws a JavaScript error for nesting
// deeper than value.MaxDepth.
func (vs *values) ToJS(v any) goja.Value { return vs.toJS(v, 0) }

func (vs *values) toJS(v any, depth int) goja.Value {
	if depth > value.MaxDepth {
		panic(vs.rt.NewGoError(value.ErrDepth))
	}
	switch v := v.(type) {
	case nil:
		return goja.Null()
	case value.Undefined:
		return goja.Undefined()
	case goja.Value:
		return v
	case bool, string, int64, int, float64:
		return vs.rt.ToValue(v)
	case *value.Map:
		if v == nil {
			return goja.Null()
		}
		o := vs.rt.NewObject()
		for i := range v.Len() {
			k, e := v.At(i)
			SetOwn(o, k, vs.toJS(e, depth+1))
		}
		return o
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = vs.toJS(e, depth+1)
		}
		return vs.rt.NewArray(list...)
	case time.Time:
		return vs.date(v)
	}
	for _, hook := range vs.toJSHooks {
		if js, ok := hook(v); ok {
			return js
		}
	}
	if b, ok := v.([]byte); ok {
		return vs.buffer(b)
	}
	return vs.rt.ToValue(v)
}

// SetOwn sets an own data property of an ordinary object, also one named __proto__.
func SetOwn(o *goja.Object, key string, v goja.Value) {
	if key == "__proto__" {
		_ = o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	_ = o.Set(key, v) // does not fail on a new object
}

func (vs *values) date(t time.Time) goja.Value {
	d, err := vs.rt.New(vs.dateCtor, vs.rt.ToValue(t.UnixMilli()))
	if err != nil {
		panic(err)
	}
	return d
}

func (vs *values) buffer(b []byte) goja.Value {
	store := vs.rt.ToValue(vs.rt.NewArrayBuffer(append([]byte(nil), b...)))
	if ctor, ok := vs.rt.Get("Buffer").(*goja.Object); ok {
		if from, ok := goja.AssertFunction(ctor.Get("from")); ok {
			v, err := from(ctor, store)
			if err != nil {
				panic(err)
			}
			return v
		}
	}
	v, err := vs.rt.New(vs.uint8Ctor, store)
	if err != nil {
		panic(err)
	}
	return v
}

// FromJS copies a JavaScript value to one of package value: Dates become
// time.Time (invalid ones nil); Buffers, Uint8Arrays and ArrayBuffers []byte;
// BigInts their decimal digits; functions, symbols and holes of arrays Undefined.
// toJSON is not called. Cycles, nesting deeper than value.MaxDepth and exceptions
// of getters are errors. OnFromJS hooks see objects first.
func (vs *values) FromJS(v goja.Value) (out any, err error) {
	if v == nil {
		return value.Undefined{}, nil
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return primitive(v), nil
	}
	c := fromJS{values: vs}
	if ex := vs.rt.Try(func() { out = c.object(o) }); ex != nil {
		return nil, vs.exceptions.Wrap(ex)
	}
	return out, c.err
}

// Hosted returns the Go value that an object stands for, by the hooks of OnFromJS;
// nil where it is an object of JavaScript.
func (vs *values) Hosted(o *goja.Object) (out any, err error) {
	if ex := vs.rt.Try(func() { out, _ = vs.hosted(o) }); ex != nil {
		return nil, vs.exceptions.Wrap(ex)
	}
	return out, nil
}

func (vs *values) hosted(o *goja.Object) (any, bool) {
	for _, hook := range vs.fromJSHooks {
		if v, ok := hook(o); ok {
			return v, true
		}
	}
	return nil, false
}

// IsBytes reports whether FromJS converts o to []byte.
func IsBytes(o *goja.Object) bool {
	t := o.ExportType()
	return t == bytesType || t == bufferType
}

// Bytes returns the bytes of a Buffer, Uint8Array or ArrayBuffer. They are shared, not
// copied. Use it instead of Export, which for an empty array makes a pointer past the end
// of its buffer.
func (vs *values) Bytes(o *goja.Object) (b []byte, ok bool) {
	switch o.ExportType() {
	case bytesType:
		if vs.isEmpty(o) {
			return []byte{}, true
		}
		b, ok = o.Export().([]byte)
	case bufferType:
		var whole goja.ArrayBuffer
		whole, ok = o.Export().(goja.ArrayBuffer)
		b = whole.Bytes()
	}
	return b, ok
}

// isEmpty reports whether o is a typed array without elements.
func (vs *values) isEmpty(o *goja.Object) (empty bool) {
	defer func() { _ = recover() }() // the getter throws for a slice of Go, which Export returns as it is
	return vs.byteLength(goja.FunctionCall{This: o}).ToInteger() == 0
}

// TypedArrayGetter is the getter of a property that all typed arrays have, such as byteLength;
// it throws for other objects. uint8Ctor is the constructor Uint8Array.
func TypedArrayGetter(rt *goja.Runtime, uint8Ctor *goja.Object, name string) func(goja.FunctionCall) goja.Value {
	proto := uint8Ctor.Prototype().Get("prototype").ToObject(rt)
	property, _ := goja.AssertFunction(rt.Get("Object").ToObject(rt).Get("getOwnPropertyDescriptor"))
	d, err := property(goja.Undefined(), proto, rt.ToValue(name))
	if err != nil {
		panic(err) // each realm has it
	}
	return d.ToObject(rt).Get("get").Export().(func(goja.FunctionCall) goja.Value)
}

// IsArray reports whether o is an array, or a Proxy of one, as Array.isArray
// does.
func IsArray(o *goja.Object) bool {
	for o != nil {
		if o.ClassName() == "Array" {
			return true
		}
		if o.ExportType() != proxyType {
			return false
		}
		p, _ := o.Export().(goja.Proxy)
		o = p.Target()
	}
	return false
}

type fromJS struct {
	values *values
	path   []*goja.Object
	err    error
}

func (c *fromJS) value(v goja.Value) any {
	if v == nil {
		return value.Undefined{}
	}
	if o, ok := v.(*goja.Object); ok {
		return c.object(o)
	}
	return primitive(v)
}

func primitive(v goja.Value) any {
	if _, symbol := v.(*goja.Symbol); symbol || goja.IsUndefined(v) {
		return value.Undefined{}
	}
	switch x := v.Export().(type) {
	case nil, bool, string, int64, float64:
		return x
	case *big.Int:
		return x.String()
	default:
		return value.Undefined{}
	}
}

func (c *fromJS) object(o *goja.Object) any {
	if c.err != nil {
		return nil
	}
	if v, ok := c.values.hosted(o); ok {
		return v
	}
	switch o.ClassName() {
	case "Function":
		return value.Undefined{}
	case "Date":
		if ms := o.ToNumber().ToFloat(); math.IsNaN(ms) {
			return nil
		}
		if t, ok := o.Export().(time.Time); ok {
			return t
		}
	case "String":
		return o.String()
	case "Boolean", "Number":
		switch x := o.Export().(type) {
		case bool, int64, float64:
			return x
		}
	}
	if b, ok := c.values.Bytes(o); ok {
		return append([]byte{}, b...)
	}
	for _, p := range c.path {
		if p == o {
			c.err = errCycle
			return nil
		}
	}
	if len(c.path) >= value.MaxDepth {
		c.err = value.ErrDepth
		return nil
	}
	c.path = append(c.path, o)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	if IsArray(o) {
		return c.array(o)
	}
	keys := o.Keys()
	vals := make([]any, len(keys))
	for i, k := range keys {
		vals[i] = c.value(o.Get(k))
	}
	return value.FromRow(keys, vals)
}

// sparseLimit is the length above which an array must be at least half full:
// `a[4e9] = 1` must not allocate 4e9 elements.
const sparseLimit = 1 << 16

var errSparse = errors.New("the array is too long for what is in it")

func (c *fromJS) array(o *goja.Object) any {
	n := o.Get("length").ToInteger()
	if n > sparseLimit && int64(len(o.Keys())) < n/2 {
		c.err = errSparse
		return nil
	}
	list := make([]any, 0, n)
	c.values.rt.ForOf(o, func(v goja.Value) bool {
		list = append(list, c.value(v))
		return c.err == nil
	})
	return list
}
