package accelerate_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"pgregory.net/rapid"

	"framework/jsapi/accelerate"
	"framework/jsapi/bounds"
	"framework/jsapi/compile"
)

// noCompiler leaves texts to goja.
type noCompiler struct{ bounds.Compiler }

func (noCompiler) Direct(text goja.String) goja.Value { return text }

// realm is a runtime with the functions, and without any other change.
func realm(t interface{ Fatal(args ...any) }) *goja.Runtime {
	rt := goja.New()
	if _, err := bounds.Install(rt, func() int64 { return 0 }, func() bool { return false }, noCompiler{}); err != nil {
		t.Fatal(err)
	}
	err := accelerate.Install(rt, accelerate.Limits{
		Memory: func() int64 { return 0 }, LongestText: 1 << 29, TooLong: func() { panic(rt.NewTypeError("too long")) }, Check: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// outcome is what a script gives, or throws, as text.
func outcome(v goja.Value, err error) string {
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), " at ")
		return "throws " + text
	}
	return v.String()
}

// tester is a test, or one of many of a property.
type tester interface {
	Fatal(args ...any)
	Errorf(format string, args ...any)
	Helper()
}

// both runs a script as the engine does by itself, and compiled: the outcomes are to be the same.
func both(t tester, script string) {
	t.Helper()
	script = "(function () {" + script + "\n})()"
	want := outcome(goja.New().RunString(script))
	program, err := compile.Source("test.js", script, false)
	if err != nil {
		t.Fatal(script, err)
	}
	got := outcome(realm(t).RunProgram(program))
	if got != want {
		t.Errorf("%s\ngives %.300s, want %.300s", script, got, want)
	}
}

// grow makes a long text of some kind of pieces.
const grow = "function grow(n, piece) { var s = ''; for (var i = 0; i < n; i++) { s += piece; } return s; }\n"

