package jsapi

import (
	"math"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
)

// installDates has Date read texts as V8 does, and Date.prototype.toISOString write six digits for years before 0 and after 9999.
func installDates(rt *goja.Runtime) error {
	date := rt.Get("Date").ToObject(rt)
	if err := errmsg.WrapMaker(date, func(old func([]goja.Value, *goja.Object) *goja.Object) func([]goja.Value, *goja.Object) *goja.Object {
		return func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			if len(args) == 1 {
				if text, ok := args[0].(goja.String); ok {
					args = []goja.Value{rt.ToValue(instant(text.String()))}
				}
			}
			return old(args, newTarget)
		}
	}); err != nil {
		return err
	}
	if err := errmsg.WrapNative(date.Get("parse").ToObject(rt), func(func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value { return rt.ToValue(instant(call.Argument(0).String())) }
	}); err != nil {
		return err
	}
	method := date.Get("prototype").ToObject(rt).Get("toISOString").ToObject(rt)
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

// instant is the time that a text names, in milliseconds since 1970. NaN if it names none.
func instant(text string) float64 {
	const most = 8.64e15 // days of the language reach that far
	c, ok := readDate(text)
	if !ok {
		return math.NaN()
	}
	zone := time.Local
	if !c.local {
		zone = time.UTC
	}
	ms := time.Date(c.year, time.Month(c.month), c.day, c.hour, c.minute-c.offset, c.second, c.millisecond*int(time.Millisecond), zone).UnixMilli()
	if ms < -most || ms > most {
		return math.NaN()
	}
	return float64(ms)
}
