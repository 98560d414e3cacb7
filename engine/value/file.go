package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// SyntaxError is a file that holds no JSON.
type SyntaxError struct {
	File         string
	Line, Column int // from 1
	Reason, Hint string
	Text         []byte // of the file
}

func (e *SyntaxError) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Reason)
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

// ParseFile is Parse for the text of a file that people write, whose name they
// are shown; a byte order mark is skipped. Where the text is no JSON the error
// is a *SyntaxError.
func ParseFile(shown string, text []byte) (any, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	v, err := Parse(text)
	if err == nil {
		return v, nil
	}
	e := &SyntaxError{File: shown, Line: 1, Column: 1, Reason: err.Error(), Text: text}
	if len(bytes.TrimSpace(text)) == 0 {
		e.Reason, e.Hint = "the file is empty", "without anything to say it holds {}"
		return nil, e
	}
	// Only this decoder gives the place of every error.
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(text, new(any)), &syntax) {
		at := min(max(int(syntax.Offset)-1, 0), len(text))
		e.Reason = syntax.Error()
		e.Line = 1 + bytes.Count(text[:at], []byte("\n"))
		e.Column = at - bytes.LastIndexByte(text[:at], '\n')
		if at < len(text) {
			e.Hint = hint(text[:at], text[at])
		}
	}
	return nil, e
}

// hint is about what people write who think of JavaScript.
func hint(before []byte, c byte) string {
	before = bytes.TrimSpace(before)
	switch {
	case (c == '}' || c == ']' || c == ',') && bytes.HasSuffix(before, []byte(",")):
		return "JSON has no comma after the last entry"
	case c == '\'':
		return "JSON has double quotes only"
	case c == '/':
		return "JSON has no comments"
	case c == '"':
		return "is a comma missing before it?"
	}
	return ""
}