// TestAppend: texts that grow are what they are in the engine, whatever is added.
func TestAppend(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		"return grow(2000, 'abc');",
		"return grow(2000, '\\u20ac\\ud83d\\ude00');",
		"return grow(1000, 'a') + grow(1000, '\\u00e9') + grow(10, 'b');",
		"var s = grow(1000, 'a'); s += '\\u20ac'; for (var i = 0; i < 600; i++) { s += i; s += '\\u20ac'; } return s;",
		"var s = grow(600, 'a'), t = s; s += 'b'; t += 'c'; s += 'd'; t += 'e'; return [s, t, s.length, t.length].join();",
		"var s = grow(600, '\\u20ac'), t = s; s += 'b'; t += 'c'; s += '\\u20ac'; t += 'e'; return [s, t, s.length, t.length].join();",
		"var s = grow(600, 'a'), t = s + 'x'; t = s + 'y'; s += 'z'; return s + t;",
		"var s = grow(600, 'a'), list = []; for (var i = 0; i < 50; i++) { s += i; list.push(s); } return list.join();",
		"var s = grow(600, 'a'); s += s; s += s; return s;",
		"var s = grow(600, 'a'); var p = s.substring(0, 550); p += 'x'; s += 'y'; p += 'z'; return p + s;",
		"var s = grow(600, 'a'); for (var v of [1, 1.5, -0, NaN, null, undefined, true, 10n, [1, [2]], {}, new Date(0).getTime(), function () {}]) { s += v; } return s;",
		"var s = grow(600, 'a'); s += {valueOf: function () { return 7; }, toString: function () { return 'no'; }}; s += {[Symbol.toPrimitive]: function (hint) { return hint; }}; return s;",
		"var s = grow(600, 'a'); try { s += Symbol('x'); } catch (e) { return e.name + s; }",
		"var s = grow(600, 'a'); try { s += {toString: function () { throw new RangeError('mine'); }}; } catch (e) { return e.name + e.message + s; }",
		"var s = grow(600, 'a'); try { s += Object.create(null); } catch (e) { return e.name + s; }",
		"var s = ''; s = 1; s += 2; return typeof s + s;",
		"var s = ''; s = null; s += 2; return typeof s + s;",
		"var s = ''; s = undefined; s += 'x'; return s;",
		"var s = ''; s = {valueOf: function () { return 3; }}; s += 4; return typeof s + s;",
		"var s = ''; s = 10n; s += 4n; return typeof s + s;",
		"var s = 'x'; s += (s = 'y', 'z'); return s;",
		"var log = []; var o = {get x() { log.push('get'); return 'a'; }, set x(v) { log.push('set ' + v); }}; o.x += 'b' + log.push('right'); return log.join();",
		"var o = {x: 'a'}, p = o; o.x += ((o = {x: 'other'}), 'b'); return p.x + o.x;",
		"var o = {x: 1}; o.x += 'b'; return o.x;",
		"var o; try { o.x += 'b'; } catch (e) { return e.name; }",
		"var o = Object.freeze({x: 'a'}); o.x += 'b'; return o.x;",
		"'use strict'; var o = Object.freeze({x: 'a'}); try { o.x += 'b'; } catch (e) { return e.name; }",
		"'use strict'; try { missing += 'b'; } catch (e) { return e.name; }",
		"const s = 'a'; try { s += 'b'; } catch (e) { return e.name; }",
		"function P() { this.out = ''; } P.prototype.add = function (x) { this.out += 'x' + x; return this; }; var p = new P(); for (var i = 0; i < 500; i++) { p.add(i); } return p.out;",
		"class A { #s = ''; add(x) { this.#s += 'x' + x; return this.#s; } } var a = new A(); a.add(1); return a.add(2);",
		"class A { get s() { return 'a'; } } class B extends A { add() { return super.s + 'b'; } } return new B().add();",
		"var list = []; for (var i = 0; i < 500; i++) { list.push({name: 'n' + i}); } return list.reduce(function (s, o) { return s + o.name + ','; }, '');",
		"return [1, 2, 3].reduce((s, x) => s + x, '') + [1, 2, 3].reduce((s, x) => s + x, 0) + [1, 2, 3].reduceRight((s, x) => x % 2 ? s + x : `${s}<${x}>`, 'a');",
		"return [1, 2, 3].reduce((s, x) => { if (x === 2) { return s; } return s + '[' + x + ']'; }, '');",
		"return [[1], [2]].reduce((s, [x]) => s + x, '');",
		"var s = ''; for (var i = 0; i < 600; i++) { s = s + i + ','; } return s;",
		"var s = ''; for (var i = 0; i < 600; i++) { s = `${s}${i},`; } return s;",
		"var s = ''; for (var i = 0; i < 600; i++) { s = i % 2 ? s + i : s + '-' + i + '-'; } return s;",
		"var s = '', n = 0; s = n + s + 1; s = 1 + s; return s;",
		"var s = ''; s = s + 1 - 1; return typeof s + s;",
		"var s = grow(600, 'a'), o = {}; o[s] = 1; s += 'b'; o[s] = 2; var k = grow(600, 'a'); return o[k] + o[k + 'b'] + new Map([[k, 5]]).get(s.slice(0, -1)) + (k + 'b' === s) + s.indexOf('b') + /b$/.test(s) + JSON.stringify(s);",
		"var s = grow(600, '\\u20ac'), o = {}; o[s] = 1; s += 'b'; o[s] = 2; var k = grow(600, '\\u20ac'); return o[k] + o[k + 'b'] + (k + 'b' === s) + s.indexOf('b') + /b$/.test(s) + JSON.stringify(s) + s.toUpperCase() + s.split('').length;",
		"var s = grow(600, 'a'); function add(x) { s += x; return s.length; } return add('b') + add('c') + s;",
		"var s = grow(600, 'a'); s += ''; s += []; return s.length;",
		"var o = {p: {s: ''}}; for (var i = 0; i < 900; i++) { o.p.s += 'x' + i; } return o.p.s;",
		"var log = [], o = {get p() { log.push('p'); return this.q; }, q: {get s() { log.push('s'); return grow(600, 'a'); }, set s(v) { log.push(v.length); }}}; o.s = ''; o.p.s += (log.push('x'), 'y'); return log.join();",
		"var o = {p: {s: ''}}; function add(n) { if (n > 0) { o.p.s += n + grow(300, 'b') + add(n - 1); } return 'end' + n; } add(5); return o.p.s;",
		"var o = {p: [[grow(600, 'a')]]}, i = 0; o.p[0][i] += (i = 7, 'x'); o.p[0]['0'] += 'y'; return o.p[0][0] + i + Object.keys(o.p[0]);",
		"'use strict'; var o = {p: Object.freeze({s: grow(600, 'a')})}; try { o.p.s += 'b'; } catch (e) { return e.name + e.message + o.p.s; }",
		"var o = {p: Object.freeze({s: grow(600, 'a')})}; return (o.p.s += 'b') + o.p.s;",
		"function* g() { var o = {p: {s: grow(600, 'a')}}; o.p.s += 'a' + (yield 1); o.p.s += yield 2; return o.p.s; } var i = g(), j = g(); i.next(); j.next(); i.next('b'); j.next('c'); return i.next('d').value + j.next('e').value;",
		"var a = {content: grow(600, 'a')}, b = {content: 'b'}; b.content = a.content + 'c' + 1; a.content = `${a.content}d`; return a.content + b.content;",
		"var w = () => ({valueOf() { return 1; }, toString() { return 'T'; }}), s = w(), o = {s: w()}; s = `${s}x`; o.s = `${o.s}y`; return s + o.s;",
		"var o = {s: Symbol('q')}; try { o.s = `${o.s}x`; } catch (e) { return e.name + e.message; }",
		"var list = [1, null, undefined, 1.5, -0, 10n, [1, 2]], out = []; for (var s of list) { s = `${s}x`; out.push(s); } return out.join();",
		"var o = {p: {s: ''}}; try { o.q.s += 'x'; } catch (e) { return e.name + e.message; }",
		"class A { r = {s: ''}; get s() { return this.r.s; } set s(v) { this.r.s = v; } } class B extends A { add(x) { super.s += x; super['s'] += 'y'; return this.r.s; } } return new B().add(grow(600, 'a'));",
		"var s = grow(600, 'a'); return eval(\"s += 'b'; s += 1; s.length\");",
	} {
		both(t, grow+script)
	}
}

// TestAppendAllocates: what grows a text to its length allocates a few times its length, wherever
// the text is kept.
func TestAppendAllocates(t *testing.T) {
	const steps, piece = 20000, 20
	for name, script := range map[string]string{
		"variable":              "var s = ''; for (var i = 0; i < n; i++) { s += piece; }",
		"member":                "var o = {value: ''}; for (var i = 0; i < n; i++) { o.value += piece; }",
		"of this":               "var o = {value: '', add(x) { this.value += x; }}; for (var i = 0; i < n; i++) { o.add(piece); }",
		"of a member":           "class A { node = {value: ''}; add(x) { this.node.value += x; } } var a = new A(); for (var i = 0; i < n; i++) { a.add(piece); }",
		"of what a call gives":  "var o = {value: ''}, f = () => o; for (var i = 0; i < n; i++) { f().value += piece; }",
		"element":               "var list = ['', '']; for (var i = 0; i < n; i++) { list[1] += 'x' + piece; }",
		"from member to member": "var a = {content: ''}; for (var i = 0; i < n; i++) { var b = {}; b.content = a.content + piece; a = b; }",
	} {
		rt := realm(t)
		_ = rt.Set("n", steps)
		_ = rt.Set("piece", strings.Repeat("p", piece))
		program, err := compile.Source("test.js", script, false)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = rt.RunProgram(program)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		// Each step makes values of its own, a quadratic one allocates 4 GB.
		if got := after.TotalAlloc - before.TotalAlloc; got > 100*steps*piece {
			t.Errorf("%s: %d bytes for a text of %d", name, got, steps*piece)
		}
	}
}

