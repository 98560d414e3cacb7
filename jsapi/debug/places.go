package debug

import (
	"encoding/base64"
	"regexp"
	"sort"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/go-sourcemap/sourcemap"
)

// places converts places in a compiled text to those in the file as it was written.
type places struct {
	script *Script
	base   int
	prefix int
	src    string
	lines  []int // the offsets of their beginnings in src
	maps   *sourcemap.Consumer
}

// mapComment begins the source map that a compiler writes behind its output.
const mapComment = "\n//# sourceMappingURL=data:application/json;"

func newPlaces(f *file.File, script *Script, prefix int, mapped bool) *places {
	p := &places{script: script, base: f.Base(), prefix: prefix, src: f.Source(), lines: []int{0}}
	if !mapped {
		return p
	}
	for i := range len(p.src) {
		if p.src[i] == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	if i := strings.LastIndex(p.src, mapComment); i >= 0 {
		_, data, _ := strings.Cut(p.src[i:], "base64,")
		data, _, _ = strings.Cut(data, "\n")
		if text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(data)); err == nil {
			p.maps, _ = sourcemap.Parse("", text) // one that cannot be read is none
		}
	}
	return p
}

func (p *places) offset(at file.Idx) int { return int(at) - p.base }

// added matches the beginnings of statements that esbuild adds; its map has them where the
// file begins.
var added = regexp.MustCompile(`^(?:(?:var |module\.exports = )?__|var [\w$]+_exports = \{\};|0 && \(module\.exports)`)

func (p *places) added(at file.Idx) bool {
	offset := p.offset(at)
	return p.maps != nil && offset >= 0 && offset < len(p.src) && added.MatchString(p.src[offset:])
}

// written reports whether a statement, or a part of it, is of the file.
func (p *places) written(s ast.Statement) bool {
	if p.maps == nil {
		return p.offset(s.Idx0()) >= p.prefix
	}
	_, _, ok := p.position(s.Idx0())
	return ok
}

// position is the line and the column of a place in the file, from 0; ok is false for what is
// not in it.
func (p *places) position(at file.Idx) (line, column int, ok bool) {
	offset := p.offset(at)
	if offset < 0 || offset > len(p.src) {
		return 0, 0, false
	}
	if p.maps == nil {
		if offset -= p.prefix; offset < 0 {
			return 0, 0, false
		}
		line, column = p.script.position(min(offset, len(p.script.Text)-1)) // a file ends with its last line
		return line, column, true
	}
	compiled := sort.SearchInts(p.lines, offset+1)
	// The map is as goja reads it, which counts columns from 1.
	_, _, line, column, ok = p.maps.Source(compiled, 1+units(p.src[p.lines[compiled-1]:offset]))
	return line - 1, column - 1, ok
}

// at is the line and the column of an offset in the compiled text, from 0.
func (p *places) at(offset int) (line, column int) {
	line, column, _ = p.position(file.Idx(offset + p.base))
	return max(line, 0), max(column, 0)
}
