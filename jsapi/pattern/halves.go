package pattern

import (
	"regexp"
	"strings"
)

// escapedHalf matches a half of a character (a surrogate), escapedPair a whole one.
var (
	escapedHalf = regexp.MustCompile(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)
	escapedPair = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)
)

// hasHalves reports whether a regular expression has halves of characters: regexp.js says why
// they matter. Without the flag u, a character beyond the first 65,536 is two halves.
func hasHalves(source, flags string) bool {
	if strings.ContainsAny(flags, "uv") {
		return strings.Contains(source, `\u`) && escapedHalf.MatchString(escapedPair.ReplaceAllString(source, ""))
	}
	return strings.ContainsFunc(source, func(r rune) bool { return r > 0xffff }) || strings.Contains(source, `\u`) && escapedHalf.MatchString(source)
}
