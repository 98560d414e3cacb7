package node

import (
	"reflect"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/objects"
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
	layout, unread := objects.Of() // a realm does not start if goja has changed
	return map[string]any{
		"kind": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			if !ok {
				return rt.ToValue("")
			}
			k := kindOf(o)
			if unread == nil && k == "" {
				if _, ok := layout.Cursor(o); ok {
					k = "cursor"
				}
			}
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
		// proxy is undefined for what is none, and [null, null] after it was revoked.
		"proxy": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			if !ok || o.ExportType() != proxyType {
				return goja.Undefined()
			}
			p, _ := o.Export().(goja.Proxy)
			if p.Target() == nil {
				return rt.NewArray(goja.Null(), goja.Null())
			}
			return rt.NewArray(p.Target(), p.Handler())
		},
		// ahead is what an iterator of a Map or Set has still to give.
		"ahead": func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			if !ok || unread != nil {
				return goja.Undefined()
			}
			c, _ := layout.Cursor(o)
			list := []any{}
			for at := c.At; c.Of != nil; {
				if at = layout.After(c.Of, at); at == nil {
					break
				}
				key, val := layout.Pair(at)
				switch {
				case c.Keys && c.Values && c.Pairs:
					list = append(list, rt.NewArray(key, val))
				case c.Keys && c.Values:
					list = append(list, rt.NewArray(key, key))
				case c.Values && c.Pairs:
					list = append(list, val)
				default:
					list = append(list, key)
				}
			}
			out := rt.NewObject()
			_ = out.Set("values", rt.NewArray(list...))
			_ = out.Set("both", c.Keys && c.Values)
			_ = out.Set("map", c.Pairs)
			return out
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
	if _, ok := goja.AssertFunction(o); ok {
		return "function" // such as an asynchronous arrow function
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
