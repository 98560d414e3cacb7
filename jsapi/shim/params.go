package shim

import (
	"reflect"
	"strconv"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// allParams is req.allParams(), collected once for a binding where the release does so.
func (q *request) allParams() goja.Value {
	if v := q.slots[slotAllParams]; v != nil {
		return v
	}
	v := q.mergedParams()
	if q.shim.opts.Switches.Params.Once {
		q.slots[slotAllParams] = v
	}
	return v
}

// mergedParams merges the parameters as the release does. What JavaScript holds of
// them counts as it is now; the rest is not made into objects of JavaScript.
func (q *request) mergedParams() goja.Value {
	path, _ := q.parameters(slotParams, q.x.Params).(*value.Map)
	query, _ := q.parameters(slotQuery, q.x.Request.Query).(*value.Map)
	return q.shim.realm.ToJS(q.shim.opts.Switches.Params.All(path, query, q.parameters(slotBody, q.x.Request.Body)))
}

// parameters are what a holder has: the object that JavaScript holds, or else v.
func (q *request) parameters(s slot, v any) any {
	byReference := q.shim.opts.Switches.Params.PathFirst
	held := q.slots[s]
	if held == nil && byReference && nests(v) {
		held = q.hold(s) // JavaScript gets the same objects and lists from all members of req
	}
	if held == nil {
		return v
	}
	o, ok := held.(*goja.Object)
	if !ok {
		return nil
	}
	if s != slotParams && !byReference {
		return q.shim.plainCopy(o, 0)
	}
	m := value.New(4)
	for _, k := range o.Keys() {
		if member := o.Get(k); s != slotParams || !goja.IsUndefined(member) {
			m.Set(k, primitive(member))
		}
	}
	return m
}

// nests reports whether an object or a list has others inside of it.
func nests(v any) bool {
	switch v := v.(type) {
	case *value.Map:
		for _, member := range v.All() {
			switch member.(type) {
			case *value.Map, []any:
				return true
			}
		}
	case []any:
		for _, member := range v {
			switch member.(type) {
			case *value.Map, []any:
				return true
			}
		}
	}
	return false
}

// maxHoles is how many elements an array may lack that is copied: `a[4e9] = 1`
// must not cost 4e9 elements.
const maxHoles = 1 << 16

// plainCopy copies objects and lists at every depth. Dates, functions and views of
// memory stay what they are.
func (s *Shim) plainCopy(v goja.Value, depth int) any {
	o, ok := v.(*goja.Object)
	if !ok {
		return primitive(v)
	}
	if depth > value.MaxDepth {
		panic(s.rt.NewGoError(value.ErrDepth))
	}
	if jsapi.IsArray(o) {
		n := o.Get("length").ToInteger()
		if n > int64(len(o.Keys()))+maxHoles {
			return o
		}
		list := make([]any, n)
		for i := range list {
			list[i] = s.plainCopy(o.Get(strconv.Itoa(i)), depth+1)
		}
		return list
	}
	if class := o.ClassName(); class == "Function" || class == "Date" || isView(o) {
		return o
	}
	m := value.New(4)
	for _, k := range o.Keys() {
		m.Set(k, s.plainCopy(o.Get(k), depth+1))
	}
	return m
}

// isView reports whether an object shows memory as numbers, as Buffers do.
func isView(o *goja.Object) bool {
	t := o.ExportType()
	return t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() >= reflect.Int && t.Elem().Kind() <= reflect.Float64
}

// primitive makes a value of Go if there is one that JavaScript cannot
// distinguish from v.
func primitive(v goja.Value) any {
	if v == nil || goja.IsUndefined(v) {
		return value.Undefined{}
	}
	if _, object := v.(*goja.Object); object {
		return v
	}
	switch x := v.Export().(type) {
	case nil, bool, string, int64, float64:
		return x
	}
	return v
}

// param is req.param(name, otherwise). It does not convert a source to objects
// that was not read before.
func (q *request) param(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	found, ok := q.shim.opts.Switches.Params.Find(q.x.Request.Socket != "", func(from router.Source) (any, bool) {
		var v goja.Value
		switch from {
		case router.FromPath:
			v = q.lookup(slotParams, q.x.Params, name)
		case router.FromQuery:
			v = q.lookup(slotQuery, q.x.Request.Query, name)
		case router.FromBody:
			v = q.fromBody(name)
		}
		return v, v != nil
	}, func(v any) bool { return v.(goja.Value).ToBoolean() })
	if !ok {
		return call.Argument(1)
	}
	return found.(goja.Value)
}

func (q *request) fromBody(name string) goja.Value {
	if list, ok := q.x.Request.Body.([]any); ok && q.slots[slotBody] == nil {
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(list) {
			return q.shim.realm.ToJS(list[i])
		}
		return nil
	}
	body, _ := q.x.Request.Body.(*value.Map)
	return q.lookup(slotBody, body, name)
}

// lookup reads one name from the object JavaScript holds, or else from m. A
// missing value is nil, and so is null before 1.x.
func (q *request) lookup(s slot, m *value.Map, name string) goja.Value {
	if held := q.slots[s]; held != nil {
		o, ok := held.(*goja.Object)
		if !ok {
			return nil
		}
		if proto := o.Prototype(); proto != nil && proto.Get(name) != nil && !owns(o, name) {
			return nil
		}
		v := o.Get(name)
		if v == nil || goja.IsUndefined(v) || goja.IsNull(v) && !q.shim.opts.Switches.Params.Nulls {
			return nil
		}
		return v
	}
	if m == nil {
		return nil
	}
	v, ok := m.Get(name)
	if !ok || v == nil && !q.shim.opts.Switches.Params.Nulls {
		return nil
	}
	switch v.(type) {
	case *value.Map, []any:
		// A list or object is returned by reference, so that later readers see
		// a change: convert the whole holder to JavaScript.
		holder := q.hold(s)
		if o, ok := holder.(*goja.Object); ok {
			return o.Get(name)
		}
	}
	return q.shim.realm.ToJS(v)
}

// hold materialises one of the parameter holders.
func (q *request) hold(s slot) goja.Value {
	names := map[slot]string{slotParams: "params", slotBody: "body", slotQuery: "query"}
	return q.req.Get(names[s])
}

// owns reports whether o has a property of that name of its own.
func owns(o *goja.Object, name string) bool {
	for _, k := range o.GetOwnPropertyNames() {
		if k == name {
			return true
		}
	}
	return false
}
