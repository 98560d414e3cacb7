package errmsg

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// anywhere is inCode for messages that say enough by themselves.
func anywhere(s *site) (kind, message string) {
	if s.kind == "SyntaxError" {
		return "", s.syntax()
	}
	if to, ok := fixed[s.text]; ok {
		return "", to
	}
	for _, f := range forms {
		if parts, ok := matched(s.text, f.from); ok {
			return "", f.to(s, parts)
		}
	}
	return "", ""
}

// form is a message of goja, and what makes that of V8 of its parts. Earlier forms go
// first.
type form struct {
	from string
	to   func(s *site, parts []string) string
}

var forms = []form{
	{"Must call super constructor in derived class before %", func(*site, []string) string { return superFirst }},
	{"Could not convert % to primitive", func(*site, []string) string { return noPrimitive }},
	{"Cannot assign to read only property '%'", func(s *site, p []string) string { return s.readOnly(p[0]) }},
	{"Cannot assign to read only property '%' of a String", func(s *site, p []string) string { return s.readOnly(p[0]) }},
	{"Receiver is not an object: %", func(s *site, _ []string) string { return s.primitive() }},
	{"Cannot delete property '%' of %", func(s *site, p []string) string {
		return say("Cannot delete property '%' of %", p[0], Shown(s.rt, s.object()))
	}},
	{"Invalid property descriptor. Cannot both specify accessors and a value or writable attribute", func(s *site, _ []string) string {
		return s.text + ", " + Shown(s.rt, s.arg(2))
	}},
	{"Cannot add property %", keep},
	{"Cannot define property %", keep},
	{"% is not extensible", func(s *site, _ []string) string { return say("% is not extensible", Shown(s.rt, s.arg(0))) }},
	{"Constructor TypedArray requires 'new'", func(s *site, _ []string) string { return say("Constructor % requires 'new'", s.native) }},
	{"requires that 'this' be a BigInt", func(s *site, _ []string) string { return say(needsThis, "BigInt", s.native, "BigInt") }},
	{"Value is not a number%", func(s *site, _ []string) string { return say(needsThis, "Number", s.native, "Number") }},
	{"String.prototype.% is called on incompatible receiver", func(_ *site, p []string) string { return say(needsThis, "String", p[0], "String") }},
	{"Method Date.prototype.% is called on incompatible receiver", func(*site, []string) string { return noDate }},
	{"Method %.prototype.% is called on incompatible receiver", func(_ *site, p []string) string { return say(needsThis, p[0], p[1], p[0]) }},
	{"Method % called on incompatible receiver %", func(s *site, p []string) string {
		return say("Method % called on incompatible receiver %", p[0], Shown(s.rt, s.this))
	}},
	{"Method % called on incompatible receiver", func(s *site, p []string) string {
		return say("Method % called on incompatible receiver %", p[0], Shown(s.rt, s.this))
	}},
	{"Invalid count value", func(s *site, _ []string) string { return say("Invalid count value: %", Shown(s.rt, s.arg(0))) }},
	{"Invalid index %", func(s *site, p []string) string { return s.index(p[0]) }},
	{"Index % is out of bounds", func(*site, []string) string { return "Offset is outside the bounds of the DataView" }},
	{"Byte length of %", func(_ *site, p []string) string { return "byte length of " + p[0] }},
	{"Start offset of %", func(_ *site, p []string) string { return "start offset of " + p[0] }},
	{"Cannot convert Symbol to a BigInt", func(s *site, _ []string) string { return say("Cannot convert % to a BigInt", Shown(s.rt, s.arg(0))) }},
	{"Cannot convert % to a BigInt", func(s *site, p []string) string {
		if s.kind != "RangeError" {
			return ""
		}
		return say("The number % cannot be converted to a BigInt because it is not an integer", p[0])
	}},
	{"Proxy already revoked", func(s *site, _ []string) string {
		return say("Cannot perform '%' on a proxy that has been revoked", s.trap())
	}},
	{"'defineProperty' on proxy: trap returned falsish", func(s *site, _ []string) string {
		return say("'defineProperty' on proxy: trap returned falsish for property '%'", key(s.rt, s.arg(1)))
	}},
	{"% is not a method", func(s *site, p []string) string { return s.method(p[0]) }},
	{"Class constructor cannot be invoked without 'new'", func(s *site, _ []string) string { return say(classCalled, s.nameOf(s.calledClass())) }},
}

// calledClass is the class that a built-in function has called.
func (s *site) calledClass() goja.Value {
	for _, v := range append([]goja.Value{s.callee, s.this}, s.args...) {
		if o, ok := v.(*goja.Object); ok && o.ClassName() == "Function" && strings.HasPrefix(o.String(), "class") {
			return o
		}
	}
	return s.callee
}

// keep is for messages that are those of V8.
func keep(s *site, _ []string) string { return s.text }

// index is for an index that is out of range.
func (s *site) index(n string) string {
	switch {
	case s.native == "ArrayBuffer":
		return "Invalid array buffer length"
	case s.native == "with":
		return say("Invalid index : %", n)
	case strings.HasSuffix(s.native, "Array"):
		return say("Invalid typed array length: %", n)
	}
	return ""
}

// method is for a member that has to be a function, such as a trap.
func (s *site) method(value string) string {
	if o, ok := s.top(1).(*goja.Object); ok && s.prg != nil && s.instruction == "getProp" && isProxy(o) {
		return say("'%' returned for property '%' of object '#<Object>' is not a function", value, s.trap())
	}
	for _, n := range []int{1, 2} {
		if o, ok := s.top(n).(*goja.Object); ok {
			if v := o.GetSymbol(goja.SymToPrimitive); v != nil {
				return say(notFunction, Described(v))
			}
		}
	}
	return ""
}

// object is what an instruction or a built-in function changes.
func (s *site) object() goja.Value {
	if s.prg == nil {
		if s.native == "assign" || s.this == s.reflect {
			return s.arg(0)
		}
		return s.this
	}
	switch name := s.instruction; {
	case strings.HasPrefix(name, "setProp"):
		return s.top(2)
	case strings.HasPrefix(name, "_setElem"):
		return s.top(3)
	case strings.HasPrefix(name, "deleteProp"):
		return s.top(1)
	case strings.HasPrefix(name, "_deleteElem"):
		return s.top(2)
	}
	return nil
}

// readOnly names the object of a property that cannot be changed.
func (s *site) readOnly(member string) string {
	o := s.object()
	if o == nil {
		o = s.rt.GlobalObject()
	}
	if obj, ok := o.(*goja.Object); ok && s.getterOnly(obj, member) {
		return say("Cannot set property % of % which has only a getter", member, Shown(s.rt, o))
	}
	if o == s.rt.GlobalObject() {
		return say(cannotAssign, member, "object", "#<Object>")
	}
	return say(cannotAssign, member, typeOf(o), Shown(s.rt, o))
}

// getterOnly reports whether the property is an accessor.
func (s *site) getterOnly(o *goja.Object, member string) bool {
	for p := o; p != nil; p = p.Prototype() {
		d, err := s.descriptor(goja.Undefined(), p, s.rt.ToValue(member))
		if err != nil {
			return false
		}
		if found, ok := d.(*goja.Object); ok {
			return found.Get("get") != nil
		}
	}
	return false
}

// primitive is for a property of a number and the like.
func (s *site) primitive() string {
	o := s.object()
	var member string
	if s.operand.Kind() == reflect.String {
		member = memberName(s.operand)
	} else {
		member = key(s.rt, s.top(2))
	}
	return say("Cannot create property '%' on % '%'", member, typeOf(o), Shown(s.rt, o))
}