// TestAppendLimit: a text that would be too long, or take more memory than there is for a turn,
// is refused before it is made.
func TestAppendLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		memory      int64
		longest     int
		piece, want string
	}{
		{0, 3000, "abc", "3000Invalid string length"},
		{2000, 3000, "abc", "1998Invalid string length"},
		{2000, 3000, "\u20acbc", "999Invalid string length"},
	} {
		rt := goja.New()
		if err := accelerate.Install(rt, accelerate.Limits{
			Memory: func() int64 { return c.memory }, LongestText: c.longest, TooLong: func() { panic(rt.NewTypeError("Invalid string length")) }, Check: func() {},
		}); err != nil {
			t.Fatal(err)
		}
		program, err := compile.Source("test.js", "var s = ''; try { for (;;) { s += '"+c.piece+"'; } } catch (e) { s.length + e.message }", false)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(rt.RunProgram(program)); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestAppendProperty: any sequence of appends to several texts, which share beginnings, gives
// what the engine gives.
func TestAppendProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("var a = '', b = '', c = '', all = [];\n")
		pieces := []string{"'" + strings.Repeat("x", 300) + "'", "'y'", "'\u20ac'", "'" + strings.Repeat("\u00e9", 200) + "'", "1", "null", "[1,2]", "a", "b", "c", "''", "'\U0001f600'", "a.slice(1)", "b.slice(0, -1)"}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			to := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "to")
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				fmt.Fprintf(&b, "%s = %s;\n", to, rapid.SampledFrom([]string{"a", "b", "c", "a.slice(0, 600)"}).Draw(t, "from"))
			case 1:
				fmt.Fprintf(&b, "%s = %s + %s + %s;\n", to, to, rapid.SampledFrom(pieces).Draw(t, "one"), rapid.SampledFrom(pieces).Draw(t, "two"))
			default:
				fmt.Fprintf(&b, "if (%s.length < 5000) { %s += %s; all.push(%s); }\n", to, to, rapid.SampledFrom(pieces).Draw(t, "piece"), to)
			}
			fmt.Fprintf(&b, "%s = %s.slice(0, 9000);\n", to, to)
		}
		b.WriteString("return JSON.stringify([a, b, c, all]);")
		both(t, b.String())
	})
}

