package bounds

import (
	"errors"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi/intrinsics"
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
// compile, and has the compiler compile it.
func (b *bounds) makers() error {
	if err := b.maker("function", b.member("Function"), func(old *goja.Object, own goja.Value) error { return b.substitute(old, "Function", own) }); err != nil {
		return err
	}
	for _, kind := range []string{"async function", "function*"} {
		made, err := b.rt.RunString("(" + kind + " () {}).constructor")
		if err != nil {
			return err
		}
		if err := b.maker(kind, made.ToObject(b.rt), func(old *goja.Object, own goja.Value) error {
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

// compilable throws if a source nests too deeply.
func (b *bounds) compilable(v goja.Value) {
	s, ok := v.(goja.String)
	if ok && s.Length() > MaxBrackets && TooDeep(s.String()) >= 0 {
		b.rangeError("Maximum call stack size exceeded")
	}
}

// maker makes a Proxy of a constructor of functions, which has them compiled as files are;
// kind is what the source of its functions begins with. put installs the Proxy in its place.
func (b *bounds) maker(kind string, old *goja.Object, put func(old *goja.Object, own goja.Value) error) error {
	compiled := func(args []goja.Value) *goja.Object {
		texts := make([]goja.String, len(args))
		for i, v := range args {
			// Once: a second call may return another text.
			text := b.textOf(v)
			b.compilable(text)
			texts[i] = text
		}
		return b.compiler.Function(kind, texts)
	}
	var own *goja.Object
	proxy := b.rt.NewProxy(old, &goja.ProxyTrapConfig{
		Apply: func(_ *goja.Object, _ goja.Value, args []goja.Value) goja.Value { return compiled(args) },
		Construct: func(_ *goja.Object, args []goja.Value, target *goja.Object) *goja.Object {
			fn := compiled(args)
			if target == nil || target == own || target == old {
				return fn
			}
			if proto, ok := target.Get("prototype").(*goja.Object); ok {
				if err := fn.SetPrototype(proto); err != nil {
					panic(err)
				}
			}
			return fn
		},
	})
	own = b.rt.ToValue(proxy).ToObject(b.rt)
	return put(old, own)
}

// Source is the name of the function with which package compile wraps the argument of a
// direct call of eval.
const Source = "framework:source"

// textOf is ToString of the language: goja leaves a symbol that toString of an object gives.
func (b *bounds) textOf(v goja.Value) goja.String {
	primitive := v.ToString()
	if text, ok := primitive.(goja.String); ok {
		return text
	}
	if _, ok := primitive.(*goja.Symbol); ok {
		panic(b.rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return b.rt.ToValue(primitive.String()).(goja.String)
}

// evaluation limits the texts of direct calls of eval. The global itself is not replaced,
// because a direct call is a call of the original function.
func (b *bounds) evaluation() error {
	fn := func(call goja.FunctionCall) goja.Value {
		text, ok := call.Argument(0).(goja.String)
		if !ok {
			return call.Argument(0)
		}
		b.compilable(text)
		return b.compiler.Direct(text)
	}
	return intrinsics.Define(b.rt, Source, fn)
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
	b.proxies = append(b.proxies, own.ToObject(b.rt))
	return old.DefineDataPropertySymbol(goja.SymHasInstance, is, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// substitute replaces a global constructor with own.
func (b *bounds) substitute(old *goja.Object, name string, own goja.Value) error {
	if proto, ok := old.Get("prototype").(*goja.Object); ok {
		if err := b.instances(old, own); err != nil {
			return err
		}
		if err := proto.DefineDataProperty("constructor", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	} else {
		b.proxies = append(b.proxies, own.ToObject(b.rt)) // Proxy has no instances
	}
	return b.rt.GlobalObject().DefineDataProperty(name, own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
