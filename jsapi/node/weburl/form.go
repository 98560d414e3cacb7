package weburl

import (
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// Field is a name and its value in a form-encoded query.
type Field struct{ Name, Value string }

// ParseForm reads a query without its question mark.
func ParseForm(query string) []Field {
	var fields []Field
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		fields = append(fields, Field{formText(name), formText(value)})
	}
	return fields
}

func formText(text string) string { return decodeText(strings.ReplaceAll(text, "+", " ")) }

// decodeText is what percent-encoded UTF-8 stands for.
func decodeText(text string) string {
	plain := decode(text)
	valid, err := unicode.UTF8.NewDecoder().String(plain)
	if err != nil {
		return strings.ToValidUTF8(plain, "\ufffd")
	}
	return valid
}

// FormatForm is the query of fields.
func FormatForm(fields []Field) string {
	var b []byte
	for i, f := range fields {
		if i > 0 {
			b = append(b, '&')
		}
		b = appendForm(b, f.Name)
		b = append(b, '=')
		b = appendForm(b, f.Value)
	}
	return string(b)
}

func appendForm(b []byte, text string) []byte {
	for i := range len(text) {
		if text[i] == ' ' {
			b = append(b, '+')
			continue
		}
		b = appendEncoded(b, text[i], formSet)
	}
	return b
}
