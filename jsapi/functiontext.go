package jsapi

import (
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
	"framework/jsapi/objects"
)

// nativeBody is how the text of a function ends that is built in.
const nativeBody = "() { [native code] }"

// functionTexts has built-in functions that are written in JavaScript here, or that a Proxy stands
// for, give the text that V8 has for those that are built in. Packages recognise by that text what a
// polyfill has replaced.
type functionTexts struct {
	files   map[string]bool // whose functions are built in
	proxies map[*goja.Object]bool
	layout  *objects.Layout
}

func (t *functionTexts) install(rt *goja.Runtime, proxies []*goja.Object) error {
	var err error
	if t.layout, err = objects.Of(); err != nil {
		return err
	}
	t.files, t.proxies = map[string]bool{}, map[*goja.Object]bool{}
	t.AddBuiltIn(regexpName, combinatorsName)
	for _, o := range proxies {
		t.proxies[o] = true
	}
	fn := rt.Get("Function").ToObject(rt).Get("prototype").ToObject(rt).Get("toString").ToObject(rt)
	return errmsg.WrapNative(fn, func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			fn, ok := call.This.(*goja.Object)
			if !ok {
				panic(rt.NewTypeError("Function.prototype.toString requires that 'this' be a Function"))
			}
			if t.proxies[fn] || t.files[t.layout.File(fn)] {
				return rt.ToValue("function " + fn.Get("name").String() + nativeBody)
			}
			text := old(call)
			if s := text.String(); strings.HasPrefix(s, "function bound ") && strings.HasSuffix(s, nativeBody) {
				return rt.ToValue("function " + nativeBody)
			}
			return text
		}
	})
}

// AddBuiltIn has the functions of scripts of the server, by the names of the scripts, count as built in.
func (t *functionTexts) AddBuiltIn(files ...string) {
	for _, file := range files {
		t.files[file] = true
	}
}
