package mapped

import (
	"encoding/base64"
	"regexp"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja/file"
	"github.com/go-sourcemap/sourcemap"
)

// Text is the text of a script that goja has parsed.
type Text struct {
	Source string
	base   int
	lines  []int // the offsets of their beginnings
	maps   *sourcemap.Consumer
}

// comment begins the source map that a compiler writes behind its output.
const comment = "\n//# sourceMappingURL=data:application/json;"

// Read reads a text, with its source map if it is mapped. A map that cannot be read is none.
func Read(f *file.File, mapped bool) *Text {
	t := &Text{Source: f.Source(), base: f.Base(), lines: []int{0}}
	for i := range len(t.Source) {
		if t.Source[i] == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	if i := strings.LastIndex(t.Source, comment); mapped && i >= 0 {
		_, data, _ := strings.Cut(t.Source[i:], "base64,")
		data, _, _ = strings.Cut(data, "\n")
		if decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(data)); err == nil {
			t.maps, _ = sourcemap.Parse("", decoded)
		}
	}
	return t
}

// HasMap reports whether there is a source map.
func (t *Text) HasMap() bool { return t.maps != nil }

// Offset is the offset in bytes of a node of the syntax tree; below 0 if it is not of the text.
func (t *Text) Offset(at file.Idx) int { return int(at) - t.base }

// Idx is the other way round.
func (t *Text) Idx(offset int) file.Idx { return file.Idx(offset + t.base) }

// added matches the beginnings of statements that esbuild adds; its map has them where the
// file begins.
var added = regexp.MustCompile(`^(?:(?:var |module\.exports = )?__|var [\w$]+_exports = \{\};|0 && \(module\.exports)`)

// Added reports whether a compiler has added the statement at a place.
func (t *Text) Added(at file.Idx) bool {
	offset := t.Offset(at)
	return t.maps != nil && offset >= 0 && offset < len(t.Source) && added.MatchString(t.Source[offset:])
}

// line is that of an offset in the compiled text, from 1.
func (t *Text) line(offset int) int { return sort.SearchInts(t.lines, offset+1) }

// Line is the line of a place in the file as it was written, from 1, which is that of the text
// where there is no map; ok is false if a compiler has added the place.
func (t *Text) Line(at file.Idx) (line int, ok bool) {
	offset := t.Offset(at)
	if t.maps == nil {
		return t.line(offset), offset >= 0
	}
	line, _, ok = t.Original(offset)
	return line, ok
}

// Original is the line and the column of an offset in the file as it was written, from 1, by the
// map; ok is false where there is none, or the place is not of the file.
func (t *Text) Original(offset int) (line, column int, ok bool) {
	if t.maps == nil || offset < 0 || offset > len(t.Source) {
		return 0, 0, false
	}
	compiled := t.line(offset)
	// The map is as goja reads it, which counts columns from 1.
	_, _, line, column, ok = t.maps.Source(compiled, 1+Units(t.Source[t.lines[compiled-1]:offset]))
	return line, column, ok
}

// Units is the length of a text in UTF-16, in which columns are counted.
func Units(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
