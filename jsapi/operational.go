package jsapi

import "github.com/dop251/goja"

// operationalMark is what errors made by Operational have.
const operationalMark = "isOperational"

// Operational gives what a promise of 1.x rejects with for an error of a query
// or a helper: an error by its prototype alone, with all that the error owns,
// the error itself as cause and isOperational. Answers show it as the data that
// it is. What is no Error, or one of another kind, is given back as it is.
func (r *Realm) Operational(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return v
	}
	proto := r.errorCtor.Get("prototype").ToObject(r.rt)
	if o.Prototype() != proto || Operational(o) {
		return v
	}
	out := r.rt.CreateObject(proto)
	shown := map[string]bool{}
	for _, k := range o.Keys() {
		shown[k] = true
	}
	define := func(k string, v goja.Value, enumerable goja.Flag) {
		_ = out.DefineDataProperty(k, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable) // a fresh object takes it
	}
	for _, k := range []string{"name", "message", "stack"} {
		define(k, o.Get(k), goja.FLAG_FALSE)
	}
	define("cause", v, goja.FLAG_TRUE)
	define(operationalMark, r.rt.ToValue(true), goja.FLAG_TRUE)
	for _, k := range o.GetOwnPropertyNames() {
		switch {
		case k == "name", k == "message", k == "stack", k == "cause":
		case shown[k]:
			define(k, o.Get(k), goja.FLAG_TRUE)
		default:
			define(k, o.Get(k), goja.FLAG_FALSE)
		}
	}
	return out
}

// Operational reports whether an object is an error that Realm.Operational made.
func Operational(o *goja.Object) bool {
	mark := o.Get(operationalMark)
	return o.ClassName() != "Error" && mark != nil && mark.ToBoolean()
}
