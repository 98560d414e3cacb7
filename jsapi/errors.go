package jsapi

import (
	"errors"
	"fmt"
	"strings"
)

// ErrOverloaded is returned for a request that does not get its first turn in
// time; it becomes a 503.
var ErrOverloaded = errors.New("the JavaScript of this project is overloaded: too many requests are waiting for it")

// ErrClosed is returned for work that is given to a closed isolate.
var ErrClosed = errors.New("the JavaScript realm is closed")

// ScriptError is an exception of the project's JavaScript, or an error in its source.
type ScriptError struct {
	Name    string // "TypeError"
	Message string
	Code    string // its code member, such as MODULE_NOT_FOUND; may be empty
	File    string // relative to the project folder if the file is in it
	Line    int    // from 1; 0 when unknown
	Column  int    // from 1
	Excerpt string // the line with its neighbours and a caret under the column
	Frames  []Frame
	Hint    string // how to fix it; may be empty
	// Value is the thrown value, a goja.Value; use it on the loop only.
	Value any

	memory bool // the memory limit was exceeded
}

// IsMemoryLimit reports whether err is that of a turn that took too much memory.
func IsMemoryLimit(err error) bool {
	s, ok := errors.AsType[*ScriptError](err)
	return ok && s.memory
}

// TracedError is an error of Go with the call stack of the call in JavaScript that led to it.
type TracedError struct {
	Err    error
	Frames []Frame
}

func (e *TracedError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *TracedError) Unwrap() error { return e.Err }

// Trace is the call stack without the scripts of the server, as that of a ScriptError.
func (e *TracedError) Trace() []string { return trace(e.Frames) }

// Frame is one entry of a JavaScript call stack.
type Frame struct {
	Function string
	File     string
	Line     int
	Column   int
}

// Place is "file:line:column".
func (f Frame) Place() string { return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column) }

// Builtin reports whether the frame is in a script of the server.
func (f Frame) Builtin() bool { return isBuiltin(f.File) }

// Project reports whether the frame is in a file of the project itself.
func (f Frame) Project() bool { return isProject(f) }

// Trace is the call stack without the scripts of the server, an entry as Node writes it:
// "name (file:line:column)".
func (e *ScriptError) Trace() []string { return trace(e.Frames) }

func trace(frames []Frame) []string {
	var out []string
	for _, f := range frames {
		if f.Builtin() || f.Line == 0 {
			continue
		}
		at := f.Place()
		if f.Function != "" {
			at = f.Function + " (" + at + ")"
		}
		out = append(out, at)
	}
	return out
}

// Error is "file:line:column: Name: message (hint)", without the parts that are unknown.
func (e *ScriptError) Error() string {
	var b strings.Builder
	if e.File != "" {
		fmt.Fprintf(&b, "%s:%d:%d: ", e.File, e.Line, e.Column)
	}
	b.WriteString(e.Name)
	if e.Name != "" && e.Message != "" {
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	if e.Hint != "" {
		b.WriteString(" (" + e.Hint + ")")
	}
	return b.String()
}
