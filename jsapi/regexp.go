package jsapi

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
	"framework/jsapi/intrinsics"
	"framework/jsapi/unicodeprops"
)

//go:embed regexp.js
var regexpSource string

const regexpName = "framework:regexp.js"

var regexpProgram = goja.MustCompile(regexpName, regexpSource, true)

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
	matching, err := install(goja.Undefined(), rt.ToValue(expand), rt.ToValue(groups.indices), rt.ToValue(problem))
	if err != nil {
		return err
	}
	return intrinsics.Define(rt, compile.Matching, matching)
}
