package bounds

import (
	"runtime"

	"github.com/dop251/goja"
)

// missing has functions fail with an error that catch sees where a member that they call is not
// there: goja ends the turn with one of Go.
func (b *bounds) missing() error {
	for of, names := range map[*goja.Object][]string{
		b.member("Object", "prototype"): {"toLocaleString"},
		b.member("Set", "prototype"):    {"union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"},
	} {
		for _, name := range names {
			if err := b.replace(of, name, b.catchable); err != nil {
				return err
			}
		}
	}
	expressions := b.member("RegExp", "prototype")
	for name, symbol := range map[string]*goja.Symbol{"[Symbol.replace]": goja.SymReplace, "[Symbol.split]": goja.SymSplit} {
		made, err := b.guarded(expressions.GetSymbol(symbol).ToObject(b.rt), name, b.catchable)
		if err != nil {
			return err
		}
		if err := expressions.DefineDataPropertySymbol(symbol, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

func (b *bounds) catchable(old native, _ goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		defer func() {
			x := recover()
			if _, ok := x.(runtime.Error); ok {
				panic(b.rt.NewTypeError("undefined is not a function"))
			}
			if x != nil {
				panic(x)
			}
		}()
		return old(call)
	}
}
