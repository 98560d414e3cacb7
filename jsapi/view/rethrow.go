package view

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// around is how many lines of a template an error shows before and behind its own.
const around = 3

// rethrow says in an error where in the template at path it came from, as EJS 0.8
// does: in its message, and in its path.
func (v *Renderer) rethrow(err error, path string) {
	var thrown *goja.Exception
	if !errors.As(err, &thrown) {
		return
	}
	failure, ok := thrown.Value().(*goja.Object)
	if !ok || failure.ClassName() != "Error" {
		return
	}
	line := v.lineOf(err, path)
	text, readErr := v.opts.Templates.Text(path)
	if line == 0 || readErr != nil {
		return
	}
	lines := strings.Split(text, "\n")
	var b strings.Builder
	b.WriteString(path + ":" + strconv.Itoa(line) + "\n")
	for at := max(line-around, 0); at < min(line+around, len(lines)); at++ {
		mark := "    "
		if at+1 == line {
			mark = " >> "
		}
		if at > max(line-around, 0) {
			b.WriteByte('\n')
		}
		b.WriteString(mark + strconv.Itoa(at+1) + "| " + lines[at])
	}
	message := failure.Get("message").String()
	stack := failure.Get("stack")
	if stack == nil {
		stack = goja.Undefined()
	}
	// An error that does not take the place keeps what it has.
	_ = failure.Set("path", path)
	_ = failure.Set("message", b.String()+"\n\n"+message)
	head := failure.Get("name").String() + ": "
	if trace, ok := strings.CutPrefix(stack.String(), head+message); ok {
		_ = failure.Set("stack", head+b.String()+"\n\n"+message+trace)
	}
}

// lineOf is the line of a template in which the code of an error was; 0 where that
// is not known.
func (v *Renderer) lineOf(err error, path string) int {
	var script *jsapi.ScriptError
	if !errors.As(v.realm.Wrap(err), &script) {
		return 0
	}
	rel, relErr := filepath.Rel(filepath.Dir(v.opts.Templates.Dir()), path)
	for _, frame := range script.Frames {
		if frame.File == path || relErr == nil && frame.File == rel {
			return frame.Line
		}
	}
	return 0
}
