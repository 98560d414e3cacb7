package sqldb

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold is what text is taken for when case is ignored: lower case, rune by
// rune. The few letters beyond ASCII whose lower case is an ASCII letter stay
// as they are, so that ASCII folds to and from ASCII alone, as in SQLite.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return strings.Map(foldRune, s)
}

func foldRune(r rune) rune {
	lower := unicode.ToLower(r)
	if lower < utf8.RuneSelf && r >= utf8.RuneSelf {
		return r
	}
	return lower
}

// maxSpellings bounds the spellings of one text that are looked for.
const maxSpellings = 16

// spellings are the texts that fold like s, but for the case of their ASCII
// letters; nil when they are too many or when SQLite would not compare all of
// the text.
func spellings(s string) []any {
	if strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
		return nil
	}
	list := []string{""}
	for _, r := range s {
		letters := casesOf(r)
		if len(list)*len(letters) > maxSpellings {
			return nil
		}
		longer := make([]string, 0, len(list)*len(letters))
		for _, before := range list {
			for _, letter := range letters {
				longer = append(longer, before+string(letter))
			}
		}
		list = longer
	}
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// casesOf are the runes that fold like r; of ASCII, r alone.
func casesOf(r rune) []rune {
	list := []rune{r}
	if r < utf8.RuneSelf {
		return list
	}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		if foldRune(other) == foldRune(r) {
			list = append(list, other)
		}
	}
	return list
}

// isASCII reports whether SQLite itself compares s without regard to case: it
// does so for ASCII, up to a NUL.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == 0 {
			return false
		}
	}
	return true
}
