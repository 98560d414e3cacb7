package jsapi

import (
	"slices"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi/bounds"
	"framework/jsapi/objects"
)

// jsonCodec converts JavaScript values to JSON text and to the values that the text
// stands for.
type jsonCodec struct {
	rt         *goja.Runtime
	exceptions *exceptions
	watchdog   *watchdog

	stringify      goja.Callable // of goja
	objectKeys     goja.Callable
	isArray        goja.Callable
	reflectGet     goja.Callable
	uint8Ctor      *goja.Object
	layout         *objects.Layout
	objectProto    *goja.Object
	arrayProto     *goja.Object
	stringifyHooks []func(o *goja.Object) (value.Appender, bool)
	spare          nesting // of the last writer
}

// stringifyOptions are the other arguments of JSON.stringify.
type stringifyOptions struct {
	replacer   goja.Callable // may be nil
	properties []string      // to write, nil for all
	maxLength  int           // of the text, in bytes
}

// changesOutput reports whether the text may differ from that of value.Append:
// properties may be left out, or the indent may exceed value.MaxPrefix.
func (s *stringifyOptions) changesOutput(indent string) bool {
	return s != nil && (s.replacer != nil || s.properties != nil || indent != "")
}

// callReplacer returns the value of the replacer function for a property.
func (s *stringifyOptions) callReplacer(w *writer, holder *goja.Object, k memberKey, v goja.Value) goja.Value {
	if v == nil {
		v = goja.Undefined()
	}
	if holder == nil {
		holder = w.codec.rt.NewObject()
		if err := holder.DefineDataProperty("", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	made, err := s.replacer(holder, w.codec.rt.ToValue(k.String()), v)
	if err != nil {
		panic(err)
	}
	return made
}

// install replaces JSON.stringify: the time of goja's own grows with the
// square of the depth, it recurses on the Go stack, and it cannot be interrupted.
func (j *jsonCodec) install() error {
	own := j.rt.Get("JSON").ToObject(j.rt)
	var err error
	if j.layout, err = objects.Of(); err != nil {
		return err
	}
	j.objectProto, j.arrayProto = j.rt.NewObject().Prototype(), j.rt.NewArray().Prototype()
	j.objectKeys, _ = goja.AssertFunction(j.rt.Get("Object").ToObject(j.rt).Get("keys"))
	j.isArray, _ = goja.AssertFunction(j.rt.Get("Array").ToObject(j.rt).Get("isArray"))
	j.reflectGet, _ = goja.AssertFunction(j.rt.Get("Reflect").ToObject(j.rt).Get("get"))
	stringify := j.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		s := stringifyOptions{maxLength: int(bounds.Text(j.watchdog.memoryLimit()))}
		w := j.writer(nil, gap(call.Argument(2)))
		defer j.reuse(&w)
		w.options = &s
		if by, ok := call.Argument(1).(*goja.Object); ok {
			if s.replacer, ok = goja.AssertFunction(by); !ok && w.codec.isList(by) {
				s.properties = w.propertyList(by)
			}
		}
		v := call.Argument(0)
		if _, isObject := v.(*goja.Object); !isObject && s.replacer == nil {
			v, err := j.stringify(call.This, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		}
		if !w.value(v, nameKey(""), nil) {
			return goja.Undefined()
		}
		return j.rt.ToValue(string(w.dst))
	}).ToObject(j.rt)
	if err := stringify.DefineDataProperty("name", j.rt.ToValue("stringify"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	if err := stringify.DefineDataProperty("length", j.rt.ToValue(3), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return own.DefineDataProperty("stringify", stringify, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// gap returns the indent that the third argument of JSON.stringify stands for.
func gap(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		switch o.ClassName() {
		case "Number":
			v = o.ToNumber()
		case "String":
			v = o.ToString()
		}
	}
	switch s := v.(type) {
	case goja.String:
		if s.Length() > 10 {
			s = s.Substring(0, 10)
		}
		return s.String()
	default:
		if !goja.IsNumber(v) {
			return ""
		}
		return "          "[:max(0, min(10, v.ToInteger()))]
	}
}

// propertyList returns the names in a replacer that is an array.
func (w *writer) propertyList(of *goja.Object) []string {
	names := []string{}
	known := map[string]bool{}
	n := of.Get("length").ToInteger()
	for i := range n {
		w.check()
		v := of.Get(w.codec.rt.ToValue(i).String())
		if o, ok := v.(*goja.Object); ok {
			if c := o.ClassName(); c != "Number" && c != "String" {
				continue
			}
		} else if v == nil || !goja.IsNumber(v) && !goja.IsString(v) {
			continue
		}
		if name := v.String(); !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	return slices.Clip(names)
}

// check throws when the turn is interrupted, or when the text is too long for a string.
func (w *writer) check() {
	if w.steps++; w.steps&0xff == 0 {
		w.codec.checkInterrupt()
	}
	if w.options != nil && len(w.dst) > w.options.maxLength {
		panic(bounds.RangeError(w.codec.rt, "Invalid string length"))
	}
}

// checkInterrupt throws when the turn is interrupted.
func (j *jsonCodec) checkInterrupt() {
	if j.watchdog.interrupted() {
		panic(j.rt.NewGoError(bounds.ErrInterrupted))
	}
}

// isList is Array.isArray.
func (j *jsonCodec) isList(o *goja.Object) bool {
	is, err := j.isArray(goja.Undefined(), o)
	if err != nil {
		panic(err)
	}
	return is.ToBoolean()
}

// exactMembers calls member for the properties of Object.keys, with their names
// as goja strings: a name may hold half a surrogate pair, which UTF-8 cannot.
func (j *jsonCodec) exactMembers(o *goja.Object, member func(v goja.Value, k string, name goja.String)) {
	keys, err := j.objectKeys(goja.Undefined(), o)
	if err != nil {
		panic(err)
	}
	propertyList := keys.ToObject(j.rt)
	for i := range propertyList.Get("length").ToInteger() {
		name, _ := propertyList.Get(j.rt.ToValue(i).String()).(goja.String)
		v, err := j.reflectGet(goja.Undefined(), o, name)
		if err != nil {
			panic(err)
		}
		member(v, name.String(), name)
	}
}
