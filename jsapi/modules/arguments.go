package modules

import "github.com/dop251/goja"

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
		text := l.shown(v)
		if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
			return text
		}
		if runes := []rune(text); len(runes) > 28 {
			text = string(runes[:25]) + "..."
		}
		return "type " + typeName(v) + " (" + text + ")"
	}
	if _, ok := goja.AssertFunction(o); ok {
		return "function " + o.Get("name").String()
	}
	if construct, ok := o.Get("constructor").(*goja.Object); ok && construct.Get("name").ToBoolean() {
		return "an instance of " + construct.Get("name").String()
	}
	return "[Object: null prototype] {}"
}

func typeName(v goja.Value) string {
	if _, ok := v.(*goja.Symbol); ok {
		return "symbol"
	}
	switch v.ExportType().Kind().String() {
	case "bool":
		return "boolean"
	case "string":
		return "string"
	case "int64", "float64", "int":
		return "number"
	}
	return "bigint"
}

// shown is a value as util.inspect writes it, as far as errors repeat it.
func (l *Loader) shown(v goja.Value) string {
	if v == nil {
		return "undefined"
	}
	text := l.inspected(v)
	if runes := []rune(text); len(runes) > 128 {
		return string(runes[:128]) + "..."
	}
	return text
}

// inspected is the text of util.inspect, or a plain one where there is no util.
func (l *Loader) inspected(v goja.Value) string {
	if util, ok := l.opts.Core["util"]; ok {
		if inspect, ok := goja.AssertFunction(l.requireCore("util", util).ToObject(l.r.Runtime()).Get("inspect")); ok {
			shown, err := inspect(goja.Undefined(), v)
			if err != nil {
				l.rethrow(err)
			}
			return shown.String()
		}
	}
	if goja.IsString(v) {
		return "'" + v.String() + "'"
	}
	return v.String()
}
