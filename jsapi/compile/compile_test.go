package compile_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"framework/jsapi/accelerate"
	"framework/jsapi/bounds"
	"framework/jsapi/compile"
	"framework/jsapi/functions"
)

func TestSurplusArgumentsStayOutOfVariables(t *testing.T) {
	for src, want := range map[string]string{
		`function f(a) { var b, c; return function () { return [a, b, c]; }; } f(1, 2, 3)()`:                                                    `[1,null,null]`,
		`function f(a) { 'use strict'; var b; return function () { return [a, b, this === undefined]; }; } f(1, 2)()`:                           `[1,null,true]`,
		`[5].map(function (v) { var at; return [0].map(function () { return [v, at]; }); })`:                                                    `[[[5,null]]]`,
		`function f(a) { var a; var b = 2; return function () { return [a, b]; }; } f(1, 9)()`:                                                  `[1,2]`,
		`function f(a) { var g; function g() { return 7; } return function () { return [a, g()]; }; } f(1, 9)()`:                                `[1,7]`,
		`function f(a) { if (b === undefined) { b = 'late'; } var b; return function () { return [a, b]; }; } f(1, 9)()`:                        `[1,"late"]`,
		`function f({a}, [b = 3], ...rest) { var c; return () => [a, b, rest, c]; } f({a: 1}, [], 4, 5)()`:                                      `[1,3,[4,5],null]`,
		`var f = (a) => { var b; return () => [a, b]; }; f(1, 2)()`:                                                                             `[1,null]`,
		`function f(a) { var {b, c: [d]} = {b: 2, c: [3]}; return () => [a, b, d]; } f(1, 9, 9)()`:                                              `[1,2,3]`,
		`function f(a) { for (var i = 0, n; i < 1; i++) { n = i; } return function () { return [a, i, n, arguments.length]; }; } f(1, 9, 9)(1)`: `[1,1,0,1]`,
		`class A { m(a) { var b; return () => [a, b]; } } new A().m(1, 2)()`:                                                                    `[1,null]`,
	} {
		gives(t, src, want)
	}
}

// noCompiler leaves texts to goja.
type noCompiler struct{ bounds.Compiler }

func (noCompiler) Direct(text goja.String) goja.Value { return text }

// gives runs src and compares what it comes to, as JSON.
func gives(t *testing.T, src, want string) {
	t.Helper()
	program, err := compile.Source("test.js", src, false)
	if err != nil {
		t.Errorf("%s: %v", src, err)
		return
	}
	rt := goja.New()
	if _, err := bounds.Install(rt, func() int64 { return 0 }, func() bool { return false }, noCompiler{}); err != nil {
		t.Fatal(err)
	}
	if err := accelerate.Install(rt, accelerate.Limits{Memory: func() int64 { return 0 }, LongestText: 1 << 29, Check: func() {}}); err != nil {
		t.Fatal(err)
	}
	if err := functions.Install(rt, nil); err != nil {
		t.Fatal(err)
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		t.Errorf("%s: %v", src, err)
		return
	}
	_ = rt.Set("v", v)
	text, err := rt.RunString("JSON.stringify(v)")
	if err != nil || text.String() != want {
		t.Errorf("%s: got %v, %v, want %s", src, text, err, want)
	}
}

