package errmsg

import (
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/pattern"
)

// regexp is for a pattern that is no regular expression.
func (s *site) regexp() string {
	flags := ""
	if v := s.arg(1); !goja.IsUndefined(v) {
		flags = v.String()
	}
	if strings.HasPrefix(s.text, "Invalid flags") {
		return ""
	}
	return wrongPattern(s.arg(0).String(), pattern.Flags(flags))
}

// wrongPattern returns the message of V8 for a pattern that an engine refuses, "" if V8 would not refuse it.
func wrongPattern(text, flags string) string {
	detail := pattern.Problem(text, flags)
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
