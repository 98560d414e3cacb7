package jsapi

import (
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi/bounds"
)

// script is what JSON.stringify was called with beside the value.
type script struct {
	replace goja.Callable // nil for none
	only    []string      // the members that are written, nil for all
	text    int           // how long the text may be, in bytes
}

// differs tells whether the text may be another one than value.Append gives:
// something may be left out, or indented farther than a server does.
func (s *script) differs(indent string) bool {
	return s != nil && (s.replace != nil || s.only != nil || indent != "")
}

// replaced is what the replacer makes of a member.
func (s *script) replaced(w *writer, holder *goja.Object, k memberKey, v goja.Value) goja.Value {
	if v == nil {
		v = goja.Undefined()
	}
	if holder == nil {
		holder = w.r.rt.NewObject()
		if err := holder.DefineDataProperty("", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	made, err := s.replace(holder, w.r.rt.ToValue(k.String()), v)
	if err != nil {
		panic(err)
	}
	return made
}

// teachJSON has JSON.stringify write by itself: goja's own takes time with the
// square of the depth, the stack of the process, and no interrupt.
func (r *Realm) teachJSON() error {
	own := r.rt.Get("JSON").ToObject(r.rt)
	r.objectKeys, _ = goja.AssertFunction(r.rt.Get("Object").ToObject(r.rt).Get("keys"))
	r.isArray, _ = goja.AssertFunction(r.rt.Get("Array").ToObject(r.rt).Get("isArray"))
	r.reflectGet, _ = goja.AssertFunction(r.rt.Get("Reflect").ToObject(r.rt).Get("get"))
	text := r.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		s := script{text: int(bounds.Text(r.MemoryLimit()))}
		w := writer{r: r, script: &s, indent: gap(call.Argument(2))}
		if by, ok := call.Argument(1).(*goja.Object); ok {
			if s.replace, ok = goja.AssertFunction(by); !ok && w.r.isList(by) {
				s.only = w.list(by)
			}
		}
		v := call.Argument(0)
		if _, isObject := v.(*goja.Object); !isObject && s.replace == nil {
			v, err := r.stringify(call.This, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		}
		if !w.value(v, nameKey(""), nil) {
			return goja.Undefined()
		}
		return r.rt.ToValue(string(w.dst))
	}).ToObject(r.rt)
	if err := text.DefineDataProperty("name", r.rt.ToValue("stringify"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	if err := text.DefineDataProperty("length", r.rt.ToValue(3), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return own.DefineDataProperty("stringify", text, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// gap is the indent that the third argument of JSON.stringify asks for.
func gap(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		switch o.ClassName() {
		case "Number":
			v = o.ToNumber()
		case "String":
			v = o.ToString()
		}
	}
	switch s := v.(type) {
	case goja.String:
		if s.Length() > 10 {
			s = s.Substring(0, 10)
		}
		return s.String()
	default:
		if !goja.IsNumber(v) {
			return ""
		}
		return "          "[:max(0, min(10, v.ToInteger()))]
	}
}

// list is the replacer as a list of names.
func (w *writer) list(of *goja.Object) []string {
	names := []string{}
	known := map[string]bool{}
	n := of.Get("length").ToInteger()
	for i := range n {
		w.check()
		v := of.Get(w.r.rt.ToValue(i).String())
		if o, ok := v.(*goja.Object); ok {
			if c := o.ClassName(); c != "Number" && c != "String" {
				continue
			}
		} else if v == nil || !goja.IsNumber(v) && !goja.IsString(v) {
			continue
		}
		if name := v.String(); !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	return slices.Clip(names)
}

// check ends what goes on although the turn is to end, or what is too long for a text.
func (w *writer) check() {
	if w.steps++; w.steps&0xff == 0 && w.r.Interrupted() {
		panic(w.r.rt.NewGoError(bounds.ErrInterrupted))
	}
	if w.script != nil && len(w.dst) > w.script.text {
		panic(bounds.RangeError(w.r.rt, "Invalid string length"))
	}
}

// isList tells what Array.isArray does.
func (r *Realm) isList(o *goja.Object) bool {
	is, err := r.isArray(goja.Undefined(), o)
	if err != nil {
		panic(err)
	}
	return is.ToBoolean()
}

// exactMembers calls member for all that Object.keys tells of, by names that
// are no UTF-8.
func (r *Realm) exactMembers(o *goja.Object, member func(v goja.Value, k string, name goja.String)) {
	keys, err := r.objectKeys(goja.Undefined(), o)
	if err != nil {
		panic(err)
	}
	list := keys.ToObject(r.rt)
	for i := range list.Get("length").ToInteger() {
		name, _ := list.Get(r.rt.ToValue(i).String()).(goja.String)
		v, err := r.reflectGet(goja.Undefined(), o, name)
		if err != nil {
			panic(err)
		}
		member(v, name.String(), name)
	}
}
