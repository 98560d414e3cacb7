package compile_test

import (
	"testing"

	"framework/jsapi/compile"
)

// TestSwitchWithEval: a switch that declares names and calls eval does what it does in Node. goja
// by itself ends the process.
func TestSwitchWithEval(t *testing.T) {
	for src, want := range map[string]string{
		`(function (x) { switch (x) { case 1: let a = 1; return eval('a + x'); } })(1)`:                                                                                                                         `2`,
		`(function (x) { switch (x) { case 1: const a = 1, b = a + 1; return eval('a + b'); default: return 0; } })(1)`:                                                                                         `3`,
		`(function (x) { switch (x) { case eval('1'): let b = 4; return b; } })(1)`:                                                                                                                             `4`,
		`(function (x) { switch (x) { case 1: let b = 4; return ((y = eval('b')) => y)(); } })(1)`:                                                                                                              `4`,
		`(function (x) { switch (x) { case 1: class C { m() { return 5; } } return eval('new C().m()') + C.name; } })(1)`:                                                                                       `"5C"`,
		`(function (x) { switch (x) { case 2: function h() { return 6; } default: return eval('h()'); } })(1)`:                                                                                                  `6`,
		`(function (x) { switch (x) { case 1: let {a, b: [c]} = {a: 1, b: [2]}; return eval('a + c'); } })(1)`:                                                                                                  `3`,
		`(function (x) { var out = []; for (let i = 0; i < 3; i++) { switch (i) { case 0: let z; out.push(eval('z') === undefined); z = 1; break; case 1: continue; default: out.push(i); } } return out; })()`: `[true,2]`,
		`(function (x) { L: switch (x) { case 1: let a = 1; if (eval('a')) { break L; } return 'no'; } return 'yes'; })(1)`:                                                                                     `"yes"`,
		`(function (x) { var out = []; switch (x) { case 1: let a = 'a'; out.push(eval('a')); case 2: a = 'b'; out.push(a); } return out; })(1)`:                                                                `["a","b"]`,
		`(function (x) { let a = 'outer'; switch (a) { case 'outer': { let a = 'in'; } let b = eval('a'); return b; } })(1)`:                                                                                    `"outer"`,
		`(function (x) { switch (x) { case 1: let x = 2; return eval('x'); } })(1)`:                                                                                                                             `2`,
		`eval('switch (1) { case 1: let a = 1; a }')`:                                                                                                                                                           `1`,
	} {
		gives(t, src, want)
	}
}

// TestConstructorWithEval: so does a constructor whose parameters have default values, where goja panics.
func TestConstructorWithEval(t *testing.T) {
	for src, want := range map[string]string{
		`new (class { constructor(a = 1) { this.v = eval("a"); } })().v`:                                                       `1`,
		`new (class { constructor({a} = {a: 2}, b = a) { this.v = eval("a + b"); } })().v`:                                     `4`,
		`new (class { constructor(a, ...b) { this.v = eval("b"); } })(1, 2, 3).v`:                                              `[2,3]`,
		`new (class { constructor(a = eval("6")) { this.v = a; } })(5).v`:                                                      `5`,
		`new (class { constructor(a = 1) { var a, b = 2; this.v = (() => eval("a + b"))(); } })().v`:                           `3`,
		`[class { constructor(a, {b}, c = 1, d) { eval(""); } }, class { constructor(a = eval("")) {} }].map((c) => c.length)`: `[2,0]`,
	} {
		gives(t, src, want)
	}
}

// TestUnfit: texts that goja compiles by itself are refused where it would end the process.
func TestUnfit(t *testing.T) {
	for src, unfit := range map[string]bool{
		"switch (1) { case 1: let a = 1; eval('a'); }":                     true,
		"(function () { switch (1) { case 1: class A {} eval('A'); } })()": true,
		"switch (1) { case 1: { let a = 1; eval('a'); } }":                 false,
		"switch (1) { case 1: let a = 1; evaluate(a); }":                   false,
		"switch (1) { case 1: let a = 1; } eval('1');":                     false,
		"let a = 'switch eval'":                                            false,
	} {
		tree, err := compile.Parse("test.js", src)
		if err != nil {
			t.Fatal(err)
		}
		if got := compile.Unfit(tree) != ""; got != unfit {
			t.Errorf("%s: %v", src, got)
		}
	}
}

// TestRewritten: a text that goja compiles by itself does what it does when it is compiled as a file.
func TestRewritten(t *testing.T) {
	for src, want := range map[string]string{
		"function f(a) { var b; return () => [a, b]; }":                    "function f(a) {;var b = void 0; var b; return () => [a, b]; }",
		"function f(a) { 'use strict'; var b, a; return () => [a, b]; }":   "function f(a) { 'use strict';var b = void 0;; var b, a; return () => [a, b]; }",
		"(a) => { for (var i of a) { (() => i)(); } }":                     "(a) => {;var i = void 0; for (var i of a) { (() => i)(); } }",
		"function f(a) { var b; }":                                         "function f(a) { var b; }",
		"function f(a) { var g; function g() { var x; return () => x; } }": "function f(a) { var g; function g() {;var x = void 0; var x; return () => x; } }",
		`/\p{L}"é/u.test(x) && /[[a]]/v`:                                   `RegExp("\\p{L}\"é", "u").test(x) && RegExp("[[a]]", "v")`,
		`/a/u.test(x)`:                                                     `/a/u.test(x)`,
	} {
		tree, err := compile.Parse("test.js", src)
		if err != nil {
			t.Fatal(err)
		}
		if got := compile.Rewritten(tree); got != want {
			t.Errorf("%s: got %s", src, got)
		}
	}
}
