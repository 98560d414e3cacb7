package jsapi

import (
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
)

// installDates has Date.prototype.toISOString write six digits for years before 0 and after 9999.
func installDates(rt *goja.Runtime) error {
	method := rt.Get("Date").ToObject(rt).Get("prototype").ToObject(rt).Get("toISOString").ToObject(rt)
	return errmsg.WrapNative(method, func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			v := old(call)
			text := v.String()
			if text[0] != '-' && text[0] != '+' {
				return v
			}
			missing := len("-000001-01-01T00:00:00.000Z") - len(text)
			return rt.ToValue(text[:1] + strings.Repeat("0", missing) + text[1:])
		}
	})
}
