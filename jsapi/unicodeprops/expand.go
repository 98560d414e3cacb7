package unicodeprops

import (
	"fmt"
	"strings"
)

// Needed reports whether a regular expression with these flags is one that goja does not
// know: with the flags d or v, or with Unicode properties to be written out.
func Needed(source, flags string) bool {
	return strings.ContainsAny(flags, "dv") || strings.Contains(flags, "u") && (strings.Contains(source, `\p{`) || strings.Contains(source, `\P{`))
}

// Expand writes out the properties of a regular expression with the flag u, and
// reports false when it names one that there is not.
func Expand(source string) (string, bool) {
	var out strings.Builder
	class := false
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '\\' && i+1 < len(source):
			if escape := source[i+1]; (escape == 'p' || escape == 'P') && i+2 < len(source) && source[i+2] == '{' {
				end := strings.IndexByte(source[i:], '}')
				if end < 0 {
					return "", false
				}
				list, ok := property(source[i+3 : i+end])
				if !ok {
					return "", false
				}
				if escape == 'P' {
					list = complement(list)
				}
				write(&out, list, class)
				i += end
				continue
			}
			out.WriteByte(c)
			i++
			out.WriteByte(source[i])
			continue
		}
		out.WriteByte(source[i])
	}
	return out.String(), true
}

// write writes a class, or what belongs into the one that is open.
func write(out *strings.Builder, list []span, open bool) {
	if !open {
		out.WriteByte('[')
		defer out.WriteByte(']')
	}
	const firstSurrogate, lastSurrogate = 0xd800, 0xdfff // never a character of their own
	for _, s := range without(list, []span{{firstSurrogate, lastSurrogate}}) {
		fmt.Fprintf(out, `\u{%x}`, s.from)
		if s.to > s.from {
			fmt.Fprintf(out, `-\u{%x}`, s.to)
		}
	}
}
