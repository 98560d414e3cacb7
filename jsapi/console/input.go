package console

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

// ErrIncomplete is the error for an input that continues on the next line.
var ErrIncomplete = errors.New("the input is incomplete")

// name is the file name of inputs in errors.
const name = "console"

// Input is a compiled input.
type Input struct {
	program *goja.Program
	// names are declared in an input with await: they become variables of the
	// console before the program runs.
	names []string
}

// await finds inputs that may have an await; the word may also be part of a text.
var await = regexp.MustCompile(`\bawait\b`)

// Read compiles text. Text that begins with a brace is an object if possible. An
// await outside of functions is allowed, and variables that are declared in such
// an input stay. The error is ErrIncomplete, or says why the text is invalid.
func Read(text string) (*Input, error) {
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") && !strings.HasSuffix(trimmed, ";") {
		if in, err := read("(" + text + "\n)"); err == nil {
			return in, nil
		}
	}
	return read(text)
}

func read(text string) (*Input, error) {
	if await.MatchString(text) {
		if in, err := waiting(text); err == nil {
			return in, nil
		}
	}
	program, err := build(text, nil)
	switch {
	case err == nil:
		return &Input{program: program}, nil
	case goesOn(err):
		return nil, ErrIncomplete
	case await.MatchString(text):
		// The parser reports the await first, and does not get to the real error.
		if _, real := compile.Parse(name, await.ReplaceAllString(text, "void ")); goesOn(real) {
			return nil, ErrIncomplete
		} else if real != nil {
			err = real
		}
	}
	if _, bad := modules.Lower(text); errors.Is(bad, io.ErrUnexpectedEOF) {
		return nil, ErrIncomplete
	}
	return nil, readable(err)
}

// build compiles text after change has modified its tree. Syntax that the engine
// does not support is transpiled; errors refer to the original text.
func build(text string, change func(tree *ast.Program) error) (*goja.Program, error) {
	try := func(text string) (*goja.Program, error) {
		tree, err := compile.Parse(name, text)
		if err == nil && change != nil {
			err = change(tree)
		}
		if err != nil {
			return nil, err
		}
		return compile.Program(tree, false)
	}
	program, err := try(text)
	if err == nil || goesOn(err) {
		return program, err
	}
	if code, bad := modules.Lower(text); bad == nil {
		if program, err := try(code); err == nil {
			return program, nil
		}
	}
	return nil, err
}

// goesOn reports whether the parser has reached the end of an incomplete text.
func goesOn(err error) bool {
	syntax, ok := errors.AsType[*SyntaxError](readable(err))
	return ok && syntax.Message == "Unexpected end of input"
}

// SyntaxError is an error of the parser, with line and column counted from 1.
type SyntaxError struct {
	Message      string
	Line, Column int
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("SyntaxError: %s (line %d, column %d)", e.Message, e.Line, e.Column)
}

// readable returns the first error of the parser.
func readable(err error) error {
	list, ok := errors.AsType[parser.ErrorList](err)
	if !ok || len(list) == 0 {
		return err
	}
	return &SyntaxError{list[0].Message, list[0].Position.Line, list[0].Position.Column}
}