// TestEach: loops and patterns see what the engine's iterators give, also where arrays change
// meanwhile, and where iteration is not that of arrays.
func TestEach(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		"var out = []; for (const x of [1, 2, 3]) { out.push(x); } return out.join();",
		"var out = []; for (const x of [1, , 3]) { out.push(String(x)); } return out.join();",
		"var out = [], l = [1, 2]; for (const x of l) { out.push(x); if (l.length < 6) { l.push(x * 2); } } return out.join();",
		"var out = [], l = [1, 2, 3, 4]; for (const x of l) { out.push(x); l.pop(); } return out.join();",
		"var out = [], l = [1, 2, 3, 4]; for (const x of l) { out.push(x); l.length = 1; } l.push(9); return out.join();",
		"var out = []; for (let x of [1, 2, 3]) { x *= 2; if (x === 4) { continue; } out.push(x); } return out.join();",
		"outer: for (var x of [1, 2]) { for (var y of [3, 4]) { if (y === 4) { continue outer; } if (x === 2) { break outer; } } } return x + ',' + y;",
		"for (const x of [1, 2, 3]) { if (x === 2) { return 'found ' + x; } }",
		"try { for (const x of [1]) { throw new Error('mine'); } } catch (e) { return e.message; }",
		"var fns = []; for (const x of [1, 2, 3]) { fns.push(() => x); } return fns.map((f) => f()).join();",
		"var fns = []; for (const [a, b] of [[1, 2], [3, 4]]) { fns.push(() => a + b); } return fns.map((f) => f()).join();",
		"var fns = []; for (let [a, b] of [[1, 2], [3, 4]]) { fns.push(() => a + b); a = 10; } return fns.map((f) => f()).join();",
		"var out = []; for (const [a, b = 7, ...rest] of [[1], [2, 3, 4, 5]]) { out.push(a, b, rest.length); } return out.join();",
		"var out = []; for (const [, [a], {b}] of [[0, [1], {b: 2}]]) { out.push(a, b); } return out.join();",
		"var out = []; for (const [a] of ['xy', 'z']) { const b = a; let c = 1; out.push(a + b + c); } return out.join();",
		"var out = []; for (const [a] of [[1]]) { function f() { return a; } out.push(f()); } return out.join();",
		"var out = []; for (const [a] of [[1], [2]]) { const a = 5; out.push(a); } return out.join();",
		"var out = []; for (const [a] of [[1], [2]]) out.push(a); return out.join();",
		"outer: for (const [a] of [[1], [2]]) { for (const [b] of [[1], [2]]) { if (b === 2) { continue outer; } if (a === 2) { break outer; } } } return 'end';",
		"try { for (const [a] of [1]) {} } catch (e) { return e.name; }",
		"try { for (const [a] of [null]) {} } catch (e) { return e.name; }",
		"try { for (const x of 5) {} } catch (e) { return e.name; }",
		"try { for (const x of undefined) {} } catch (e) { return e.name; }",
		"var a = 1; try { for (const [a] of [a]) {} } catch (e) { return e.name; }",
		"var out = []; var o = {}; for (o.x of [1, 2]) { out.push(o.x); } for ([o.y, o.z] of [[1, 2]]) { out.push(o.y, o.z); } return out.join();",
		"var out = []; for (const [k, v] of new Map([['a', 1], ['b', 2]])) { out.push(k + v); } for (const x of new Set([1, 2])) { out.push(x); } for (const c of 'a\\ud83d\\ude00') { out.push(c); } return out.join();",
		"function* g() { try { yield 1; yield 2; } finally { out.push('closed'); } } var out = []; for (const x of g()) { out.push(x); break; } const [y] = g(); out.push(y); return out.join();",
		"return (function () { var out = []; for (const x of arguments) { out.push(x); } return out.join(); })(1, 2);",
		"var out = []; for (const x of new Uint8Array([1, 2])) { out.push(x); } return out.join();",
		"var l = [1, 2]; l[Symbol.iterator] = function* () { yield 'own'; }; var out = []; for (const x of l) { out.push(x); } const [y] = l; return out.join() + y;",
		"class L extends Array { [Symbol.iterator]() { return ['sub'].values(); } } var out = []; for (const x of L.of(1)) { out.push(x); } return out.join();",
		"class L extends Array {} var out = []; for (const x of L.of(1, 2)) { out.push(x); } return out.join();",
		"var log = []; var p = new Proxy([1, 2], {get: function (t, k) { log.push(String(k)); return t[k]; }}); for (const x of p) { log.push(x); } return log.join();",
		"var old = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { return old.call(['patched']); }; var out = []; for (const x of [1]) { out.push(x); } const [y] = [1]; return out.join() + y;",
		"var proto = Object.getPrototypeOf([][Symbol.iterator]()), old = proto.next, n = 0; proto.next = function () { n++; return old.call(this); }; for (const x of [1, 2]) {} return n;",
		"Object.defineProperty(Array.prototype, 1, {get: function () { return 'inherited'; }, configurable: true}); var out = []; for (const x of [1, , 3]) { out.push(x); } return out.join();",
		"var l = [1, 2, 3]; Object.defineProperty(l, 1, {get: function () { l.length = 2; return 'got'; }}); var out = []; for (const x of l) { out.push(x); } return out.join();",
		"const [a, b, ...c] = [1, 2, 3, 4]; let [d = 5] = []; var [e, [f]] = ['x', ['y']]; return [a, b, c, d, e, f].join();",
		"const [] = []; const [,] = [1]; try { const [x] = {}; } catch (e) { return e.name; }",
		"try { const [x] = null; } catch (e) { return e.name; }",
		"function f([a, b] = [1, 2]) { return a + b; } return f() + f([3, 4]);",
		"var a = 1, b = 2, r = ([a, b] = [b, a]); return [a, b, r.length, Array.isArray(r)].join();",
		"var out = []; function* g() { for (const x of [1, 2, 3]) { out.push(yield x); } } var i = g(); i.next(); i.next('a'); i.next('b'); i.next('c'); return out.join();",
		"var out = []; function* g() { for (const [x] of [[1], [2]]) { yield x; } } for (const x of g()) { out.push(x); } return out.join();",
		"var it = [1, 2][Symbol.iterator](); var a = it.next(), b = it.next(); return a.value + b.value + (a !== b);",
		"var n = 0; for (const x of []) { n++; } for (const [x] of []) { n++; } return n;",
		"return eval('for (const [x] of [[1], [2]]) { x * 2; }');",
		"with ({l: [1, 2]}) { var out = []; for (var x of l) { out.push(x); } return out.join(); }",
	} {
		both(t, script)
	}
}

