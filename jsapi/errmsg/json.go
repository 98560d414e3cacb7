package errmsg

import (
	"strconv"
	"unicode/utf16"
)

// JSON returns the message of V8 for a text that is no JSON; it is empty for one that
// is. Positions count UTF-16 units.
func JSON(text string) string {
	j := jsonText{units: utf16.Encode([]rune(text))}
	if !j.value() {
		return j.message
	}
	if j.space(); j.at < len(j.units) {
		j.fail("Unexpected non-whitespace character after JSON")
	}
	return j.message
}

// jsonText looks for the first error in a text. Its methods return false there.
type jsonText struct {
	units   []uint16
	at      int
	open    []byte // the brackets around
	message string
}

const (
	ended = "Unexpected end of JSON input"
	// around is how many units V8 shows on either side of a token.
	around = 10
)

func (j *jsonText) peek() int {
	if j.at >= len(j.units) {
		return -1
	}
	return int(j.units[j.at])
}

func (j *jsonText) space() {
	for c := j.peek(); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = j.peek() {
		j.at++
	}
}

// fail reports what is wrong at the position.
func (j *jsonText) fail(what string) bool {
	j.message = what + " in JSON at position " + strconv.Itoa(j.at)
	if what == "Unexpected non-whitespace character after JSON" {
		j.message = what + " at position " + strconv.Itoa(j.at)
	}
	return false
}

// token reports a token that cannot be there.
func (j *jsonText) token() bool {
	if j.at >= len(j.units) {
		j.message = ended
		return false
	}
	text := func(from, to int) string { return string(utf16.Decode(j.units[from:to])) }
	whole := text(0, len(j.units))
	switch whole {
	case "undefined", "NaN", "Infinity", "[object Object]":
		j.message = strconv.Quote(whole) + " is not valid JSON"
		return false
	}
	from, to, before, after := 0, len(j.units), "", ""
	if len(j.units) > 4*around {
		if j.at > around {
			from, before = j.at-around, "..."
		}
		if j.at+around < len(j.units) {
			to, after = j.at+around, "..."
		}
	}
	j.message = "Unexpected token '" + text(j.at, j.at+1) + "', " + before + `"` + text(from, to) + `"` + after + " is not valid JSON"
	return false
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
			if c < 0 {
				return false, j.token()
			}
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
