package errmsg

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// inNative is inCode for errors of built-in functions.
func inNative(s *site) (kind, message string) {
	if s.prg == nil && s.uncallable() {
		if c := s.caller(); c != nil {
			return "", c.calling()
		}
	}
	if s.native == "" && s.callee == nil {
		return "", ""
	}
	switch s.native {
	case "parse":
		if s.kind == "SyntaxError" {
			return "", value.SyntaxMessage(s.arg(0).String())
		}
	case "RegExp", "compile":
		if s.kind == "SyntaxError" {
			return "", s.regexp()
		}
	}
	part, noObjectValue := matched(s.text, "Value is not an object: %")
	switch {
	case s.this == s.reflect && s.reflect != nil:
		if m := s.reflecting(noObjectValue); m != "" {
			return "", m
		}
	case s.text == noObject || s.text == "Value is not object coercible" || noObjectValue || s.text == "object is not iterable":
		if m := s.receiving(); m != "" {
			return "", m
		}
		if m := s.iteratingNative(); m != "" {
			return "", m
		}
	}
	if noObjectValue {
		if entry := s.wrongEntry(); entry != nil {
			text := entry.String()
			if symbol, ok := entry.(*goja.Symbol); ok {
				text = "Symbol(" + symbol.String() + ")"
			}
			return "", say(notEntry["Map"], text)
		}
		if m, ok := notEntry[s.native]; ok {
			return "", say(m, part[0])
		}
	}
	if noObjectValue || s.text == noObject || strings.HasSuffix(s.text, " is not a function") || strings.HasPrefix(s.text, "Value is not callable: ") || strings.HasPrefix(s.text, "object is not a function") {
		if m := s.callback(); m != "" {
			return "", m
		}
	}
	if noObjectValue {
		return "", s.trapResult(part[0])
	}
	return "", ""
}

// trapResult is for traps of a proxy that return no object.
func (s *site) trapResult(value string) string {
	switch {
	case s.makes && isProxy(s.callee):
		return say("'construct' on proxy: trap returned non-object ('%')", value)
	case s.native == "keys", s.native == "getOwnPropertyNames", s.native == "ownKeys":
		return notAList
	case s.native == "getPrototypeOf":
		return "'getPrototypeOf' on proxy: trap returned neither object nor null"
	}
	return ""
}

// uncallable reports whether the function that call or apply should call, or the target
// of a proxy, is none.
func (s *site) uncallable() bool {
	if isProxy(s.callee) {
		return s.text == "proxy target is not a function"
	}
	if s.native != "call" && s.native != "apply" || s.this == s.reflect {
		return false
	}
	target := orUndefined(s.this)
	if name := s.nameOf(target); name == "call" || name == "apply" {
		target = s.arg(0)
	}
	_, callable := goja.AssertFunction(target)
	return !callable
}

// callback is for an argument that has to be a function, or another object.
func (s *site) callback() string {
	switch s.native {
	case "forEach":
		if o, ok := s.this.(*goja.Object); ok {
			if class := constructorOf(s.rt, o); class == "Map" || class == "Set" {
				return say(notFunction, Described(s.arg(0)))
			}
		}
		return say(notFunction, Shown(s.rt, s.arg(0)))
	case "from":
		return say(notFunction, Shown(s.rt, s.arg(1)))
	case "map", "filter", "some", "every", "find", "findIndex", "findLast", "findLastIndex", "reduce", "reduceRight":
		return say(notFunction, Shown(s.rt, s.arg(0)))
	case "flatMap":
		return "flatMap mapper function is not callable"
	case "Promise":
		return say("Promise resolver % is not a function", Shown(s.rt, s.arg(0)))
	case "finally":
		return "Promise.prototype.finally called on non-object"
	case "resolve", "reject":
		return "PromiseResolve called on non-object"
	case "all", "race", "any", "allSettled":
		return say("Promise.% called on non-object", s.native)
	case "bind":
		return "Bind must be called on a function"
	case "apply":
		if _, ok := s.this.(*goja.Object); ok {
			return notAList
		}
	case "defineProperty", "defineProperties", "create":
		return s.accessor()
	}
	return ""
}

// accessor is for a getter or a setter that is no function.
func (s *site) accessor() string {
	o, ok := s.arg(2).(*goja.Object)
	if !ok {
		return ""
	}
	for name, say1 := range map[string]string{"get": "Getter must be a function: %", "set": "Setter must be a function: %"} {
		if v := o.Get(name); v != nil && !goja.IsUndefined(v) {
			if _, callable := goja.AssertFunction(v); !callable {
				return say(say1, Shown(s.rt, v))
			}
		}
	}
	return ""
}

