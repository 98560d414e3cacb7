package waterline

import (
	"bytes"
	"context"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// AppendJSON appends a record, or orm.Records, as JSON, calling the toJSON of
// the project's models. It is one turn on the loop for the whole of v; prefix
// is the indentation of the line v stands on.
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
		// JSON has no line breaks inside of strings.
		dst = append(dst[:start], bytes.ReplaceAll(dst[start:], []byte("\n"), []byte("\n"+prefix))...)
	}
	return dst, nil
}

// Untouched returns what stands behind a record object that code has not
// written to and that no toJSON of the project has a part in: it writes the
// very JSON that JSON.stringify would. Call it on the loop.
func Untouched(o *goja.Object) (value.Appender, bool) {
	r := recordOf(o)
	if r == nil || r.owned || !r.class.bridge.native(r.rec) {
		return nil, false
	}
	return r.rec, true
}

// native tells whether a record and those in it have no toJSON of the project.
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

// toJSON is the default record.toJSON(): toObject without protected
// attributes. JSON.stringify, which alone passes a key, gets a view of the
// data instead of a copy.
func (b *bridge) toJSON(call goja.FunctionCall) goja.Value {
	if r := recordOf(call.This); r != nil && len(call.Arguments) > 0 {
		return b.rt.NewDynamicObject(&view{b, r.shown()})
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
		// A copy of a record that only has the prototype in common with it.
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
		data = r.shown()
	}
	for _, alias := range r.blank() {
		set(alias, b.rt.NewArray())
	}
	for k, v := range data.All() {
		if !r.data.Has(k) {
			continue // one of those
		}
		if js, ok := v.(goja.Value); ok && isFunction(js) {
			continue
		}
		// Get keeps what it converts: the copy shares Dates and nested
		// values with the record, as classic records do.
		js := b.jsonOf(r.Get(k))
		if r.class.switches.TextDates {
			js = dateText(b.rt, js)
		}
		set(k, js)
	}
	return out
}

// dateText gives a Date as the text that it has in JSON.
func dateText(rt *goja.Runtime, v goja.Value) goja.Value {
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Date" {
		if at, ok := o.Export().(time.Time); ok {
			return rt.ToValue(at.UTC().Format(value.DateLayout))
		}
	}
	return v
}

func isFunction(v goja.Value) bool {
	_, ok := goja.AssertFunction(v)
	return ok
}

// blank are the collections that JSON shows as empty, see orm.Record.
func (r *record) blank() []string {
	var out []string
	for _, alias := range r.rec.Blank {
		if !r.data.Has(alias) && r.Has(alias) {
			out = append(out, alias)
		}
	}
	return out
}

// shown is the record's data as JSON has it: without protected attributes, with
// collections that are shown as empty.
func (r *record) shown() *value.Map {
	if blank := r.blank(); len(blank) > 0 {
		out := value.New(r.data.Len() + len(blank))
		for _, alias := range blank {
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

// jsonOf is a member of a plain copy: records, alone or in a list, become what
// their toJSON gives.
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
	keys := o.Keys()
	list := make([]any, 0, len(keys))
	found := false
	for _, k := range keys {
		member := o.Get(k)
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

// view is the data of a record as JSON.stringify reads it: values are
// converted one by one as they are asked for, and nothing is kept.
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
		// What the toJSON of a Date would give.
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
