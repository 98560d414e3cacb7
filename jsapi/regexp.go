package jsapi

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/unicodeprops"
)

//go:embed regexp.js
var regexpSource string

var regexpProgram = goja.MustCompile("framework:regexp.js", regexpSource, true)

// installRegExp replaces RegExp by one that supports Unicode properties.
func installRegExp(rt *goja.Runtime) error {
	v, err := rt.RunProgram(regexpProgram)
	if err != nil {
		return err
	}
	install, ok := goja.AssertFunction(v)
	if !ok {
		return errors.New("regexp.js gives no function")
	}
	_, err = install(goja.Undefined(), rt.ToValue(func(call goja.FunctionCall) goja.Value {
		expand := unicodeprops.Expand
		if call.Argument(1).ToBoolean() {
			expand = unicodeprops.ExpandSets
		}
		text, ok := expand(call.Argument(0).String())
		if !ok {
			return goja.Undefined()
		}
		return rt.ToValue(text)
	}))
	return err
}
