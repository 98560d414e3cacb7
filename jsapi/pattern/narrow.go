package pattern

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide is the number of characters from which on a class is worth to be narrowed.
const wide = 2000

// The engine that goja matches other texts than ASCII with, and expressions with assertions, looks for the other case of
// each character that a class names, where an expression has the flag i: it is slow for classes of very many, and what
// is no letter finds those that have a case outside of ASCII, as the long s. So these are written by what they lack. The
// doubled members mark what the getter of the source writes back (regexp.js).
const (
	notWord  = `[^\w\w]`
	notSpace = `[^\s\s]`
	notDigit = `[^\d\d]`
	notLine  = `[^\n\n\r\u2028\u2029]`
)

// narrow writes an expression with the flag i so that no class names very many characters. A class in brackets that
// cannot be read stays as it is; changed says that one was written anew, which the getter of the source cannot know.
func narrow(source, flags string) (narrowed string, changed bool) {
	if !strings.Contains(flags, "i") || strings.Contains(flags, "v") || strings.ContainsRune(source, utf8.RuneError) {
		return source, false // also halves of characters, which a text of Go does not have
	}
	var out strings.Builder
	copied := 0
	write := func(from, to int, text string) {
		out.WriteString(source[copied:from] + text)
		copied = to
	}
	for i := 0; i < len(source); i++ {
		switch source[i] {
		case '\\':
			if i++; i == len(source) {
				break
			}
			switch source[i] {
			case 'W':
				write(i-1, i+1, notWord)
			case 'S':
				write(i-1, i+1, notSpace)
			case 'D':
				write(i-1, i+1, notDigit)
			}
		case '.':
			if !strings.Contains(flags, "s") {
				write(i, i+1, notLine)
			}
		case '[':
			end := afterClass(source, i)
			r := plainReader{source: source[:end], at: i + 1, unicode: strings.Contains(flags, "u")}
			if text, ok := r.narrowed(); ok {
				write(i, end, text)
				changed = true
			}
			i = end - 1
		}
	}
	return out.String() + source[copied:], changed
}

// afterClass is where the class ends that begins at a place.
func afterClass(source string, at int) int {
	for at++; at < len(source); at++ {
		switch source[at] {
		case '\\':
			at++
		case ']':
			return at + 1
		}
	}
	return len(source)
}

// narrowed is the text of a class by the characters that it lacks; false if that does not make it smaller.
func (r *plainReader) narrowed() (string, bool) {
	if !strings.ContainsAny(r.source[r.at:], "-WSD") {
		return "", false
	}
	chars, negated, ok := r.class()
	size := count(chars)
	if !ok || size < wide {
		return "", false
	}
	others := complement(r.folded(chars))
	if !r.unicode {
		others = within(others, 0xffff)
	}
	// A class of all characters, as [^], is known to the engine.
	if len(others) == 0 || count(others) > size/4 {
		return "", false
	}
	var out strings.Builder
	out.WriteByte('[')
	if !negated {
		out.WriteByte('^')
	}
	for _, s := range others {
		out.WriteString(escapedRune(s.from))
		if s.to > s.from {
			out.WriteString("-" + escapedRune(s.to))
		}
	}
	out.WriteByte(']')
	return out.String(), true
}

// folded adds the characters that differ in case only. Without the flag u, none of ASCII does so from one that is not.
func (r *plainReader) folded(list []span) []span {
	if r.unicode {
		return folded(list)
	}
	ascii := folded(within(list, unicode.MaxASCII))
	return union(within(ascii, unicode.MaxASCII), list, beyond(folded(beyond(list, unicode.MaxASCII)), unicode.MaxASCII))
}

func count(list []span) (n int) {
	for _, s := range list {
		n += int(s.to-s.from) + 1
	}
	return n
}

// within is the part of a list up to a character.
func within(list []span, last rune) []span {
	var out []span
	for _, s := range list {
		if s.from <= last {
			out = append(out, span{s.from, min(s.to, last)})
		}
	}
	return out
}

// beyond is the part of a list after a character.
func beyond(list []span, last rune) []span {
	var out []span
	for _, s := range list {
		if s.to > last {
			out = append(out, span{max(s.from, last+1), s.to})
		}
	}
	return out
}

func escapedRune(c rune) string {
	if c > 0xffff {
		return fmt.Sprintf(`\u{%x}`, c)
	}
	return fmt.Sprintf(`\u%04x`, c)
}

// plainReader reads a class without the flag v; what it does not know, it refuses.
type plainReader struct {
	source  string
	at      int
	unicode bool
}

func (r *plainReader) class() (chars []span, negated, ok bool) {
	if strings.HasPrefix(r.source[r.at:], "^") {
		negated = true
		r.at++
	}
	for r.at < len(r.source) {
		if r.source[r.at] == ']' {
			r.at++
			return union(chars), negated, true
		}
		if list := r.shorthand(); list != nil {
			if rest := r.source[r.at:]; strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "-]") {
				return nil, false, false
			}
			chars = append(chars, list...)
			continue
		}
		from, ok := r.character()
		if !ok {
			return nil, false, false
		}
		to := from
		if rest := r.source[r.at:]; strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "-]") {
			r.at++
			if to, ok = r.character(); !ok || to < from {
				return nil, false, false
			}
		}
		chars = append(chars, span{from, to})
	}
	return nil, false, false
}

// shorthand reads \d, \w, \s and their complements.
func (r *plainReader) shorthand() []span {
	rest := r.source[r.at:]
	if len(rest) < 2 || rest[0] != '\\' {
		return nil
	}
	shared := classReader{source: rest, fold: r.unicode}
	list, ok := shared.shorthand()
	if ok {
		r.at += 2
	}
	return list
}

func (r *plainReader) character() (rune, bool) {
	rest := r.source[r.at:]
	c, size := utf8.DecodeRuneInString(rest)
	if c != '\\' {
		r.at += size
		return c, size > 0 && (c <= 0xffff || r.unicode)
	}
	if len(rest) < 2 {
		return 0, false
	}
	if at := strings.IndexByte("bfnrtv", rest[1]); at >= 0 {
		r.at += 2
		return rune("\b\f\n\r\t\v"[at]), true
	}
	switch c, digits := rest[1], 4; {
	case c == '0' && (len(rest) < 3 || rest[2] < '0' || rest[2] > '9'):
		r.at += 2
		return 0, true
	case c == 'u' && r.unicode && strings.HasPrefix(rest[2:], "{"):
		text, _, closed := strings.Cut(rest[3:], "}")
		n, ok := hex(text, len(text))
		r.at += len(`\u{}`) + len(text)
		return n, ok && closed && text != ""
	case c == 'x':
		digits = 2
		fallthrough
	case c == 'u':
		n, ok := hex(rest[2:], digits)
		r.at += 2 + digits
		// Half a character may be joined with the next.
		return n, ok && (!r.unicode || n < 0xd800 || n > 0xdfff)
	case c < utf8.RuneSelf && !('0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'):
		r.at += 2
		return rune(c), true
	}
	return 0, false
}
