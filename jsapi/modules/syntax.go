package modules

import (
	"errors"
	"regexp"
	"strings"

	gojafile "github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"framework/jsapi"
	"framework/jsapi/errmsg"
)

// syntaxWords returns the words of V8 for a syntax error that esbuild has found in a
// source, "" if they are not known. refusal is why goja refused the source, nil if it was
// not asked: its reason is the same if it is in the same place. wrapped: columns of goja in
// the first line include wrapOpen.
func syntaxWords(found api.Message, refusal error, src string, wrapped bool) string {
	at := found.Location
	if at == nil {
		return ""
	}
	text, end := at.LineText, min(at.Column+at.Length, len(at.LineText))
	place := errmsg.Place{Before: text[:at.Column], Marked: text[at.Column:end], After: text[end:]}
	if says := errmsg.Lowering(found.Text, place); says != "" {
		return says
	}
	lines := strings.Split(src, "\n")
	reason, p := "", gojafile.Position{} // of goja
	var list parser.ErrorList
	if errors.As(refusal, &list) && len(list) > 0 {
		reason, p = list[0].Message, unwrapped(list[0].Position, wrapped)
	}
	const illegalReturn = "Illegal return statement"
	switch {
	case reason == illegalReturn: // esbuild reads on
		return illegalReturn
	case !wrapped && importing.MatchString(place.Before):
		return "Cannot use import statement outside a module"
	case strings.HasPrefix(from(lines, p), "@"): // esbuild knows decorators
		return errmsg.Syntax(reason, nil, 0, 0)
	case strings.HasSuffix(found.Text, "end of file") && reason == "Unexpected token ILLEGAL" && !inTemplate(src):
		return "Invalid or unexpected token"
	case strings.HasSuffix(found.Text, "end of file"), found.Text == "Unterminated string literal" && inTemplate(src):
		if errmsg.InArguments(src) {
			return "missing ) after argument list"
		}
		return "Unexpected end of input"
	case found.Text == "Unterminated string literal":
		return "Invalid or unexpected token"
	case p.Line == at.Line && p.Column == at.Column+1:
		return errmsg.Syntax(reason, lines, p.Line, p.Column)
	}
	return errmsg.Unexpected(found.Text, place)
}

// importing matches what a declaration of imports begins with.
var importing = regexp.MustCompile(`\bimport\s+$`)

// unwrapped is a position of goja in a source. wrapped: its column in the first line includes
// wrapOpen.
func unwrapped(at gojafile.Position, wrapped bool) gojafile.Position {
	if wrapped && at.Line == 1 {
		at.Column -= len(wrapOpen)
	}
	return at
}

// from is the rest of a line from a position of goja on, "" where there is no such place.
func from(lines []string, at gojafile.Position) string {
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 || at.Column > len(lines[at.Line-1]) {
		return ""
	}
	return lines[at.Line-1][at.Column-1:]
}

// inTemplate reports whether a source ends in a template.
func inTemplate(src string) bool { return strings.Count(src, "`")%2 == 1 }

// syntaxError is an error of esbuild. refusal is why goja refused the file, nil if it was not
// asked.
func (f *file) syntaxError(found api.Message, refusal error, src string) error {
	words := syntaxWords(found, refusal, src, true)
	if words == "" {
		words = found.Text
	}
	e := &jsapi.ScriptError{Name: "SyntaxError", Message: words, File: f.shown}
	if p := found.Location; p != nil {
		e.Line, e.Column = p.Line, p.Column+1
		e.Excerpt = jsapi.Excerpt(strings.Split(src, "\n"), e.Line, e.Column)
	}
	return e
}

// parseError is an error of goja in a text that esbuild has accepted, or need not see. wrapped:
// columns in the first line include wrapOpen.
func (f *file) parseError(err error, src string, wrapped bool) error {
	message, at := errmsg.Refusal(err, src)
	at = unwrapped(at, wrapped)
	e := &jsapi.ScriptError{Name: "SyntaxError", Message: message, File: f.shown, Line: at.Line, Column: at.Column}
	if e.Line > 0 {
		e.Excerpt = jsapi.Excerpt(strings.Split(src, "\n"), e.Line, e.Column)
	}
	return e
}
