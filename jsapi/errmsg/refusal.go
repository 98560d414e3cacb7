package errmsg

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"

	"framework/jsapi/compile"
)

// Words are the message of V8 for a syntax error of a text.
type Words string

func (w Words) Error() string { return string(w) }

// Refusal returns the message of V8 for the error with which goja has refused a source,
// and where in the source it is: line and column are 0 if that is not known.
func Refusal(err error, src string) (message string, at file.Position) {
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		at = list[0].Position
		return Syntax(list[0].Message, strings.Split(src, "\n"), at.Line, at.Column), at
	}
	refused, ok := errors.AsType[*goja.CompilerSyntaxError](err)
	if !ok {
		return err.Error(), at
	}
	if refused.File != nil {
		at = refused.File.Position(refused.Offset)
	}
	if text, flags, ok := refusedPattern(refused); ok {
		if strings.HasPrefix(refused.Message, "Invalid flags") {
			return "Invalid regular expression flags", at
		}
		if says := wrongPattern(text, flags); says != "" {
			return says, at
		}
		return say("Invalid regular expression: /%/%: %", text, flags, refused.Message), at
	}
	return Syntax(refused.Message, nil, 0, 0), at
}

// IsPattern reports whether a source was refused for a regular expression in it: other syntax
// would not help.
func IsPattern(err error) bool {
	if _, ok := errors.AsType[*compile.PatternError](err); ok {
		return true
	}
	refused, ok := errors.AsType[*goja.CompilerSyntaxError](err)
	if ok {
		_, _, ok = refusedPattern(refused)
	}
	return ok
}

// refusedPattern is the regular expression that goja could not compile.
func refusedPattern(err *goja.CompilerSyntaxError) (text, flags string, ok bool) {
	if err.File == nil || err.Offset < 0 || err.Offset > len(err.File.Source()) {
		return "", "", false
	}
	return regexpAt(err.File.Source()[err.Offset:])
}
