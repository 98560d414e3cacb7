package node

import (
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/rivo/uniseg"
	"golang.org/x/text/encoding/htmlindex"

	"framework/engine/value"
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
	}
}

// intlNatives are what Intl has from Go: time zones, and where texts part.
func (h *host) intlNatives() map[string]any {
	rt := h.realm.Runtime()
	return map[string]any{
		// segments(text, granularity) are the graphemes, words or sentences of a
		// text, all of it together.
		"segments": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(segments(call.Argument(0).String(), call.Argument(1).String()))
		},
		// zone(name) is how a zone is called, without a name that of the server.
		"zone": func(call goja.FunctionCall) goja.Value {
			if goja.IsUndefined(call.Argument(0)) {
				return rt.ToValue(localZone())
			}
			name := call.Argument(0).String()
			h.location(name)
			return rt.ToValue(zoneName(name))
		},
		// zoneAt(ms, name) is a zone at a time: its offset in seconds and its
		// abbreviation.
		"zoneAt": func(call goja.FunctionCall) goja.Value {
			name, seconds := time.UnixMilli(call.Argument(0).ToInteger()).In(h.location(call.Argument(1).String())).Zone()
			return h.realm.ToJS(value.Of("name", name, "offset", int64(seconds)))
		},
	}
}

// segments parts a text by the rules of Unicode (UAX 29).
func segments(text, granularity string) []any {
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
		out = append(out, part)
	}
	return out
}

// location finds a time zone, or throws as Intl does.
func (h *host) location(name string) *time.Location {
	if name == "" || strings.EqualFold(name, "local") {
		panic(h.errorWith("RangeError", "ERR_INVALID_TIME_ZONE", "Invalid time zone specified: %s", name))
	}
	zone, err := time.LoadLocation(zoneName(name))
	if err != nil {
		panic(h.errorWith("RangeError", "ERR_INVALID_TIME_ZONE", "Invalid time zone specified: %s", name))
	}
	return zone
}

// zoneName is the name that Intl gives a zone.
func zoneName(name string) string {
	switch strings.ToUpper(name) {
	case "UTC", "GMT", "ETC/UTC", "ETC/GMT", "Z", "ETC/UCT", "UCT", "ZULU", "ETC/ZULU", "UNIVERSAL", "GREENWICH":
		return "UTC"
	}
	return name
}

// localZone is the name of the zone the server is in, UTC where it has none.
func localZone() string {
	name := strings.TrimPrefix(time.Local.String(), ":")
	if name == "Local" {
		target, err := os.Readlink("/etc/localtime")
		if err != nil {
			return "UTC"
		}
		_, name, _ = strings.Cut(target, "zoneinfo/")
	}
	if _, err := time.LoadLocation(name); err != nil || name == "" {
		return "UTC"
	}
	return zoneName(name)
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
