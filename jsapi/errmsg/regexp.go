package errmsg

import (
	"strings"

	"github.com/dop251/goja"
)

// regexps are pieces of the messages of the engines for regular expressions, and what
// V8 says.
var regexps = []struct{ piece, say string }{
	{"Unterminated group", "Unterminated group"},
	{"missing closing )", "Unterminated group"},
	{"not enough )", "Unterminated group"},
	{"unexpected )", "Unmatched ')'"},
	{"Unmatched ')'", "Unmatched ')'"},
	{"too many )", "Unmatched ')'"},
	{"Unterminated character class", "Unterminated character class"},
	{"missing closing ]", "Unterminated character class"},
	{"unterminated [] set", "Unterminated character class"},
	{"missing argument to repetition operator", "Nothing to repeat"},
	{"invalid nested repetition operator", "Nothing to repeat"},
	{"invalid repeat count", "numbers out of order in {} quantifier"},
	{"trailing backslash", `\ at end of pattern`},
	{"illegal \\ at end of pattern", `\ at end of pattern`},
	{"Invalid group", "Invalid group"},
	{"unrecognized grouping construct", "Invalid group"},
	{"invalid or unsupported Perl syntax", "Invalid group"},
	{"invalid character class range", "Range out of order in character class"},
	{"[x-y] range in reverse order", "Range out of order in character class"},
	{"reference to undefined group name", "Invalid named capture referenced"},
	{"reference to undefined group", "Invalid named capture referenced"},
	{"group name", "Invalid capture group name"},
	{"invalid named capture", "Invalid capture group name"},
}

// regexp is for a pattern that is no regular expression.
func (s *site) regexp() string {
	flags := ""
	if v := s.arg(1); !goja.IsUndefined(v) {
		flags = v.String()
	}
	if strings.HasPrefix(s.text, "Invalid flags") {
		return ""
	}
	return wrongPattern(s.arg(0).String(), flags, s.text)
}

// wrongPattern returns the message of V8 for a pattern of which an engine says what is wrong,
// "" if it is not known.
func wrongPattern(text, flags, says string) string {
	detail := ""
	switch {
	case strings.HasSuffix(text, `(?<`) || strings.Contains(text, "(?<") && !strings.ContainsRune(text[strings.LastIndex(text, "(?<"):], '>') && !strings.Contains(text, "(?<=") && !strings.Contains(text, "(?<!"):
		detail = "Invalid capture group name"
	case strings.Contains(says, "invalid escape sequence"):
		detail = "Invalid escape"
		if strings.Contains(text, `\u`) {
			detail = "Invalid Unicode escape"
		}
	default:
		for _, r := range regexps {
			if strings.Contains(says, r.piece) {
				detail = r.say
				break
			}
		}
	}
	if detail == "" {
		return ""
	}
	return say("Invalid regular expression: /%/%: %", text, flags, detail)
}

// regexpAt returns the regular expression that begins at the start of a source.
func regexpAt(src string) (text, flags string, ok bool) {
	if !strings.HasPrefix(src, "/") {
		return "", "", false
	}
	class := false
	for i := 1; i < len(src) && src[i] != '\n'; i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return src[1:i], leadingWord(src[i+1:]), true
		}
	}
	return "", "", false
}
