package compile_test

import "testing"

// The answers are those of Node 20.
func TestFunctionsInBlocks(t *testing.T) {
	for src, want := range map[string]string{
		`(function () { if (true) { function f() { return 1; } } return f(); })()`:                                                                                         `1`,
		`(function () { const before = typeof f; { function f() { return 1; } } return [before, typeof f]; })()`:                                                           `["undefined","function"]`,
		`(function () { if (false) { function f() { return 1; } } return typeof f; })()`:                                                                                   `"undefined"`,
		`(function (x) { if (x) { function f() { return 'a'; } } else { function f() { return 'b'; } } return f(); })(0)`:                                                  `"b"`,
		`(function () { if (1) function f() { return 1; } else function f() { return 2; } return f(); })()`:                                                                `1`,
		`(function () { switch (2) { case 1: function f() { return 1; } case 2: function g() { return 2; } } return [typeof f, typeof g]; })()`:                            `["undefined","function"]`,
		`(function () { 'use strict'; { function f() { return 1; } } return typeof f; })()`:                                                                                `"undefined"`,
		`(function () { let f = 5; { function f() { return 1; } } return f; })()`:                                                                                          `5`,
		`(function (f) { { function f() { return 1; } } return f; })(3)`:                                                                                                   `3`,
		`(function (a = 1, { f }) { { function f() { return 1; } } return f; })(3, { f: 7 })`:                                                                              `7`,
		`(function (...f) { { function f() { return 1; } } return f; })(3)`:                                                                                                `[3]`,
		`(function () { { f = 4; function f() { return 1; } f = 5; } return typeof f; })()`:                                                                                `"number"`,
		`(function () { { function f() { return 1; } f = 5; } return typeof f; })()`:                                                                                       `"function"`,
		`(function () { { function f() { return 1; } { function f() { return 2; } } } return f(); })()`:                                                                    `2`,
		`(function () { { let f = 1; { function f() { return 2; } } } return typeof f; })()`:                                                                               `"undefined"`,
		`(function () { for (let f of [1]) { { function f() { return 2; } } } return typeof f; })()`:                                                                       `"undefined"`,
		`(function () { for (let f = 0; f < 1; f++) { { function f() { return 2; } } } return typeof f; })()`:                                                              `"undefined"`,
		`(function () { try { throw 1; } catch (f) { { function f() { return 2; } } } return typeof f; })()`:                                                               `"function"`,
		`(function () { try { throw {}; } catch ({ f }) { { function f() { return 2; } } } return typeof f; })()`:                                                          `"undefined"`,
		`(function () { var f = 3; { function f() { return 2; } } return f(); })()`:                                                                                        `2`,
		`(function () { var before = f(); { function f() { return 2; } } return [before, f()]; function f() { return 1; } })()`:                                            `[1,2]`,
		`(function () { { async function f() {} function* g() {} } return [typeof f, typeof g]; })()`:                                                                      `["undefined","undefined"]`,
		`(function () { const list = []; for (let i = 0; i < 3; i++) { function f() { return i; } list.push(f); } return list.map(g => g()).concat(f()); })()`:             `[0,1,2,2]`,
		`(function () { return (() => { { function f() { return 6; } } return f(); })(); })()`:                                                                             `6`,
		`(function () { const g = () => { if (1) { function f() { return 6; } } return f; }; return g()() + g()(); })()`:                                                   `12`,
		`(function (a) { { function f() { return [a, typeof b]; } } var b; return f(); })(1, 2)`:                                                                           `[1,"undefined"]`,
		`(function () { try { { function f() { return 1; } } } finally { } return f.name + f.length + String(f); })()`:                                                     `"f0function f() { return 1; }"`,
		`(function () { L: { function f() { return 1; } break L; } return f(); })()`:                                                                                       `1`,
		`(function () { do { function f() { return 1; } } while (false); return f(); })()`:                                                                                 `1`,
		`(function () { while (true) { function f() { return 1; } break; } return f(); })()`:                                                                               `1`,
		`(function () { for (var k in { a: 1 }) { function f() { return k; } } return f(); })()`:                                                                           `"a"`,
		`(function () { { function f() { return 1; } } { let f = 2; } return f(); })()`:                                                                                    `1`,
		`(function () { class A { m() { { function f() {} } return typeof f; } } return new A().m(); })()`:                                                                 `"undefined"`,
		`(function () { var o = { m() { { function f() { return 8; } } return f(); }, get g() { { function f() { return 9; } } return f(); } }; return [o.m(), o.g]; })()`: `[8,9]`,
		`(function () { { function ü() { return 1; } } return ü(); })()`:                                                                                                   `1`,
		`(function () { { function f() { return f === undefined; } var g = f; f = undefined; } return g(); })()`:                                                           `true`,
		`(function* () { { function f() { return 1; } } yield f(); })().next().value`:                                                                                      `1`,
		`(function () { with ({ f: 1 }) { function f() { return 2; } } return f(); })()`:                                                                                   `2`,
		`(function () { { function f() { return 1; } function f() { return 2; } } return f(); })()`:                                                                        `2`,
		`(function (a, f = 1) { { function f() {} } return typeof f; })()`:                                                                                                 `"number"`,
		`(function f() { { function f() { return 1; } } return typeof f(); })()`:                                                                                           `"number"`,
		`(function (x = (() => { { function f() { return 3; } } return f(); })()) { return x; })()`:                                                                        `3`,
		`if (true) { function inScript() { return 1; } } inScript()`:                                                                                                       `1`,
		`typeof late; { function late() {} } typeof late`:                                                                                                                  `"function"`,
		`let kept = 1; { function kept() { } } kept`:                                                                                                                       `1`,
		`var o = {}; { function own() { } } o.a = Object.getOwnPropertyNames(globalThis).filter(n => /outward/.test(n)); o`:                                                `{"a":[]}`,
	} {
		gives(t, src, want)
	}
}
