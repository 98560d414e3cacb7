package shim

import (
	"strings"

	"github.com/dop251/goja"

	"framework/router"
)

// paramsToJS makes req.params: before 1.x an array whose elements are the
// wildcards and whose properties are the named parameters, in 1.x an object. An
// optional parameter that the path lacks is there, and undefined.
func (q *request) paramsToJS() goja.Value {
	if q.shim.opts.Switches.PlainParams {
		o := q.shim.mapToJS(q.x.Params).ToObject(q.shim.rt)
		q.missing(o)
		return o
	}
	a := q.shim.rt.NewArray()
	if q.x.Params != nil {
		for k, v := range q.x.Params.All() {
			_ = a.Set(k, q.shim.realm.ToJS(v)) // does not fail on a new array
		}
	}
	q.missing(a)
	all := q.shim.rt.ToValue(func(goja.FunctionCall) goja.Value { return q.allParams() })
	_ = a.DefineDataProperty("all", all, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return a
}

// missing adds the parameters of the route that the path does not have.
func (q *request) missing(params *goja.Object) {
	if q.x.Binding == nil {
		return
	}
	for _, p := range q.x.Binding.Address.Parameters() {
		if p.Optional && !q.x.Params.Has(p.Name) {
			_ = params.Set(p.Name, goja.Undefined()) // as above
		}
	}
}

// routeToJS makes req.route as Express 3 has it before 1.x, and as Express 4 has it
// since then; undefined where no route has the request.
func (q *request) routeToJS() goja.Value {
	b := q.x.Binding
	if b == nil {
		return goja.Undefined()
	}
	rt := q.shim.rt
	path := rt.ToValue(b.Address.Path)
	if b.Address.Regexp != "" {
		if expression, err := rt.New(rt.Get("RegExp"), rt.ToValue(b.Address.Regexp)); err == nil {
			path = expression
		}
	}
	handle := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if next, ok := goja.AssertFunction(call.Argument(2)); ok {
			if _, err := next(goja.Undefined()); err != nil {
				panic(err)
			}
		}
		return goja.Undefined()
	})
	verb := strings.ToLower(b.Address.Verb)
	o := rt.NewObject()
	_ = o.Set("path", path) // a new object takes all of these
	if q.shim.opts.Switches.RouteMethods {
		bound := rt.NewObject()
		switch verb {
		case "all":
			verb = "_all"
		case "": // bound for one after the other
			verb = q.verb()
		}
		_ = bound.Set(verb, true)
		_ = o.Set("stack", rt.NewArray(handle))
		_ = o.Set("methods", bound)
		return o
	}
	if verb == "all" || verb == "" { // bound for one after the other
		verb = q.verb()
	}
	_ = o.Set("method", verb)
	_ = o.Set("callbacks", rt.NewArray(handle))
	_ = o.Set("keys", q.keys(b.Address))
	_ = o.Set("params", q.req.Get("params"))
	return o
}

// verb is the method by which a route was found: HEAD finds those of GET.
func (q *request) verb() string {
	if verb := strings.ToLower(q.x.Request.Method); verb != "head" {
		return verb
	}
	return "get"
}

// keys are the parameters of a path as Express 3 lists them.
func (q *request) keys(a router.Address) goja.Value {
	rt := q.shim.rt
	var list []any
	for _, p := range a.Parameters() {
		key := rt.NewObject()
		_ = key.Set("name", p.Name)
		_ = key.Set("optional", p.Optional)
		list = append(list, key)
	}
	return rt.NewArray(list...)
}
