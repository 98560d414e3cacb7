package console_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/console"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// bench is a console in a realm with Node's globals.
type bench struct {
	t       *testing.T
	iso     *jsapi.Isolate
	console *console.Console
}

func start(t *testing.T) *bench {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	b := &bench{t: t, iso: iso}
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		opts := node.Options{Root: t.TempDir()}
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		loader, err := modules.Install(r, modules.Options{Root: t.TempDir(), Core: node.Core(opts)})
		if err != nil {
			return err
		}
		b.console, err = console.New(r, r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			v, err := loader.Require(call.Argument(0).String())
			if err != nil {
				panic(r.Error(err))
			}
			return v
		}), map[string]goja.Value{"given": r.Runtime().ToValue(1), "process": goja.Null()})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// enter is what a person sees of text.
func (b *bench) enter(text string) string {
	b.t.Helper()
	in, err := console.Read(text)
	if err != nil {
		return err.Error()
	}
	out, err := b.iso.Begin(b.t.Context(), func(_ *jsapi.Realm, op *jsapi.Op) { b.console.Run(op, in, false) }).Wait()
	if err != nil {
		b.t.Fatalf("%s: %v", text, err)
	}
	return out.(console.Shown).Text
}

func TestValuesAreShown(t *testing.T) {
	t.Parallel()
	b := start(t)
	for _, s := range []struct{ text, want string }{
		{"1 + 1", "2"},
		{"'a'", "'a'"},
		{"var a = 5", "undefined"},
		{"a", "5"},
		{"let l = 1; const c = 2", "undefined"},
		{"l + c", "3"},
		{"{ a: 1 }", "{ a: 1 }"},
		{"{ a: 1 };", "1"}, // a block with a label
		{"{ let x = 1; x }", "1"},
		{"function f(n) { return n * 2; }", "undefined"},
		{"f(4)", "8"},
		{"Promise.resolve(7)", "7"},
		{"({ then: function (done) { done('then'); } })", "'then'"},
		{"[given, typeof process]", "[ 1, 'object' ]"},
		{"process === null", "false"},
		{"require('path').basename('/a/b')", "'b'"},
		// What waits.
		{"await 1", "1"},
		{"await Promise.all([1, 2])", "[ 1, 2 ]"},
		{"const x = await 2", "undefined"},
		{"x", "2"},
		{"let y, z = await 3", "undefined"},
		{"[y, z]", "[ undefined, 3 ]"},
		{"const { p, q: [r], ...s } = await { p: 1, q: [2], t: 3 }", "undefined"},
		{"[p, r, s]", "[ 1, 2, { t: 3 } ]"},
		{"var v = 1; await 0", "0"},
		{"var v; await v", "1"},
		{"l = await 9; l", "9"},
		{"for (const i of [1, 2]) { await i; var k = i; }", "undefined"},
		{"k", "2"},
		{"g(await 2); function g(n) { return n + 1; }", "undefined"},
		{"g(1)", "2"},
		{"class A { get n() { return 1; } } await 0", "0"},
		{"new A().n", "1"},
		{"'await' + 1", "'await1'"},
		{"if (true) { await 1; 5 }", "undefined"},
		// Newer syntax than the engine's.
		{"async function* gen() { yield 4; }", "undefined"},
		{"await gen().next()", "{ value: 4, done: false }"},
		{"let sum = 0; for await (const n of gen()) { sum += n; }", "undefined"},
		{"sum", "4"},
		{"const fs = await import('fs')", "undefined"},
		{"typeof fs.readFileSync", "'function'"},
		// What fails.
		{"nothing", "Uncaught ReferenceError: nothing is not defined\n    at console:1:1"},
		{"throw 'text'", "Uncaught 'text'"},
		{"await Promise.reject({ code: 1 })", "Uncaught { code: 1 }"},
		{"c = 1", "Uncaught TypeError: Assignment to constant variable.\n    at console:1:1"},
		{"foo)", "SyntaxError: Unexpected token ) (line 1, column 4)"},
		{"1;\n} a {", "SyntaxError: Unexpected token } (line 2, column 1)"},
		{"return 1", "SyntaxError: Illegal return statement (line 1, column 1)"},
		{"await 1; return 1", "1"},
		{"})(); (async () => {", "SyntaxError: Unexpected token } (line 1, column 1)"},
		{"await 0 })(); (async () => {", "SyntaxError: Unexpected token } (line 1, column 9)"},
		{`"abc`, "SyntaxError: Unexpected token ILLEGAL (line 1, column 1)"},
		{"5", "5"},
	} {
		if got := b.enter(s.text); got != s.want {
			t.Errorf("%s\ngives %s\nwant  %s", s.text, got, s.want)
		}
	}
}

func TestInputsGoOn(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"function f() {", "foo(", "[1,", "`a", "/* a", "1 +", "if (a) {", "{ a: 1,",
		"await foo(", "const x = await foo(", "async function f() {\n  for await (const x of y) {", "async () => {\n await 1;",
		"User.find().exec(function (err, all) {\n  if (err) { return; }",
	} {
		if _, err := console.Read(text); !errors.Is(err, console.ErrIncomplete) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestNamesAreCompleted(t *testing.T) {
	t.Parallel()
	b := start(t)
	b.enter("var app = { models: { user: 1, userGroup: 2, 'not-a-name': 3 }, toast: 1, get bad() { throw 1; } }")
	complete := func(of, prefix string) (names []string) {
		t.Helper()
		err := b.iso.Do(t.Context(), func(*jsapi.Realm) (err error) {
			names, err = b.console.Complete(strings.Fields(of), prefix)
			return err
		})
		if err != nil {
			return []string{"error"}
		}
		return names
	}
	for _, s := range []struct{ of, prefix, want string }{
		{"", "ap", "app"},
		{"", "requ", "require"},
		{"app", "", "bad models toast"},
		{"app", "to", "toLocaleString toString toast"},
		{"app models", "", "user userGroup"},
		{"app models", "userG", "userGroup"},
		{"app nothing", "", ""},
		{"app bad", "x", "error"},
		{"app toast", "toF", "toFixed"},
	} {
		if got := complete(s.of, s.prefix); !slices.Equal(got, strings.Fields(s.want)) {
			t.Errorf("%q %q: got %v, want %s", s.of, s.prefix, got, s.want)
		}
	}
}

// FuzzRead finds texts that are not read as an input, unfinished or wrong.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"1", "await 1", "const {a, ...b} = await c", "})(); (async () => {", "{", "`${", "class A { static { await 1 } }", "for await (x of y) z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := console.Read(text)
		if (in == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", text, in, err)
		}
	})
}
