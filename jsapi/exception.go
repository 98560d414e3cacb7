package jsapi

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/project"
	"framework/jsapi/bounds"
	"framework/jsapi/errmsg"
	"framework/router"
)

// exceptions converts between Go errors and what JavaScript throws.
type exceptions struct {
	rt        *goja.Runtime
	positions *positions
	watchdog  *watchdog

	goErrorKey *goja.Symbol // property of Error objects that holds the Go error
	errorCtor  *goja.Object
	syntaxCtor *goja.Object
	// operationalProto is the prototype of Rejection, nil before there was one.
	operationalProto *goja.Object
	errorHooks       []func(err error) (goja.Value, bool)
	described        map[string]*goja.Object // see Describe
	absent           func(string) string     // see Absent; nil for none
}

// goError is a Go error inside an Error object, and the call stack that it was given.
type goError struct {
	err   error
	stack string
}

// Trace gives an Error object of a Go error the call stack of the call that led to it, as
// Node writes it: GoError returns a *TracedError then. Other objects are left alone.
func (x *exceptions) Trace(o *goja.Object, stack string) {
	if held, ok := o.GetSymbol(x.goErrorKey).(*goja.Object); ok {
		if g, ok := held.Export().(*goError); ok {
			g.stack = stack
		}
	}
}

// OnError adds a conversion for error types of other packages.
func (x *exceptions) OnError(hook func(err error) (goja.Value, bool)) {
	x.errorHooks = append(x.errorHooks, hook)
}