// TestSpread: spreads, and what iterates over Map, Set and texts, give what the engine gives, also
// where these change meanwhile, and where iteration is not the built-in one.
func TestSpread(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		"var a = [1, 2], b = [3, , 4]; return JSON.stringify([...a, 0, ...b, ...[], ...'xy', ...new Set([5, 5, 6]), ...new Map([[1, 2]])]);",
		"var a = [1]; return JSON.stringify([...a, a.push(2), ...a, a.pop(), ...a]);",
		"function f() { return JSON.stringify([].slice.call(arguments)); } return f(...[1, 2], 3, ...'a\\ud83d\\ude00b\\ud83d', ...[,]);",
		"function F(...list) { this.list = list; } return new F(...[1], ...new Set([2])).list.join();",
		"class A { constructor(...l) { this.l = l; } } class B extends A { constructor(...l) { super(...l, ...l); } } return new B(1, 2).l.join();",
		"return Math.max(...[1, 7, 3]) + Math.max(...[]) + console;",
		"var o = {m(...l) { return this.x + l.join(); }, x: 5}; return o.m(...[1, 2]) + o?.m(...[3]) + o['m'](...[4]);",
		"try { return [...5]; } catch (e) { return e.name; }",
		"try { return [...null]; } catch (e) { return e.name; }",
		"try { return Math.max(...undefined); } catch (e) { return e.name; }",
		"try { return [...{}]; } catch (e) { return e.name; }",
		"var o = {...[1, 2], ...'ab', ...null, ...new Map([[1, 2]])}; return JSON.stringify(o);",
		"function* g() { yield 1; yield* [2, 3]; } return [...g(), ...g()].join();",
		"var out = [], m = new Map([['a', 1], ['b', 2], ['c', 3]]); for (const [k, v] of m) { out.push(k, v); m.delete('b'); if (v < 6) { m.set(k + 'x', v + 3); } } return out.join();",
		"var out = [], m = new Map([['a', 1], ['b', 2]]); for (const e of m) { out.push(e); e.push(9); } return JSON.stringify([out, [...m]]);",
		"var out = [], m = new Map([['a', 1], ['b', 2]]); for (const [k] of m) { out.push(k); m.clear(); m.set('n', 1); if (out.length > 4) { break; } } return out.join();",
		"var out = [], s = new Set([1, 2, 3]); for (const x of s) { out.push(x); s.delete(x); if (x < 9) { s.add(x + 3); } } return out.join() + s.size;",
		"var out = [], s = new Set([1, 2, 3, 4]); for (const x of s) { out.push(x); if (x === 2) { s.delete(1); s.delete(2); s.delete(3); } } return out.join();",
		"var s = new Set([1]), r = []; outer: for (const x of s) { for (const y of s) { r.push(y); if (r.length > 3) { break outer; } s.add(y + 1); } } return r.join();",
		"class M extends Map { [Symbol.iterator]() { return [[1, 2]].values(); } } return JSON.stringify([...new M([[3, 4]])]);",
		"class M extends Map {} class S extends Set {} return JSON.stringify([...new M([[3, 4]]), ...new S([5])]);",
		"var m = new Map([[1, 2]]); m[Symbol.iterator] = function* () { yield 'own'; }; return [...m].join();",
		"Map.prototype[Symbol.iterator] = Map.prototype.keys; return [...new Map([[1, 2]])].join();",
		"var proto = Object.getPrototypeOf(new Set().values()), old = proto.next, n = 0; proto.next = function () { n++; return old.call(this); }; return [...new Set([1, 2])].length + '/' + n;",
		"String.prototype[Symbol.iterator] = function* () { yield 'mine'; }; return [...'ab'].join() + [...new String('ab')].join();",
		"var proto = Object.getPrototypeOf(''[Symbol.iterator]()), old = proto.next, n = 0; proto.next = function () { n++; return old.call(this); }; for (const c of 'ab') {} return n;",
		"return JSON.stringify([[...new String('ab')], [...'\\ud83d'], [...'\\ude00\\ud83d'], [...'']]);",
		"var out = []; for (const c of 'a\\ud83d\\ude00\\ude00z') { out.push(c.length, c); } return JSON.stringify(out);",
		"var [a, b] = new Map([[1, 2], [3, 4]]), [c] = new Set([5]), [d, e] = 'xy'; return [a, b, c, d, e].join();",
		"var l = [1, 2, 3]; l.pop(); l.push(7); l.length = 5; delete l[0]; return JSON.stringify([...l]);",
		"var l = Object.freeze([1, 2]); return [...l].join();",
		"var l = []; l[5000000] = 1; l.length = 3; return [...l].length;",
		"var s = new Set([-0, NaN, 'a']); return [...s].map((x) => Object.is(x, -0) + String(x)).join();",
	} {
		both(t, script)
	}
}

// TestSpreadProperty: Map and Set that change while they are iterated over give what the engine gives.
func TestSpreadProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"Map", "Set", "Array"}).Draw(t, "kind")
		var b strings.Builder
		fmt.Fprintf(&b, "var c = new %s(), out = [], n = 0;\n", kind)
		ops := map[string][]string{
			"Map":   {"c.set(%d, n)", "c.delete(%d)", "c.set(%d, n)", "c.size > 6 && c.clear()", "out.push(%d, ...c)"},
			"Set":   {"c.add(%d)", "c.delete(%d)", "c.add(%d)", "c.size > 6 && c.clear()", "out.push(%d, ...c)"},
			"Array": {"c.push(%d)", "c.pop()", "c.splice(%d, 1)", "c.unshift(%d)", "c.length = Math.min(c.length + 1, %d)", "delete c[%d]", "out.push([...c])"},
		}[kind]
		op := func(label string) string {
			text := rapid.SampledFrom(ops).Draw(t, label)
			if strings.Contains(text, "%d") {
				text = fmt.Sprintf(text, rapid.IntRange(0, 5).Draw(t, label+" of"))
			}
			return text
		}
		for range rapid.IntRange(0, 6).Draw(t, "before") {
			fmt.Fprintf(&b, "%s;\n", op("at first"))
		}
		b.WriteString("for (const x of c) { if (n++ > 20) { break; } out.push(x); switch (n) {\n")
		for i := range rapid.IntRange(0, 8).Draw(t, "meanwhile") {
			fmt.Fprintf(&b, "case %d: %s; %s; break;\n", i+1, op("one"), op("two"))
		}
		b.WriteString("} }\nreturn JSON.stringify([out, [...c]]);")
		both(t, b.String())
	})
}

// TestSpreadCheck: a spread of many elements asks whether the turn is interrupted.
func TestSpreadCheck(t *testing.T) {
	t.Parallel()
	rt, asked := goja.New(), 0
	if err := accelerate.Install(rt, accelerate.Limits{Memory: func() int64 { return 0 }, Check: func() {
		if asked++; asked > 2 {
			panic(rt.NewTypeError("interrupted"))
		}
	}}); err != nil {
		t.Fatal(err)
	}
	program, err := compile.Source("test.js", "[...new Array(1e6)].length", false)
	if err != nil {
		t.Fatal(err)
	}
	if got := outcome(rt.RunProgram(program)); got != "throws TypeError: interrupted" {
		t.Error(got)
	}
}

