package protocol

import (
	_ "embed"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
	"framework/jsapi/debug"
)

// object is a JSON object of the protocol.
type object = map[string]any

//go:embed inspect.js
var inspectSource string

var inspectProgram = compile.Once("framework:inspect.js", inspectSource, false)

// mirror describes the values of one realm. It belongs on its loop.
type mirror struct {
	agent                                                  *debug.Agent
	describe, properties, entries, primitive, member, owns goja.Callable
}

func newMirror(a *debug.Agent) (*mirror, error) {
	program, err := inspectProgram()
	if err != nil {
		return nil, err
	}
	rt := a.Realm.Runtime()
	v, err := a.Quietly(func() (goja.Value, error) { return rt.RunProgram(program) })
	if err != nil {
		return nil, err
	}
	m := &mirror{agent: a}
	for i, f := range []*goja.Callable{&m.describe, &m.properties, &m.entries, &m.primitive, &m.member, &m.owns} {
		*f, _ = goja.AssertFunction(v.ToObject(rt).Get(strconv.Itoa(i)))
	}
	return m, nil
}

// call calls one of the functions of inspect.js; undefined stands for what it throws.
func (m *mirror) call(f goja.Callable, args ...any) goja.Value {
	rt := m.agent.Realm.Runtime()
	values := make([]goja.Value, len(args))
	for i, a := range args {
		values[i] = rt.ToValue(a)
	}
	v, err := m.agent.Quietly(func() (goja.Value, error) { return f(goja.Undefined(), values...) })
	if err != nil || v == nil {
		return goja.Undefined()
	}
	return v
}

// list calls one that returns an array.
func (m *mirror) list(f goja.Callable, args ...any) []goja.Value {
	o, ok := m.call(f, args...).(*goja.Object)
	if !ok {
		return nil
	}
	return m.elements(o)
}

// elements are those of an array.
func (m *mirror) elements(o *goja.Object) []goja.Value {
	list := make([]goja.Value, int(o.Get("length").ToInteger()))
	for i := range list {
		list[i] = o.Get(strconv.Itoa(i))
	}
	return list
}

var (
	proxyType   = reflect.TypeFor[goja.Proxy]()
	promiseType = reflect.TypeFor[*goja.Promise]()
)

// isProxy reports whether what is asked of an object may run code.
func isProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

func isPromise(o *goja.Object) bool { return o.ExportType() == promiseType }

// bare is what the protocol says of a value, without an id for it.
func (m *mirror) bare(v goja.Value) object {
	if v == nil || goja.IsUndefined(v) {
		return object{"type": "undefined"}
	}
	if goja.IsNull(v) {
		return object{"type": "object", "subtype": "null", "value": nil}
	}
	if s, ok := v.(*goja.Symbol); ok {
		return object{"type": "symbol", "description": "Symbol(" + s.String() + ")"}
	}
	if o, ok := v.(*goja.Object); ok {
		return m.bareObject(o)
	}
	switch x := v.Export().(type) {
	case bool:
		return object{"type": "boolean", "value": x}
	case string:
		return object{"type": "string", "value": v.String()}
	case int64:
		return object{"type": "number", "value": x, "description": strconv.FormatInt(x, 10)}
	case float64:
		text := v.String()
		if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
			if x == 0 {
				text = "-0"
			}
			return object{"type": "number", "unserializableValue": text, "description": text}
		}
		return object{"type": "number", "value": json.Number(strconv.FormatFloat(x, 'g', -1, 64)), "description": text}
	default:
		text := v.String() + "n"
		return object{"type": "bigint", "unserializableValue": text, "description": text}
	}
}

func (m *mirror) bareObject(o *goja.Object) object {
	kind := "object"
	if _, ok := goja.AssertFunction(o); ok {
		kind = "function"
	}
	if isProxy(o) {
		p := o.Export().(goja.Proxy)
		of := "Object"
		if t := p.Target(); t != nil && !isProxy(t) {
			of, _ = m.bareObject(t)["className"].(string)
		}
		return object{"type": kind, "subtype": "proxy", "className": of, "description": "Proxy(" + of + ")"}
	}
	internal := o.ClassName()
	if isPromise(o) {
		internal = "Promise"
	}
	said := m.list(m.describe, o, internal)
	if len(said) < 3 {
		return object{"type": kind, "className": internal, "description": internal}
	}
	out := object{"type": kind, "className": said[1].String(), "description": said[2].String()}
	if sub := said[0].String(); sub != "" {
		out["subtype"] = sub
	}
	return out
}

// property is one of an object.
type property struct {
	key, value, get, set               goja.Value
	own, data                          bool
	writable, configurable, enumerable bool
}

func (m *mirror) propertiesOf(o *goja.Object, own, accessors, named bool) []property {
	if isProxy(o) { // asking would run code
		return nil
	}
	var out []property
	computed := m.computed(o)
	for _, v := range m.list(m.properties, o, own, accessors, named, computed) {
		f := m.elements(v.(*goja.Object))
		out = append(out, property{
			key: f[0], own: f[1].ToBoolean(), data: f[2].ToBoolean(), value: f[3], get: f[4], set: f[5],
			writable: f[6].ToBoolean(), configurable: f[7].ToBoolean(), enumerable: f[8].ToBoolean(),
		})
	}
	return out
}

// computed are the members that are shown as an object's own though they are computed: names and getters.
func (m *mirror) computed(o *goja.Object) [][]any {
	list := [][]any{}
	if how, ok := m.agent.Realm.Shown(o); ok {
		for _, name := range how.Members {
			if how.Ready(o, name) {
				list = append(list, []any{name, how.Own[name]})
			}
		}
	}
	return list
}

