package waterline

import (
	"bytes"
	"context"
	"math"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// AppendJSON appends a record or orm.Records as JSON, calling the toJSON of the
// project's models. All of v is written in one turn on the loop; prefix is the
// indentation of the line on which v stands.
func AppendJSON(ctx context.Context, iso *jsapi.Isolate, dst []byte, v any, prefix, indent string) ([]byte, error) {
	start := len(dst)
	err := iso.Do(ctx, func(r *jsapi.Realm) error {
		text, ok, err := r.Stringify(dst, r.ToJS(v), indent)
		if err != nil {
			return err
		}
		if !ok {
			text = append(text, "null"...)
		}
		dst = text
		return nil
	})
	if err != nil {
		return dst[:start], err
	}
	if prefix != "" && indent != "" {
		// Strings in JSON contain no line breaks.
		dst = append(dst[:start], bytes.ReplaceAll(dst[start:], []byte("\n"), []byte("\n"+prefix))...)
	}
	return dst, nil
}

// Untouched returns an appender for a record object that code has not written to and
// that has no toJSON of the project: it writes the same JSON as JSON.stringify,
// without converting values. Call it on the loop.
func Untouched(o *goja.Object) (value.Appender, bool) {
	r := recordOf(o)
	if r == nil || r.owned || !r.class.bridge.native(r.rec) {
		return nil, false
	}
	return r.rec, true
}

// native reports whether neither a record nor the records in it have a toJSON of the
// project.
func (b *bridge) native(rec *orm.Record) bool {
	if rec == nil {
		return true
	}
	if c := b.classes[rec.Model]; c == nil || c.ownToJSON {
		return false
	}
	for _, a := range rec.Model.Associations {
		switch v := rec.Value(a.Alias).(type) {
		case *orm.Record:
			if !b.native(v) {
				return false
			}
		case orm.Records:
			for _, child := range v {
				if !b.native(child) {
					return false
				}
			}
		}
	}
	return true
}

// toObject is record.toObject(): the data as a plain object, without functions
// and without collections that were not populated; populated members as their
// toJSON gives them.
func (b *bridge) toObject(call goja.FunctionCall) goja.Value { return b.plain(call.This, false) }

// toJSON is the default record.toJSON(): toObject without protected attributes. A
// call with an argument comes from JSON.stringify, and returns a view of the data
// instead of a copy.
func (b *bridge) toJSON(call goja.FunctionCall) goja.Value {
	if r := recordOf(call.This); r != nil && len(call.Arguments) > 0 {
		return b.rt.NewDynamicObject(&view{b, r.publicData()})
	}
	return b.plain(call.This, true)
}

func (b *bridge) plain(this goja.Value, hideProtected bool) goja.Value {
	out := b.rt.NewObject()
	set := func(k string, v goja.Value) {
		if err := out.DefineDataProperty(k, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	r := recordOf(this)
	if r == nil {
		// An object with the prototype of a record that is no record itself.
		o := this.ToObject(b.rt)
		for _, k := range o.Keys() {
			if v := o.Get(k); !isFunction(v) {
				set(k, b.jsonOf(v))
			}
		}
		return out
	}
	data := r.data
	if hideProtected {
		data = r.publicData()
	}
	for _, alias := range r.emptyCollections() {
		set(alias, b.rt.NewArray())
	}
	for k, v := range data.All() {
		if !r.data.Has(k) {
			continue // one of those
		}
		if js, ok := v.(goja.Value); ok && isFunction(js) {
			continue
		}
		if js, ok := b.copyOf(r, k, v); ok {
			set(k, js)
		}
	}
	return out
}

// copyOf copies the member k of a record as JSON has it: a Date is its text, nested
// values are copies, and what JSON leaves out is left out.
func (b *bridge) copyOf(r *record, k string, v any) (goja.Value, bool) {
	switch v := v.(type) {
	case nil, string, bool, int64:
		return r.Get(k), true
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return goja.Null(), true
		}
		return r.Get(k), true
	case time.Time:
		return b.rt.ToValue(v.UTC().Format(value.DateLayout)), true
	case value.Undefined:
		return nil, false
	}
	js := b.jsonOf(r.Get(k))
	text, ok, err := b.realm.Stringify(nil, js, "")
	if err != nil {
		panic(b.realm.Error(err))
	}
	if !ok {
		return nil, false
	}
	plain, err := b.parse(goja.Undefined(), b.rt.ToValue(string(text)))
	if err != nil {
		panic(err)
	}
	return plain, true
}

func isFunction(v goja.Value) bool {
	_, ok := goja.AssertFunction(v)
	return ok
}

// emptyCollections returns the collections that are empty lists in JSON, see orm.Record.
func (r *record) emptyCollections() []string {
	var out []string
	for _, alias := range r.rec.Blank {
		if !r.data.Has(alias) && r.Has(alias) {
			out = append(out, alias)
		}
	}
	return out
}

// publicData returns the record's data for JSON: without protected attributes, with
// empty lists for collections.
func (r *record) publicData() *value.Map {
	if emptyCollections := r.emptyCollections(); len(emptyCollections) > 0 {
		out := value.New(r.data.Len() + len(emptyCollections))
		for _, alias := range emptyCollections {
			out.Set(alias, []any{})
		}
		for k, v := range r.data.All() {
			if a := r.rec.Model.Attribute(k); a == nil || !a.Protected {
				out.Set(k, v)
			}
		}
		return out
	}
	for _, a := range r.rec.Model.Attributes {
		if !a.Protected || !r.data.Has(a.Name) {
			continue
		}
		out := value.New(r.data.Len())
		for k, v := range r.data.All() {
			if a := r.rec.Model.Attribute(k); a == nil || !a.Protected {
				out.Set(k, v)
			}
		}
		return out
	}
	return r.data
}

// jsonOf converts a member for a plain copy: it calls the toJSON of records, alone or
// in a list.
func (b *bridge) jsonOf(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	if recordOf(o) != nil {
		return b.callToJSON(o)
	}
	if o.ClassName() != "Array" {
		return v
	}
	members := elements(o)
	list := make([]any, 0, len(members))
	found := false
	for _, member := range members {
		if recordOf(member) != nil {
			member, found = b.callToJSON(member.ToObject(b.rt)), true
		}
		list = append(list, member)
	}
	if !found {
		return v
	}
	return b.rt.NewArray(list...)
}

// elements are the members of a list, without its methods.
func elements(list *goja.Object) []goja.Value {
	out := make([]goja.Value, list.Get("length").ToInteger())
	for i := range out {
		if out[i] = list.Get(strconv.Itoa(i)); out[i] == nil {
			out[i] = goja.Undefined()
		}
	}
	return out
}

func (b *bridge) callToJSON(o *goja.Object) goja.Value {
	fn, ok := goja.AssertFunction(o.Get("toJSON"))
	if !ok {
		return o
	}
	v, err := fn(o)
	if err != nil {
		panic(err)
	}
	return v
}

// view is the data of a record for JSON.stringify. It converts values when they are
// read, and caches nothing.
type view struct {
	bridge *bridge
	data   *value.Map
}

// Get implements goja.DynamicObject.
func (w *view) Get(key string) goja.Value {
	v, ok := w.data.Get(key)
	if !ok {
		return nil
	}
	switch v := v.(type) {
	case goja.Value:
		return v
	case string:
		return w.bridge.rt.ToValue(v)
	case time.Time:
		// The result of Date.toJSON.
		return w.bridge.rt.ToValue(v.UTC().Format(value.DateLayout))
	}
	return w.bridge.realm.ToJS(v)
}

// Set implements goja.DynamicObject: a replacer may write into what it gets.
func (w *view) Set(key string, v goja.Value) bool {
	w.data = w.data.Clone()
	w.data.Set(key, v)
	return true
}

// Has implements goja.DynamicObject.
func (w *view) Has(key string) bool { return w.data.Has(key) }

// Delete implements goja.DynamicObject.
func (w *view) Delete(key string) bool {
	w.data = w.data.Clone()
	w.data.Delete(key)
	return true
}

// Keys implements goja.DynamicObject.
func (w *view) Keys() []string { return w.data.Keys() }
