package accelerate

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// native is the type of goja's functions.
type native = func(call goja.FunctionCall) goja.Value

// replaceNatives replaces built-in functions by faster ones, which fall back on them.
func replaceNatives(rt *goja.Runtime, l *objects.Layout, limits Limits) error {
	array := rt.Get("Array").ToObject(rt).Get("prototype").ToObject(rt)
	s := &sorter{rt: rt, layout: l, limits: limits, known: map[string]*comparison{}}
	for _, r := range []struct {
		of   *goja.Object
		name string
		with func(old native) native
	}{
		{array, "sort", s.sort},
		{array, "toSorted", s.toSorted},
	} {
		if err := replace(rt, r.of, r.name, r.with); err != nil {
			return err
		}
	}
	return nil
}

func replace(rt *goja.Runtime, of *goja.Object, name string, with func(old native) native) error {
	fn, ok := of.Get(name).(*goja.Object)
	if !ok {
		return fmt.Errorf("there is no %s", name)
	}
	old, ok := fn.Export().(native)
	if !ok {
		return fmt.Errorf("%s is not built in", name)
	}
	made := rt.ToValue(with(old)).ToObject(rt)
	for name, v := range map[string]goja.Value{"name": rt.ToValue(name), "length": fn.Get("length")} {
		if err := made.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return of.DefineDataProperty(name, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
