package bounds

import (
	"fmt"
	"reflect"

	"github.com/dop251/goja"
)

// typedArrays are the classes of typed arrays, with the size of an element in bytes.
var typedArrays = map[string]int64{
	"Int8Array": 1, "Uint8Array": 1, "Uint8ClampedArray": 1, "Int16Array": 2, "Uint16Array": 2, "Int32Array": 4, "Uint32Array": 4,
	"Float32Array": 4, "Float64Array": 8, "BigInt64Array": 8, "BigUint64Array": 8,
}

func (b *bounds) buffers() error {
	if err := b.construct("ArrayBuffer", func(size goja.Value) goja.Value {
		n := size.ToNumber().ToFloat()
		if n > 1<<53-1 {
			b.rangeError("Invalid array buffer length")
		}
		if n > 1<<40 || n > 0 && !b.fits(int64(n), 1) {
			b.rangeError("Array buffer allocation failed")
		}
		return b.rt.ToValue(n)
	}); err != nil {
		return err
	}
	for name, size := range typedArrays {
		if err := b.construct(name, func(v goja.Value) goja.Value {
			var n float64
			if o, ok := v.(*goja.Object); ok {
				switch t := o.ExportType(); {
				case t == bufferType: // a view, nothing is copied
					return v
				case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Interface: // of the same kind
				case !stableLength(o):
					most := int64(1 << 40)
					if m := b.memory(); m > 0 {
						most = m / elementSize
					}
					o = b.run("iterated", o, b.rt.ToValue(most), b.rt.ToValue("Invalid typed array length: "+lengthText(o))).ToObject(b.rt)
					v = o
				}
				l, _ := length(o)
				n = float64(l)
			} else {
				v = v.ToNumber()
				n = v.ToFloat()
			}
			if n > 1<<40 || n > 0 && !b.fits(int64(n), size) {
				b.rangeError("Invalid typed array length: %.0f", n)
			}
			return v
		}); err != nil {
			return err
		}
	}
	parent := b.member("Uint8Array").Prototype()
	if err := b.replace(parent, "from", b.from); err != nil {
		return err
	}
	proto := parent.Get("prototype").ToObject(b.rt)
	for name, copied := range map[string]bool{"sort": false, "toSorted": true} {
		if err := b.replace(proto, name, func(old native, _ goja.Value) native { return b.sort(old, true, copied) }); err != nil {
			return err
		}
	}
	for _, name := range []string{"every", "filter", "find", "findIndex", "findLast", "findLastIndex", "forEach", "map", "reduce", "reduceRight", "some"} {
		if err := b.replace(proto, name, b.calling); err != nil {
			return err
		}
	}
	if err := b.replace(proto, "set", func(old native, fn goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok {
				if n, many := length(o); many {
					if own, _ := lengthOf(call.This); n > own {
						b.rangeError("offset is out of bounds")
					}
				}
			}
			return old(call)
		}
	}); err != nil {
		return err
	}
	return b.replace(proto, "join", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if n, _ := lengthOf(call.This); n > manySorted {
				size := int64(2)
				if s, ok := call.Argument(0).(goja.String); ok {
					size = 1 + int64(s.Length())
				}
				if n > b.text()/size {
					b.rangeError("Invalid string length")
				}
			}
			return old(call)
		}
	})
}

// calling wraps the callback of a built-in function in a JavaScript function, so that
// the loop can be interrupted.
func (b *bounds) calling(old native, _ goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if n, _ := lengthOf(call.This); n > manyMembers && len(call.Arguments) > 0 {
			call.Arguments = append([]goja.Value{b.run("caller", call.Argument(0))}, call.Arguments[1:]...)
		}
		return old(call)
	}
}

// construct replaces a constructor with a Proxy that passes its first argument
// through check.
func (b *bounds) construct(name string, check func(v goja.Value) goja.Value) error {
	return b.constructWith(name, func(args []goja.Value) []goja.Value {
		if len(args) == 0 {
			return args
		}
		return append([]goja.Value{check(args[0])}, args[1:]...)
	})
}

// constructWith is construct for all arguments.
func (b *bounds) constructWith(name string, check func(args []goja.Value) []goja.Value) error {
	old := b.member(name)
	construct, ok := goja.AssertConstructor(old)
	if !ok {
		return fmt.Errorf("%s is no constructor", name)
	}
	var own *goja.Object
	proxy := b.rt.NewProxy(old, &goja.ProxyTrapConfig{Construct: func(_ *goja.Object, args []goja.Value, target *goja.Object) *goja.Object {
		return constructFor(construct, target, own, old, check(args))
	}})
	own = b.rt.ToValue(proxy).ToObject(b.rt)
	return b.substitute(old, name, own)
}

var bufferType = reflect.TypeFor[goja.ArrayBuffer]()

// lengthText returns the length of an object for a message.
func lengthText(o *goja.Object) string {
	if v := o.Get("length"); v != nil {
		return v.String()
	}
	return ""
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
