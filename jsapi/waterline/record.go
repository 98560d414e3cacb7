package waterline

import (
	"reflect"
	"slices"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"

	"framework/engine/orm"
	"framework/engine/value"
)

// record is a record object: a view of a Go record. Its values stay in Go until code
// writes to the object or reads a value that it could change (a Date, an array, a
// nested object); from then on data is the object's own copy, in which such values
// are JavaScript values.
type record struct {
	class *Class
	rec   *orm.Record
	data  *value.Map
	owned bool
	// gone: the record was destroyed, and shows no collections.
	gone bool
	// lists are the collections that were not populated, by alias, which are made
	// when they are first read; nil for a deleted one.
	lists   map[string]*goja.Object
	changes []change
}

// change is a queued add or remove.
type change struct {
	alias  string
	remove bool
	child  goja.Value
}

var recordType = reflect.TypeFor[*record]()

// record makes the object for a record.
func (b *bridge) record(rec *orm.Record) *goja.Object { return b.recordAs(rec, false) }

func (b *bridge) recordAs(rec *orm.Record, gone bool) *goja.Object {
	c := b.classes[rec.Model]
	if c == nil {
		return b.realm.ToJS(&rec.Map).ToObject(b.rt)
	}
	o := b.rt.NewDynamicObject(&record{class: c, rec: rec, data: &rec.Map, gone: gone})
	proto, err := c.rules.prototype(c)
	if err == nil && proto != nil {
		err = o.SetPrototype(proto)
	}
	if err != nil {
		panic(err)
	}
	return o
}

func (b *bridge) recordList(list []*orm.Record) *goja.Object {
	items := make([]any, len(list))
	for i, rec := range list {
		items[i] = b.record(rec)
	}
	return b.rt.NewArray(items...)
}

// recordToJS is the OnToJS hook.
func (b *bridge) recordToJS(v any) (goja.Value, bool) {
	switch v := v.(type) {
	case *orm.Record:
		if v == nil {
			return goja.Null(), true
		}
		return b.record(v), true
	case orm.Records:
		return b.recordList(v), true
	case []*orm.Record:
		return b.recordList(v), true
	}
	return nil, false
}

// recordOf returns the record behind an object, nil for other objects.
func recordOf(v goja.Value) *record {
	o, ok := v.(*goja.Object)
	if !ok || o.ExportType() != recordType {
		return nil
	}
	r, _ := o.Export().(*record)
	return r
}

// recordFromJS is the OnFromJS hook. It copies a record that code has changed. For
// values of a 1.x model it keeps functions, so that they can be refused.
func (b *bridge) recordFromJS(o *goja.Object) (any, bool) {
	if b.functions && o.ClassName() == "Function" {
		return &orm.Function{Name: o.Get("name").String(), Source: o.String()}, true
	}
	if b.dates && isInvalidDate(o) {
		return orm.InvalidDate{}, true
	}
	r := recordOf(o)
	if r == nil {
		return nil, false
	}
	if !r.owned {
		return r.rec, true
	}
	rec, err := r.snapshot()
	if err != nil {
		panic(b.realm.Error(err))
	}
	return rec, true
}

// snapshot copies the object's data as a record.
func (r *record) snapshot() (*orm.Record, error) {
	out := orm.NewRecord(r.rec.Model)
	for k, v := range r.data.All() {
		if js, ok := v.(goja.Value); ok {
			if _, isFunction := goja.AssertFunction(js); isFunction {
				continue
			}
			plain, err := r.class.bridge.realm.FromJS(js)
			if err != nil {
				return nil, err
			}
			v = plain
			if r.class.rules.dates() && r.class.takesDates(k) && isInvalidDate(js) {
				v = invalidDate
			}
		}
		out.Set(k, v)
	}
	return out, nil
}

// copyData makes data the object's own copy.
func (r *record) copyData() {
	if !r.owned {
		r.data, r.owned = r.data.Clone(), true
	}
}

