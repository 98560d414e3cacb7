package debug

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"framework/jsapi/mapped"
)

// places converts places in a compiled text to those in the file as it was written.
type places struct {
	*mapped.Text
	script *Script
	prefix int // the length of what stands in front of a file that is not mapped
}

func newPlaces(f *file.File, script *Script, prefix int, isMapped bool) *places {
	return &places{Text: mapped.Read(f, isMapped), script: script, prefix: prefix}
}

// written reports whether a statement, or a part of it, is of the file.
func (p *places) written(s ast.Statement) bool {
	if !p.HasMap() {
		return p.Offset(s.Idx0()) >= p.prefix
	}
	_, _, ok := p.position(s.Idx0())
	return ok
}

// position is the line and the column of a place in the file, from 0; ok is false for what is
// not in it.
func (p *places) position(at file.Idx) (line, column int, ok bool) {
	offset := p.Offset(at)
	if !p.HasMap() {
		if offset -= p.prefix; offset < 0 || offset > len(p.Source)-p.prefix {
			return 0, 0, false
		}
		line, column = p.script.position(min(offset, len(p.script.Text)-1)) // a file ends with its last line
		return line, column, true
	}
	line, column, ok = p.Original(offset)
	return line - 1, column - 1, ok
}

// at is the line and the column of an offset in the compiled text, from 0.
func (p *places) at(offset int) (line, column int) {
	line, column, _ = p.position(p.Idx(offset))
	return max(line, 0), max(column, 0)
}
