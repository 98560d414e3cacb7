package jsapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/compile"
)

// compiled runs src as the files of a project are run.
func compiled(r *jsapi.Realm, src string) (goja.Value, error) {
	program, err := compile.Source("test.js", src, false)
	if err != nil {
		return nil, err
	}
	return r.Runtime().RunProgram(program)
}

// Calls that would exhaust the memory or the stack throw an error that the code can catch.
func TestBuiltInFunctionsRefuse(t *testing.T) {
	testenv.Slow(t)
	const length, array, big, depth = "Invalid string length", "Invalid array length", "Maximum BigInt size exceeded", "Maximum call stack size exceeded"
	const missing = "TypeError: undefined is not a function"
	for _, c := range []struct{ src, want string }{
		{"'x'.repeat(1e10)", length},
		{"'x'.repeat(1e21)", length},
		{"'x'.repeat(6e8)", length},
		{"'x'.padStart(1e12)", length},
		{"'x'.padEnd({valueOf: () => 1e12})", length},
		{"new Array(4294967295).join('x')", length},
		{"new Array(4294967295).toLocaleString()", length},
		{"var s = 'x'.repeat(3e7); s.concat(s, s)", length},
		{"'x'.repeat(6e7).split('')", array},
		{"String.raw({raw: {length: 2 ** 53}})", length},
		{"new ArrayBuffer(1e11)", "Array buffer allocation failed"},
		{"new ArrayBuffer(2 ** 53)", "Invalid array buffer length"},
		{"new Uint8Array(1e11)", "Invalid typed array length: 100000000000"},
		{"new Float64Array(2 ** 40)", "Invalid typed array length: 1099511627776"},
		{"new Uint8Array({length: 2 ** 40})", "Invalid typed array length: 1099511627776"},
		{"Array.from({length: 2 ** 32})", array},
		{"Array.prototype.sort.call({length: 2 ** 53 - 1})", array},
		{"Math.max.apply(null, {length: 2 ** 32})", depth},
		{"Reflect.apply(Math.max, null, new Array(2 ** 31))", depth},
		{"2n ** 10000000000n", big},
		{"1n << 10000000000n", big},
		{"var n = 3n; n **= 99999999n; n", big},
		{"var n = 3n; for (;;) { n = n * n }", big},
		{"var s = '9'.repeat(4e7); 5n == s", big},
		{"var s = '9'.repeat(4e7), n = 5n; [s] != n", big},
		{"var s = '9'.repeat(4e7); process = {bigint: () => 5n}; [process.bigint() < s]", big},
		{"var s = ' -' + '9'.repeat(4e7); s > 5n", big},
		{"var s = '9'.repeat(4e7); ({toString: () => s}) <= 5n", big},
		{"var s = '9'.repeat(4e7); 5n >= s", big},
		{"BigInt.asIntN(64, '9'.repeat(4e7))", big},
		{"new DataView(new ArrayBuffer(8)).setBigInt64(0, '9'.repeat(4e7))", big},
		{"(0, eval)('9'.repeat(4e7) + 'n')", depth},
		{"1n >> -10000000000n", big},
		{"var g = function* () { yield* g() }; g().next()", depth},
		{"function* g() { yield 1; yield* g() } for (const x of g());", depth},
		{"var it = [1].values(); var w = function* (i) { yield* i }; for (var i = 0; i < 1e4; i++) { it = w(it); } it.next()", depth},
		{"var p = {}; for (var i = 0; i < 1e6; i++) { p = new Proxy(p, {}); }", depth},
		{"var p = {}; for (var i = 0; i < 1e6; i++) { p = Object.create(new Proxy(p, {})); }", depth},
		{"var p = {}; for (var i = 0; i < 1e6; i++) { p = new Proxy({}, p); }", depth},
		{"var p = {}; for (var i = 0; i < 1e6; i++) { p = Proxy.revocable(p, {}).proxy; }", depth},
		{"var f = () => 1; for (var i = 0; i < 1e6; i++) { f = f.bind(null); Object.defineProperty(f, 'name', {value: ''}); }", depth},
		{"var f = () => 1; for (var i = 0; i < 1e6; i++) { f = new Proxy(f.bind(null), {}); }", depth},
		{"BigInt.asUintN(2 ** 40, -1n)", big},
		{"JSON.parse('['.repeat(3e6))", "JSON that nests deeper than 4000"},
		{"var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } JSON.stringify(a)", depth},
		{"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, a}; } JSON.stringify(a)", depth},
		{"var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } String(a)", depth},
		{"new Function('('.repeat(300000) + ')'.repeat(300000))", depth},
		{"(async function () {}).constructor('('.repeat(300000))", depth},
		{"Object.getPrototypeOf(function* () {}).constructor({toString: () => '('.repeat(3e5)})", depth},
		{"(0, eval)('['.repeat(300000))", depth},
		{"eval('['.repeat(300000))", depth},
		{"var e = eval; e('['.repeat(300000))", depth},
		{"globalThis.eval('['.repeat(300000))", depth},
		{"[...new Array(2 ** 32 - 1).fill.name, ...[1]].length && BigInt('9'.repeat(1e6))", big},
		{"var o = {n: 3n}; for (;;) { o.n *= o.n }", big},
		{"var o = [3n]; o[0] **= 99999999n", big},
		{"var o = {n: 3n}; o['n'] <<= 99999999n", big},
		{"Reflect.apply(Math.max, null, {length: 2 ** 53 - 1})", depth},
		{"var n = 0; Math.max.apply(null, {get length() { return n++ ? 2 ** 40 : 1; }, 0: 1}) === 1 && new Uint8Array(1e11)", "Invalid typed array length: 100000000000"},
		{"var n = 0; new Uint8Array({get length() { return n++ > 1 ? 2 ** 40 : 1; }, 0: 1}).length === 1 && new ArrayBuffer(1e11)", "Array buffer allocation failed"},
		{"var n = 0; Array.from({get length() { return n++ ? 2 ** 32 - 1 : 1; }}).length === 1 && new ArrayBuffer(1e11)", "Array buffer allocation failed"},
		{"var n = 0; Array.prototype.join.call({get length() { return n++ ? 2 ** 53 - 1 : 1; }}) === '' && new ArrayBuffer(1e11)", "Array buffer allocation failed"},
		{"Array.prototype.join.call({length: 2 ** 53 - 1})", length},
		{"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, a}; } JSON.stringify(a, null, 1)", depth},
		{"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, a}; } JSON.stringify(a, ['a'])", depth},
		{"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, a}; } JSON.stringify(a, (k, v) => v)", depth},
		{"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, a}; } JSON.stringify(new Proxy(a, {}))", depth},
		{"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, '\\ud800': a}; } JSON.stringify(a)", depth},
		{"var o = {}; Object.setPrototypeOf(o, new Proxy(o, {}))", depth},
		{"var o = {}; Reflect.setPrototypeOf(o, new Proxy({}, o))", depth},
		{"var o = {}; o.__proto__ = new Proxy(Object.create(o), {})", depth},
		{"(function f() { try { 'x'.match('('.repeat(3e6)) } catch (e) { throw new RangeError(e.message) } })()", "Invalid regular expression: /((((((((((((((((((((…/: Regular expression too large"},
		{"(function f() { try { ''.matchAll(['('.repeat(3e6)]) } catch (e) { throw new RangeError(e.message) } })()", "Invalid regular expression: /((((((((((((((((((((…/: Regular expression too large"},
		{"(function f() { try { new RegExp(['('.repeat(3e6)]) } catch (e) { throw new RangeError(e.message) } })()", "Invalid regular expression: /((((((((((((((((((((…/: Regular expression too large"},
		{"Function('return ' + '('.repeat(300000))", depth},
		{"Object.prototype.toLocaleString.call(Object.create(null))", missing},
		{"new Set([1]).union({size: 1, has() {}, keys() { return {} }})", missing},
		{"class R extends RegExp {} R.prototype.exec = undefined; 'aa'.split(new R('a'))", missing},
		{"class R extends RegExp {} R.prototype.exec = undefined; 'aa'.replace(new R('a', 'g'), 'b')", "TypeError: Value is not an object: undefined"},
	} {
		i := isolate(t, jsapi.Options{MemoryLimit: 64 << 20, TurnLimit: -1}) // some take seconds on a busy machine
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := compiled(r, "(function () { try { "+strings.Replace(c.src, "; n", "; return n", 1)+" } catch (e) { return e instanceof RangeError ? e.message : String(e) } })()")
			if err == nil && v.String() != c.want {
				t.Errorf("%s: got %.100s, want %s", c.src, v, c.want)
			}
			return err
		}); err != nil {
			t.Errorf("%s: got %v", c.src, err)
		}
	}
}

