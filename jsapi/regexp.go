package jsapi

import (
	_ "embed"
	"errors"
	"strconv"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
	"framework/jsapi/intrinsics"
	"framework/jsapi/pattern"
)

//go:embed regexp.js
var regexpSource string

const regexpName = "framework:regexp.js"

var regexpProgram = goja.MustCompile(regexpName, regexpSource, true)

// installRegExp replaces RegExp by one that supports Unicode properties.
func installRegExp(rt *goja.Runtime) error {
	builtIn := rt.Get("RegExp").ToObject(rt)
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
			text, problem := pattern.ExpandSets(source, call.Argument(2).ToBoolean())
			if problem != "" {
				panic(rt.NewTypeError(problem))
			}
			return rt.ToValue(text)
		}
		text, problem := pattern.Expand(source)
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
		return rt.ToValue(pattern.Problem(withHalves(call.Argument(0)), call.Argument(1).String()))
	}
	prepared := func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(pattern.Prepared(call.Argument(0).String(), call.Argument(1).String()))
	}
	ordered := func(call goja.FunctionCall) goja.Value { return rt.ToValue(pattern.Flags(call.Argument(0).String())) }
	made, err := install(goja.Undefined(), rt.ToValue(expand), rt.ToValue(groups.indices), rt.ToValue(problem), rt.ToValue(prepared), rt.ToValue(pattern.Backtracking), rt.ToValue(ordered))
	if err != nil {
		return err
	}
	for i, name := range []string{compile.Matching, compile.Pattern} {
		if err := intrinsics.Define(rt, name, made.ToObject(rt).Get(strconv.Itoa(i))); err != nil {
			return err
		}
	}
	return installSpecies(rt, builtIn)
}
