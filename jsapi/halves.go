package jsapi

import (
	"errors"
	"iter"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"framework/jsapi/pattern"
)

// installHalves replaces the methods of strings that goja runs on UTF-8, in which half a surrogate pair
// has no form: it became U+FFFD.
func installHalves(rt *goja.Runtime) error {
	proto := rt.Get("String").ToObject(rt).Get("prototype").ToObject(rt)
	for name, with := range map[string]func(old native, call goja.FunctionCall, text goja.String) goja.Value{
		"trim":              func(_ native, _ goja.FunctionCall, text goja.String) goja.Value { return trimmed(text, true, true) },
		"trimStart":         func(_ native, _ goja.FunctionCall, text goja.String) goja.Value { return trimmed(text, true, false) },
		"trimEnd":           func(_ native, _ goja.FunctionCall, text goja.String) goja.Value { return trimmed(text, false, true) },
		"toUpperCase":       byRuns,
		"toLowerCase":       byRuns,
		"toLocaleUpperCase": byRuns,
		"toLocaleLowerCase": byRuns,
		"normalize":         byRuns,
		"localeCompare": func(old native, call goja.FunctionCall, text goja.String) goja.Value {
			call.This = rt.ToValue(Sortable(text))
			call.Arguments = append([]goja.Value{rt.ToValue(Sortable(call.Argument(0)))}, call.Arguments[min(1, len(call.Arguments)):]...)
			return old(call)
		},
	} {
		if err := replaceText(rt, proto, name, with); err != nil {
			return err
		}
	}
	for alias, name := range map[string]string{"trimLeft": "trimStart", "trimRight": "trimEnd"} {
		if err := proto.DefineDataProperty(alias, proto.Get(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// native is the type of goja's built-in functions.
type native = func(call goja.FunctionCall) goja.Value

// replaceText has with answer the calls of a method for texts that are not plain ASCII.
func replaceText(rt *goja.Runtime, proto *goja.Object, name string, with func(old native, call goja.FunctionCall, text goja.String) goja.Value) error {
	fn := proto.Get(name).ToObject(rt)
	old, ok := fn.Export().(native)
	if !ok {
		return errors.New("String.prototype." + name + " is not built in")
	}
	compares := name == "localeCompare" // its other text may have halves
	made, err := named(rt, name, fn.Get("length").ToInteger(), func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok {
			call.This = o.ToString()
		}
		if text, ok := call.This.(goja.String); ok && (compares || len(text.String()) != text.Length()) {
			return with(old, call, text)
		}
		return old(call)
	})
	if err != nil {
		return err
	}
	return proto.DefineDataProperty(name, made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func trimmed(text goja.String, start, end bool) goja.Value {
	from, to := 0, text.Length()
	for start && from < to && isSpace(text.CharAt(from)) {
		from++
	}
	for end && from < to && isSpace(text.CharAt(to-1)) {
		to--
	}
	return text.Substring(from, to)
}

// isSpace is for WhiteSpace and LineTerminator of the language.
func isSpace(c uint16) bool {
	switch c {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return c >= 0x2000 && c <= 0x200a
}

// byRuns calls old for the texts between halves, which have no case and combine with nothing.
func byRuns(old native, call goja.FunctionCall, text goja.String) goja.Value {
	if !HasHalves(text) {
		return old(call)
	}
	if form, ok := call.Argument(0).(*goja.Object); ok {
		call.Arguments = []goja.Value{form.ToString()}
	}
	call.This = goja.StringFromUTF16(nil)
	old(call) // throws if the form is none
	units := unitsOf(text)
	var out []uint16
	run := func(part []uint16) {
		if len(part) > 0 {
			call.This = goja.StringFromUTF16(part)
			out = append(out, unitsOf(old(call).ToString().(goja.String))...)
		}
	}
	from := 0
	for at := range units {
		if isHalf(units, at) {
			run(units[from:at])
			out = append(out, units[at])
			from = at + 1
		}
	}
	run(units[from:])
	return goja.StringFromUTF16(out)
}

// HasHalves reports whether a text has half a surrogate pair.
func HasHalves(text goja.String) bool {
	s := text.String()
	if len(s) == text.Length() || !strings.ContainsRune(s, '\ufffd') {
		return false
	}
	units := unitsOf(text)
	for at := range units {
		if isHalf(units, at) {
			return true
		}
	}
	return false
}

// isHalf reports whether units[at] is a surrogate without the other one of its pair.
func isHalf(units []uint16, at int) bool {
	switch c := units[at]; {
	case c < 0xd800 || c > 0xdfff:
		return false
	case c < 0xdc00:
		return at+1 == len(units) || units[at+1]&0xfc00 != 0xdc00
	default:
		return at == 0 || units[at-1]&0xfc00 != 0xd800
	}
}

func unitsOf(text goja.String) []uint16 {
	units := make([]uint16, text.Length())
	for at := range units {
		units[at] = text.CharAt(at)
	}
	return units
}

// Sortable is a text for comparisons by rules of languages. Halves, and U+FFFD after them, are written as code
// points that are not assigned: they come after all letters, in this order.
func Sortable(v goja.Value) string {
	text, ok := v.ToString().(goja.String)
	if !ok {
		return v.ToString().String()
	}
	if s := text.String(); len(s) == text.Length() || !strings.ContainsRune(s, '\ufffd') {
		return s
	}
	const unassigned = 0xd0000
	var out strings.Builder
	for c := range characters(text) {
		switch {
		case utf16.IsSurrogate(c):
			out.WriteRune(unassigned + c - 0xd800)
		case c == '\ufffd':
			out.WriteRune(unassigned + '\ufffd')
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}

// characters gives the characters of a text; a half is one of its own, which utf16.IsSurrogate tells.
func characters(text goja.String) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		for at := 0; at < text.Length(); at++ {
			c := rune(text.CharAt(at))
			if at+1 < text.Length() {
				if both := utf16.DecodeRune(c, rune(text.CharAt(at+1))); both != '\ufffd' {
					c = both
					at++
				}
			}
			if !yield(c) {
				return
			}
		}
	}
}

// withHalves is a text for package pattern, where a half stays what it is.
func withHalves(v goja.Value) string {
	text, ok := v.(goja.String)
	if !ok || !HasHalves(text) {
		return v.String()
	}
	var out []byte
	for c := range characters(text) {
		if utf16.IsSurrogate(c) {
			out = pattern.AppendHalf(out, uint16(c))
		} else {
			out = utf8.AppendRune(out, c)
		}
	}
	return string(out)
}