func TestAnEmptyLoopHasAPlace(t *testing.T) {
	for _, loop := range []string{"for (;;) {}", "while (true);", "do {} while (true)", "for (;;);"} {
		program, err := compile.Source("loop.js", "(function spin() {\n\n  "+loop+"\n})()", false)
		if err != nil {
			t.Fatal(err)
		}
		var interrupted *goja.InterruptedError
		// On a busy machine the interruption may come before the loop begins.
		for delay := 20 * time.Millisecond; delay < 10*time.Second; delay *= 2 {
			rt := goja.New()
			time.AfterFunc(delay, func() { rt.Interrupt("stop") })
			_, err = rt.RunProgram(program)
			if !errors.As(err, &interrupted) {
				t.Fatalf("%s: %v", loop, err)
			}
			if interrupted.Stack()[0].Position().Line != 1 {
				break
			}
		}
		if p := interrupted.Stack()[0].Position(); p.Line != 3 {
			t.Errorf("%s: interrupted at %v", loop, p)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	src := ""
	for range 200 {
		src += "(function (a) { var b = 1, c; return function () { return a + b + c; }; });\n"
	}
	b.Run("goja", func(b *testing.B) {
		for b.Loop() {
			if _, err := goja.Compile("x.js", src, false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("mended", func(b *testing.B) {
		for b.Loop() {
			if _, err := compile.Source("x.js", src, false); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestNewTargetIsTheFunctionsOwn(t *testing.T) {
	const idiom = `function Pet(name) { if (!new.target) { return new Pet(name); } this.name = name; } `
	for src, want := range map[string]string{
		idiom + `[Pet("a").name, new Pet("b").name]`:                                                                                                     `["a","b"]`,
		idiom + `class Den { constructor() { this.pet = Pet("a"); this.other = new Pet("b"); } } new Den()`:                                              `{"pet":{"name":"a"},"other":{"name":"b"}}`,
		idiom + `function Den() { this.pet = Pet("a"); } new Den()`:                                                                                      `{"pet":{"name":"a"}}`,
		idiom + `class Dog extends Pet { constructor() { const t = new.target; super("d"); this.own = [t === Dog, new.target === Dog]; } } new Dog()`:    `{"name":"d","own":[true,true]}`,
		`class A { constructor() { this.is = new.target === this.constructor; this.arrow = (() => new.target === B)(); } } class B extends A {} new B()`: `{"is":true,"arrow":true}`,
		`function F() { return () => new.target === undefined; } class A { constructor() { this.f = F()(); } } new A()`:                                  `{"f":true}`,
		`function F() { this.t = new.target.name; } Reflect.construct(F, [], class G extends F {})`:                                                      `{"t":"G"}`,
	} {
		gives(t, src, want)
	}
}

func TestTextsOfArrowFunctions(t *testing.T) {
	for _, f := range []string{
		"() => new Map()", "() => new Map", "() => ({ a: 1 })", "(x) => (x)", "x => x + (1)", "x => (x, 2)", "async x => (await x)", "(a) => a(1)((2))", "x => [x].map(y => (y))",
		"x => x ? (1) : (2)", "x => `a${(x)}`", "x => (/[)]/.test(x))", "x => (x)(')')", "x => new (x.y)()", "x => x++", "x => new x.y(1, (2))", "(x) => (x => (x))", "x => -(x)", "x => typeof (x)",
		"x => x = (3)", "x => ((x))", "x => (\n  x\n)", "x => x.y", "x => (')')", "x => (x / (2) / 1)", "x => (`)${`(`}`)", "x => ('\\'(')", "x => (x /* ( */)", "x => (x // )\n)", "x => { return (x); }", "x => y => ({})", "() => \u0429", "x => (x.\u0429)", "() => \u0429\u0429 + \\u0041", "() => new Map([])",
	} {
		for _, src := range []string{"[" + f + "].map(String)[0]", "((a, b) => String(a) + b)(" + f + ", '')", "const f = " + f + "\nString(f)", "((" + f + ")).toString()", "[0, " + f + " /* ) */ ].map(String)[1]"} {
			program, err := compile.Source("test.js", src, false)
			if err != nil {
				t.Errorf("%s: %v", src, err)
				continue
			}
			rt := goja.New()
			if v, err := rt.RunProgram(program); err != nil || v.String() != f {
				t.Errorf("%s: got %v, %v", src, v, err)
			}
		}
	}
}

// Whatever an arrow function is made of, its text is a function again.
func FuzzTextOfArrowFunction(f *testing.F) {
	for _, body := range []string{"({})", "new A()", "a / (b) / c", "(/[)/]/)", "`${(a)}`"} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		src := "f(() => " + body + ")"
		if _, err := goja.Parse("test.js", src); err != nil {
			return
		}
		var got string
		program, err := compile.Source("test.js", src, false)
		if err != nil {
			return
		}
		rt := goja.New()
		_ = rt.Set("f", func(v goja.Value) { got = v.String() })
		if _, err := rt.RunProgram(program); err != nil || got == "" {
			return
		}
		if _, err := goja.Parse("again.js", "("+got+"\n)"); err != nil {
			t.Errorf("%q: %v", got, err)
		}
	})
}

// A property that Unicode does not have is an error of the source, as in Node, and not of the run.
func TestAWrongPropertyIsASyntaxError(t *testing.T) {
	for src, want := range map[string]string{
		"1;\n /\\p{Nope}/u":           `Invalid regular expression: /\p{Nope}/u: Invalid property name`,
		"1;\n [/[\\p{Nope}]/giu]":     `Invalid regular expression: /[\p{Nope}]/giu: Invalid property name in character class`,
		"1;\n f(/[\\p{L}-z]/u)":       `Invalid regular expression: /[\p{L}-z]/u: Invalid character class`,
		"1;\n x = /\\p{Nope}/v.test;": `Invalid regular expression: /\p{Nope}/v: Invalid property name`,
	} {
		_, err := compile.Source("test.js", src, false)
		var list parser.ErrorList
		if _, ok := errors.AsType[*compile.PatternError](err); !ok || !errors.As(err, &list) || list[0].Message != want || list[0].Position.Line != 2 || list[0].Position.Column != strings.Index(src, "/")-2 {
			t.Errorf("%q: got %v", src, err)
		}
	}
	if _, err := compile.Source("test.js", `/\p{Nope}/; /\p{Script=Grek}\\p/u; /[\p{L}--\p{Lu}]/v`, false); err != nil {
		t.Error(err)
	}
}
