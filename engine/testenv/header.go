package testenv

import "strings"

// FromLatin1 reads a header as Node does: each byte is a character.
func FromLatin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}
