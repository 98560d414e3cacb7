package jsapi

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi/bounds"
	"framework/jsapi/errmsg"
)

// Stringify appends v as JSON.stringify(v, null, indent) does, including calls of
// toJSON; ok is false where JSON.stringify returns undefined. No line is indented
// by more than value.MaxPrefix bytes.
func (j *jsonCodec) Stringify(dst []byte, v goja.Value, indent string) (text []byte, ok bool, err error) {
	if units := utf16.Encode([]rune(indent)); len(units) > 10 {
		indent = string(utf16.Decode(units[:10]))
	}
	w := j.writer(dst, indent)
	defer j.reuse(&w)
	if ex := j.rt.Try(func() { ok = w.value(v, nameKey(""), nil) }); ex != nil {
		return dst, false, j.exceptions.Wrap(ex)
	}
	if !ok {
		return dst, false, nil
	}
	return w.dst, true, nil
}

// Dehydrate is Stringify as rttc.dehydrate of 1.x does it: functions, regular
// expressions and errors are written as strings, NaN and infinities as 0, a
// reference to an enclosing object as a string, and undefined elements of arrays
// are left out instead of written as null.
func (j *jsonCodec) Dehydrate(dst []byte, v goja.Value, indent string) (text []byte, ok bool, err error) {
	w := j.writer(dst, indent)
	defer j.reuse(&w)
	w.dehydrate = true
	if ex := j.rt.Try(func() { ok = w.value(v, nameKey(""), nil) }); ex != nil {
		return dst, false, j.exceptions.Wrap(ex)
	}
	if !ok {
		return dst, false, nil
	}
	return w.dst, true, nil
}

// OnStringify adds a shortcut for objects that stand for Go values: the appender
// that the hook returns has to write the same JSON as JSON.stringify. The hook is
// called for every object, so it has to be fast.
func (j *jsonCodec) OnStringify(hook func(o *goja.Object) (value.Appender, bool)) {
	j.stringifyHooks = append(j.stringifyHooks, hook)
}

// memberKey is the key of a member, for toJSON: the decimal text of an index is
// made only where it is needed.
type memberKey struct {
	name  string
	index int
}

func nameKey(s string) memberKey { return memberKey{s, -1} }

func (k memberKey) String() string {
	if k.index >= 0 {
		return strconv.Itoa(k.index)
	}
	return k.name
}

type writer struct {
	nesting
	codec     *jsonCodec
	dst       []byte
	indent    string
	dehydrate bool              // see Dehydrate
	options   *stringifyOptions // nil unless JSON.stringify was called
	steps     int
}

// nesting is in what a writer is.
type nesting struct {
	path  []*goja.Object
	keys  []memberKey // of the objects in path
	names []string    // of the members of the objects in path that are not yet written
}

// writer makes a writer that has the memory of the last one.
func (j *jsonCodec) writer(dst []byte, indent string) writer {
	w := writer{codec: j, dst: dst, indent: indent, nesting: j.spare}
	j.spare = nesting{} // a toJSON may call JSON.stringify
	return w
}

// reusedNesting is how much memory is kept: more is for rare values.
const reusedNesting = 256

// reuse keeps the memory of a writer for the next one.
func (j *jsonCodec) reuse(w *writer) {
	if cap(w.path) > reusedNesting || cap(w.names) > reusedNesting {
		return
	}
	clear(w.path[:cap(w.path)]) // for the garbage collector
	clear(w.keys[:cap(w.keys)])
	clear(w.names[:cap(w.names)])
	j.spare = nesting{w.path[:0], w.keys[:0], w.names[:0]}
}

