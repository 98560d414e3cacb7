package bounds

import (
	"errors"
	"slices"

	"github.com/dop251/goja"
)

// calls limits the number of arguments.
func (b *bounds) calls() error {
	list := func(at int) func(old native, fn goja.Value) native {
		return func(old native, _ goja.Value) native {
			return func(call goja.FunctionCall) goja.Value {
				if len(call.Arguments) > at {
					if o, ok := call.Arguments[at].(*goja.Object); ok {
						if !stableLength(o) {
							call.Arguments = slices.Clone(call.Arguments)
							call.Arguments[at] = b.run("listed", o, b.rt.ToValue(maxArguments), b.rt.ToValue("Maximum call stack size exceeded"))
						} else if n, _ := length(o); n > maxArguments {
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

// makers limits the nesting depth of source text that constructors such as Function
// compile.
func (b *bounds) makers() error {
	if err := b.maker(b.member("Function"), func(old *goja.Object, own goja.Value) error { return b.substitute(old, "Function", own) }); err != nil {
		return err
	}
	for _, src := range []string{"async function () {}", "function* () {}"} {
		made, err := b.rt.RunString("(" + src + ").constructor")
		if err != nil {
			return err
		}
		if err := b.maker(made.ToObject(b.rt), func(old *goja.Object, own goja.Value) error {
			if err := b.instances(old, own); err != nil {
				return err
			}
			return old.Get("prototype").ToObject(b.rt).DefineDataProperty("constructor", own, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}); err != nil {
			return err
		}
	}
	return b.evaluation()
}

// compilable throws if a source nests too deeply, or cannot be compiled safely.
func (b *bounds) compilable(v goja.Value) {
	s, ok := v.(goja.String)
	if !ok {
		return
	}
	text := s.String()
	if s.Length() > MaxBrackets && TooDeep(text) >= 0 {
		b.rangeError("Maximum call stack size exceeded")
	}
	if why := b.unfit(text); why != "" {
		panic(newError(b.rt, "SyntaxError", why))
	}
}

// maker makes a Proxy of a constructor that checks the source first; put installs the
// Proxy in its place.
func (b *bounds) maker(old *goja.Object, put func(old *goja.Object, own goja.Value) error) error {
	call, _ := goja.AssertFunction(old)
	construct, _ := goja.AssertConstructor(old)
	check := func(args []goja.Value) []goja.Value {
		texts := make([]goja.Value, len(args))
		for i, v := range args {
			texts[i] = v.ToString() // once: a second call may return another text
			b.compilable(texts[i])
		}
		return texts
	}
	var own *goja.Object
	proxy := b.rt.NewProxy(old, &goja.ProxyTrapConfig{
		Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
			v, err := call(this, check(args)...)
			if err != nil {
				panic(err)
			}
			return v
		},
		Construct: func(_ *goja.Object, args []goja.Value, target *goja.Object) *goja.Object {
			args = check(args)
			return constructFor(construct, target, own, old, args)
		},
	})
	own = b.rt.ToValue(proxy).ToObject(b.rt)
	return put(old, own)
}

// constructFor makes an object for new.target, which is the constructor old itself
// where it is the Proxy own that stands in for it.
func constructFor(construct goja.Constructor, target, own, old *goja.Object, args []goja.Value) *goja.Object {
	if target == own || target == nil {
		target = old
	}
	o, err := construct(target, args...)
	if err != nil {
		panic(err)
	}
	return o
}

// Source is the name of the function with which package compile wraps the argument
// of eval. Evaluate is the name of the function that replaces eval where the call is
// not a direct one.
const (
	Source   = "framework:source"
	Evaluate = "framework:eval"
)

// evaluation limits eval. The global itself is not replaced, because a direct call is
// a call of the original function.
func (b *bounds) evaluation() error {
	old, ok := goja.AssertFunction(b.rt.Get("eval"))
	if !ok {
		return errors.New("there is no eval")
	}
	for name, fn := range map[string]native{
		Source: func(call goja.FunctionCall) goja.Value {
			b.compilable(call.Argument(0))
			return call.Argument(0)
		},
		Evaluate: func(call goja.FunctionCall) goja.Value {
			b.compilable(call.Argument(0))
			v, err := old(goja.Undefined(), call.Argument(0))
			if err != nil {
				panic(err)
			}
			return v
		},
	} {
		if err := b.rt.GlobalObject().DefineDataProperty(name, b.rt.ToValue(fn), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// instances has instanceof ask old where own, its Proxy, is on the right: goja does not
// support a Proxy there.
func (b *bounds) instances(old *goja.Object, own goja.Value) error {
	has, ok := goja.AssertFunction(b.member("Function", "prototype").GetSymbol(goja.SymHasInstance))
	if !ok {
		return errors.New("there is no instanceof")
	}
	is := b.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		of := call.This
		if of == own {
			of = old
		}
		v, err := has(of, call.Argument(0))
		if err != nil {
			panic(err)
		}
		return v
	})
	return old.DefineDataPropertySymbol(goja.SymHasInstance, is, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// substitute replaces a global constructor with own.
func (b *bounds) substitute(old *goja.Object, name string, own goja.Value) error {
	if err := b.instances(old, own); err != nil {
		return err
	}
	if err := old.Get("prototype").ToObject(b.rt).DefineDataProperty("constructor", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return b.rt.GlobalObject().DefineDataProperty(name, own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