// isList reports whether key is a collection that is shown as a list.
func (r *record) isList(key string) bool { return slices.Contains(r.aliases(), key) }

// aliases are the collections that are shown as lists.
func (r *record) aliases() []string {
	if r.gone {
		return nil
	}
	return r.class.lists
}

// isToJSON reports whether key is a toJSON of the project, which is not enumerable.
func (r *record) isToJSON(key string) bool { return r.class.customToJSON != nil && key == "toJSON" }

// Get implements goja.DynamicObject.
func (r *record) Get(key string) goja.Value {
	rt := r.class.bridge.rt
	i := r.data.Index(key)
	if i < 0 {
		switch {
		case r.isToJSON(key):
			return r.class.customToJSON
		case r.isList(key):
			return r.list(key)
		}
		return nil
	}
	switch _, v := r.data.At(i); v := v.(type) {
	case goja.Value:
		return v
	case nil:
		return goja.Null()
	case string:
		return rt.ToValue(v)
	case int64:
		return rt.ToValue(v)
	case float64:
		return rt.ToValue(v)
	case bool:
		return rt.ToValue(v)
	case value.Undefined:
		return goja.Undefined()
	default:
		js := r.class.bridge.realm.ToJS(v)
		if r.isList(key) {
			r.collection(key, js.ToObject(rt))
		}
		r.copyData()
		r.data.SetAt(i, js)
		return js
	}
}

// list returns a collection that was not populated.
func (r *record) list(alias string) goja.Value {
	o, known := r.lists[alias]
	if known {
		if o == nil {
			return nil
		}
		return o
	}
	o = r.class.bridge.rt.NewArray()
	r.collection(alias, o)
	if r.lists == nil {
		r.lists = map[string]*goja.Object{}
	}
	r.lists[alias] = o
	return o
}

// collection adds the methods add and remove to a list.
func (r *record) collection(alias string, o *goja.Object) {
	for _, name := range [...]string{"add", "remove"} {
		remove := name == "remove"
		queue := func(call goja.FunctionCall) goja.Value {
			children := []goja.Value{call.Argument(0)}
			if list, ok := call.Argument(0).(*goja.Object); ok && jsapi.IsArray(list) {
				children = elements(list)
			}
			for _, child := range children {
				r.changes = append(r.changes, change{alias, remove, child})
			}
			return goja.Undefined()
		}
		if err := o.Set(name, queue); err != nil {
			panic(err)
		}
	}
}

// Set implements goja.DynamicObject.
func (r *record) Set(key string, v goja.Value) bool {
	r.copyData()
	r.data.Set(key, v)
	return true
}

// Has implements goja.DynamicObject.
func (r *record) Has(key string) bool {
	if r.data.Has(key) || r.isToJSON(key) {
		return true
	}
	if !r.isList(key) {
		return false
	}
	o, known := r.lists[key]
	return !known || o != nil
}

// Delete implements goja.DynamicObject.
func (r *record) Delete(key string) bool {
	if r.data.Has(key) {
		r.copyData()
		r.data.Delete(key)
	}
	if r.isList(key) {
		if r.lists == nil {
			r.lists = map[string]*goja.Object{}
		}
		r.lists[key] = nil
	}
	return true
}

// Keys implements goja.DynamicObject: collections that are not populated come first,
// like the getters of Waterline.
func (r *record) Keys() []string {
	if len(r.aliases()) == 0 {
		return r.data.Keys()
	}
	keys := make([]string, 0, r.data.Len()+len(r.aliases()))
	for _, alias := range r.aliases() {
		if !r.data.Has(alias) && r.Has(alias) {
			keys = append(keys, alias)
		}
	}
	for k := range r.data.All() {
		keys = append(keys, k)
	}
	return keys
}

// scalar reports whether a value is immutable in JavaScript.
func scalar(v any) bool {
	switch v.(type) {
	case nil, string, int64, float64, bool, time.Time, value.Undefined:
		return true
	}
	return false
}
