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
)

// OnToJS adds a conversion for Go types of other packages. Hooks run before the
// conversion of []byte.
func (r *Realm) OnToJS(hook func(v any) (goja.Value, bool)) { r.toJSHooks = append(r.toJSHooks, hook) }

// OnFromJS adds a conversion for objects that stand for Go values.
func (r *Realm) OnFromJS(hook func(o *goja.Object) (any, bool)) {
	r.fromJSHooks = append(r.fromJSHooks, hook)
}

// ToJS converts a value of package value (or of a type with an OnToJS hook)
// to a native JavaScript value: objects, arrays, Dates, Buffers (Uint8Arrays
// where the realm has no Buffer). It throws a JavaScript error for nesting
// deeper than value.MaxDepth.
func (r *Realm) ToJS(v any) goja.Value { return r.toJS(v, 0) }

func (r *Realm) toJS(v any, depth int) goja.Value {
	if depth > value.MaxDepth {
		panic(r.rt.NewGoError(value.ErrDepth))
	}
	switch v := v.(type) {
	case nil:
		return goja.Null()
	case value.Undefined:
		return goja.Undefined()
	case goja.Value:
		return v
	case bool, string, int64, int, float64:
		return r.rt.ToValue(v)
	case *value.Map:
		if v == nil {
			return goja.Null()
		}
		o := r.rt.NewObject()
		for i := range v.Len() {
			k, e := v.At(i)
			r.SetOwn(o, k, r.toJS(e, depth+1))
		}
		return o
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = r.toJS(e, depth+1)
		}
		return r.rt.NewArray(list...)
	case time.Time:
		return r.date(v)
	}
	for _, hook := range r.toJSHooks {
		if js, ok := hook(v); ok {
			return js
		}
	}
	if b, ok := v.([]byte); ok {
		return r.buffer(b)
	}
	return r.rt.ToValue(v)
}

// SetOwn sets an own data property of an ordinary object, also one named __proto__.
func (r *Realm) SetOwn(o *goja.Object, key string, v goja.Value) {
	if key == "__proto__" {
		_ = o.DefineDataProperty(key, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	_ = o.Set(key, v) // does not fail on a new object
}

func (r *Realm) date(t time.Time) goja.Value {
	d, err := r.rt.New(r.dateCtor, r.rt.ToValue(t.UnixMilli()))
	if err != nil {
		panic(err)
	}
	return d
}

func (r *Realm) buffer(b []byte) goja.Value {
	store := r.rt.ToValue(r.rt.NewArrayBuffer(append([]byte(nil), b...)))
	if ctor, ok := r.rt.Get("Buffer").(*goja.Object); ok {
		if from, ok := goja.AssertFunction(ctor.Get("from")); ok {
			v, err := from(ctor, store)
			if err != nil {
				panic(err)
			}
			return v
		}
	}
	v, err := r.rt.New(r.uint8Ctor, store)
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
func (r *Realm) FromJS(v goja.Value) (out any, err error) {
	if v == nil {
		return value.Undefined{}, nil
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return primitive(v), nil
	}
	c := fromJS{r: r}
	if ex := r.rt.Try(func() { out = c.object(o) }); ex != nil {
		return nil, r.Wrap(ex)
	}
	return out, c.err
}

// Hosted returns the Go value that an object stands for, by the hooks of OnFromJS;
// nil where it is an object of JavaScript.
func (r *Realm) Hosted(o *goja.Object) (out any, err error) {
	if ex := r.rt.Try(func() { out, _ = r.hosted(o) }); ex != nil {
		return nil, r.Wrap(ex)
	}
	return out, nil
}

func (r *Realm) hosted(o *goja.Object) (any, bool) {
	for _, hook := range r.fromJSHooks {
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
	r    *Realm
	path []*goja.Object
	err  error
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
	if v, ok := c.r.hosted(o); ok {
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
	switch t := o.ExportType(); t {
	case bytesType:
		b, _ := o.Export().([]byte)
		return append([]byte{}, b...)
	case bufferType:
		b, _ := o.Export().(goja.ArrayBuffer)
		return append([]byte{}, b.Bytes()...)
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
	c.r.rt.ForOf(o, func(v goja.Value) bool {
		list = append(list, c.value(v))
		return c.err == nil
	})
	return list
}
