package problem

import (
	"fmt"
	"strings"
)

// Problem is one. It is comparable: two builds that find the same have equal values.
type Problem struct {
	// File is relative to the project, or what else messages name as the origin ("a
	// hook"); "" if there is none.
	File string `json:"file,omitempty"`
	// Line and Column count from 1, 0 if unknown.
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	What   string `json:"what"`
	// Hint is what to do, or the name that was probably meant; "" for none.
	Hint string `json:"hint,omitempty"`
	// Key is what the problem is about, as it is written in the file: whoever can read the
	// file finds the line by it.
	Key string `json:"-"`
}

// In is a problem of a file.
func In(file, format string, args ...any) Problem {
	return Problem{File: file, What: fmt.Sprintf(format, args...)}
}

// General is a problem without a place.
func General(format string, args ...any) Problem {
	return Problem{What: fmt.Sprintf(format, args...)}
}

// Of is the problem with the key that it is about.
func (p Problem) Of(key string) Problem {
	p.Key = key
	return p
}

// At is the problem with a line and a column.
func (p Problem) At(line, column int) Problem {
	p.Line, p.Column = line, column
	return p
}

// Advise is the problem with a hint, which may be "" or, from package spelling, begin
// with "; ".
func (p Problem) Advise(hint string) Problem {
	p.Hint = strings.TrimPrefix(hint, "; ")
	return p
}

// Place is "file:line:column", or as much of it as is known.
func (p Problem) Place() string {
	switch {
	case p.File == "" || p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// String is the line that logs and the command line print.
func (p Problem) String() string {
	text := p.What
	if place := p.Place(); place != "" {
		text = place + ": " + text
	}
	if p.Hint != "" {
		text += "; " + p.Hint
	}
	return text
}
