package jsapi

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi/bounds"
	"framework/router"
)

// goError is a Go error inside an Error object.
type goError struct{ err error }

// OnError adds a conversion for error types of other packages.
func (r *Realm) OnError(hook func(err error) (goja.Value, bool)) {
	r.errorHooks = append(r.errorHooks, hook)
}

// Error converts a Go error to a JavaScript Error. If the error was made of a
// JavaScript value (see GoError), the result is that value. OnError hooks run
// first.
func (r *Realm) Error(err error) goja.Value {
	for _, hook := range r.errorHooks {
		if v, ok := hook(err); ok {
			return v
		}
	}
	if script, ok := errors.AsType[*ScriptError](err); ok {
		if v, ok := script.Value.(goja.Value); ok {
			return v
		}
	}
	if ex, ok := errors.AsType[*goja.Exception](err); ok {
		return ex.Value()
	}
	o, fault := r.rt.New(r.errorCtor, r.rt.ToValue(err.Error()))
	if fault != nil {
		panic(fault)
	}
	r.AttachGoError(o, err)
	if e, ok := errors.AsType[*router.Error](err); ok && e.Code != "" {
		_ = o.Set("code", e.Code) // does not fail on a new object
	}
	if script, ok := errors.AsType[*ScriptError](err); ok {
		_ = o.Set("message", script.Message)
		_ = o.DefineDataProperty("name", r.rt.ToValue(script.Name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if script.Code != "" {
			_ = o.Set("code", script.Code)
		}
	}
	return o
}

// AttachGoError stores err in an Error object, where GoError finds it.
func (r *Realm) AttachGoError(o *goja.Object, err error) {
	// This fails on frozen objects; then GoError makes a new error.
	_ = o.DefineDataPropertySymbol(r.goErrorKey, r.rt.ToValue(&goError{err}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// GoError converts an exception or the reason of a rejection to a Go error: a
// *ScriptError with the position in the project and the value itself, for Error.
// If the Error was made of a Go error, the result is that error.
func (r *Realm) GoError(thrown goja.Value) error { return r.goError(thrown, nil) }

func (r *Realm) goError(thrown goja.Value, stack []goja.StackFrame) (err error) {
	e := &ScriptError{Value: thrown}
	ex := r.rt.Try(func() {
		o, ok := thrown.(*goja.Object)
		if !ok {
			e.Name, e.Message = "Error", "undefined was thrown"
			if thrown != nil {
				e.Message = thrown.String()
			}
			return
		}
		if held, ok := o.GetSymbol(r.goErrorKey).(*goja.Object); ok {
			if g, ok := held.Export().(*goError); ok {
				err = g.err
				return
			}
		}
		e.Name, e.Message, e.Code = text(o.Get("name")), text(o.Get("message")), text(o.Get("code"))
		if e.Name == "" {
			e.Name = "Error"
		}
		if e.Message == "" && o.ClassName() != "Error" {
			e.Message = o.String()
		}
		e.Frames = r.parseStack(text(o.Get("stack")))
	})
	if errors.Is(err, bounds.ErrInterrupted) {
		return r.interruption(r.iso.watchdog.interruptCause(), stack)
	}
	if err != nil {
		return err
	}
	if ex != nil {
		e.Name, e.Message = "Error", "a value that cannot be read was thrown"
	}
	if len(e.Frames) == 0 {
		e.Frames = r.frames(stack)
	}
	return r.locate(e)
}

// text is v as a string, empty for undefined and null.
func text(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return v.String()
}

// Wrap converts an error that goja returned (an exception, an interrupt, the Go
// error of a native function) to a *ScriptError or to the original Go error.
func (r *Realm) Wrap(err error) error {
	switch e := err.(type) { //nolint:errorlint // only what goja itself returned is translated
	case nil:
		return nil
	case *goja.Exception:
		if inner := e.Unwrap(); errors.Is(inner, bounds.ErrInterrupted) {
			return r.interruption(r.iso.watchdog.interruptCause(), e.Stack())
		} else if inner != nil {
			return inner
		}
		return r.goError(e.Value(), e.Stack())
	case *goja.InterruptedError:
		return r.interruption(e.Value(), e.Stack())
	case *goja.StackOverflowError:
		return r.locate(&ScriptError{Name: "RangeError", Message: "Maximum call stack size exceeded", Frames: r.frames(e.Stack())})
	case *goja.CompilerSyntaxError:
		s := &ScriptError{Name: "SyntaxError", Message: e.Message}
		if e.File != nil {
			p := e.File.Position(e.Offset)
			s.Frames = []Frame{r.frame("", p.Filename, p.Line, p.Column)}
		}
		return r.locate(s)
	}
	return err
}

// interruption returns the error of an interrupted turn.
func (r *Realm) interruption(why any, stack []goja.StackFrame) error {
	if why == any(ErrClosed) {
		return ErrClosed
	}
	hintFor := "look for an endless loop, or give the work to setImmediate in parts"
	if cause, ok := why.(interface{ hint() string }); ok {
		hintFor = cause.hint()
	}
	return r.locate(&ScriptError{Name: "Error", Message: fmt.Sprint(why), Frames: r.frames(stack), Hint: hintFor})
}

// Caller returns the position at which the project's code has called into Go,
// "file:line:column", empty if none of the project's code is running.
func (r *Realm) Caller() string {
	for _, f := range r.frames(r.rt.CaptureCallStack(0, nil)) {
		if f.Line > 0 && !isBuiltin(f.File) {
			return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
		}
	}
	return ""
}

// frames converts a stack of goja, without native functions and the loop itself.
func (r *Realm) frames(stack []goja.StackFrame) []Frame {
	var list []Frame
	for i := range stack {
		p := stack[i].Position()
		if p.Line == 0 || p.Filename == loopSource {
			continue
		}
		list = append(list, r.frame(stack[i].FuncName(), p.Filename, p.Line, p.Column))
	}
	return list
}

// stackLine is a line of an Error's stack: "at f (file:1:2(3))" or "at file:1:2".
var stackLine = regexp.MustCompile(`(?m)^\s*at (?:(.*) \()?([^()\n]+):(\d+):(\d+)(?:\(\d+\))?\)?$`)

func (r *Realm) parseStack(stack string) []Frame {
	var list []Frame
	for _, m := range stackLine.FindAllStringSubmatch(stack, 64) {
		if m[2] == loopSource {
			continue
		}
		line, _ := strconv.Atoi(m[3])
		column, _ := strconv.Atoi(m[4])
		list = append(list, r.frame(m[1], m[2], line, column))
	}
	return list
}

// SetColumnOffset declares that the first line of a file was compiled with that
// many characters in front of it, such as the wrapper of a module.
func (r *Realm) SetColumnOffset(file string, columns int) { r.columnOffsets[file] = columns }

// frame converts a position in compiled code to one in the file of the project.
func (r *Realm) frame(function, file string, line, column int) Frame {
	if line == 1 {
		column = max(1, column-r.columnOffsets[file])
	}
	return Frame{function, r.relative(file), line, column}
}

func (r *Realm) relative(file string) string {
	if r.iso.opts.Root == "" || !filepath.IsAbs(file) {
		return file
	}
	rel, err := filepath.Rel(r.iso.opts.Root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return file
	}
	return filepath.ToSlash(rel)
}

// locate sets position, excerpt and hint from the first frame of the project's own
// code, or of node_modules if there is none.
func (r *Realm) locate(e *ScriptError) *ScriptError {
	if len(e.Frames) > 0 {
		f := e.Frames[0]
		for _, x := range e.Frames {
			if isBuiltin(x.File) {
				continue
			}
			if isBuiltin(f.File) {
				f = x
			}
			if !filepath.IsAbs(x.File) && !strings.Contains(x.File, "node_modules/") {
				f = x
				break
			}
		}
		if strings.HasPrefix(f.File, "framework:") {
			return addHint(e) // a position in the server's own scripts is useless to the project
		}
		e.File, e.Line, e.Column = f.File, f.Line, f.Column
		e.Excerpt = Excerpt(r.lines(f.File), f.Line, f.Column)
	}
	return addHint(e)
}

// addHint sets the hint of an error unless it has one.
func addHint(e *ScriptError) *ScriptError {
	if e.Hint == "" {
		e.Hint = hintFor(e)
	}
	return e
}

// isBuiltin reports whether a script belongs to the server.
func isBuiltin(file string) bool {
	return strings.HasPrefix(file, "node:") || strings.HasPrefix(file, "framework:")
}

func hintFor(e *ScriptError) string {
	if name, ok := strings.CutSuffix(e.Message, " is not defined"); ok && e.Name == "ReferenceError" {
		return "no global is called " + name + "; is a require or a model, service or setting of that name missing?"
	}
	if e.Code == "MODULE_NOT_FOUND" {
		if m := missingModule.FindStringSubmatch(e.Message); m != nil && !strings.HasPrefix(m[1], ".") && !filepath.IsAbs(m[1]) {
			return "npm install " + packageOf(m[1])
		}
		if strings.HasPrefix(e.Message, "Cannot find module") {
			return "no such file; names are case-sensitive"
		}
	}
	return ""
}

var missingModule = regexp.MustCompile(`Cannot find module '([^']+)'`)

// packageOf returns the package of a module: "lodash" of "lodash/fp".
func packageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// maxSources is how many files are cached for excerpts.
const maxSources = 64

func (r *Realm) lines(file string) []string {
	if lines, ok := r.sources[file]; ok {
		return lines
	}
	path := filepath.FromSlash(file)
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.iso.opts.Root, path)
	}
	var lines []string
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() < 1<<22 {
		if text, err := os.ReadFile(path); err == nil {
			lines = strings.Split(string(text), "\n")
		}
	}
	if len(r.sources) >= maxSources {
		clear(r.sources)
	}
	r.sources[file] = lines
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
