package errmsg

import (
	"math/big"
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

func isNullish(v goja.Value) bool { return v == nil || goja.IsNull(v) || goja.IsUndefined(v) }

func isProxy(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && o.ExportType() == reflect.TypeFor[goja.Proxy]()
}

// typeOf is typeof.
func typeOf(v goja.Value) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case *goja.Symbol:
		return "symbol"
	case goja.String:
		return "string"
	case *goja.Object:
		if _, ok := goja.AssertFunction(v); ok {
			return "function"
		}
		return "object"
	}
	switch {
	case goja.IsUndefined(v):
		return "undefined"
	case goja.IsNull(v):
		return "object"
	case v.ExportType() == reflect.TypeFor[*big.Int]():
		return "bigint"
	case v.ExportType().Kind() == reflect.Bool:
		return "boolean"
	}
	return "number"
}

// Described is how V8 names a value whose expression it does not show: "number 5".
func Described(v goja.Value) string {
	kind := typeOf(v)
	switch {
	case kind == "string":
		return kind + ` "` + v.String() + `"`
	case v != nil && goja.IsNull(v), kind == "boolean", kind == "number":
		return kind + " " + v.String()
	}
	return kind
}

// Shown is how V8 writes a value into a message, without calling the project.
func Shown(rt *goja.Runtime, v goja.Value) string {
	switch v := v.(type) {
	case nil:
		return "undefined"
	case *goja.Symbol:
		return symbol(v)
	case *goja.Object:
		return shownObject(rt, v)
	}
	return v.String()
}

func symbol(v *goja.Symbol) string { return "Symbol(" + v.String() + ")" }

// key is how V8 names the key of a member.
func key(rt *goja.Runtime, v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		return o.String() // it was converted before
	}
	return Shown(rt, v)
}

func shownObject(rt *goja.Runtime, o *goja.Object) string {
	if isProxy(o) {
		return "#<Object>"
	}
	if _, ok := goja.AssertFunction(o); ok {
		return o.String()
	}
	if o.ClassName() == "Error" {
		return o.String()
	}
	if own := o.Get("toString"); own == nil || !own.SameAs(objectToString(rt)) {
		return "[object " + tag(o) + "]"
	}
	return "#<" + constructorOf(rt, o) + ">"
}

func objectToString(rt *goja.Runtime) goja.Value {
	return rt.Get("Object").ToObject(rt).Get("prototype").ToObject(rt).Get("toString")
}

// tag is what Object.prototype.toString says of an object.
func tag(o *goja.Object) string {
	if t, ok := o.GetSymbol(goja.SymToStringTag).(goja.String); ok {
		return t.String()
	}
	return o.ClassName()
}

// constructorOf returns the name of the constructor of an object.
func constructorOf(rt *goja.Runtime, o *goja.Object) string {
	if isProxy(o) {
		return "Object"
	}
	for p := o; p != nil; p = p.Prototype() {
		if c, ok := p.Get("constructor").(*goja.Object); ok {
			if name, ok := c.Get("name").(goja.String); ok && name.Length() > 0 && !strings.Contains(name.String(), "\n") {
				return name.String()
			}
		}
	}
	return "Object"
}

// nameOf returns the name of a function, nothing for a revoked proxy.
func nameOf(rt *goja.Runtime, v goja.Value) (name string) {
	if o, ok := v.(*goja.Object); ok {
		_ = rt.Try(func() {
			if n, ok := o.Get("name").(goja.String); ok {
				name = n.String()
			}
		})
	}
	return name
}
