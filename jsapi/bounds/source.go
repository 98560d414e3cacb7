package bounds

import "strings"

const (
	// MaxBrackets is how deep brackets may nest in a source.
	MaxBrackets = 5000
	// shallow is how long a source is that cannot exhaust the parser's stack,
	// whatever it holds, and how far an expression without an end may go.
	shallow = 128 << 10
	// maxElse is how often a source may go on with else.
	maxElse = 20000
)

// TooDeep finds where a source nests so deep that parsing it would exhaust the
// stack of the process, which nothing survives; -1 for nowhere. It reads no
// syntax: brackets of regular expressions and templates count.
func TooDeep(src string) int {
	if len(src) < MaxBrackets {
		return -1
	}
	depth, since := 0, 0
	large := len(src) > shallow
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '(', '[':
			depth++
		case '{':
			depth++
			since = i
		case ')', ']':
			depth = max(depth-1, 0)
		case '}':
			depth = max(depth-1, 0)
			since = i
		case ';', ',', '`':
			since = i
		case '"', '\'':
			start := i
			for i++; i < len(src) && src[i] != c && src[i] != '\n'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			since += i - start // what a text holds nests nothing
		case '/':
			if i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*') {
				start, end := i, "\n"
				if src[i+1] == '*' {
					end = "*/"
				}
				if n := strings.Index(src[i+2:], end); n >= 0 {
					i += 1 + n + len(end)
				} else {
					i = len(src)
				}
				since += i - start
			}
		}
		if depth > MaxBrackets || large && i-since > shallow {
			return min(i, len(src))
		}
	}
	if large && strings.Count(src, "else") > maxElse {
		return strings.LastIndex(src, "else")
	}
	return -1
}
