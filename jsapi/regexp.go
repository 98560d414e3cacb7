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
	expand := func(call goja.FunctionCall) goja.Value {
		source := call.Argument(0).String()
		if call.Argument(1).ToBoolean() {
			text, problem := unicodeprops.ExpandSets(source, call.Argument(2).ToBoolean())
			if problem != "" {
				panic(rt.NewTypeError(problem))
			}
			return rt.ToValue(text)
		}
		text, problem := unicodeprops.Expand(source)
		if problem != "" {
			panic(rt.NewTypeError(problem))
		}
		return rt.ToValue(text)
	}
	groups, err := newGroupFinder(rt)
	if err != nil {
		return err
	}
	problem := func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(unicodeprops.Problem(call.Argument(0).String(), call.Argument(1).String()))
	}
	_, err = install(goja.Undefined(), rt.ToValue(expand), rt.ToValue(groups.indices), rt.ToValue(problem))
	return err
}