// value appends v; where JSON leaves a value out it appends nothing and returns false.
func (w *writer) value(v goja.Value, k memberKey, holder *goja.Object) bool {
	w.check()
	o, isObject := v.(*goja.Object)
	if isObject && w.isPlain(o) {
		w.plain(o, k)
		return true
	}
	if isObject {
		for _, hook := range w.codec.stringifyHooks {
			if w.options.changesOutput(w.indent) {
				break
			}
			if a, ok := hook(o); ok {
				indent := w.level()
				w.dst = a.AppendJSON(w.dst, strings.Repeat(indent, len(w.path)), indent)
				return true
			}
		}
		if w.dehydrate && w.codec.rt.InstanceOf(o, w.codec.uint8Ctor) {
			w.dst = append(w.dst, "null"...) // as rttc does with Buffers
			return true
		}
		if f, ok := goja.AssertFunction(o.Get("toJSON")); ok {
			res, err := f(o, w.codec.rt.ToValue(k.String()))
			if err != nil {
				panic(err)
			}
			v = res
			o, isObject = v.(*goja.Object)
		}
	}
	if w.options != nil && w.options.replacer != nil {
		v = w.options.callReplacer(w, holder, k, v)
		o, isObject = v.(*goja.Object)
	}
	if isObject {
		return w.object(o, k)
	}
	if v == nil || goja.IsUndefined(v) {
		return false
	}
	if s, ok := v.(goja.String); ok {
		w.string(s)
		return true
	}
	if _, ok := v.(*goja.Symbol); ok {
		if w.dehydrate {
			w.dst = value.AppendString(w.dst, "Symbol("+v.String()+")")
		}
		return w.dehydrate
	}
	if w.codec.layout.IsInteger(v) {
		w.dst = strconv.AppendInt(w.dst, v.ToInteger(), 10)
		return true
	}
	switch x := v.Export().(type) {
	case nil:
		w.dst = append(w.dst, "null"...)
	case bool:
		w.dst = strconv.AppendBool(w.dst, x)
	case int64:
		w.dst = strconv.AppendInt(w.dst, x, 10)
	case float64:
		if w.dehydrate && (math.IsNaN(x) || math.IsInf(x, 0)) {
			x = 0
		}
		w.dst = value.AppendNumber(w.dst, x)
	case *big.Int:
		if w.dehydrate {
			w.dst = value.AppendString(w.dst, x.String())
			return true
		}
		w.delegate(v)
	default:
		return false
	}
	return true
}

func (w *writer) string(s goja.String) {
	text := s.String()
	if !strings.ContainsRune(text, '\uFFFD') {
		w.dst = value.AppendString(w.dst, text)
		return
	}
	// The replacement character may stand for half a surrogate pair, which
	// JSON.stringify escapes.
	w.dst = append(w.dst, '"')
	for i, n := 0, s.Length(); i < n; i++ {
		c := rune(s.CharAt(i))
		if utf16.IsSurrogate(c) {
			if i+1 < n {
				if full := utf16.DecodeRune(c, rune(s.CharAt(i+1))); full != '\uFFFD' {
					w.dst = append(w.dst, string(full)...)
					i++
					continue
				}
			}
			w.dst = append(w.dst, `\u`+strconv.FormatInt(int64(c), 16)...)
			continue
		}
		quoted := value.AppendString(nil, string(c))
		w.dst = append(w.dst, quoted[1:len(quoted)-1]...)
	}
	w.dst = append(w.dst, '"')
}

// delegate writes v with goja's own JSON.stringify. That would call toJSON of v a
// second time, but the kinds of values that are delegated have none.
func (w *writer) delegate(v goja.Value) bool {
	res, err := w.codec.stringify(goja.Undefined(), v, goja.Null(), w.codec.rt.ToValue(w.indent))
	if err != nil {
		panic(err)
	}
	if goja.IsUndefined(res) {
		return false
	}
	text := res.String()
	if w.indent != "" {
		text = strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(w.indent, len(w.path)))
	}
	w.dst = append(w.dst, text...)
	return true
}

// describe returns the string that Dehydrate writes for an object that is no data.
func (w *writer) describe(o *goja.Object, class string) (string, bool) {
	_, callable := goja.AssertFunction(o)
	switch {
	case callable, class == "RegExp":
		return o.String(), true
	case class == "Error", w.codec.rt.InstanceOf(o, w.codec.exceptions.errorCtor) && !IsRejection(o):
		if stack := o.Get("stack"); stack != nil && goja.IsString(stack) {
			return strings.TrimRight(stack.String(), "\n"), true
		}
		return o.String(), true
	case slices.Contains(w.path, o):
		return "[Circular ~" + w.pathTo(o) + "]", true
	}
	return "", false
}

// pathTo returns the path from the outermost object to one of the enclosing
// objects, as in ".list.0".
func (w *writer) pathTo(to *goja.Object) string {
	var b strings.Builder
	for i := 0; i < len(w.path)-1 && w.path[i] != to; i++ {
		for _, k := range w.path[i].Keys() {
			if w.path[i].Get(k) == goja.Value(w.path[i+1]) {
				b.WriteString("." + k)
				break
			}
		}
	}
	return b.String()
}

func (w *writer) object(o *goja.Object, k memberKey) bool {
	class := o.ClassName()
	if w.dehydrate {
		if text, ok := w.describe(o, class); ok {
			w.dst = value.AppendString(w.dst, text)
			return true
		}
	}
	switch class {
	case "Function":
		return false
	case "Boolean", "Number", "String":
		return w.delegate(o)
	}
	if o.ExportType() == bigIntType {
		return w.delegate(o)
	}
	if _, callable := goja.AssertFunction(o); callable {
		return false
	}
	w.enter(o, k)
	if class == "Array" || o.ExportType() == proxyType && w.codec.isList(o) {
		w.array(o)
	} else {
		w.members(o)
	}
	w.leave()
	return true
}

