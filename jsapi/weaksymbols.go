package jsapi

import (
	"runtime"
	"sync"
	"weak"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
)

// standIns are objects that stand for symbols in WeakMap and WeakSet, which in goja take objects only. One lives as
// long as its symbol.
type standIns struct {
	mu   sync.Mutex // symbols are collected on another goroutine
	made map[weak.Pointer[goja.Symbol]]*goja.Object
}

func (s *standIns) of(rt *goja.Runtime, symbol *goja.Symbol) *goja.Object {
	p := weak.Make(symbol)
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.made[p]
	if o == nil {
		o = rt.NewObject()
		s.made[p] = o
		runtime.AddCleanup(symbol, func(p weak.Pointer[goja.Symbol]) {
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.made, p)
		}, p)
	}
	return o
}

// installWeakSymbols lets WeakMap and WeakSet have symbols as keys, except those of Symbol.for, which live as long as
// the program.
func installWeakSymbols(rt *goja.Runtime) error {
	made := &standIns{made: map[weak.Pointer[goja.Symbol]]*goja.Object{}}
	keyFor, _ := goja.AssertFunction(rt.Get("Symbol").ToObject(rt).Get("keyFor"))
	instead := func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			symbol, ok := call.Argument(0).(*goja.Symbol)
			if !ok {
				return old(call)
			}
			if key, err := keyFor(goja.Undefined(), symbol); err != nil || !goja.IsUndefined(key) {
				return old(call)
			}
			args := append([]goja.Value{made.of(rt, symbol)}, call.Arguments[1:]...)
			return old(goja.FunctionCall{This: call.This, Arguments: args})
		}
	}
	for class, methods := range map[string][]string{"WeakMap": {"get", "has", "delete"}, "WeakSet": {"has", "delete"}} {
		proto := rt.Get(class).ToObject(rt).Get("prototype").ToObject(rt)
		for _, name := range methods {
			if err := errmsg.WrapNative(proto.Get(name).ToObject(rt), instead); err != nil {
				return err
			}
		}
	}
	// A constructor calls the method that adds only if it is not the one that goja has made.
	for class, method := range map[string]string{"WeakMap": "set", "WeakSet": "add"} {
		proto := rt.Get(class).ToObject(rt).Get("prototype").ToObject(rt)
		before := proto.Get(method).ToObject(rt)
		var add func(goja.FunctionCall) goja.Value
		if err := errmsg.WrapNative(before, func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
			add = instead(old)
			return old
		}); err != nil {
			return err
		}
		fn := rt.ToValue(add).ToObject(rt)
		for name, v := range map[string]goja.Value{"name": before.Get("name"), "length": before.Get("length")} {
			if err := fn.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return err
			}
		}
		if err := proto.DefineDataProperty(method, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}
