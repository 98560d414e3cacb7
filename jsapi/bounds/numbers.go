package bounds

import (
	"math/big"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/intrinsics"
)

// maxBits is the maximum length of a BigInt. V8 allows 2^30 bits, but here the
// product of two such numbers takes minutes; converting 2^22 bits to text takes a
// second.
const maxBits = 1 << 22

// Names of the functions that package compile calls instead of operators. They are
// not identifiers, so no variable can shadow them.
const (
	Power = "framework:**"
	Left  = "framework:<<"
	Right = "framework:>>"
	Times = "framework:*"
	// Comparisons convert a string to a BigInt if the other operand is one.
	Equal      = "framework:=="
	NotEqual   = "framework:!="
	Less       = "framework:<"
	Greater    = "framework:>"
	NotGreater = "framework:<="
	NotLess    = "framework:>="
	// Member reads a member, and returns the function that computes and assigns it.
	Member = "framework:."
)

// MaxDigits is the maximum length of a text that is converted to a BigInt, because
// the time grows with the square of the length.
const MaxDigits = 1 << 18

func (b *bounds) tooLarge() { b.rangeError("Maximum BigInt size exceeded") }

// numbers limits BigInt.
func (b *bounds) numbers() error {
	for _, name := range []string{"asIntN", "asUintN"} {
		if err := b.replace(b.member("BigInt"), name, func(old native, _ goja.Value) native {
			return func(call goja.FunctionCall) goja.Value {
				n := counted(&call)
				if len(call.Arguments) > 1 {
					call.Arguments[1] = b.number(call.Arguments[1])
				}
				if n > maxBits && n <= 1<<53-1 {
					if x, ok := call.Argument(1).Export().(*big.Int); ok && x.Sign() >= 0 && float64(x.BitLen()) < n {
						return call.Argument(1)
					}
					b.tooLarge()
				}
				return old(call)
			}
		}); err != nil {
			return err
		}
	}
	if err := intrinsics.Define(b.rt, Member, b.functions.Get("member")); err != nil {
		return err
	}
	if err := b.digits(); err != nil {
		return err
	}
	for name, check := range map[string]func(x, y *big.Int) bool{
		Power: func(x, y *big.Int) bool {
			return x.BitLen() <= 1 || y.Sign() <= 0 || y.IsInt64() && y.Int64() <= maxBits/int64(x.BitLen()-1)
		},
		Left: func(x, y *big.Int) bool {
			return x.Sign() == 0 || y.Sign() <= 0 || y.IsInt64() && y.Int64() <= maxBits-int64(x.BitLen())
		},
		Right: func(x, y *big.Int) bool {
			return x.Sign() == 0 || y.Sign() >= 0 || y.IsInt64() && -y.Int64() <= maxBits-int64(x.BitLen())
		},
		Times: func(x, y *big.Int) bool { return x.BitLen()+y.BitLen() <= maxBits },
	} {
		fn := b.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			x, ok := call.Argument(0).Export().(*big.Int)
			if y, also := call.Argument(1).Export().(*big.Int); ok && also && !check(x, y) {
				b.tooLarge()
			}
			return goja.Undefined()
		})
		made := b.run("operator", b.rt.ToValue(name), fn)
		if err := intrinsics.Define(b.rt, name, made); err != nil {
			return err
		}
	}
	return b.comparisons()
}

// comparisons limits comparisons of a BigInt with a string.
func (b *bounds) comparisons() error {
	check := b.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok {
			b.readable(s)
		}
		return goja.Undefined()
	})
	for _, name := range []string{Equal, NotEqual, Less, Greater, NotGreater, NotLess} {
		made := b.run("comparison", b.rt.ToValue(name), check, b.rt.ToValue(MaxDigits))
		if err := intrinsics.Define(b.rt, name, made); err != nil {
			return err
		}
	}
	for _, name := range []string{"setBigInt64", "setBigUint64"} {
		if err := b.replace(b.member("DataView", "prototype"), name, func(old native, _ goja.Value) native {
			return func(call goja.FunctionCall) goja.Value {
				if len(call.Arguments) > 1 {
					call.Arguments = slices.Clone(call.Arguments)
					call.Arguments[1] = b.number(call.Arguments[1])
				}
				return old(call)
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

// readable throws if s is a number that is too long to be converted to a BigInt.
func (b *bounds) readable(s goja.String) {
	if s.Length() <= MaxDigits {
		return
	}
	text := strings.TrimSpace(s.String())
	if digits := strings.TrimLeft(text, "+-"); len(digits) > MaxDigits && '0' <= digits[0] && digits[0] <= '9' {
		b.tooLarge()
	}
}

// number returns the primitive of a value that is converted to a BigInt; it throws
// for a text that is too long.
func (b *bounds) number(v goja.Value) goja.Value {
	v = b.run("primitive", v)
	if s, ok := v.(goja.String); ok {
		b.readable(s)
	}
	return v
}

// digits limits the texts that BigInt() converts.
func (b *bounds) digits() error {
	old := b.member("BigInt")
	call, _ := goja.AssertFunction(old)
	proxy := b.rt.NewProxy(old, &goja.ProxyTrapConfig{Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
		if len(args) > 0 {
			args = []goja.Value{b.number(args[0])}
		}
		v, err := call(this, args...)
		if err != nil {
			panic(err)
		}
		return v
	}})
	return b.substitute(old, "BigInt", b.rt.ToValue(proxy))
}
