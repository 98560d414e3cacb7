package jsapi

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"framework/jsapi/bounds"
	"framework/jsapi/compile"
	"framework/jsapi/errmsg"
)

// evaluator compiles and runs the texts of eval and of the constructors of functions, as files
// are compiled. Direct calls of eval see the variables around them, so goja compiles these.
type evaluator struct {
	rt    *goja.Runtime
	lower Lowerer
}

// Lowerer parses a text, which goja has refused for a reason, after converting it to syntax that
// goja has. generators says that goja itself compiles it, so that asynchronous generators are
// converted as well. Its error is errmsg.Words where it knows the words of V8.
type Lowerer func(text string, refusal error, generators bool) (*ast.Program, error)

// evaluated is the name of texts in stacks.
const evaluated = "<eval>"

// installEvaluation has indirect calls of eval use e.
func installEvaluation(rt *goja.Runtime, e *evaluator) error {
	return errmsg.WrapNative(rt.Get("eval").ToObject(rt), func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			text, ok := call.Argument(0).(goja.String)
			if !ok {
				return call.Argument(0)
			}
			src := sourceOf(text)
			program, err := e.program(evaluated, src, compile.Eval)
			if err != nil {
				e.throw(src, err)
			}
			if program == nil {
				return old(call)
			}
			return e.run(program)
		}
	})
}

// LowerTexts has the texts of eval, and of the constructors of functions, that goja refuses be
// lowered first.
func (r *Realm) LowerTexts(lower Lowerer) { r.texts.lower = lower }

// Script compiles a script that is no file, as the texts of eval are compiled. It throws errors of
// syntax.
func (r *Realm) Script(name, src string) *goja.Program {
	program, err := r.texts.program(name, src, func(tree *ast.Program) (*goja.Program, error) { return compile.Program(tree, false) })
	if err != nil {
		r.texts.throw(src, err)
	}
	return program
}

// ContextScript compiles a script for a context, see compile.Contextual. It throws errors of syntax.
func (r *Realm) ContextScript(name, src string) (*goja.Program, compile.Declared) {
	var declared compile.Declared
	program, err := r.texts.program(name, src, func(tree *ast.Program) (program *goja.Program, err error) {
		program, declared, err = compile.Contextual(tree, src)
		return program, err
	})
	if err != nil {
		r.texts.throw(src, err)
	}
	return program, declared
}

// program compiles a text. Where goja refuses it, lower is asked. It throws the RangeError of V8
// for texts that would exhaust the stack of parsers.
func (e *evaluator) program(name, src string, finish func(*ast.Program) (*goja.Program, error)) (*goja.Program, error) {
	if bounds.TooDeep(src) >= 0 {
		panic(bounds.RangeError(e.rt, "Maximum call stack size exceeded"))
	}
	tree, err := compile.Parse(name, src, parser.WithDisableSourceMaps)
	var program *goja.Program
	if err == nil {
		if program, err = finish(tree); err == nil {
			return program, nil
		}
	}
	if _, head := errors.AsType[headError](err); head || e.lower == nil || errmsg.IsPattern(err) {
		return nil, err
	}
	lowered, refusal := e.lower(src, err, false)
	if words, ok := errors.AsType[errmsg.Words](refusal); ok {
		return nil, words
	}
	if refusal == nil {
		if program, refusal = finish(lowered); refusal == nil {
			return program, nil
		}
	}
	return nil, err
}

func (e *evaluator) run(program *goja.Program) goja.Value {
	v, err := e.rt.RunProgram(program)
	if err != nil {
		panic(err)
	}
	return v
}

// throw throws the error of a text that cannot be compiled.
func (e *evaluator) throw(src string, err error) {
	message, _ := errmsg.Refusal(err, src)
	e.syntaxError(message)
}

func (e *evaluator) syntaxError(message string) {
	made, err := e.rt.New(e.rt.Get("SyntaxError"), e.rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	panic(made)
}

// Function is that of bounds.Compiler.
func (e *evaluator) Function(kind string, texts []goja.String) *goja.Object {
	var head strings.Builder
	head.WriteString("(" + kind + " anonymous(")
	body := ""
	for i, text := range texts {
		switch {
		case i == len(texts)-1:
			body = sourceOf(text)
		case i > 0:
			head.WriteString("," + sourceOf(text))
		default:
			head.WriteString(sourceOf(text))
		}
	}
	head.WriteString("\n) {")
	src := head.String() + "\n" + body + "\n})"
	program, err := e.program(evaluated, src, func(tree *ast.Program) (*goja.Program, error) {
		if problem := onlyFunction(tree, head.Len()-1, len(src)-len("})")); problem != "" {
			return nil, headError(problem)
		}
		return compile.Program(tree, false)
	})
	if err != nil {
		e.throw(src, err)
	}
	return e.run(program).ToObject(e.rt)
}

// headError says that texts are not the parameters and the body of one function.
type headError string

func (e headError) Error() string { return string(e) }

// onlyFunction says what is wrong where a text is more than one function, whose body is between
// two offsets. A text that was lowered has other offsets.
func onlyFunction(tree *ast.Program, from, to int) string {
	if tree.File == nil || tree.File.Name() != evaluated {
		return ""
	}
	const several = "Single function literal required"
	if len(tree.Body) != 1 {
		return several
	}
	statement, ok := tree.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return several
	}
	fn, ok := statement.Expression.(*ast.FunctionLiteral)
	if !ok {
		return several
	}
	base := tree.File.Base()
	if int(fn.Body.LeftBrace)-base != from {
		return "Arg string terminates parameters early"
	}
	if int(fn.Body.RightBrace)-base != to {
		return several
	}
	return ""
}

// Direct is that of bounds.Compiler. A text that is no JavaScript is left to goja, which throws
// the error.
func (e *evaluator) Direct(text goja.String) goja.Value {
	src := sourceOf(text)
	if !compile.MayNeedRewriting(src) {
		return text
	}
	tree, err := e.parse(evaluated, src)
	if err != nil {
		return text
	}
	if tree.File.Name() != evaluated {
		return e.rt.ToValue(tree.File.Source())
	}
	if why := compile.Unfit(tree); why != "" {
		e.syntaxError(why)
	}
	if rewritten := compile.Rewritten(tree); rewritten != src {
		return e.rt.ToValue(rewritten)
	}
	return text
}

// parse parses a text that goja itself is to compile, after lowering it if that has to be.
func (e *evaluator) parse(name, src string) (*ast.Program, error) {
	tree, err := compile.Parse(name, src, parser.WithDisableSourceMaps)
	if e.lower == nil || err == nil && !compile.HasAsyncGenerator(tree) {
		return tree, err
	}
	if lowered, refusal := e.lower(src, err, true); refusal == nil {
		return lowered, nil
	}
	return tree, err
}

// sourceOf is the text of a script. UTF-8 has no lone surrogates; they are written as escapes,
// as goja does.
func sourceOf(text goja.String) string {
	src := text.String()
	if !strings.ContainsRune(src, '\uFFFD') {
		return src
	}
	var out strings.Builder
	for c := range characters(text) {
		if utf16.IsSurrogate(c) {
			fmt.Fprintf(&out, `\u%04x`, c)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}
