package bounds

import "strings"

const (
	// MaxBrackets is the maximum depth of nested brackets in a source.
	MaxBrackets = 5000
	// maxExpression is the length up to which a source cannot exhaust the stack of the
	// parser, whatever its content; also the maximum length of one expression.
	maxExpression = 128 << 10
	// maxElse is the maximum number of else in a longer source.
	maxElse = 20000
)

// TooDeep returns the index at which a source nests so deeply that parsing it would
// exhaust the stack of the process, which ends the process; -1 if there is none. It
// does not parse: brackets in regular expressions and templates count too.
func TooDeep(src string) int {
	if len(src) < MaxBrackets {
		return -1
	}
	depth, since := 0, 0
	large := len(src) > maxExpression
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
			since += i - start // the content of a string does not nest
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
		if depth > MaxBrackets || large && i-since > maxExpression {
			return min(i, len(src))
		}
	}
	if large && strings.Count(src, "else") > maxElse {
		return strings.LastIndex(src, "else")
	}
	return -1
}
