package pattern

import "strings"

// Backtracking in front of an expression has goja match it with the engine that backtracks, as it
// does where there are assertions. Nobody writes it; the getter of the source leaves it out (regexp.js).
const Backtracking = "(?=)(?=)"

// backtracks reports whether the engine of Go, which goja prefers, would answer in another way than the
// language demands: it knows one end of lines, keeps what a group has captured in an earlier repetition,
// and takes \c for a letter.
func backtracks(source, flags string) bool {
	return strings.Contains(flags, "m") && strings.ContainsAny(source, "^$") || strings.Contains(source, `\c`) || forgets(source)
}

// level is one that is open while the groups of an expression are read.
type level struct {
	captures     bool // the group captures
	inner        bool // so does one in it
	optional     bool // one of those may capture nothing
	alternatives bool
}

// forgets reports whether there is a group in a repeated one that may capture nothing the last time.
func forgets(source string) bool {
	open := []level{{}}
	for i := 0; i < len(source); i++ {
		top := &open[len(open)-1]
		switch source[i] {
		case '\\':
			i++
		case '[':
			i = afterClass(source, i) - 1
		case '|':
			top.alternatives = true
		case '(':
			open = append(open, level{captures: capturing(source[i:])})
		case ')':
			if len(open) == 1 {
				return false // a mistake
			}
			group := *top
			group.optional = group.optional || group.alternatives && group.inner
			open = open[:len(open)-1]
			skipped, repeated := quantity(source[i+1:])
			if repeated && group.optional {
				return true
			}
			above := &open[len(open)-1]
			any := group.inner || group.captures
			above.inner = above.inner || any
			above.optional = above.optional || group.optional || skipped && any
		}
	}
	return false
}

// quantity says whether the quantifier at the beginning of a text allows none, and more than one.
func quantity(text string) (none, more bool) {
	if text == "" {
		return false, false
	}
	switch text[0] {
	case '*':
		return true, true
	case '+':
		return false, true
	case '?':
		return true, false
	}
	if length := counted(text); length > 0 {
		least, most, _ := strings.Cut(strings.Trim(text[:length], "{}"), ",")
		return strings.Trim(least, "0") == "", strings.Trim(most, "0") != "1" && least != "1" || strings.Contains(text[:length], ",}")
	}
	return false, false
}

// capturing reports whether the group at the beginning of a source captures.
func capturing(source string) bool {
	rest := source[1:]
	return !strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
}
