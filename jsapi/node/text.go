package node

import (
	"errors"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/rivo/uniseg"
	"golang.org/x/text/encoding/htmlindex"

	"framework/jsapi/bounds"
	"framework/jsapi/node/intl"
)

// textModule is the native part of TextEncoder, TextDecoder and Intl.
type textModule struct{ *host }

// textNatives are the native functions of TextEncoder and TextDecoder.
func (m *textModule) textNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"uriFunction": m.uriFunction,
		"encode": func(call goja.FunctionCall) goja.Value {
			v, err := rt.New(rt.Get("Uint8Array"), rt.ToValue(rt.NewArrayBuffer([]byte(call.Argument(0).String()))))
			if err != nil {
				panic(err)
			}
			return v
		},
		"label": func(call goja.FunctionCall) goja.Value {
			e, err := htmlindex.Get(call.Argument(0).String())
			if err != nil {
				return rt.ToValue("")
			}
			name, err := htmlindex.Name(e)
			if err != nil {
				return rt.ToValue("")
			}
			return rt.ToValue(name)
		},
		"whole": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(completeLength(m.bytes(call.Argument(0))))
		},
		"decode": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(m.decodeText(m.bytes(call.Argument(0)), call.Argument(1).String(), call.Argument(2).ToBoolean()))
		},
	}
}

// intlNatives are the native functions of Segmenter.
func (m *textModule) intlNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		// segments(text, granularity) are the graphemes, words or sentences of a
		// text, all of it together.
		"segments": func(call goja.FunctionCall) goja.Value {
			parts, err := segments(call.Argument(0).String(), call.Argument(1).String(), m.realm.Interrupted)
			if err != nil {
				panic(m.realm.Error(err))
			}
			return rt.ToValue(parts)
		},
	}
}

// segments splits a text into graphemes, words or sentences (UAX 29). It fails when the turn is interrupted.
func segments(text, granularity string, interrupted func() bool) ([]any, error) {
	first := uniseg.FirstWordInString
	switch granularity {
	case "sentence":
		first = uniseg.FirstSentenceInString
	case "grapheme":
		first = func(text string, state int) (string, string, int) {
			part, rest, _, state := uniseg.FirstGraphemeClusterInString(text, state)
			return part, rest, state
		}
	}
	out, state := []any{}, -1
	for text != "" {
		var part string
		part, text, state = first(text, state)
		if out = append(out, part); len(out)%4096 == 0 && interrupted() {
			return nil, bounds.ErrInterrupted
		}
	}
	return out, nil
}

// localZone returns the name of the server's time zone, UTC if it has none.
func localZone() string {
	name := strings.TrimPrefix(time.Local.String(), ":")
	if name == "Local" {
		target, err := os.Readlink("/etc/localtime")
		if err != nil {
			return "UTC"
		}
		_, name, _ = strings.Cut(target, "zoneinfo/")
	}
	if _, ok := intl.FindZone(name); !ok {
		return "UTC"
	}
	return name
}

func (m *textModule) decodeText(b []byte, encoding string, fatal bool) string {
	if encoding == "utf-8" {
		if fatal && !utf8.Valid(b) {
			panic(m.errorWith("TypeError", "ERR_ENCODING_INVALID_ENCODED_DATA", "The encoded data was not valid for encoding utf-8"))
		}
		return validText(b)
	}
	e, err := htmlindex.Get(encoding)
	if err != nil {
		panic(m.errorWith("RangeError", "ERR_ENCODING_NOT_SUPPORTED", "The %q encoding is not supported", encoding))
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil || fatal && strings.ContainsRune(string(out), utf8.RuneError) {
		panic(m.errorWith("TypeError", "ERR_ENCODING_INVALID_ENCODED_DATA", "The encoded data was not valid for encoding %s", encoding))
	}
	return string(out)
}

// completeLength returns the length of b without an incomplete character at its end.
func completeLength(b []byte) int {
	for i := 1; i <= min(3, len(b)); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return len(b) - i
			}
			break
		}
	}
	return len(b)
}

// uriFunction is a function such as decodeURIComponent whose error has the message of V8:
// programs show it, and some compare it.
func (m *textModule) uriFunction(call goja.FunctionCall) goja.Value {
	rt := m.realm.Runtime()
	plain, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(rt.NewTypeError("%s is not a function", call.Argument(1)))
	}
	fn := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v, err := plain(goja.Undefined(), call.Argument(0))
		if err == nil {
			return v
		}
		kind := rt.Get("URIError")
		if thrown, ok := errors.AsType[*goja.Exception](err); ok && rt.InstanceOf(thrown.Value(), kind.ToObject(rt)) {
			malformed, err := rt.New(kind, rt.ToValue("URI malformed"))
			if err != nil {
				panic(err)
			}
			panic(malformed)
		}
		panic(err)
	}).ToObject(rt)
	for name, v := range map[string]any{"name": call.Argument(0), "length": 1} {
		_ = fn.DefineDataProperty(name, rt.ToValue(v), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return fn
}
