package value

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// SyntaxMessage returns the message of V8 (Node 20) for a text that is no JSON; it is
// empty for one that is. Positions count UTF-16 units.
func SyntaxMessage(text string) string {
	j := jsonText{source: text}
	if !j.value() {
		return j.message
	}
	if j.space(); j.at < len(j.source) {
		j.fail("Unexpected non-whitespace character after JSON")
	}
	return j.message
}

// jsonText looks for the first error in a text. Its methods return false there.
type jsonText struct {
	source  string
	at      int    // in bytes
	open    []byte // the brackets around
	message string
}

const (
	ended = "Unexpected end of JSON input"
	// around is how many units V8 shows on either side of a token.
	around = 10
)

func (j *jsonText) peek() int {
	if j.at >= len(j.source) {
		return -1
	}
	return int(j.source[j.at])
}

func (j *jsonText) space() {
	for c := j.peek(); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = j.peek() {
		j.at++
	}
}

// fail reports what is wrong at the position.
func (j *jsonText) fail(what string) bool {
	if what != "Unexpected non-whitespace character after JSON" {
		what += " in JSON"
	}
	j.message = what + " at position " + strconv.Itoa(units(j.source[:j.at]))
	return false
}

// token reports a token that cannot be there.
func (j *jsonText) token() bool {
	if j.at >= len(j.source) {
		j.message = ended
		return false
	}
	switch j.source {
	case "undefined", "NaN", "Infinity", "[object Object]":
		j.message = strconv.Quote(j.source) + " is not valid JSON"
		return false
	}
	switch c := j.source[j.at]; {
	case c == '"':
		return j.fail("Unexpected string")
	case c == '-' || c >= '0' && c <= '9':
		return j.fail("Unexpected number")
	}
	left, right := j.source[:j.at], j.source[j.at:]
	at := units(left)
	length := at + units(right)
	before, after := "", ""
	from, to := utf16.Encode([]rune(last(left, 2*around))), utf16.Encode([]rune(first(right, 2*around)))
	token := string(utf16.Decode(to[:1]))
	if length > 2*around {
		if at >= around {
			from, before = from[len(from)-around:], "..."
		}
		if at < around || at < length-around {
			to, after = to[:min(len(to), around)], "..."
		}
	}
	j.message = "Unexpected token '" + token + "', " + before + `"` + string(utf16.Decode(append(from, to...))) + `"` + after + " is not valid JSON"
	return false
}

// units is the length of a text in UTF-16.
func units(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// first returns at most the first n characters of a text.
func first(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// last returns at most the last n characters of a text.
func last(text string, n int) string {
	end := len(text)
	for ; n > 0 && end > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:end])
		end -= size
	}
	return text[end:]
}

// value reads a value with all those in it, without recursion.
func (j *jsonText) value() bool {
	for {
		j.space()
		switch c := j.peek(); c {
		case '{':
			j.at++
			j.open = append(j.open, '}')
			if j.space(); j.peek() == '}' {
				break
			}
			if j.peek() != '"' {
				return j.fail("Expected property name or '}'")
			}
			if !j.name() {
				return false
			}
			continue
		case '[':
			j.at++
			j.open = append(j.open, ']')
			if j.space(); j.peek() == ']' {
				break
			}
			continue
		default:
			if !j.scalar(c) {
				return false
			}
		}
		more, ok := j.after()
		if !ok || !more {
			return ok
		}
	}
}

// after reads what follows a value: more is true if that is another value.
func (j *jsonText) after() (more, ok bool) {
	for len(j.open) > 0 {
		j.space()
		closing := int(j.open[len(j.open)-1])
		switch c := j.peek(); {
		case c == closing:
			j.at++
			j.open = j.open[:len(j.open)-1]
			continue
		case c == ',' && closing == ']':
			j.at++
			return true, true
		case c == ',':
			j.at++
			if j.space(); j.peek() != '"' {
				return false, j.fail("Expected double-quoted property name")
			}
			return true, j.name()
		case closing == '}':
			return false, j.fail("Expected ',' or '}' after property value")
		default:
			return false, j.fail("Expected ',' or ']' after array element")
		}
	}
	return false, true
}

// name reads the name of a member and the colon.
func (j *jsonText) name() bool {
	if !j.text() {
		return false
	}
	if j.space(); j.peek() != ':' {
		return j.fail("Expected ':' after property name")
	}
	j.at++
	return true
}

func (j *jsonText) scalar(c int) bool {
	switch {
	case c == '"':
		return j.text()
	case c == '-' || c >= '0' && c <= '9':
		return j.number()
	}
	for _, word := range []string{"null", "true", "false"} {
		if c == int(word[0]) {
			for i := range word {
				if j.peek() != int(word[i]) {
					return j.token()
				}
				j.at++
			}
			return true
		}
	}
	return j.token()
}

// text reads a string.
func (j *jsonText) text() bool {
	for j.at++; ; j.at++ {
		switch c := j.peek(); {
		case c < 0:
			return j.fail("Unterminated string")
		case c == '"':
			j.at++
			return true
		case c < ' ':
			return j.fail("Bad control character in string literal")
		case c == '\\':
			j.at++
			if !j.escape(j.peek()) {
				return false
			}
		}
	}
}

func (j *jsonText) escape(c int) bool {
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			j.at++
			if c := j.peek(); (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
				return j.fail("Bad Unicode escape")
			}
		}
		return true
	case -1:
		return j.fail("Unterminated string")
	}
	return j.fail("Bad escaped character")
}

func (j *jsonText) digits() bool {
	from := j.at
	for c := j.peek(); c >= '0' && c <= '9'; c = j.peek() {
		j.at++
	}
	return j.at > from
}

func (j *jsonText) number() bool {
	if j.peek() == '-' {
		j.at++
		if c := j.peek(); c < '0' || c > '9' {
			return j.fail("No number after minus sign")
		}
	}
	if j.peek() == '0' {
		j.at++
		if c := j.peek(); c >= '0' && c <= '9' {
			return j.fail("Unexpected number")
		}
	} else {
		j.digits()
	}
	if j.peek() == '.' {
		if j.at++; !j.digits() {
			return j.fail("Unterminated fractional number")
		}
	}
	if c := j.peek(); c == 'e' || c == 'E' {
		j.at++
		if c := j.peek(); c == '+' || c == '-' {
			j.at++
		}
		if !j.digits() {
			return j.fail("Exponent part is missing a number")
		}
	}
	return true
}
