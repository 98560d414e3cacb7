package bounds

import (
	"reflect"

	"github.com/dop251/goja"
)

var proxyType = reflect.TypeFor[goja.Proxy]()

// prototypes refuses cycles that goja would follow for ever. goja itself detects
// cycles of prototypes, but not those with a Proxy in them.
func (b *bounds) prototypes() error {
	guard := func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			o, ok := call.Argument(0).(*goja.Object)
			if to, also := call.Argument(1).(*goja.Object); ok && also {
				b.refuseCycle(o, to)
			}
			return old(call)
		}
	}
	for _, global := range []string{"Object", "Reflect"} {
		if err := b.replace(b.member(global), "setPrototypeOf", guard); err != nil {
			return err
		}
	}
	proto := b.member("Object", "prototype")
	describe, _ := goja.AssertFunction(b.member("Object").Get("getOwnPropertyDescriptor"))
	own, err := describe(goja.Undefined(), proto, b.rt.ToValue("__proto__"))
	if err != nil {
		return err
	}
	get, set := own.ToObject(b.rt).Get("get"), own.ToObject(b.rt).Get("set")
	change, _ := goja.AssertFunction(set)
	return proto.DefineAccessorProperty("__proto__", get, b.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if to, also := call.Argument(0).(*goja.Object); ok && also {
			b.refuseCycle(o, to)
		}
		v, err := change(call.This, call.Argument(0))
		if err != nil {
			panic(err)
		}
		return v
	}), goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// refuseCycle throws if the chain of to leads to o through a Proxy.
func (b *bounds) refuseCycle(o, to *goja.Object) {
	next := []*goja.Object{to}
	seen, proxies := map[*goja.Object]bool{}, false
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at == nil || seen[at] {
			continue
		}
		if seen[at] = true; len(seen) > maxChain {
			b.rangeError("Maximum call stack size exceeded")
		}
		if at == o && proxies {
			b.rangeError("Maximum call stack size exceeded")
		}
		ahead, proxy := follow(at)
		next, proxies = append(next, ahead...), proxies || proxy
	}
}

// follow returns what the engine looks at behind an object, and whether the object is a Proxy.
func follow(o *goja.Object) (ahead []*goja.Object, proxy bool) {
	if o.ExportType() != proxyType {
		return []*goja.Object{o.Prototype()}, false
	}
	if p, ok := o.Export().(goja.Proxy); ok {
		return []*goja.Object{p.Target(), p.Handler()}, true
	}
	return nil, false
}
