package modules

import (
	"strings"

	"github.com/dop251/goja"
)

// throwArgument throws Node's error for an argument that has to be a string.
func (l *Loader) throwArgument(name string, v goja.Value) {
	l.throwCode("TypeError", "ERR_INVALID_ARG_TYPE", `The "`+name+`" argument must be of type string. Received `+l.received(v))
}

func (l *Loader) throwCode(class, code, message string) {
	rt := l.r.Runtime()
	e, err := rt.New(rt.Get(class), rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	_ = e.Set("code", code)
	panic(e)
}

// received names a value as Node does in its errors about types.
func (l *Loader) received(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
			return l.shown(v)
		}
		return "type " + typeName(v) + " (" + l.shown(v) + ")"
	}
	if _, ok := goja.AssertFunction(o); ok {
		return strings.TrimSpace("function " + o.Get("name").String())
	}
	if construct, ok := o.Get("constructor").(*goja.Object); ok && construct.Get("name").ToBoolean() {
		return "an instance of " + construct.Get("name").String()
	}
	return "[Object: null prototype] {}"
}

func typeName(v goja.Value) string {
	switch v.ExportType().Kind().String() {
	case "bool":
		return "boolean"
	case "string":
		return "string"
	case "int64", "float64", "int":
		return "number"
	}
	if _, ok := v.(*goja.Symbol); ok {
		return "symbol"
	}
	return "bigint"
}

// shown is a value as it is written in JavaScript.
func (l *Loader) shown(v goja.Value) string {
	switch {
	case v == nil:
		return "undefined"
	case goja.IsString(v):
		return "'" + v.String() + "'"
	}
	return v.String()
}
