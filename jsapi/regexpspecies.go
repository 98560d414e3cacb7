package jsapi

import (
	"errors"

	"github.com/dop251/goja"
)

// installSpecies has split and matchAll of goja make no expressions of our own. They ask an
// expression for its constructor, and where that is not goja's, split makes another expression
// in each call instead of searching at once. So they see goja's, unless a script could tell.
func installSpecies(rt *goja.Runtime, builtIn *goja.Object) error {
	own := rt.Get("RegExp").ToObject(rt)
	proto := own.Get("prototype").ToObject(rt)
	asked := false // by one of these methods, for the constructor of an ordinary expression
	species, err := named(rt, "get [Symbol.species]", 0, func(call goja.FunctionCall) goja.Value {
		if asked {
			asked = false
			return builtIn
		}
		return call.This
	})
	if err != nil {
		return err
	}
	if err := own.DefineAccessorPropertySymbol(goja.SymSpecies, species, nil, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	ordinary := func(v goja.Value) bool {
		o, ok := v.(*goja.Object)
		return ok && o.ClassName() == "RegExp" && o.Prototype() == proto && len(o.GetOwnPropertyNames()) == 1 && proto.Get("constructor") == own
	}
	for name, symbol := range map[string]*goja.Symbol{"[Symbol.split]": goja.SymSplit, "[Symbol.matchAll]": goja.SymMatchAll} {
		old, ok := proto.GetSymbol(symbol).Export().(native)
		if !ok {
			return errors.New("RegExp.prototype" + name + " is not built in")
		}
		length := proto.GetSymbol(symbol).ToObject(rt).Get("length").ToInteger()
		made, err := named(rt, name, length, func(call goja.FunctionCall) goja.Value {
			asked = ordinary(call.This)
			defer func() { asked = false }()
			return old(call)
		})
		if err != nil {
			return err
		}
		if err := proto.DefineDataPropertySymbol(symbol, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// named makes a function of JavaScript with a name and a length.
func named(rt *goja.Runtime, name string, length int64, fn native) (*goja.Object, error) {
	made := rt.ToValue(fn).ToObject(rt)
	for key, v := range map[string]any{"name": name, "length": length} {
		if err := made.DefineDataProperty(key, rt.ToValue(v), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return nil, err
		}
	}
	return made, nil
}
