package jsapi

import (
	"errors"
	"strings"

	"framework/engine/value"
)

// Explain is err as a person reads it on a terminal: each of joined errors by
// itself, with the lines of the project that it points to.
func Explain(err error) string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // only the outermost is taken apart
		var parts []string
		for _, e := range joined.Unwrap() {
			parts = append(parts, Explain(e))
		}
		return strings.Join(parts, "\n")
	}
	text := err.Error()
	if e, ok := errors.AsType[*ScriptError](err); ok && e.Excerpt != "" {
		text += "\n" + strings.TrimRight(e.Excerpt, "\n")
	}
	if e, ok := errors.AsType[*value.SyntaxError](err); ok {
		text += "\n" + strings.TrimRight(Excerpt(strings.Split(string(e.Text), "\n"), e.Line, e.Column), "\n")
	}
	return text
}
