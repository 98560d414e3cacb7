package jsapi

import "github.com/dop251/goja"

// operationalMark is the property by which bluebird marks operational errors.
const operationalMark = "isOperational"

// Rejection returns the value with which promises of 1.x are rejected for an
// error of a query or a helper, as bluebird makes it: an OperationalError with the own properties of the error, the error itself as cause, and
// isOperational. It is no Error internally, so responses show it as data. Values
// that are no Error, or of a subclass, are returned unchanged.
func (x *exceptions) Rejection(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return v
	}
	proto := x.errorCtor.Get("prototype").ToObject(x.rt)
	if o.Prototype() != proto || IsRejection(o) {
		return v
	}
	out := x.rt.CreateObject(x.operational())
	enumerable := map[string]bool{}
	for _, k := range o.Keys() {
		enumerable[k] = true
	}
	define := func(k string, v goja.Value, flag goja.Flag) {
		_ = out.DefineDataProperty(k, v, goja.FLAG_TRUE, goja.FLAG_TRUE, flag) // does not fail on a new object
	}
	for _, k := range []string{"name", "message", "stack"} {
		define(k, o.Get(k), goja.FLAG_FALSE)
	}
	define("cause", v, goja.FLAG_TRUE)
	define(operationalMark, x.rt.ToValue(true), goja.FLAG_TRUE)
	for _, k := range o.GetOwnPropertyNames() {
		switch {
		case k == "name", k == "message", k == "stack", k == "cause":
		case enumerable[k]:
			define(k, o.Get(k), goja.FLAG_TRUE)
		default:
			define(k, o.Get(k), goja.FLAG_FALSE)
		}
	}
	return out
}

// operational is the prototype of OperationalError, a class of bluebird, whose
// constructor$ is that of the class above it.
func (x *exceptions) operational() *goja.Object {
	if x.operationalProto == nil {
		ctor := x.rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
			if v := call.Argument(0); !goja.IsUndefined(v) {
				_ = call.This.Set("message", v) // does not fail on a new object
			}
			return nil
		}).ToObject(x.rt)
		proto := x.rt.CreateObject(x.errorCtor.Get("prototype").ToObject(x.rt))
		// None of these fails on a new object.
		_ = ctor.DefineDataProperty("name", x.rt.ToValue("OperationalError"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = ctor.Set("prototype", proto)
		_ = proto.Set("constructor", ctor)
		_ = proto.Set("constructor$", x.errorCtor)
		x.operationalProto = proto
	}
	return x.operationalProto
}

// IsRejection reports whether an object was made by Rejection.
func IsRejection(o *goja.Object) bool {
	mark := o.Get(operationalMark)
	return o.ClassName() != "Error" && mark != nil && mark.ToBoolean()
}
