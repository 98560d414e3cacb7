package node

import (
	"errors"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// maxScriptOffset bounds the lines and columns that a script may begin at: they are written in front of it.
const maxScriptOffset = 100_000

// vmNatives are the native functions of vm.js, which compile and run source text.
func vmNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	// The arguments are a name, the text, and the line and column that it begins at.
	source := func(call goja.FunctionCall) (name, text string) {
		line, column := call.Argument(2).ToInteger(), call.Argument(3).ToInteger()
		text = strings.Repeat("\n", int(min(max(line, 0), maxScriptOffset))) + strings.Repeat(" ", int(min(max(column, 0), maxScriptOffset)))
		return call.Argument(0).String(), text + call.Argument(1).String()
	}
	running := func(p *goja.Program) func(goja.FunctionCall) goja.Value {
		return func(goja.FunctionCall) goja.Value {
			v, err := rt.RunProgram(p)
			if err != nil {
				panic(err)
			}
			return v
		}
	}
	return map[string]any{
		// script returns a function that runs a script in the context of the program.
		"script": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(running(h.realm.Script(source(call))))
		},
		// contextual returns a function that returns the one of compile.Contextual, and what the script declares.
		"contextual": func(call goja.FunctionCall) goja.Value {
			program, declared := h.realm.ContextScript(source(call))
			return rt.NewArray(rt.ToValue(running(program)), h.realm.ToJS(texts(declared.Variables)), h.realm.ToJS(texts(declared.Functions)),
				h.realm.ToJS(texts(declared.Lexical)), rt.ToValue(declared.Strict))
		},
		// limited calls a function for so many milliseconds at most. The result is undefined beyond that, else it is in an array.
		"limited": func(call goja.FunctionCall) goja.Value {
			fn, _ := goja.AssertFunction(call.Argument(0))
			limit := time.Duration(call.Argument(1).ToInteger()) * time.Millisecond
			over := &timeOver{}
			v, err := h.realm.Limited(limit, over, func() (goja.Value, error) { return fn(goja.Undefined()) })
			if interrupted, ok := errors.AsType[*goja.InterruptedError](err); ok && interrupted.Value() == over {
				return goja.Undefined()
			}
			if err != nil {
				panic(err)
			}
			return rt.NewArray(v)
		},
	}
}

// timeOver ends a script that has taken longer than its option timeout; each run has its own.
type timeOver struct{ _ byte }

func (*timeOver) Error() string { return "the time of a script is over" }

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