// Built-in functions that run for long are interrupted.
func TestBuiltInFunctionsAreInterrupted(t *testing.T) {
	testenv.Slow(t)
	for _, src := range []string{
		"Array.prototype.indexOf.call({length: 2**53-1}, 1)", "Array.prototype.includes.call({length: 2**53-1}, 1)",
		"Array.prototype.forEach.call({length: 2**53-1}, Math.abs)", "Array.prototype.fill.call({length: 2**53-1}, 0)",
		"Array.prototype.reverse.call({length: 2**53-1})", "Array.prototype.copyWithin.call({length: 2**53-1}, 5, 1)",
		"Array.prototype.lastIndexOf.call({length: 2**53-1}, 1)", "Array.prototype.splice.call({length: 2**53-2}, 0, 1)",
		"Array.prototype.unshift.call({length: 2**53-3}, 0)", "Array.prototype.shift.call({length: 2**53-1})",
		"Array.prototype.reduce.call({length: 2**53-1}, Math.max)", "Array.prototype.map.call({length: 2**32-1}, Math.abs)",
		"Array.prototype.flat.call({length: 2**53-1})", "[].concat(new Array(4294967290))", "new Array(4294967295).indexOf(1)",
		"new Array(4294967295).slice().reverse()", "Array.prototype.every.call({length: 2**53-1}, isNaN)",
		"[...new Array(4294967295)]", "Math.max(...new Array(4294967295))", "[].push(...new Array(4294967295))", "new Set(new Array(4294967295))",
		"var [, ...rest] = new Array(4294967295)", "Array.from(new Array(4294967295).keys(), Math.abs)", "var m = new Map([[1, 1]]); new Map((function* () { yield* m; for (;;) { yield [1, 1]; } })())",
		"var a = ['x']; for (var i = 0; i < 60; i++) { a = [a, a]; } String(a)", "var a = [[]]; for (var i = 0; i < 60; i++) { a = [a, a]; } JSON.stringify(a, () => 1); for (;;) { JSON.stringify([a], Math.abs) }",
		"var n = 0; Array.prototype.indexOf.call({get length() { return n++ ? 2 ** 53 - 1 : 3; }}, 1); Array.prototype.indexOf.call(new Proxy({length: 2**53-1}, {}), 1)",
		"('a'.repeat(2000) + ' ').repeat(2000).replace(/(?:a*b)?/g, ''); for (;;) { 'x'.repeat(20000).replace(/(x*?y)?/g, '') }",
		"new Uint8Array(3e7).forEach(Math.abs); for (;;) { Math.abs(1) }", "new Float64Array(7e6).map(Math.sin).sort().sort().sort(); for (;;) { Math.abs(1) }",
	} {
		interrupted(t, src, 50*time.Millisecond)
	}
}

