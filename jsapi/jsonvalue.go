package jsapi

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// JSONValue is the value that JSON.parse(JSON.stringify(v)) stands for, made without
// the text: toJSON is called, and what JSON does not have is left out. It is
// value.Undefined where JSON.stringify gives undefined.
func (j *jsonCodec) JSONValue(v goja.Value) (out any, err error) {
	c := jsonValues{codec: j}
	if ex := j.rt.Try(func() { out = c.value(v, nameKey("")) }); ex != nil {
		return nil, j.exceptions.Wrap(ex)
	}
	return out, nil
}

type jsonValues struct {
	codec *jsonCodec
	path  []*goja.Object
	keys  []memberKey // of the objects in path
	steps int
}

func (c *jsonValues) value(v goja.Value, k memberKey) any {
	if c.steps++; c.steps&0xff == 0 {
		c.codec.checkInterrupt()
	}
	o, isObject := v.(*goja.Object)
	if isObject {
		for _, hook := range c.codec.stringifyHooks {
			if a, ok := hook(o); ok {
				return value.Plain(a)
			}
		}
		if toJSON, ok := goja.AssertFunction(o.Get("toJSON")); ok {
			res, err := toJSON(o, c.codec.rt.ToValue(k.String()))
			if err != nil {
				panic(err)
			}
			v = res
			o, isObject = v.(*goja.Object)
		}
	}
	if isObject {
		return c.object(o, k)
	}
	if v == nil || goja.IsUndefined(v) {
		return value.Undefined{}
	}
	if s, ok := v.(goja.String); ok {
		return s.String()
	}
	if _, symbol := v.(*goja.Symbol); symbol {
		return value.Undefined{}
	}
	switch x := v.Export().(type) {
	case nil, bool, int64:
		return x
	case float64:
		return value.PlainNumber(x)
	case *big.Int:
		return c.byText(v)
	}
	return value.Undefined{}
}

// byText converts what has a rule of its own in JSON.stringify.
func (c *jsonValues) byText(v goja.Value) any {
	text, err := c.codec.stringify(goja.Undefined(), v)
	if err != nil {
		panic(err)
	}
	if goja.IsUndefined(text) {
		return value.Undefined{}
	}
	out, err := value.Parse([]byte(text.String()))
	if err != nil {
		panic(c.codec.exceptions.Error(err))
	}
	return out
}

func (c *jsonValues) object(o *goja.Object, k memberKey) any {
	class := o.ClassName()
	switch class {
	case "Function":
		return value.Undefined{}
	case "Boolean", "Number", "String":
		return c.byText(o)
	}
	if o.ExportType() == bigIntType {
		return c.byText(o)
	}
	if _, callable := goja.AssertFunction(o); callable {
		return value.Undefined{}
	}
	if slices.Contains(c.path, o) {
		panic(c.codec.rt.NewTypeError(circular(c.codec.rt, c.path, append(c.keys, k), o)))
	}
	if len(c.path) >= value.MaxDepth {
		panic(c.codec.rt.NewTypeError(value.ErrDepth.Error()))
	}
	c.path, c.keys = append(c.path, o), append(c.keys, k)
	defer func() { c.path, c.keys = c.path[:len(c.path)-1], c.keys[:len(c.keys)-1] }()
	if class == "Array" || o.ExportType() == proxyType && c.codec.isList(o) {
		return c.array(o)
	}
	return c.members(o)
}

func (c *jsonValues) array(o *goja.Object) any {
	var list []any
	for i := range int(o.Get("length").ToInteger()) {
		v := c.value(o.Get(strconv.Itoa(i)), memberKey{index: i})
		if _, none := v.(value.Undefined); none {
			v = nil
		}
		list = append(list, v)
	}
	if list == nil {
		return []any{}
	}
	return list
}

func (c *jsonValues) members(o *goja.Object) any {
	if o.ExportType() == proxyType {
		out := value.New(0)
		c.codec.exactMembers(o, func(v goja.Value, k string, _ goja.String) {
			made := c.value(v, nameKey(k))
			if _, none := made.(value.Undefined); !none {
				out.Set(k, made)
			}
		})
		return out
	}
	keys := o.Keys()
	names, vals := keys[:0], make([]any, 0, len(keys))
	for _, k := range keys {
		v := c.value(o.Get(k), nameKey(k))
		if _, none := v.(value.Undefined); none {
			continue
		}
		names, vals = append(names, k), append(vals, v)
	}
	return value.FromRow(names, vals)
}
