package bounds

import (
	"errors"

	"github.com/dop251/goja"
)

// calls bounds lists of arguments.
func (b *bounds) calls() error {
	list := func(at int) func(old native, fn goja.Value) native {
		return func(old native, _ goja.Value) native {
			return func(call goja.FunctionCall) goja.Value {
				if len(call.Arguments) > at {
					if o, ok := call.Arguments[at].(*goja.Object); ok {
						if n, _ := length(o); n > maxArguments {
							b.rangeError("Maximum call stack size exceeded")
						}
					}
				}
				return old(call)
			}
		}
	}
	if err := b.replace(b.member("Function", "prototype"), "apply", list(1)); err != nil {
		return err
	}
	if err := b.replace(b.member("Reflect"), "apply", list(2)); err != nil {
		return err
	}
	if err := b.replace(b.member("Reflect"), "construct", list(1)); err != nil {
		return err
	}
	return b.makers()
}

// makers bounds how deep the source of a function nests that is made from text.
func (b *bounds) makers() error {
	old := b.member("Function")
	call, _ := goja.AssertFunction(old)
	construct, _ := goja.AssertConstructor(old)
	check := func(args []goja.Value) {
		for _, v := range args {
			if s, ok := v.(goja.String); ok && s.Length() > MaxBrackets && TooDeep(s.String()) >= 0 {
				b.rangeError("Maximum call stack size exceeded")
			}
		}
	}
	var own *goja.Object
	proxy := b.rt.NewProxy(old, &goja.ProxyTrapConfig{
		Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
			check(args)
			v, err := call(this, args...)
			if err != nil {
				panic(err)
			}
			return v
		},
		Construct: func(_ *goja.Object, args []goja.Value, target *goja.Object) *goja.Object {
			check(args)
			if target == own || target == nil {
				target = old
			}
			o, err := construct(target, args...)
			if err != nil {
				panic(err)
			}
			return o
		},
	})
	own = b.rt.ToValue(proxy).ToObject(b.rt)
	return b.stand(old, "Function", own)
}

// stand puts own in the place of a constructor.
func (b *bounds) stand(old *goja.Object, name string, own goja.Value) error {
	has, ok := goja.AssertFunction(b.member("Function", "prototype").GetSymbol(goja.SymHasInstance))
	if !ok {
		return errors.New("there is no instanceof")
	}
	is := b.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		of := call.This
		if of == own { // goja takes no Proxy
			of = old
		}
		v, err := has(of, call.Argument(0))
		if err != nil {
			panic(err)
		}
		return v
	})
	if err := old.DefineDataPropertySymbol(goja.SymHasInstance, is, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		return err
	}
	if err := old.Get("prototype").ToObject(b.rt).DefineDataProperty("constructor", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return b.rt.GlobalObject().DefineDataProperty(name, own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
