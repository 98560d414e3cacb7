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
	bind, ok := goja.AssertFunction(method.Get("bind"))
	if !ok {
		return nil
	}
	key := attachment{proto, name}
	getter := s.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		e := s.find(call.This)
		if e == nil {
			return method
		}
		if v := e.attached[key]; v != nil {
			return v
		}
		v, err := bind(method, owner(e))
		if err != nil {
			panic(err)
		}
		if e.attached == nil {
			e.attached = map[attachment]goja.Value{}
		}
		e.attached[key] = v
		return v
	})
	return proto.DefineAccessorProperty(name, getter, s.shadow(name), goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// attachment names a method of the prototype of req or res.
type attachment struct {
	proto *goja.Object
	name  string
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
