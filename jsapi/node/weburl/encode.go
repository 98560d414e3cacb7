package weburl

import "strings"

// set says for each byte whether it is percent-encoded.
type set [256]bool

// with is the set that also has these characters.
func (s set) with(chars string) *set {
	for i := range len(chars) {
		s[chars[i]] = true
	}
	return &s
}

func controls() set {
	var s set
	for c := range s {
		s[c] = c < ' ' || c > '~'
	}
	return s
}

// The percent-encode sets of the standard. They are never written to.
var (
	controlSet      = controls().with("")
	fragmentSet     = controls().with(" \"<>`")
	querySet        = controls().with(" \"#<>")
	specialQuerySet = querySet.with("'")
	pathSet         = querySet.with("?`{}")
	userinfoSet     = pathSet.with("/:;=@[\\]^|")
	formSet         = userinfoSet.with("$%&+,!'()~")
)

const upperHex = "0123456789ABCDEF"

// appendEncoded appends c as it is, or percent-encoded if it is in the set.
func appendEncoded(b []byte, c byte, in *set) []byte {
	if !in[c] {
		return append(b, c)
	}
	return append(b, '%', upperHex[c>>4], upperHex[c&15])
}

// encode percent-encodes text.
func encode(text string, in *set) string {
	at := 0
	for at < len(text) && !in[text[at]] {
		at++
	}
	if at == len(text) {
		return text
	}
	b := make([]byte, at, len(text)+16)
	copy(b, text)
	for i := at; i < len(text); i++ {
		b = appendEncoded(b, text[i], in)
	}
	return string(b)
}

// decode replaces percent-encoded bytes; the result need not be UTF-8.
func decode(text string) string {
	at := strings.IndexByte(text, '%')
	if at < 0 {
		return text
	}
	b := append(make([]byte, 0, len(text)), text[:at]...)
	for i := at; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			high, low := hexValue(text[i+1]), hexValue(text[i+2])
			if high >= 0 && low >= 0 {
				b = append(b, byte(high<<4|low))
				i += 2
				continue
			}
		}
		b = append(b, text[i])
	}
	return string(b)
}

// hexValue is the value of a hexadecimal digit, or -1.
func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
