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

// ErrIncomplete says that an input may be finished on its next line.
var ErrIncomplete = errors.New("the input goes on")

// name is what errors call the file of an input.
const name = "console"

// Input is what can be run.
type Input struct {
	program *goja.Program
	// names are declared beside an await: they are made variables of the
	// console before the program runs.
	names []string
}

// await finds inputs that may wait, of which each word may be part of a text.
var await = regexp.MustCompile(`\bawait\b`)

// Read makes an input of text. What begins with a brace is a value where it can
// be one. An await outside of all functions waits, and what is declared beside
// it stays. The error is ErrIncomplete, or says what is wrong with the text.
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
		// It is the first mistake of the parser, which does not get to the real one.
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

// build compiles text, with its tree as change leaves it. Newer syntax than the
// engine knows is written in older one; the error is about the text itself.
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

// goesOn reports whether the parser has come to the end and wanted more.
func goesOn(err error) bool {
	syntax, ok := errors.AsType[*SyntaxError](readable(err))
	return ok && syntax.Message == "Unexpected end of input"
}

// SyntaxError says what the parser could not read, at a line and column that
// count from 1.
type SyntaxError struct {
	Message      string
	Line, Column int
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("SyntaxError: %s (line %d, column %d)", e.Message, e.Line, e.Column)
}

// readable is the first of the mistakes that the parser has found.
func readable(err error) error {
	list, ok := errors.AsType[parser.ErrorList](err)
	if !ok || len(list) == 0 {
		return err
	}
	return &SyntaxError{list[0].Message, list[0].Position.Line, list[0].Position.Column}
}
