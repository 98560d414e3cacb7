package app

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Opaque is a JavaScript value that is not data (a function, a regular
// expression, an instance of a class) on its way through Go. It may be used on
// the loop of its realm only.
type Opaque struct {
	Value goja.Value
	// source and flags are those of a regular expression.
	source, flags string
	// adapter is the identity of an adapter for Waterline; own says that it works by
	// itself, and does not stand for one of the server.
	adapter string
	own     bool
}

// Function reports whether v is a JavaScript function.
func Function(v any) bool {
	o, ok := v.(Opaque)
	if !ok {
		return false
	}
	_, ok = goja.AssertFunction(o.Value)
	return ok
}

// Callable returns the function that v is.
func Callable(v any) (goja.Callable, bool) {
	o, ok := v.(Opaque)
	if !ok {
		return nil, false
	}
	return goja.AssertFunction(o.Value)
}

// maxConfigDepth bounds configuration that nests without end.
const maxConfigDepth = 64

// exporter copies exported configuration into ordered values. Plain objects
// and arrays are copied, everything that is not data stays itself as Opaque.
type exporter struct {
	realm  *jsapi.Realm
	plain  *goja.Object // Object.prototype
	inside map[*goja.Object]bool
	shown  shown // nil to copy all members
}

func newExporter(r *jsapi.Realm) *exporter {
	return &exporter{
		realm: r, inside: map[*goja.Object]bool{},
		plain: r.Runtime().Get("Object").ToObject(r.Runtime()).Get("prototype").ToObject(r.Runtime()),
	}
}

func (e *exporter) value(v goja.Value, depth int) any {
	o, ok := v.(*goja.Object)
	if !ok {
		out, err := e.realm.FromJS(v)
		if err != nil {
			return Opaque{Value: v}
		}
		return out
	}
	if depth > maxConfigDepth || e.inside[o] {
		return Opaque{Value: v}
	}
	e.inside[o] = true
	defer delete(e.inside, o)
	switch {
	case jsapi.IsArray(o):
		n := int(o.Get("length").ToInteger())
		list := make([]any, n)
		for i := range list {
			list[i] = e.value(o.Get(itoa(i)), depth+1)
		}
		return list
	case o.ClassName() == "Object" && (o.Prototype() == nil || o.Prototype() == e.plain):
		m := value.New(8)
		for _, k := range o.Keys() {
			if v, has := e.member(o, k, depth+1); has {
				m.Set(k, v)
			}
		}
		return m
	case jsapi.IsBytes(o):
		if b, err := e.realm.FromJS(o); err == nil {
			return b
		}
	case o.ClassName() == "RegExp":
		return Opaque{Value: v, source: o.Get("source").String(), flags: o.Get("flags").String()}
	}
	return Opaque{Value: v}
}

// member is a member of o, without what is shown only. An object that is shown counts if
// code has changed something in it.
func (e *exporter) member(o *goja.Object, key string, depth int) (any, bool) {
	v := o.Get(key)
	if adapter, ok := asAdapter(key, v); ok {
		return adapter, true
	}
	was, hidden := e.shown.hides(o, key, v)
	if !hidden {
		return e.value(v, depth), true
	}
	if _, object := v.(*goja.Object); object {
		if changed, ok := e.value(v, depth).(*value.Map); ok && changed.Len() > 0 {
			return changed, true
		}
	}
	if was == nil || goja.IsUndefined(was) {
		return nil, false
	}
	return e.value(was, depth), true
}

// asAdapter is an adapter for Waterline as the setting of a datastore. It is no data: its
// methods belong to the object.
func asAdapter(key string, v goja.Value) (Opaque, bool) {
	o, ok := v.(*goja.Object)
	if !ok || key != "adapter" && key != "module" {
		return Opaque{}, false
	}
	if own, isObject := o.Get("default").(*goja.Object); isObject { // of an ES module
		o = own
	}
	has := func(method string) bool {
		_, callable := goja.AssertFunction(o.Get(method))
		return callable
	}
	if !has("registerConnection") && !has("registerDatastore") {
		return Opaque{}, false
	}
	name := "unnamed"
	if identity := o.Get("identity"); identity != nil && identity.ToBoolean() {
		name = identity.String()
	}
	return Opaque{Value: v, adapter: name, own: has("find") || has("registerDatastore")}, true
}

// Adapter is the identity of the adapter for Waterline that v is; own says that it works
// by itself, and does not stand for one of the server. Unlike v, what it returns may be
// used anywhere.
func Adapter(v any) (identity string, own, ok bool) {
	o, _ := v.(Opaque)
	return o.adapter, o.own, o.adapter != ""
}

// Expression is the regular expression that v is, which is never empty.
// Unlike v it may be used anywhere.
func Expression(v any) (source, flags string, ok bool) {
	o, _ := v.(Opaque)
	return o.source, o.flags, o.source != ""
}

// CallNodeback calls the function v with args and a callback, and waits for what it calls
// back with, which is copied.
func CallNodeback(ctx context.Context, iso *jsapi.Isolate, v any, args ...any) (any, error) {
	return iso.CallNodeback(ctx, func(r *jsapi.Realm, done goja.Value) error {
		fn, ok := Callable(v)
		if !ok {
			return errors.New("expected a function")
		}
		given := make([]goja.Value, 0, len(args)+1)
		for _, arg := range args {
			given = append(given, r.ToJS(arg))
		}
		if _, err := fn(goja.Undefined(), append(given, done)...); err != nil {
			return r.Wrap(err)
		}
		return nil
	})
}

// Arity is the number of parameters that the function v declares, 0 when it is
// none; call this on the loop.
func Arity(v any) int {
	if o, ok := v.(Opaque); ok && Function(v) {
		if fn, ok := o.Value.(*goja.Object); ok {
			return int(fn.Get("length").ToInteger())
		}
	}
	return 0
}