// A match is bounded on its own, by a limit beyond that of the turn.
func TestSlowMatchIsInterrupted(t *testing.T) {
	testenv.Slow(t)
	interrupted(t, "'a'.repeat(15000).split(/(?=(?:a|a?)+b)/); for (;;) { 'a'.repeat(15000).match(/(?=a*b)/g) }", 100*time.Millisecond)
}

// interrupted runs src on the second line of a script that may take limit.
func interrupted(t *testing.T, src string, limit time.Duration) {
	t.Helper()
	i := isolate(t, jsapi.Options{TurnLimit: limit, MemoryLimit: 64 << 20})
	err := i.Do(t.Context(), func(r *jsapi.Realm) error { _, err := compiled(r, "\n"+src); return err })
	if err == nil || !strings.Contains(err.Error(), "test.js:2:") || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("%s: got %v", src, err)
	}
}

// Scripts that stay below the bounds do not notice that there are any.
func TestBoundsAreInvisibleToScripts(t *testing.T) {
	testenv.Slow(t)
	for src, want := range map[string]string{
		"[[1, [2, [3]]].flat(Infinity).join('-'), [3, 1, 2].sort() + '', [].concat([1], 2).length]":                                                                                                                                                                                                                                                                `["1-2-3","1,2,3",2]`,
		"[Uint8Array.name, Object.getPrototypeOf(Uint8Array).name, new Uint8Array(2).constructor === Uint8Array]":                                                                                                                                                                                                                                                  `["Uint8Array","TypedArray",true]`,
		"class B extends Uint8Array { twice() { return this.length * 2; } } [new B(3).twice(), new B(3).slice(1).twice(), new B(2) instanceof Uint8Array]":                                                                                                                                                                                                         `[6,4,true]`,
		"[(() => {}) instanceof Function, Function('a', 'return a + 1')(1), (function () {}).constructor === Function, typeof Function, Function.prototype === Object.getPrototypeOf(Math.abs)]":                                                                                                                                                                   `[true,2,true,"function",true]`,
		"[Array.prototype.indexOf.name, Array.prototype.indexOf.length, Object.keys(Array.prototype), Array.prototype.push.apply([], [1, 2])]":                                                                                                                                                                                                                     `["indexOf",1,[],2]`,
		"var x = 2n; x **= 3n; x <<= 2n; [String(x), String(2n ** 64n), String(-1n >> 1n), 2 ** 3, String(3n * 4n), '3' * '4', 1 << 4]":                                                                                                                                                                                                                            `["32","18446744073709551616","-1",8,"12",12,16]`,
		"var x = 'x'.repeat(1e6), s = ' '.repeat(1e6) + '5', o = {valueOf: () => 5n}; [5n == x, 5n == s, 5n < x, x < 5n, o == '5', o != 5, o == 5n, o == o, o == {}, null == o, undefined == 5n, 5n == true]":                                                                                                                                                      `[false,true,false,false,true,false,true,true,false,false,false,false]`,
		"var n = 5n, d = new Date(0), h = []; var o = {[Symbol.toPrimitive]: (hint) => { h.push(hint); return 5; }}; [n < '6', '6' <= n, n >= 5, 4 > n, NaN < n, d == String(d), o == n, o < n, n != o, h]":                                                                                                                                                        `[true,false,true,false,false,true,true,false,false,["default","number","default"]]`,
		"var n = 0; var o = {valueOf: () => { n++; return 2n; }}; [String(o * o), n, String(BigInt.asUintN(64, -1n))]":                                                                                                                                                                                                                                             `["4",2,"18446744073709551615"]`,
		"['abc'.replace(/b/, '[$&$`$\\']'), 'x'.repeat(3), 'ab'.padStart(4, '-'), 'a,b'.split(','), 'aXbX'.replaceAll('X', '$$')]":                                                                                                                                                                                                                                 `["a[bac]c","xxx","--ab",["a","b"],"a$b$"]`,
		"['x'.repeat(3e6).replace(/(?<a>x{10000})(x)?/g, '$2$<a>').length, ('a'.repeat(1e6) + ' b ').repeat(3).split(/ /).length, ('a'.repeat(1e6) + 'b').repeat(3).match(/b/g).length]":                                                                                                                                                                           `[3000000,7,3]`,
		"var a = []; a.length = 9e6; a[8999999] = 1; [a.indexOf(1), a.lastIndexOf(1)]":                                                                                                                                                                                                                                                                             `[8999999,8999999]`,
		"[JSON.stringify({b: [1, {a: 2}], a: '1', c: undefined}, ['a', 'b', 1]), JSON.stringify({a: 1, b: [2]}, (k, v) => typeof v === 'number' ? v + 1 : v), JSON.stringify([1], null, 20), JSON.stringify({a: []}, null, '--'), JSON.stringify(undefined, () => 1), JSON.stringify(1, null, 2)]":                                                                 `["{\"a\":\"1\",\"b\":[1,{\"a\":2}]}","{\"a\":2,\"b\":[3]}","[\n          1\n]","{\n--\"a\": []\n}","1","1"]`,
		"[JSON.stringify({a: 1}, function (k, v) { return k === '' ? [Object.keys(this), v] : v; }), JSON.stringify(new Proxy({b: 1, a: new Proxy([1], {})}, {})), JSON.stringify({'\\ud800': '\\udc00', '\\ufffd': 1}), JSON.stringify({a: new Date(0)}, (k, v) => typeof v), JSON.stringify({a: 1, b: 2}, new String('a'))]":                                     `["[[\"\"],{\"a\":1}]","{\"b\":1,\"a\":[1]}","{\"\\ud800\":\"\\udc00\",\"�\":1}","\"object\"","{\"a\":1,\"b\":2}"]`,
		"var log = [], o = {get n() { log.push('get'); return 2n; }, set n(v) { log.push('set ' + v); }}; var at = () => (log.push('object'), o), key = {toString: () => (log.push('key'), 'n')}; at()[key] *= (log.push('value'), 3n); log":                                                                                                                       `["object","key","get","value","set 6"]`,
		"var x = 5; [eval('x + 1'), (0, eval)('typeof log'), (function () { var x = 7; return eval('x'); })(), (function () { var x = 7; var e = eval; return e('typeof x'); })()]":                                                                                                                                                                                `[6,"undefined",7,"number"]`,
		"[(async () => {}).constructor.name, typeof (function* () {}).constructor('yield 1'), BigInt('0x10') === 16n, BigInt.name, BigInt(5) + '', 5n instanceof BigInt, Object(5n) instanceof BigInt]":                                                                                                                                                            `["AsyncFunction","function",true,"BigInt","5",false,true]`,
		"class A extends Array {} [A.from({length: 2, 0: 'a', 1: 'b'}) instanceof A, Array.from({length: 2}, (v, i) => i), Math.max.apply(null, {length: 2, 0: 4, 1: 5}), new Uint8Array({length: 2, 0: 7}).join(), new Uint8Array(new Set([1, 2])).join(), new Uint16Array(new Uint8Array([1, 2])).join(), Array.prototype.concat.call({length: 1}, [1]).length]": `[true,[0,1],5,"7,0","1,2","1,2",2]`,
		"var p = {a: 1}, o = {}; o.__proto__ = p; var q = Object.setPrototypeOf({}, new Proxy(p, {})); [o.a, q.a, Object.getPrototypeOf(o) === p, '__proto__' in o, ['ab'.match('b').index, 'abc'.search('c'), [...'aa'.matchAll('a')].length, 'a.b'.match({toString: () => '.b'})[0]]]":                                                                           `[1,1,true,true,[1,2,2,".b"]]`,
		"[Uint8Array.from('12', c => c).join(), Float64Array.from('é€').length, Uint8Array.from(5).length, Array.from('ab', (c, i) => c + i)]":                                                                                                                                                                                                                     `["1,2",2,0,["a0","b1"]]`,
		"try { Uint8Array(2); } catch (e) { e.name }":                                        `"TypeError"`,
		"var a = Array.from({length: 140000}, (_, i) => 140000 - i); a.sort(); [a[0], a[1]]": `[1,10]`,
	} {
		i := isolate(t, jsapi.Options{})
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := compiled(r, src)
			if err != nil {
				return err
			}
			text, _, err := r.Stringify(nil, v, "")
			if string(text) != want {
				t.Errorf("%s: got %s, want %s", src, text, want)
			}
			return err
		}); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}
