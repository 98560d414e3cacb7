package node

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"golang.org/x/text/encoding/htmlindex"
)

// textNatives are those of TextEncoder and TextDecoder.
func (h *host) textNatives() map[string]any {
	rt := h.realm.Runtime()
	return map[string]any{
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
			return rt.ToValue(whole(h.bytes(call.Argument(0))))
		},
		"decode": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(h.decodeText(h.bytes(call.Argument(0)), call.Argument(1).String(), call.Argument(2).ToBoolean()))
		},
		"offset": func(call goja.FunctionCall) goja.Value {
			zone := time.Local
			if name := call.Argument(1).String(); name != "" {
				z, err := time.LoadLocation(name)
				if err != nil {
					panic(h.errorWith("RangeError", "ERR_INVALID_TIME_ZONE", "Invalid time zone specified: %s", name))
				}
				zone = z
			}
			_, seconds := time.UnixMilli(call.Argument(0).ToInteger()).In(zone).Zone()
			return rt.ToValue(seconds)
		},
	}
}

func (h *host) decodeText(b []byte, encoding string, fatal bool) string {
	if encoding == "utf-8" {
		if fatal && !utf8.Valid(b) {
			panic(h.errorWith("TypeError", "ERR_ENCODING_INVALID_ENCODED_DATA", "The encoded data was not valid for encoding utf-8"))
		}
		return validText(b)
	}
	e, err := htmlindex.Get(encoding)
	if err != nil {
		panic(h.errorWith("RangeError", "ERR_ENCODING_NOT_SUPPORTED", "The %q encoding is not supported", encoding))
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil || fatal && strings.ContainsRune(string(out), utf8.RuneError) {
		panic(h.errorWith("TypeError", "ERR_ENCODING_INVALID_ENCODED_DATA", "The encoded data was not valid for encoding %s", encoding))
	}
	return string(out)
}

// whole is the length of b without a character that is cut off at its end.
func whole(b []byte) int {
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
