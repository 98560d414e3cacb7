package bounds

import (
	"github.com/dop251/goja"
)

// json limits the nesting depth of JSON texts.
func (b *bounds) json() error {
	return b.replace(b.member("JSON"), "parse", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if s, ok := call.Argument(0).(goja.String); ok && s.Length() > MaxNesting && nesting(s.String()) > MaxNesting {
				b.rangeError("JSON that nests deeper than %d", MaxNesting)
			}
			return old(call)
		}
	})
}

// nesting returns the nesting depth of a JSON text.
func nesting(text string) int {
	depth, most := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return most
}
