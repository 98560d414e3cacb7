package jsapi

import (
	_ "embed"
	"errors"
	"strconv"

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
	lines := func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(unicodeprops.Lines(call.Argument(0).String()))
	}
	narrow := func(call goja.FunctionCall) goja.Value {
		text, _ := unicodeprops.Narrow(call.Argument(0).String(), call.Argument(1).String())
		return rt.ToValue(text)
	}
	made, err := install(goja.Undefined(), rt.ToValue(expand), rt.ToValue(groups.indices), rt.ToValue(problem), rt.ToValue(lines), rt.ToValue(narrow))
	if err != nil {
		return err
	}
	for i, name := range []string{compile.Matching, compile.Pattern} {
		if err := intrinsics.Define(rt, name, made.ToObject(rt).Get(strconv.Itoa(i))); err != nil {
			return err
		}
	}
	return nil
}