// enter begins with what is in an object, leave ends it.
func (w *writer) enter(o *goja.Object, k memberKey) {
	if slices.Contains(w.path, o) {
		panic(w.codec.rt.NewTypeError(circular(w.codec.rt, w.path, append(w.keys, k), o)))
	}
	if w.options != nil {
		if len(w.path) >= bounds.MaxNesting {
			panic(bounds.RangeError(w.codec.rt, "Maximum call stack size exceeded"))
		}
	} else if len(w.path) >= value.MaxDepth {
		panic(w.codec.rt.NewTypeError(value.ErrDepth.Error()))
	}
	w.path, w.keys = append(w.path, o), append(w.keys, k)
}

func (w *writer) leave() { w.path, w.keys = w.path[:len(w.path)-1], w.keys[:len(w.keys)-1] }

// circular returns the message for an object that is in path already. keys are those of
// the objects in path, and the one that leads back.
func circular(rt *goja.Runtime, path []*goja.Object, keys []memberKey, o *goja.Object) string {
	from := slices.Index(path, o)
	var steps []string
	for _, k := range keys[from+1:] {
		if k.index >= 0 {
			steps = append(steps, "index "+k.String())
		} else {
			steps = append(steps, "property '"+k.name+"'")
		}
	}
	return errmsg.Circular(rt, path[from:], steps)
}

// level returns the indent for the current depth, "" where everything stands on
// one line. The limit does not hold for scripts that call JSON.stringify.
func (w *writer) level() string {
	if w.options == nil && len(w.path)*len(w.indent) > value.MaxPrefix {
		return ""
	}
	return w.indent
}

func (w *writer) newline() {
	indent := w.level()
	if indent == "" {
		return
	}
	w.dst = append(w.dst, '\n')
	for range w.path {
		w.dst = append(w.dst, indent...)
	}
}

// end writes a closing bracket.
func (w *writer) end(empty bool, bracket byte) {
	if indent := w.level(); !empty && indent != "" {
		w.dst = append(w.dst, '\n')
		for range len(w.path) - 1 {
			w.dst = append(w.dst, indent...)
		}
	}
	w.dst = append(w.dst, bracket)
}

func (w *writer) array(o *goja.Object) {
	n := int(o.Get("length").ToInteger())
	w.dst = append(w.dst, '[')
	empty := true
	for i := range n {
		mark := len(w.dst)
		if !empty {
			w.dst = append(w.dst, ',')
		}
		w.newline()
		if !w.value(w.codec.element(o, i), memberKey{index: i}, o) {
			if w.dehydrate {
				w.dst = w.dst[:mark]
				continue
			}
			w.dst = append(w.dst, "null"...)
		}
		empty = false
	}
	w.end(empty, ']')
}

func (w *writer) members(o *goja.Object) {
	w.dst = append(w.dst, '{')
	empty := true
	member := func(v goja.Value, k string, name goja.String) {
		mark := len(w.dst)
		if !empty {
			w.dst = append(w.dst, ',')
		}
		w.newline()
		if name != nil {
			w.string(name)
		} else {
			w.dst = value.AppendString(w.dst, k)
		}
		w.dst = append(w.dst, ':')
		if w.level() != "" {
			w.dst = append(w.dst, ' ')
		}
		if !w.value(v, nameKey(k), o) {
			w.dst = w.dst[:mark]
			return
		}
		empty = false
	}
	if names, ok := w.codec.layout.Names(o, w.names); ok && (w.options == nil || w.options.properties == nil) && w.codec.layout.HidesNone(o) {
		from := len(w.names)
		w.names = names // what is written meanwhile comes behind
		for i := from; i < len(names); i++ {
			v := w.codec.layout.Member(o, names[i])
			if v == nil { // it has changed meanwhile
				v = o.Get(names[i])
			}
			member(v, names[i], nil)
		}
		w.names = w.names[:from]
		w.end(empty, '}')
		return
	}
	var keys []string
	if w.options != nil && w.options.properties != nil {
		keys = w.options.properties
	} else if o.ExportType() != proxyType {
		keys = o.Keys()
	}
	if keys == nil || slices.ContainsFunc(keys, func(k string) bool { return strings.ContainsRune(k, '\uFFFD') }) {
		w.codec.exactMembers(o, member) // that character may stand for half a surrogate pair
	} else {
		for _, k := range keys {
			member(o.Get(k), k, nil)
		}
	}
	w.end(empty, '}')
}
