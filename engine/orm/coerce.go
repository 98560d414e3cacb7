package orm

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"framework/engine/value"
)

// maxSafe is the largest integer that a JavaScript number holds exactly.
const maxSafe = 1<<53 - 1

// stringOf is String(v) of JavaScript, false for objects, which have no text
// of their own.
func stringOf(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "null", true
	case value.Undefined:
		return "undefined", true
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case int:
		return strconv.Itoa(v), true
	case float64:
		return value.FormatNumber(v), true
	case time.Time:
		return v.Local().Format("Mon Jan 02 2006 15:04:05 GMT-0700 (MST)"), true
	case []byte:
		return string(v), true
	case []any:
		return joined(v), true
	}
	return "", false
}

// joined is String(list): the members, separated by commas.
func joined(list []any) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		switch v.(type) {
		case nil, value.Undefined:
			continue
		}
		s, ok := stringOf(v)
		if !ok {
			s = "[object Object]"
		}
		b.WriteString(s)
	}
	return b.String()
}

// space holds the characters that JavaScript strips from numbers.
func space(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return r >= 0x2000 && r <= 0x200A
}

// parseInt is parseInt(s, 10): the leading digits, NaN when there are none.
func parseInt(s string) any {
	s = strings.TrimLeftFunc(s, space)
	end := 0
	if end < len(s) && (s[0] == '+' || s[0] == '-') {
		end++
	}
	start := end
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == start {
		return math.NaN()
	}
	if n, err := strconv.ParseInt(s[:end], 10, 64); err == nil && n >= -maxSafe && n <= maxSafe {
		return n
	}
	f, _ := strconv.ParseFloat(s[:end], 64) // out of range is an infinity
	return f
}

// decimal is a number as JavaScript writes it, the exponent included.
var decimal = regexp.MustCompile(`^[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`)

// parseFloat is parseFloat(s) of JavaScript: the leading number, else NaN.
func parseFloat(s string) any {
	text := decimal.FindString(strings.TrimLeftFunc(s, space))
	if text == "" {
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(text, 64)
	return value.Number(f)
}

// toNumber is Number(s): all of s has to be a number; blank text is 0.
func toNumber(s string) (any, bool) {
	s = strings.TrimFunc(s, space)
	if s == "" {
		return int64(0), true
	}
	if len(s) > 2 && s[0] == '0' {
		base := map[byte]int{'x': 16, 'X': 16, 'o': 8, 'O': 8, 'b': 2, 'B': 2}[s[1]]
		if base != 0 {
			n, err := strconv.ParseUint(s[2:], base, 53)
			return int64(n), err == nil
		}
	}
	if len(s) < 16 && strings.Trim(s, "0123456789") == "" { // exact, and what ids are
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil
	}
	if decimal.FindString(s) != s {
		return nil, false
	}
	f, _ := strconv.ParseFloat(s, 64)
	return value.Number(f), true
}