// TestSteps: appending n times, and iterating over n elements, takes memory that grows with n,
// and not with its square.
func TestSteps(t *testing.T) {
	for name, script := range map[string]string{
		"text":    "var s = ''; for (var i = 0; i < n; i++) { s += 'row ' + i; } s.length",
		"wide":    "var s = ''; for (var i = 0; i < n; i++) { s += '\u20ac'; } s.length",
		"member":  "var o = {s: ''}; for (var i = 0; i < n; i++) { o.s += 'row ' + i; } o.s.length",
		"sum":     "var s = ''; for (var i = 0; i < n; i++) { s = s + i + ','; } s.length",
		"reduced": "new Array(n).fill(1).reduce((s, x) => `${s}<li>${x}</li>`, '').length",
	} {
		program, err := compile.Source("test.js", script, false)
		if err != nil {
			t.Fatal(err)
		}
		bytes := func(n int) uint64 {
			rt := realm(t)
			if err := rt.Set("n", n); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := rt.RunProgram(program); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if few, many := bytes(2000), bytes(20000); many > 20*few {
			t.Errorf("%s: %d bytes for 2,000 steps, %d for 20,000", name, few, many)
		}
	}
}

// TestMembers: for (… in …) sees what it sees in the engine, also where objects change meanwhile.
func TestMembers(t *testing.T) {
	t.Parallel()
	const visit = "function visit(o, f) { var out = []; for (var k in o) { out.push(k); if (f) { f(o, k, out); } } return out.join(); }\n"
	for _, script := range []string{
		"return visit({a: 1, b: 2, 5: 3, 1: 4, '-1': 0, '': 1});",
		"return visit({a: 1, b: 2, c: 3}, (o) => { delete o.b; o.d = 1; });",
		"return visit({a: 1, b: 2, c: 3}, (o, k, out) => { if (out.length < 5) { delete o.c; o.c = 1; } });",
		"return visit({a: 1, b: 2}, (o) => { Object.defineProperty(o, 'b', {enumerable: false}); });",
		"return visit({a: 1, get b() { throw new Error('read'); }, c: undefined});",
		"return visit(Object.defineProperty({a: 1}, 'h', {value: 1}));",
		"return visit([1, , 3]) + visit(Object.assign([1, 2], {x: 1})) + visit([1, 2, 3], (l) => { l.length = 2; }) + visit([1], (l) => { if (l.length < 3) { l.push(1); } });",
		"return visit('ab') + visit(5) + visit(null) + visit(undefined) + visit(new String('xy')) + visit(Object.freeze({a: 1})) + visit(Object.freeze([1]));",
		"return visit(Object.create({p: 1, a: 2}, {a: {value: 1}, b: {value: 1, enumerable: true}}));",
		"return visit(Object.create(null)) + visit(Object.assign(Object.create(null), {a: 1}));",
		"function F() { this.own = 1; } F.prototype.method = function () {}; return visit(new F());",
		"class A { constructor() { this.x = 1; } m() {} get g() { return 1; } } class B extends A { n() {} } return visit(new B());",
		"class L extends Array { m() {} } return visit(L.of(1, 2));",
		"Object.prototype.added = 1; try { return visit({a: 1}) + visit([1]) + visit({added: 2}); } finally { delete Object.prototype.added; }",
		"Array.prototype.added = 1; try { return visit({a: 1}) + visit([1]); } finally { delete Array.prototype.added; }",
		"Array.prototype[0] = 1; try { return visit([]) + visit([2]); } finally { Array.prototype.length = 0; }",
		"Object.defineProperty(Object.prototype, 'toString', {enumerable: true}); return visit({a: 1});",
		"Object.prototype.valueOf = 1; return visit({a: 1});",
		"var log = []; var p = new Proxy({a: 1, b: 2}, {ownKeys: (t) => { log.push('keys'); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor: (t, k) => { log.push(k); return Reflect.getOwnPropertyDescriptor(t, k); }}); return visit(p) + log.join();",
		"return visit(Object.create(new Proxy({a: 1}, {})));",
		"var o = {}; for (o.k in {a: 1, b: 2}) {} for (var [c] in {xy: 1}) {} for (let k in {z: 1}) { o.f = () => k; } return o.k + c + o.f();",
		"try { for (let k in k) {} } catch (e) { return e.name; }",
		"outer: for (const a in {x: 1, y: 2}) { for (const b in [1, 2]) { if (b === '1') { continue outer; } if (a === 'y') { break outer; } } } return 'end';",
		"function f(a) { return visit(arguments); } return f(1, 2) + visit(function () {}) + visit(new Map([[1, 2]])) + visit(new Uint8Array(2)) + visit(new Date(0)) + visit(/x/) + visit(Symbol('s'));",
		"var s = Symbol('s'); return visit({[s]: 1, a: 1}) + visit({'\\u00e9': 1, '\\ud83d\\ude00': 2, '\\ud83d': 3}).length;",
		"return visit({'\\u00e9': 1, x: 2}, (o) => { delete o['\\u00e9']; });",
	} {
		both(t, visit+script)
	}
}

// TestSort: arrays are sorted as the engine sorts them, whatever compares their elements.
func TestSort(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		"return [3, 1, 2].sort((a, b) => a - b).join() + [3, 1, 2].sort((a, b) => b - a).join() + [3, 1, 2].sort(function (x, y) { return y - x; }).join();",
		"return [10, 9, 1, undefined, 'x', null, true].sort().map(String).join();",
		"return [3, undefined, 1].sort((a, b) => a - b).join() + JSON.stringify([3, , 1, undefined].sort()) + 3;",
		"return ['b', 'a', '\u00e9', 'Z', '\\ud83d\\ude00', '\\uffff', ''].sort().join();",
		"return ['b', 'a', 'c'].sort((a, b) => a < b ? -1 : 1).join() + ['b', 'a', 'c'].sort((a, b) => a > b ? -1 : a < b ? 1 : 0).join();",
		"var l = [{n: 'b', i: 0}, {n: 'a', i: 1}, {n: 'b', i: 2}, {n: 'a', i: 3}]; return l.sort((a, b) => a.n < b.n ? -1 : a.n > b.n ? 1 : 0).map((x) => x.i).join() + l.sort((x, y) => { return y.i - x.i; }).map((x) => x.i).join();",
		"var l = [{o: {r: 2}}, {o: {r: 1}}]; return JSON.stringify(l.sort((a, b) => a.o.r - b.o.r));",
		"var n = 0, l = [2, 1].map((v) => ({get v() { n++; return v; }})); return l.sort((a, b) => a.v - b.v)[0].v + '/' + (n > 0);",
		"class P { get v() { return -this.x; } constructor(x) { this.x = x; } } return [new P(1), new P(2)].sort((a, b) => a.v - b.v)[0].x;",
		"var l = [{v: '10'}, {v: 9}, {v: null}]; return JSON.stringify(l.sort((a, b) => a.v - b.v));",
		"return JSON.stringify([{v: 2}, {}, {v: 1}].sort((a, b) => a.v - b.v));",
		"try { [{v: {x: 1}}, {v: null}].sort((a, b) => a.v.x - b.v.x); } catch (e) { return e.name; }",
		"return [0.5, -Infinity, NaN, Infinity, -0, 0, 1e300].sort((a, b) => a < b ? -1 : a > b ? 1 : 0).map((x) => Object.is(x, -0) ? '-0' : x).join();",
		"return [3n, 1n, 2n].sort().join() + [3, 1, 2].sort((a, b) => a - b > 0 ? 1 : -1).join();",
		"return [3, 1, 2].sort((a, b) => a > b).join() + [3, 1, 2].sort(() => 0).join() + [3, 1, 2].sort((a, b) => a < b ? 1 : 0).join();",
		"var a = 5, b = 1; return [3, 1, 2].sort((x, y) => a - b).join();",
		"return [3, 1, 2].sort((a, a2) => a - a2).join() + [2, 1].sort((a, b = 5) => a - b).join() + [2, 1].sort((a, b, c) => a - b).join();",
		"var l = [3, 1, 2]; try { l.sort(() => { throw new Error('mine'); }); } catch (e) { return e.message; }",
		"try { [2, 1].sort(5); } catch (e) { return e.name; }",
		"try { [2, 1].sort(null); } catch (e) { return e.name; }",
		"try { [Symbol('x'), 1].sort(); } catch (e) { return e.name; }",
		"return [{toString: () => 'b'}, {toString: () => 'a'}].sort().join();",
		"return Object.prototype.toString.call([2, 1].sort((a, b) => ({valueOf: () => a - b}))) + [2, 1].sort((a, b) => String(a - b)).join();",
		"try { Object.freeze([2, 1]).sort(); } catch (e) { return e.name; }",
		"return [2, 1].sort.name + [].sort.length + typeof [].sort.prototype + [].toSorted.name;",
		"var l = [2, 3, 1], s = l.toSorted((a, b) => a - b); return l.join() + s.join() + (s !== l) + [3, , 1].toSorted().length;",
		"class L extends Array {} var l = L.of(2, 1); return (l.sort() === l) + l.join() + (l.toSorted() instanceof L);",
		"return [].sort.call({0: 'b', 1: 'a', length: 2})[0] + [2, 1].sort(Math.max).join();",
		"var p = new Proxy((a, b) => a - b, {}); return [2, 1].sort(p).join() + [2, 1].sort(((a, b) => a - b).bind(null)).join();",
		"var l = []; for (var i = 0; i < 500; i++) { l.push({k: i * 7 % 13, i}); } return l.sort((a, b) => a.k - b.k).map((x) => x.i).join();",
		"var l = []; for (var i = 0; i < 500; i++) { l.push(i * 7919 % 503); } return l.sort().join() + l.sort((a, b) => (a % 10) - (b % 10)).join();",
	} {
		both(t, script)
	}
}

