package pattern

import (
	"regexp"
	"strings"
	"unicode/utf8"
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

// AppendHalf writes a half of a character that has no other half beside it, in three bytes as WTF-8 has it:
// Problem reads it.
func AppendHalf(text []byte, half uint16) []byte {
	return append(text, 0xe0|byte(half>>12), 0x80|byte(half>>6)&0xbf, 0x80|byte(half)&0xbf)
}

// decode is utf8.DecodeRuneInString for texts that may have what AppendHalf writes.
func decode(text string) (c rune, size int) {
	if len(text) > 2 && text[0] == 0xed && text[1] >= 0xa0 {
		return rune(text[0]&0xf)<<12 | rune(text[1]&0x3f)<<6 | rune(text[2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(text)
}
