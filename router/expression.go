package router

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// matchLimit bounds the time of one match of a backtracking expression.
const matchLimit = 100 * time.Millisecond

// Expression is a regular expression of JavaScript. It is safe for concurrent
// use.
type Expression struct {
	re *regexp.Regexp
	js *regexp2.Regexp // for features that only JavaScript's expressions have
	// source and flags are as they were written.
	source, flags string
}

// CompileExpression compiles a source with JavaScript's flags. The flags g, y and
// d concern searches and have no effect here, except that an expression with y
// matches at the beginning only.
func CompileExpression(source, flags string) (*Expression, error) {
	written := Expression{source: source, flags: flags}
	inner := ""
	for _, f := range flags {
		switch f {
		case 'i', 'm', 's':
			inner += string(f)
		case 'y':
			source = "^(?:" + source + ")"
		}
	}
	goes := source
	if inner != "" {
		goes = "(?" + inner + ":" + source + ")"
	}
	re, err := regexp.Compile(goes)
	if err == nil {
		written.re = re
		return &written, nil
	}
	options := regexp2.ECMAScript
	for flag, option := range map[string]regexp2.RegexOptions{"i": regexp2.IgnoreCase, "m": regexp2.Multiline, "s": regexp2.Singleline} {
		if strings.Contains(inner, flag) {
			options |= option
		}
	}
	js, err := regexp2.Compile(source, options)
	if err != nil {
		return nil, fmt.Errorf("the regular expression /%s/%s: %w", source, flags, err)
	}
	js.MatchTimeout = matchLimit
	written.js = js
	return &written, nil
}

// MatchString reports whether text contains a match. An expression that exceeds
// the time limit does not match.
func (e *Expression) MatchString(text string) bool {
	if e.js == nil {
		return e.re.MatchString(text)
	}
	ok, err := e.js.MatchString(text)
	return ok && err == nil
}

// same reports whether two expressions always give the same result; false for
// those that may exceed the time limit.
func (e *Expression) same(other *Expression) bool {
	return e.js == nil && e.source == other.source && e.flags == other.flags
}