// TestSortMeanwhile: what comparisons do to the array is replaced when it is sorted, as in Node.
func TestSortMeanwhile(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"var l = [3, 1, 2]; l.sort((a, b) => { l.length = 0; return a - b; }); l.join()":                                    "1,2,3",
		"var l = [3, 1, 2]; l.sort((a, b) => { if (l.length < 5) { l.push(9); } return a - b; }); l.join()":                 "1,2,3,9,9",
		"var l = [3, 1, 2]; l.sort((a, b) => { l[0] = 7; return a - b; }); l.join()":                                        "1,2,3",
		"var l = [3, 1, 2]; try { l.sort((a, b) => { if (a === 2) { throw 1; } return a - b; }); } catch (e) {} l.join()":   "3,1,2",
		"var l = [3, 1, 2]; try { l.sort((a, b) => { Object.freeze(l); return a - b; }); } catch (e) { e.name + l.join() }": "TypeError3,1,2",
		"var c = ''; [1, 2, 3, 0].sort((a, b) => { c += a + '' + b + ' '; return a - b; }); c":                              "21 32 03 02 01 ",
		"var c = ''; [5, 4, 3, 9, 1].sort((a, b) => { c += a + '' + b + ' '; return a - b; }); c":                           "45 34 93 94 95 15 14 13 ",
	} {
		program, err := compile.Source("test.js", script, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(realm(t).RunProgram(program)); got != want {
			t.Errorf("%s gives %s, want %s", script, got, want)
		}
	}
}