// hasOwn reports whether an object has a getter itself that Go has given it.
func (m *mirror) hasOwn(o *goja.Object, name string) bool {
	how, ok := m.agent.Realm.Shown(o)
	if !ok || how.Own[name] == nil {
		return false
	}
	return m.call(m.owns, o, name, how.Own[name]).ToBoolean()
}

// computedMember reads a getter of an object that is shown in a way of its own, and returns
// nothing for others, which may run code of a script.
func (m *mirror) computedMember(o *goja.Object, name string) []goja.Value {
	if how, ok := m.agent.Realm.Shown(o); ok && how.Ready(o, name) {
		if v, err := m.agent.Quietly(func() (v goja.Value, err error) {
			thrown := m.agent.Realm.Runtime().Try(func() { v = o.Get(name) })
			if thrown != nil {
				err = thrown
			}
			return v, err
		}); err == nil && v != nil {
			return []goja.Value{v}
		}
	}
	return []goja.Value{}
}

// name is that of a property.
func (p property) name() string {
	if s, ok := p.key.(*goja.Symbol); ok {
		return "Symbol(" + s.String() + ")"
	}
	return p.key.String()
}

// Limits of previews, as in V8.
const (
	previewed        = 5
	previewedIndexes = 100
	previewedText    = 100
)

// preview is what a client shows of an object that is not opened.
func (m *mirror) preview(o *goja.Object) object {
	entries := m.list(m.entries, o)
	out := m.outline(o, entries)
	var shown []object
	for i, e := range entries {
		if i == previewed {
			out["overflow"] = true
			break
		}
		entry := object{}
		for _, p := range m.propertiesOf(e.(*goja.Object), true, false, false) {
			entry[p.name()] = m.entry(p.value)
		}
		shown = append(shown, entry)
	}
	if shown != nil {
		out["entries"] = shown
	}
	return out
}

// outline is a preview without the entries of a Map or a Set, but their number; nil for other
// objects.
func (m *mirror) outline(o *goja.Object, entries []goja.Value) object {
	bare := m.bareObject(o)
	out := object{"type": bare["type"], "description": bare["description"], "overflow": false}
	if sub, ok := bare["subtype"]; ok {
		out["subtype"] = sub
	}
	list := []object{}
	limit := previewed
	switch bare["subtype"] {
	case "array", "typedarray":
		limit = previewedIndexes
	}
	synthetic, wraps := m.synthetic(o)
	for _, p := range m.propertiesOf(o, true, false, wraps) {
		if p.name() == "length" && (bare["subtype"] == "array" || wraps) {
			continue
		}
		if len(list) == limit {
			out["overflow"] = true
			break
		}
		if !p.data {
			list = append(list, object{"name": p.name(), "type": "accessor"})
			continue
		}
		list = append(list, m.brief(p.name(), p.value))
	}
	for _, p := range synthetic {
		list = append(list, m.brief("[["+p.name+"]]", p.value))
	}
	if entries != nil {
		list = append(list, m.brief("size", m.agent.Realm.Runtime().ToValue(len(entries))))
	}
	out["properties"] = list
	return out
}

// synthetic is something that clients show of an object which is none of its properties.
type synthetic struct {
	name  string
	value goja.Value
}

// synthetic returns the state of a promise, or what an object wraps; wraps says which.
func (m *mirror) synthetic(o *goja.Object) (list []synthetic, wraps bool) {
	if isPromise(o) {
		p := o.Export().(*goja.Promise)
		state := map[goja.PromiseState]string{goja.PromiseStatePending: "pending", goja.PromiseStateFulfilled: "fulfilled", goja.PromiseStateRejected: "rejected"}
		return []synthetic{{"PromiseState", m.agent.Realm.Runtime().ToValue(state[p.State()])}, {"PromiseResult", p.Result()}}, false
	}
	if isProxy(o) {
		return nil, false
	}
	if wrapped := m.list(m.primitive, o); len(wrapped) > 0 {
		return []synthetic{{"PrimitiveValue", wrapped[0]}}, true
	}
	return nil, false
}

// entry is a key or a value in the preview of a Map or a Set.
func (m *mirror) entry(v goja.Value) object {
	b := m.brief("", v)
	if o, ok := v.(*goja.Object); ok && b["type"] == "object" {
		return m.outline(o, m.list(m.entries, o))
	}
	out := object{"type": b["type"], "description": b["value"], "overflow": false, "properties": []object{}}
	if sub, ok := b["subtype"]; ok {
		out["subtype"] = sub
	}
	return out
}

// brief is a property in a preview.
func (m *mirror) brief(name string, v goja.Value) object {
	bare := m.bare(v)
	out := object{"name": name, "type": bare["type"]}
	if sub, ok := bare["subtype"]; ok {
		out["subtype"] = sub
	}
	text := ""
	switch bare["type"] {
	case "undefined":
		text = "undefined"
	case "function":
	case "string", "boolean":
		text = v.String()
	default:
		if text, _ = bare["description"].(string); bare["subtype"] == "null" {
			text = "null"
		}
	}
	if units := []rune(text); len(units) > previewedText {
		if bare["type"] == "string" { // its end is shown too
			text = string(units[:previewedText/2]) + "…" + string(units[len(units)-previewedText/2+1:])
		} else {
			text = string(units[:previewedText-1]) + "…"
		}
	}
	if line, _, more := strings.Cut(text, "\n"); more && bare["subtype"] == "error" {
		text = line
	}
	out["value"] = text
	return out
}
