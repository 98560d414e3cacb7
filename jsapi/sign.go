package jsapi

import (
	"math"

	"github.com/dop251/goja"
)

// installSign replaces Math.sign, which of goja gives null, texts and objects back as they are.
func installSign(rt *goja.Runtime) error {
	made, err := named(rt, "sign", 1, func(call goja.FunctionCall) goja.Value {
		n := call.Argument(0).ToNumber()
		switch x := n.ToFloat(); {
		case math.IsNaN(x), x == 0: // or minus zero
			return n
		case x < 0:
			return rt.ToValue(-1)
		}
		return rt.ToValue(1)
	})
	if err != nil {
		return err
	}
	return rt.Get("Math").ToObject(rt).DefineDataProperty("sign", made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