// TestSortObserved: a comparison that has more to do than its text says is called.
func TestSortObserved(t *testing.T) {
	t.Parallel()
	rt, calls := realm(t), 0
	if err := rt.Set("seen", func() { calls++ }); err != nil {
		t.Fatal(err)
	}
	tree, err := compile.Parse("test.js", "var compare = (a, b) => { return a - b; }; compare([2, 1].sort(compare).join())")
	if err != nil {
		t.Fatal(err)
	}
	compile.Each(tree, func(node any) bool {
		if f, ok := node.(*ast.ArrowFunctionLiteral); ok {
			body := f.Body.(*ast.BlockStatement)
			body.List = append([]ast.Statement{&ast.ExpressionStatement{Expression: &ast.CallExpression{Callee: &ast.Identifier{Name: "seen"}}}}, body.List...)
		}
		return true
	})
	program, err := compile.Program(tree, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rt.RunProgram(program); err != nil || calls != 2 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// TestSortProperty: any list is sorted as the engine sorts it, by what orders its elements.
func TestSortProperty(t *testing.T) {
	t.Parallel()
	numbers, records := []string{"1", "2", "3", "10", "-1.5", "undefined"}, []string{"{k: 1}", "{k: 2}", "{k: 2, j: 1}", "{k: 0.5}"}
	anything := append([]string{"'a'", "'b'", "'é'", "null", "{k: 1}", "{k: 'x'}", "true", "''"}, numbers...)
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]struct {
			by   string
			from []string
		}{
			{"", anything},
			{"(a, b) => String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0", anything},
			{"(a, b) => a - b", numbers},
			{"(a, b) => b - a", numbers},
			{"(a, b) => a % 3 - b % 3", numbers},
			{"(a, b) => a < b ? -1 : a > b ? 1 : 0", numbers},
			{"function (a, b) { return a > b ? -1 : 1 }", []string{"'a'", "'b'", "'é'", "'ab'"}},
			{"(a, b) => a.k - b.k", records},
			{"(x, y) => { return y.k - x.k; }", records},
			{"(a, b) => a.k < b.k ? -1 : a.k > b.k ? 1 : 0", records},
			{"(a, b) => a.k < b.k ? 1 : -1", []string{"{k: 'a'}", "{k: 'b'}", "{k: 'é'}"}},
		}).Draw(t, "by")
		list := rapid.SliceOfN(rapid.SampledFrom(c.from), 0, 150).Draw(t, "list")
		both(t, fmt.Sprintf("var l = [%s].map((v, i) => v !== null && typeof v === 'object' ? Object.assign({i}, v) : v); return JSON.stringify(l.sort(%s));", strings.Join(list, ", "), c.by))
	})
}

func BenchmarkMembers(b *testing.B) {
	const script = "var o = {a: 1, b: 2, c: 3, d: 4, e: 5}, n = 0; for (var i = 0; i < 200; i++) { for (var k in o) { n += o[k]; } } n"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

func BenchmarkSort(b *testing.B) {
	for _, by := range []string{"", "(a, b) => a - b", "(a, b) => (a - b)"} {
		const script = "var l = []; for (var i = 0; i < 1000; i++) { l.push(i * 7919 %% 1009); } l.sort(%s).length"
		for _, c := range cases(b, fmt.Sprintf(script, by)) {
			b.Run(by+"/"+c.name, c.run)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	const script = "var s = ''; for (var i = 0; i < 20000; i++) { s += 'item,'; } s.length"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

func BenchmarkShortAppend(b *testing.B) {
	const script = "var n = 0; for (var i = 0; i < 1000; i++) { var s = 'a'; s += i; s += 'b'; n += s.length; } n"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

func BenchmarkEach(b *testing.B) {
	const script = "var l = new Array(1000).fill(7), n = 0; for (const x of l) { n += x; } n"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

func BenchmarkSpread(b *testing.B) {
	const script = "var l = new Array(1000).fill(7), n = 0; n += [...l].length + Math.max(...l); n"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

func BenchmarkMap(b *testing.B) {
	const script = "var m = new Map(new Array(1000).fill(0).map((_, i) => [i, i])), n = 0; for (const [k, v] of m) { n += k + v; } n"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

func BenchmarkPattern(b *testing.B) {
	const script = "var l = new Array(1000).fill([1, 2]), n = 0; for (const [x, y] of l) { n += x + y; } n"
	for _, c := range cases(b, script) {
		b.Run(c.name, c.run)
	}
}

type runCase struct {
	name string
	run  func(b *testing.B)
}

// cases run a script as the engine does by itself, and compiled.
func cases(b *testing.B, script string) []runCase {
	plain, err := goja.Compile("test.js", script, false)
	if err != nil {
		b.Fatal(err)
	}
	fast, err := compile.Source("test.js", script, false)
	if err != nil {
		b.Fatal(err)
	}
	run := func(rt *goja.Runtime, p *goja.Program) func(b *testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rt.RunProgram(p); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	return []runCase{{"engine", run(goja.New(), plain)}, {"compiled", run(realm(b), fast)}}
}
