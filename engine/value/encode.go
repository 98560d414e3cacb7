package value

import (
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// Appender is a value that writes its own JSON, for types of other packages
// that travel inside a value (a record, say). An indent of "" means compact
// text; prefix is the indentation of the line the value stands on.
type Appender interface {
	AppendJSON(dst []byte, prefix, indent string) []byte
}

// DateLayout is the form JSON.stringify gives a Date: UTC with milliseconds.
const DateLayout = "2006-01-02T15:04:05.000Z"

// Append appends v as compact JSON.
func Append(dst []byte, v any) []byte { return appendValue(dst, v, "", "") }

// AppendIndent appends v as JSON with one member a line, each level indented
// by indent. It equals JSON.stringify(v, null, indent) where that indents no
// line by more than MaxPrefix bytes.
func AppendIndent(dst []byte, v any, indent string) []byte {
	return appendValue(dst, v, "", indent)
}

// AppendNested appends v as it stands on a line indented by prefix.
func AppendNested(dst []byte, v any, prefix, indent string) []byte {
	return appendValue(dst, v, prefix, indent)
}

func appendValue(dst []byte, v any, prefix, indent string) []byte {
	switch v := v.(type) {
	case nil, Undefined:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return AppendString(dst, v)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case float64:
		return AppendNumber(dst, v)
	case time.Time:
		dst = append(dst, '"')
		dst = AppendDate(dst, v)
		return append(dst, '"')
	case []byte:
		return appendBuffer(dst, v, prefix, indent)
	case []any:
		return appendArray(dst, v, prefix, indent)
	case *Map:
		return v.AppendJSON(dst, prefix, indent)
	case Appender:
		return v.AppendJSON(dst, prefix, indent)
	}
	return append(dst, "null"...)
}

// appendBuffer writes bytes as Node's Buffer writes itself.
func appendBuffer(dst, v []byte, prefix, indent string) []byte {
	return bufferObject(v).AppendJSON(dst, prefix, indent)
}

func bufferObject(v []byte) *Map {
	data := make([]any, len(v))
	for i, b := range v {
		data[i] = int64(b)
	}
	return Of("type", "Buffer", "data", data)
}

// AppendJSON implements Appender.
func (m *Map) AppendJSON(dst []byte, prefix, indent string) []byte {
	if m == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '{')
	inner := prefix + indent
	if len(inner) > MaxPrefix {
		indent = ""
	}
	first := true
	vals := m.members()
	for i, k := range m.names() {
		if _, skip := vals[i].(Undefined); skip {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if indent != "" {
			dst = append(append(dst, '\n'), inner...)
		}
		dst = AppendString(dst, k)
		dst = append(dst, ':')
		if indent != "" {
			dst = append(dst, ' ')
		}
		dst = appendValue(dst, vals[i], inner, indent)
	}
	if !first && indent != "" {
		dst = append(append(dst, '\n'), prefix...)
	}
	return append(dst, '}')
}

func appendArray(dst []byte, a []any, prefix, indent string) []byte {
	dst = append(dst, '[')
	inner := prefix + indent
	if len(inner) > MaxPrefix {
		indent = ""
	}
	for i, v := range a {
		if i > 0 {
			dst = append(dst, ',')
		}
		if indent != "" {
			dst = append(append(dst, '\n'), inner...)
		}
		dst = appendValue(dst, v, inner, indent)
	}
	if len(a) > 0 && indent != "" {
		dst = append(append(dst, '\n'), prefix...)
	}
	return append(dst, ']')
}

// MaxPrefix is how far a server indents lines, in bytes. What nests deeper
// stands on one line. Otherwise each of many short values would begin with the
// full indentation of its depth, and 200 kB of text could become 100 MB.
const MaxPrefix = 128

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string with the escapes of JSON.stringify:
// quotes, backslashes and control characters, nothing else. Invalid UTF-8
// becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			case '\b':
				dst = append(dst, '\\', 'b')
			case '\f':
				dst = append(dst, '\\', 'f')
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			dst = append(dst, s[start:i]...)
			dst = append(dst, "\ufffd"...)
			start = i + 1
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// AppendNumber appends f the way JavaScript prints a number; NaN and the
// infinities become null, as in JSON.stringify.
func AppendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	return appendFloat(dst, f)
}

// FormatNumber returns f as String(f) does in JavaScript.
func FormatNumber(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return string(appendFloat(nil, f))
}

func appendFloat(dst []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	if abs := math.Abs(f); abs >= 1e21 || abs < 1e-6 {
		start := len(dst)
		dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
		// Go pads the exponent to two digits, JavaScript does not.
		for i := len(dst) - 1; i > start; i-- {
			if dst[i] == 'e' && i+3 < len(dst)+1 && i+2 < len(dst) && dst[i+2] == '0' && i+3 < len(dst) {
				return append(dst[:i+2], dst[i+3:]...)
			}
		}
		return dst
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}

// AppendDate appends t as Date.prototype.toJSON shows it, in DateLayout.
func AppendDate(dst []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(dst, DateLayout)
	}
	hour, minute, second := t.Clock()
	ms := t.Nanosecond() / 1e6
	return append(
		dst,
		digit(year/1000), digit(year/100), digit(year/10), digit(year), '-', digit(int(month)/10), digit(int(month)), '-', digit(day/10), digit(day),
		'T', digit(hour/10), digit(hour), ':', digit(minute/10), digit(minute), ':', digit(second/10), digit(second),
		'.', digit(ms/100), digit(ms/10), digit(ms), 'Z',
	)
}

func digit(n int) byte { return byte('0' + n%10) }
