package shim

import (
	"slices"

	"github.com/dop251/goja"
)

// attached are the members of req and res that Sails makes for each request, so
// that they work without their object, as in promise.then(res.ok). The responses
// are attached as well.
var (
	attachedRequest  = []string{"param", "allParams", "validate", "file"}
	attachedResponse = []string{"view", "jsonx", "guessView"}
)

// attachMembers attaches what is made for each request.
func (s *Shim) attachMembers() error {
	var translated []string
	if s.opts.Translator != nil {
		translated = s.opts.Translator.Functions()
	}
	for _, name := range slices.Concat(attachedRequest, translated) {
		if err := s.attach(s.reqProto, name, func(e *exchange) *goja.Object { return e.req }); err != nil {
			return err
		}
	}
	for _, name := range slices.Concat(attachedResponse, translated, []string{"i18n"}) {
		if err := s.attach(s.resProto, name, toResponse); err != nil {
			return err
		}
	}
	return nil
}

func toResponse(e *exchange) *goja.Object { return e.res }

// attach makes a method of a prototype one that is bound to the req or res that it
// is read from. It does nothing if there is no such method.
func (s *Shim) attach(proto *goja.Object, name string, owner func(e *exchange) *goja.Object) error {
	method, ok := proto.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	bind, ok := s.binder(method)
	if !ok {
		return nil
	}
	getter := s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		e := s.find(call.This)
		if e == nil {
			return method
		}
		for _, a := range e.attached {
			if a.method == method {
				return a.bound
			}
		}
		v := bind(owner(e))
		e.attached = append(e.attached, attachment{method, v})
		return v
	})
	return proto.DefineAccessorProperty(name, getter, s.shadow(name), goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// binder returns a function that binds a method to an object, false if that is no
// function. Those of Go are bound without Function.prototype.bind, which allocates
// more.
func (s *Shim) binder(method *goja.Object) (func(owner *goja.Object) goja.Value, bool) {
	if native, ok := method.Export().(func(goja.FunctionCall) goja.Value); ok {
		return func(owner *goja.Object) goja.Value {
			return s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
				call.This = owner
				return native(call)
			})
		}, true
	}
	bind, ok := goja.AssertFunction(method.Get("bind"))
	return func(owner *goja.Object) goja.Value {
		v, err := bind(method, owner)
		if err != nil {
			panic(err)
		}
		return v
	}, ok
}

// attachment is a method of a prototype, and the one bound to the req or res of an
// exchange. A request uses few of them: a slice is smaller than a map.
type attachment struct {
	method *goja.Object
	bound  goja.Value
}

// shadow returns a setter by which an assignment makes an ordinary property of that
// object.
func (s *Shim) shadow(name string) goja.Value {
	return s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		o := call.This.ToObject(s.rt)
		if err := o.DefineDataProperty(name, call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
}
