package modules

import (
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja/ast"

	"framework/jsapi/compile"
)

// keepTexts gives the functions and classes of a converted file the texts that they have in the file, which toString
// shows: some packages read the names of parameters there, or send the text elsewhere. A function whose beginning and
// end are not in the source map keeps the text of esbuild: arrow functions without braces, and what esbuild adds.
// from is where the code begins in the text of tree.
func keepTexts(tree *ast.Program, from int, text *converted, written *sourceMap, src string) {
	if written.prefix == "" {
		return
	}
	places := newPlaces(text.code, written, src)
	base := tree.File.Base() + from
	whole := tree.File.Source()
	at := func(idx int, made string) string {
		begin := idx - base
		end := begin + len(made) - 1
		if begin < 0 || begin+from+len(made) > len(whole) || whole[begin+from:begin+from+len(made)] != made || !strings.HasSuffix(made, "}") {
			return made
		}
		first, ok := places.original(begin)
		if member, is := text.members[begin]; is {
			first, ok = places.original(member)
		}
		if static, is := places.original(begin - len("static ")); !ok && is && strings.HasPrefix(src[static:], "static ") {
			first, ok = static+len("static "), true
		}
		last, known := places.original(end)
		if !ok || !known || first >= last || src[last] != '}' || !sameBeginning(made, src[first:last]) {
			return made
		}
		return src[first : last+1]
	}
	compile.Each(tree, func(n any) bool {
		switch n := n.(type) {
		case *ast.FunctionLiteral:
			n.Source = at(int(n.Function), n.Source)
		case *ast.ArrowFunctionLiteral:
			n.Source = at(int(n.Start), n.Source)
		case *ast.ClassLiteral:
			n.Source = at(int(n.Class), n.Source)
		}
		return true
	})
}

// sameBeginning reports whether the first words of two texts of one function are the same; parentheses around
// the parameter of an arrow function may be new, and an async function may not be one any more.
func sameBeginning(made, written string) bool {
	a, b := firstWord(made), firstWord(written)
	return a == b || a == "" && strings.HasPrefix(made, "(") && strings.HasPrefix(strings.TrimLeft(written[len(b):], " "), "=>") || a == "function" && b == "async"
}

func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return r < 0x80 && r != '_' && r != '$' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z')
	})
	return text[:max(end, 0)]
}

// places are those of a source map that are exact.
type places struct {
	made     []int // where the lines of the code begin
	original func(made int) (offset int, ok bool)
}

// newPlaces are those of a converted file.
func newPlaces(code string, read *sourceMap, src string) *places {
	p := &places{made: lineStarts(code)}
	written := newUnits(src)
	known := map[int]int{} // place in the code to place in the file
	var line, column int   // of the file
	for n, segments := range strings.Split(read.mappings, ";") {
		made := 0
		for segment := range strings.SplitSeq(segments, ",") {
			fields := vlq(segment)
			if len(fields) == 0 {
				continue
			}
			made += fields[0]
			if len(fields) < 4 || n >= len(p.made) {
				continue
			}
			line += fields[2]
			column += fields[3]
			if offset, ok := written.offset(line, column); ok {
				known[p.made[n]+made] = offset
			}
		}
	}
	p.original = func(made int) (int, bool) {
		offset, ok := known[made]
		return offset, ok
	}
	return p
}

// units finds units of UTF-16 in a text. Lines of minified files are as long as the file, and source maps jump
// about in them, so nothing may be counted from where a line begins.
type units struct {
	text  string
	marks []mark // for each unitsBetween-th unit, the character that it belongs to
	lines []int  // the unit with which each line begins
}

// mark is the first unit of a character, and its offset.
type mark struct{ unit, offset int }

const unitsBetween = 256

func newUnits(text string) *units {
	u := &units{text: text}
	starts := lineStarts(text)
	unit := 0
	for i, r := range text {
		if len(u.lines) < len(starts) && i == starts[len(u.lines)] {
			u.lines = append(u.lines, unit)
		}
		next := unit + utf16.RuneLen(r)
		if len(u.marks)*unitsBetween < next {
			u.marks = append(u.marks, mark{unit, i})
		}
		unit = next
	}
	return u
}

// offset converts a line and a column, both from 0.
func (u *units) offset(line, column int) (int, bool) {
	if line < 0 || line >= len(u.lines) || column < 0 {
		return 0, false
	}
	unit := u.lines[line] + column
	if unit/unitsBetween >= len(u.marks) {
		return 0, false
	}
	from := u.marks[unit/unitsBetween]
	left := unit - from.unit
	for i, r := range u.text[from.offset:] {
		if left <= 0 {
			return from.offset + i, left == 0
		}
		left -= utf16.RuneLen(r)
	}
	return 0, false
}

// lineStarts are the places where lines begin, as source maps count them.
func lineStarts(text string) []int {
	starts := []int{0}
	for i, r := range text {
		switch r {
		case '\r':
			if !strings.HasPrefix(text[i+1:], "\n") {
				starts = append(starts, i+1)
			}
		case '\n':
			starts = append(starts, i+1)
		case '\u2028', '\u2029':
			starts = append(starts, i+3)
		}
	}
	return starts
}
