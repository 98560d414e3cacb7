package accelerate

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// enumerations are what for (… in …) goes over. goja visits all members of the prototypes as well,
// also those that cannot be enumerated.
type enumerations struct {
	rt           *goja.Runtime
	layout       *objects.Layout
	isEnumerable native
}

func newEnumerations(rt *goja.Runtime, l *objects.Layout) (*enumerations, error) {
	fn := rt.Get("Object").ToObject(rt).Get("prototype").ToObject(rt).Get("propertyIsEnumerable")
	is, ok := fn.Export().(native)
	if !ok {
		return nil, errors.New("propertyIsEnumerable is not built in")
	}
	return &enumerations{rt: rt, layout: l, isEnumerable: is}, nil
}

// members is an object with the enumerable members of another, if its prototypes have none. Anything
// else is given as it is.
func (e *enumerations) members(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	of, ok := v.(*goja.Object)
	if !ok || !e.layout.IsObject(of) && e.layout.List(of) == nil {
		return v
	}
	for p := of.Prototype(); p != nil; p = p.Prototype() {
		if !e.layout.HidesAll(p) {
			return v
		}
	}
	keys := of.Keys()
	for _, k := range keys {
		if strings.ContainsRune(k, utf8.RuneError) { // it may have half a character, which is lost here
			return v
		}
	}
	out := e.rt.NewDynamicObject(&enumeration{e, of, keys})
	if err := out.SetPrototype(nil); err != nil {
		panic(err)
	}
	return out
}

// enumeration are the members of an object. It can only be enumerated.
type enumeration struct {
	*enumerations
	of   *goja.Object
	keys []string
}

// Keys implements goja.DynamicObject.
func (e *enumeration) Keys() []string { return e.keys }

// Has reports whether there still is a member, before it is visited.
func (e *enumeration) Has(key string) bool {
	if e.layout.Member(e.of, key) != nil {
		return true
	}
	if list := e.layout.List(e.of); list != nil {
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(*list) && e.layout.IsPlain((*list)[i]) {
			return true
		}
	}
	return e.isEnumerable(goja.FunctionCall{This: e.of, Arguments: []goja.Value{e.rt.ToValue(key)}}).ToBoolean()
}

// Get implements goja.DynamicObject.
func (e *enumeration) Get(string) goja.Value { return nil }

// Set implements goja.DynamicObject.
func (e *enumeration) Set(string, goja.Value) bool { return false }

// Delete implements goja.DynamicObject.
func (e *enumeration) Delete(string) bool { return false }
