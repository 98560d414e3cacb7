package coverage

import (
	"encoding/base64"
	"regexp"
	"sort"
	"strings"

	"github.com/dop251/goja/file"
	"github.com/go-sourcemap/sourcemap"
)

// places finds lines of a file as it was written.
type places struct {
	base  int
	lines []int // the offsets of their beginnings
	maps  *sourcemap.Consumer
	src   string
}

// mapComment begins the source map that esbuild writes behind its output.
const mapComment = "\n//# sourceMappingURL=data:application/json;base64,"

func newPlaces(f *file.File, mapped bool) *places {
	src := f.Source()
	p := &places{base: f.Base(), lines: []int{0}, src: src}
	for i := range len(src) {
		if src[i] == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	if _, text, ok := strings.Cut(src, mapComment); ok && mapped {
		if i := strings.LastIndex(text, mapComment); i >= 0 {
			text = text[i+len(mapComment):]
		}
		text, _, _ = strings.Cut(text, "\n")
		if data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err == nil {
			p.maps, _ = sourcemap.Parse("", data) // a map that cannot be read is none
		}
	}
	return p
}

// added matches the beginnings of statements that esbuild adds; its map has them where the
// file begins.
var added = regexp.MustCompile(`^(?:(?:var |module\.exports = )?__|var [\w$]+_exports = \{\};|0 && \(module\.exports)`)

// added reports whether a compiler has added the statement at a place.
func (p *places) added(at file.Idx) bool {
	offset := int(at) - p.base
	return p.maps != nil && offset >= 0 && added.MatchString(p.src[offset:])
}

// line is that of a node; ok is false if a compiler has added it.
func (p *places) line(at file.Idx) (line int, ok bool) {
	offset := int(at) - p.base
	if offset < 0 {
		return 0, false
	}
	line = sort.SearchInts(p.lines, offset+1)
	if p.maps == nil {
		return line, true
	}
	_, _, original, _, found := p.maps.Source(line, 1+offset-p.lines[line-1]) // the map is as goja reads it, which counts columns from 1
	return original, found
}
