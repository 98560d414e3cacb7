package bounds

import (
	"math/big"

	"github.com/dop251/goja"
)

// maxBits is how long a BigInt may be. V8 allows 2^30; a product of two such
// numbers takes minutes here, and to write one of 2^22 bits a second.
const maxBits = 1 << 22

// Names of the functions that package compile calls in place of operators.
// They are no identifiers, so that no variable hides them.
const (
	Power = "framework:**"
	Left  = "framework:<<"
	Right = "framework:>>"
	Times = "framework:*"
	// Member reads a member for what it returns to compute with and to write.
	Member = "framework:."
)

// maxDigits is how long a text is that BigInt reads: that takes time with the
// square of it.
const maxDigits = 1 << 18

func (b *bounds) tooLarge() { b.rangeError("Maximum BigInt size exceeded") }

// numbers bounds BigInt.
func (b *bounds) numbers() error {
	for _, name := range []string{"asIntN", "asUintN"} {
		if err := b.replace(b.member("BigInt"), name, func(old native, _ goja.Value) native {
			return func(call goja.FunctionCall) goja.Value {
				n := counted(&call)
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
	if err := b.rt.GlobalObject().DefineDataProperty(Member, b.functions.Get("member"), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
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
		if err := b.rt.GlobalObject().DefineDataProperty(name, made, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// digits bounds the texts that BigInt reads.
func (b *bounds) digits() error {
	old := b.member("BigInt")
	call, _ := goja.AssertFunction(old)
	proxy := b.rt.NewProxy(old, &goja.ProxyTrapConfig{Apply: func(_ *goja.Object, this goja.Value, args []goja.Value) goja.Value {
		if len(args) > 0 {
			v := b.run("primitive", args[0])
			if units(v) > maxDigits {
				b.tooLarge()
			}
			args = []goja.Value{v}
		}
		v, err := call(this, args...)
		if err != nil {
			panic(err)
		}
		return v
	}})
	return b.stand(old, "BigInt", b.rt.ToValue(proxy))
}
