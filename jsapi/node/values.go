package node

import (
	"reflect"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

var (
	arrayBufferType = reflect.TypeFor[goja.ArrayBuffer]()
	proxyType       = reflect.TypeFor[goja.Proxy]()
	promiseType     = reflect.TypeFor[*goja.Promise]()
	mapType         = reflect.TypeFor[[][2]any]()
	listType        = reflect.TypeFor[[]any]()
)

// valueNatives are functions that return the kind of an object.
func valueNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	ctor := func(name string) *goja.Object { return rt.Get(name).ToObject(rt) }
	failure, weakMap, weakSet := ctor("Error"), ctor("WeakMap"), ctor("WeakSet")
	return map[string]any{
		"kind": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			if !ok {
				return rt.ToValue("")
			}
			k := kindOf(o)
			switch {
			case k != "":
			case rt.InstanceOf(o, failure):
				k = "error"
			case rt.InstanceOf(o, weakMap), rt.InstanceOf(o, weakSet):
				k = "weak"
			}
			return rt.ToValue(k)
		},
		"isProxy": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			return rt.ToValue(ok && o.ExportType() == proxyType)
		},
		"promise": func(call goja.FunctionCall) goja.Value {
			p, ok := call.Argument(0).Export().(*goja.Promise)
			out := rt.NewObject()
			state := "pending"
			if ok && p.State() != goja.PromiseStatePending {
				state = "fulfilled"
				if p.State() == goja.PromiseStateRejected {
					state = "rejected"
				}
				_ = out.Set("value", p.Result())
			}
			_ = out.Set("state", state)
			return out
		},
	}
}

// Inspect returns the result of util.inspect(v).
func Inspect(r *jsapi.Realm, v goja.Value) string {
	inspect, err := loaderOf(r, Options{Root: r.Root()}).load("inspect")
	if err != nil {
		return v.String()
	}
	fn, ok := goja.AssertFunction(inspect)
	if !ok {
		return v.String()
	}
	text, err := fn(goja.Undefined(), v)
	if err != nil {
		return v.String()
	}
	return text.String()
}

// kindOf returns the kind of an object in goja, "" for a plain one.
func kindOf(o *goja.Object) string {
	switch o.ClassName() {
	case "Function", "AsyncFunction", "GeneratorFunction":
		return "function"
	case "Date":
		return "date"
	case "RegExp":
		return "regexp"
	case "Error":
		return "error"
	case "Number", "String", "Boolean", "Symbol", "BigInt":
		return "boxed"
	case "Arguments":
		return "arguments"
	}
	t := o.ExportType()
	switch {
	case t == arrayBufferType:
		return "buffer"
	case t == promiseType:
		return "promise"
	case t == mapType:
		return "map"
	case t == listType && o.ClassName() != "Array":
		return "set"
	case t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Interface:
		return "typed"
	}
	return ""
}

// object makes a plain object of names and values.
func (h *host) object(pairs ...any) goja.Value { return h.realm.ToJS(value.Of(pairs...)) }
