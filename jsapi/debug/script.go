package debug

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path/filepath"
	"sort"

	"github.com/dop251/goja/file"

	"framework/jsapi/mapped"
)

// Script is one version of a file, as it was written.
type Script struct {
	Path string
	Text string

	places    *places
	lines     []int // the offsets of their beginnings in Text
	points    []*Point
	functions []*function
	number    int // among those of the debugger
	first     int // the number of the first point
}

// function is where a function stands in the compiled text. body is where its statements
// begin.
type function struct {
	start, body, end int
	async            bool // or a generator: a call can be suspended
	rejects          bool // it returns a promise, which is rejected with what it throws
}

// kind is what happens at a point.
type kind int

const (
	atStatement kind = iota
	atDebugger       // the statement debugger
	atReturn         // a value is returned, or the function ends
)

// Point is a place where a script can be paused.
type Point struct {
	Script *Script
	// Line and Column count from 0; columns are units of UTF-16.
	Line, Column int

	kind     kind
	at       file.Idx // in the compiled text
	number   int
	function *function
	scopes   []*scope // around it, the innermost first: those with an accessor
	strict   bool
	awaits   bool // what is run next contains await
	catches  bool // its function catches what is thrown there
}

// Returns reports whether a function returns at the point, so that a debugger can show it.
func (p *Point) Returns() bool { return p.kind == atReturn }

// Debugger reports whether the point is a debugger statement.
func (p *Point) Debugger() bool { return p.kind == atDebugger }

func newScript(path, text string) *Script {
	s := &Script{Path: path, Text: text, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// URL is the address by which debuggers know the file.
func (s *Script) URL() string { return URL(s.Path) }

// URL is the address of a file.
func URL(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// Hash identifies the text.
func (s *Script) Hash() string {
	sum := sha256.Sum256([]byte(s.Text))
	return hex.EncodeToString(sum[:])
}

// End is the line and the column where the text ends.
func (s *Script) End() (line, column int) { return s.position(len(s.Text)) }

// Between returns the points of the script in a range, in their order. An end of line -1 is
// that of the script.
func (s *Script) Between(line, column, endLine, endColumn int) []*Point {
	var list []*Point
	for _, p := range s.points {
		if p.before(line, column) || endLine >= 0 && !p.before(endLine, endColumn) {
			continue
		}
		list = append(list, p)
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].before(list[j].Line, list[j].Column) })
	return list
}

func (p *Point) before(line, column int) bool {
	return p.Line < line || p.Line == line && p.Column < column
}

// position converts an offset in the text.
func (s *Script) position(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.Text)))
	line = sort.SearchInts(s.lines, offset+1) - 1
	return line, mapped.Units(s.Text[s.lines[line]:offset])
}

// inside returns the innermost function around an offset in the compiled text, nil for none.
func (s *Script) inside(offset int) *function {
	var found *function
	for _, f := range s.functions {
		if f.start < offset && offset < f.end && (found == nil || f.start >= found.start) {
			found = f
		}
	}
	return found
}

// FunctionAround is where the innermost function begins whose lines include one, counted from 0;
// ok is false outside of functions.
func (s *Script) FunctionAround(at int) (line, column int, ok bool) {
	var found *function
	for _, f := range s.functions {
		first, _ := s.places.at(f.start)
		last, _ := s.places.at(f.end)
		if first <= at && at <= last && (found == nil || f.start >= found.start) {
			found = f
		}
	}
	if found == nil {
		return 0, 0, false
	}
	line, column = s.places.at(found.start)
	return line, column, true
}