// reflecting is for the functions of Reflect.
func (s *site) reflecting(noObjectValue bool) string {
	_, is := s.arg(0).(*goja.Object)
	_, callable := goja.AssertFunction(s.arg(0))
	_, constructs := goja.AssertConstructor(s.arg(0))
	switch {
	case s.native == "construct" && !constructs:
		return say(notConstructor, Shown(s.rt, s.arg(0)))
	case !noObjectValue && (s.native != "apply" || callable):
		return ""
	case s.native == "apply" && !callable:
		return say("Function.prototype.apply was called on %, which is % and not a function", Shown(s.rt, s.arg(0)), oneOf(s.arg(0)))
	case s.native == "apply", s.native == "construct":
		return notAList
	case s.native == "setPrototypeOf" && is:
		return say("Object prototype may only be an Object or null: %", Shown(s.rt, s.arg(1)))
	case !is:
		return say("Reflect.% called on non-object", s.native)
	}
	return ""
}

// oneOf is the type of a value with its article.
func oneOf(v goja.Value) string {
	if goja.IsNull(v) {
		return "null"
	}
	if kind := typeOf(v); kind != "object" {
		return "a " + kind
	}
	return "an object"
}

// receiving is for methods that are called on null or undefined.
func (s *site) receiving() string {
	if s.native == "setPrototypeOf" && isNullish(s.arg(0)) {
		return "Object.setPrototypeOf called on null or undefined"
	}
	if _, isObject := s.this.(*goja.Object); isObject {
		return ""
	}
	for _, class := range []string{"String", "Array", "Date"} {
		proto, ok := s.rt.Get(class).ToObject(s.rt).Get("prototype").(*goja.Object)
		if !ok || !s.isMethodOf(proto) {
			continue
		}
		if class == "Date" {
			return noDate
		}
		if isNullish(s.this) && s.native != "toString" {
			return say("%.prototype.% called on null or undefined", class, s.native)
		}
	}
	return ""
}

// isMethodOf reports whether the built-in function is an own member of a prototype.
func (s *site) isMethodOf(proto *goja.Object) bool {
	d, err := s.descriptor(goja.Undefined(), proto, s.rt.ToValue(s.native))
	if err != nil {
		return false
	}
	found, ok := d.(*goja.Object)
	return ok && s.callee != nil && s.callee.SameAs(found.Get("value"))
}

// notEntry are the messages for elements of what built-in functions iterate.
var notEntry = map[string]string{
	"Map": "Iterator value % is not an entry object", "fromEntries": "Iterator value % is not an entry object",
	"WeakMap": "Invalid value used as weak map key", "set": "Invalid value used as weak map key",
	"WeakSet": "Invalid value used in weak set", "add": "Invalid value used in weak set",
}

// wrongEntry is the first element of a list for a Map or WeakMap that is no pair, nil for anything
// else: goja has the same words for a pair with a key that a WeakMap cannot have.
func (s *site) wrongEntry() goja.Value {
	list, ok := s.arg(0).(*goja.Object)
	if s.native != "WeakMap" && s.native != "Map" || !ok || list.ClassName() != "Array" {
		return nil
	}
	for i := range list.Get("length").ToInteger() {
		entry := orUndefined(list.Get(strconv.FormatInt(i, 10)))
		if _, is := entry.(*goja.Object); !is {
			return entry
		}
	}
	return nil
}

// iteratingNative is for built-in functions that iterate their argument.
func (s *site) iteratingNative() string {
	if s.text == "Value is not object coercible" && s.native == "fromEntries" {
		return say(notIterable, Shown(s.rt, s.arg(0)))
	}
	if s.text != noObject && s.text != "object is not iterable" {
		return ""
	}
	switch s.native {
	case "Map", "Set", "WeakMap", "WeakSet", "from", "fromEntries", "all", "race", "any", "allSettled", "AggregateError":
		return say(notIterableValue, Described(s.arg(0)))
	}
	return ""
}

// trap returns the name of the trap of a proxy that the site would call.
func (s *site) trap() string {
	if isProxy(s.callee) {
		if s.makes {
			return "construct"
		}
		return "apply"
	}
	if s.prg == nil {
		switch s.native {
		case "keys", "ownKeys", "getOwnPropertyNames", "assign", "entries", "values":
			return "ownKeys"
		case "get", "set", "has", "deleteProperty", "defineProperty", "getPrototypeOf", "setPrototypeOf", "getOwnPropertyDescriptor", "isExtensible", "preventExtensions":
			return s.native
		case "hasOwnProperty", "hasOwn":
			return "getOwnPropertyDescriptor"
		}
		return "get"
	}
	switch name := s.instruction; {
	case strings.HasPrefix(name, "set"), strings.HasPrefix(name, "_setElem"):
		return "set"
	case strings.HasPrefix(name, "delete"), strings.HasPrefix(name, "_delete"):
		return "deleteProperty"
	case name == "_op_in":
		return "has"
	case name == "_op_instanceof":
		return "getPrototypeOf"
	case name == "call", name == "_callVariadic":
		return "apply"
	case strings.HasPrefix(name, "_new"):
		return "construct"
	case strings.HasPrefix(name, "enum"):
		return "ownKeys"
	}
	return "get"
}
