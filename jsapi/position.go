package jsapi

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// positions converts positions in compiled code to those in the files of the
// project, and reads the excerpts that errors show.
type positions struct {
	root          string
	columnOffsets map[string]int      // see exceptions.SetColumnOffset
	sources       map[string][]string // lines of files
}

// frames converts a stack of goja, without native functions and the loop itself.
func (p *positions) frames(stack []goja.StackFrame) []Frame {
	var list []Frame
	for i := range stack {
		at := stack[i].Position()
		if at.Line == 0 || at.Filename == loopSource {
			continue
		}
		list = append(list, p.frame(stack[i].FuncName(), at.Filename, at.Line, at.Column))
	}
	return list
}

// stackLine is a line of an Error's stack: "at f (file:1:2(3))" or "at file:1:2".
var stackLine = regexp.MustCompile(`(?m)^\s*at (?:(.*) \()?([^()\n]+):(\d+):(\d+)(?:\(\d+\))?\)?$`)

func (p *positions) parseStack(stack string) []Frame {
	var list []Frame
	for _, m := range stackLine.FindAllStringSubmatch(stack, 64) {
		if m[2] == loopSource {
			continue
		}
		line, _ := strconv.Atoi(m[3])
		column, _ := strconv.Atoi(m[4])
		list = append(list, Frame{m[1], p.relative(m[2]), line, column})
	}
	return list
}

// project converts a position in compiled code to one in the file.
func (p *positions) project(file string, line, column int) (string, int, int) {
	if line == 1 {
		column = max(1, column-p.columnOffsets[file])
	}
	return file, line, column
}

// frame converts a position in compiled code to one in the file of the project.
func (p *positions) frame(function, file string, line, column int) Frame {
	file, line, column = p.project(file, line, column)
	return Frame{function, p.relative(file), line, column}
}

func (p *positions) relative(file string) string {
	if p.root == "" || !filepath.IsAbs(file) {
		return file
	}
	rel, err := filepath.Rel(p.root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return file
	}
	return filepath.ToSlash(rel)
}

// locate sets position, excerpt and hint from the first frame of the project's own
// code, or of node_modules if there is none.
func (p *positions) locate(e *ScriptError) *ScriptError {
	if len(e.Frames) > 0 {
		f := e.Frames[0]
		for _, x := range e.Frames {
			if isBuiltin(x.File) {
				continue
			}
			if isBuiltin(f.File) {
				f = x
			}
			if isProject(x) {
				f = x
				break
			}
		}
		if strings.HasPrefix(f.File, "framework:") {
			return addHint(e) // a position in the server's own scripts is useless to the project
		}
		e.File, e.Line, e.Column = f.File, f.Line, f.Column
		e.Excerpt = Excerpt(p.lines(f.File), f.Line, f.Column)
	}
	return addHint(e)
}

// isProject reports whether a frame is of the project's own code.
func isProject(f Frame) bool {
	return !isBuiltin(f.File) && !filepath.IsAbs(f.File) && !strings.Contains(f.File, "node_modules/")
}

// isBuiltin reports whether a script belongs to the server.
func isBuiltin(file string) bool {
	return strings.HasPrefix(file, "node:") || strings.HasPrefix(file, "framework:")
}

// maxSources is how many files are cached for excerpts.
const maxSources = 64

func (p *positions) lines(file string) []string {
	if lines, ok := p.sources[file]; ok {
		return lines
	}
	path := filepath.FromSlash(file)
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.root, path)
	}
	var lines []string
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() < 1<<22 {
		if text, err := os.ReadFile(path); err == nil {
			lines = strings.Split(string(text), "\n")
		}
	}
	if len(p.sources) >= maxSources {
		clear(p.sources)
	}
	p.sources[file] = lines
	return lines
}

// Excerpt shows a line (from 1) with two neighbours on either side and a caret
// under the column; empty when there is no such line.
func Excerpt(lines []string, line, column int) string {
	if line < 1 || line > len(lines) {
		return ""
	}
	var b strings.Builder
	for n := max(1, line-2); n <= min(len(lines), line+2); n++ {
		s := strings.TrimSuffix(lines[n-1], "\r")
		if len(s) > 200 {
			s = strings.ToValidUTF8(s[:200], "") + "…"
		}
		fmt.Fprintf(&b, "%5d | %s\n", n, s)
		if n == line && column > 0 && column <= 200 {
			pad := []rune(s)
			for i := range pad {
				if pad[i] != '\t' {
					pad[i] = ' '
				}
			}
			b.WriteString("      | " + string(pad[:min(column-1, len(pad))]) + "^\n")
		}
	}
	return b.String()
}
