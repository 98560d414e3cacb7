package types

import (
	"regexp"
	"strings"
)

var member = regexp.MustCompile(`(?m)^ {4}(?:readonly )?([\w$]+)[?(:<]`)

// builtin reports whether the declarations of the server give an interface a member.
func builtin(of, name string) bool {
	_, text, ok := strings.Cut(common, "\n  interface "+of+" {\n")
	if !ok {
		return false
	}
	text, _, _ = strings.Cut(text, "\n  }\n")
	for _, m := range member.FindAllStringSubmatch(text, -1) {
		if m[1] == name {
			return true
		}
	}
	return false
}
