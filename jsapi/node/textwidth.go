package node

import (
	"unicode"

	"github.com/dop251/goja"
	"golang.org/x/text/width"
)

// textWidthNatives are the native functions of textwidth.js: columns(text) is how many columns of a terminal the
// characters of a text take, by the properties of Unicode that Node asks of ICU.
func textWidthNatives(h *host) map[string]any {
	return map[string]any{"columns": func(call goja.FunctionCall) goja.Value {
		n := 0
		for _, r := range call.Argument(0).String() {
			n += columns(r)
		}
		return h.realm.Runtime().ToValue(n)
	}}
}

func columns(r rune) int {
	const softHyphen = 0xad
	switch kind := width.LookupRune(r).Kind(); {
	case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
		return 2
	case r != softHyphen && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
		return 0
	}
	return 1
}