// Error converts a Go error to a JavaScript Error. If the error was made of a
// JavaScript value (see GoError), the result is that value. OnError hooks run
// first.
func (x *exceptions) Error(err error) goja.Value {
	for _, hook := range x.errorHooks {
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
	ctor := x.errorCtor
	script, scripted := errors.AsType[*ScriptError](err)
	if scripted && script.Name == "SyntaxError" {
		ctor = x.syntaxCtor
	}
	o, fault := x.rt.New(ctor, x.rt.ToValue(err.Error()))
	if fault != nil {
		panic(fault)
	}
	x.AttachGoError(o, err)
	if e, ok := errors.AsType[*router.Error](err); ok && e.Code != "" {
		_ = o.Set("code", e.Code) // does not fail on a new object
	}
	var coded interface{ ErrorCode() string }
	if errors.As(err, &coded) && coded.ErrorCode() != "" {
		_ = o.Set("code", coded.ErrorCode()) // as above
	}
	if scripted {
		_ = o.Set("message", script.Message)
		if ctor == x.errorCtor {
			_ = o.DefineDataProperty("name", x.rt.ToValue(script.Name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		if script.Code != "" {
			_ = o.Set("code", script.Code)
		}
	}
	return o
}

// AttachGoError stores err in an Error object, where GoError finds it.
func (x *exceptions) AttachGoError(o *goja.Object, err error) {
	// This fails on frozen objects; then GoError makes a new error.
	_ = o.DefineDataPropertySymbol(x.goErrorKey, x.rt.ToValue(&goError{err: err}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// GoError converts an exception or the reason of a rejection to a Go error: a
// *ScriptError with the position in the project and the value itself, for Error.
// If the Error was made of a Go error, the result is that error.
func (x *exceptions) GoError(thrown goja.Value) error { return x.goError(thrown, nil) }

func (x *exceptions) goError(thrown goja.Value, stack []goja.StackFrame) (err error) {
	e := &ScriptError{Value: thrown}
	ex := x.rt.Try(func() {
		o, ok := thrown.(*goja.Object)
		if !ok {
			e.Name, e.Message = "Error", "undefined was thrown"
			if thrown != nil {
				e.Message = thrown.String()
			}
			return
		}
		if held, ok := o.GetSymbol(x.goErrorKey).(*goja.Object); ok {
			if g, ok := held.Export().(*goError); ok {
				if err = g.err; g.stack != "" {
					err = &TracedError{Err: g.err, Frames: x.positions.parseStack(g.stack)}
				}
				return
			}
		}
		e.Name, e.Message, e.Code = text(o.Get("name")), text(o.Get("message")), text(o.Get("code"))
		if e.Name == "" {
			e.Name = "Error"
		}
		if e.Code == "MODULE_NOT_FOUND" { // the frames say the rest
			e.Message, _, _ = strings.Cut(e.Message, "\nRequire stack:")
		}
		if e.Message == "" && o.ClassName() != "Error" {
			e.Message = o.String()
		}
		e.Frames = x.positions.parseStack(text(o.Get("stack")))
		if !slices.ContainsFunc(e.Frames, isProject) {
			// The stack may end in a package, before the code of the project.
			if all := x.positions.frames(errmsg.Calls(o)); slices.ContainsFunc(all, isProject) {
				e.Frames = all
			}
		}
	})
	if errors.Is(err, bounds.ErrInterrupted) {
		return x.interruption(x.watchdog.interruptCause(), stack)
	}
	if err != nil {
		return err
	}
	if ex != nil {
		e.Name, e.Message = "Error", "a value that cannot be read was thrown"
	}
	if len(e.Frames) == 0 {
		e.Frames = x.positions.frames(stack)
	}
	e.Hint = x.suggestion(e)
	return x.positions.locate(e)
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
func (x *exceptions) Wrap(err error) error {
	switch e := err.(type) { //nolint:errorlint // only what goja itself returned is translated
	case nil:
		return nil
	case *goja.Exception:
		if inner := e.Unwrap(); errors.Is(inner, bounds.ErrInterrupted) {
			return x.interruption(x.watchdog.interruptCause(), e.Stack())
		} else if inner != nil {
			return inner
		}
		return x.goError(e.Value(), e.Stack())
	case *goja.InterruptedError:
		return x.interruption(e.Value(), e.Stack())
	case *goja.StackOverflowError:
		return x.positions.locate(&ScriptError{Name: "RangeError", Message: "Maximum call stack size exceeded", Frames: x.positions.frames(e.Stack())})
	case *goja.CompilerSyntaxError:
		s := &ScriptError{Name: "SyntaxError", Message: e.Message}
		if e.File != nil {
			p := e.File.Position(e.Offset)
			s.Frames = []Frame{x.positions.frame("", p.Filename, p.Line, p.Column)}
		}
		return x.positions.locate(s)
	}
	return err
}

// interruption returns the error of an interrupted turn.
func (x *exceptions) interruption(why any, stack []goja.StackFrame) error {
	if why == any(ErrClosed) {
		return ErrClosed
	}
	hintFor := "look for an endless loop, or give the work to setImmediate in parts"
	if cause, ok := why.(interface{ hint() string }); ok {
		hintFor = cause.hint()
	}
	_, memory := why.(*memoryLimitError)
	return x.positions.locate(&ScriptError{Name: "Error", Message: fmt.Sprint(why), Frames: x.positions.frames(stack), Hint: hintFor, memory: memory})
}

// SetColumnOffset declares that the first line of a file was compiled with that
// many characters in front of it, such as the wrapper of a module.
func (x *exceptions) SetColumnOffset(file string, columns int) {
	x.positions.columnOffsets[file] = columns
}

// Caller returns the position at which the project's code has called into Go,
// "file:line:column", empty if none of the project's code is running.
func (x *exceptions) Caller() string {
	for _, f := range x.positions.frames(x.rt.CaptureCallStack(0, nil)) {
		if f.Line > 0 && !isBuiltin(f.File) {
			return f.Place()
		}
	}
	return ""
}

// addHint sets the hint of an error unless it has one.
func addHint(e *ScriptError) *ScriptError {
	if e.Hint == "" {
		e.Hint = hintFor(e)
	}
	return e
}

func hintFor(e *ScriptError) string {
	if m := notDefined.FindStringSubmatch(e.Message); m != nil && e.Name == "ReferenceError" {
		return "no global is called " + m[1] + "; is a require or a model, service or setting of that name missing?"
	}
	if e.Code == "MODULE_NOT_FOUND" {
		if m := missingModule.FindStringSubmatch(e.Message); m != nil && !strings.HasPrefix(m[1], ".") && !filepath.IsAbs(m[1]) {
			return "npm install " + project.PackageOf(m[1])
		}
		if strings.HasPrefix(e.Message, "Cannot find module") {
			return "no such file; names are case-sensitive"
		}
	}
	return ""
}

var missingModule = regexp.MustCompile(`Cannot find module '([^']+)'`)
