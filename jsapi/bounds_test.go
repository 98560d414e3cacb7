package jsapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

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

// What would take all the memory or the stack is an error that the code can catch.
func TestBuiltInFunctionsRefuse(t *testing.T) {
	const length, array, big, depth = "Invalid string length", "Invalid array length", "Maximum BigInt size exceeded", "Maximum call stack size exceeded"
	for src, want := range map[string]string{
		"'x'.repeat(1e10)": length, "'x'.repeat(6e8)": length, "'x'.padStart(1e12)": length, "'x'.padEnd({valueOf: () => 1e12})": length,
		"new Array(4294967295).join('x')": length, "new Array(4294967295).toLocaleString()": length,
		"var s = 'x'.repeat(3e7); s.concat(s, s)":                                  length,
		"'x'.repeat(6e7).split('')":                                                array,
		"String.raw({raw: {length: 2 ** 53}})":                                     length,
		"new ArrayBuffer(1e11)":                                                    "Array buffer allocation failed",
		"new ArrayBuffer(2 ** 53)":                                                 "Invalid array buffer length",
		"new Uint8Array(1e11)":                                                     "Invalid typed array length: 100000000000",
		"new Float64Array(2 ** 40)":                                                "Invalid typed array length: 1099511627776",
		"new Uint8Array({length: 2 ** 40})":                                        "Invalid typed array length: 1099511627776",
		"Array.from({length: 2 ** 32})":                                            array,
		"Array.prototype.sort.call({length: 2 ** 53 - 1})":                         array,
		"Math.max.apply(null, {length: 2 ** 32})":                                  depth,
		"Reflect.apply(Math.max, null, new Array(2 ** 31))":                        depth,
		"2n ** 10000000000n":                                                       big,
		"1n << 10000000000n":                                                       big,
		"var n = 3n; n **= 99999999n; n":                                           big,
		"var n = 3n; for (;;) { n = n * n }":                                       big,
		"1n >> -10000000000n":                                                      big,
		"BigInt.asUintN(2 ** 40, -1n)":                                             big,
		"JSON.parse('['.repeat(3e6))":                                              "JSON that nests deeper than 4000",
		"var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } JSON.stringify(a)": depth,
		"var a = {}; for (var i = 0; i < 1e5; i++) { a = {x: 1, a}; } JSON.stringify(a)": depth,
		"var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } String(a)":               depth,
		"new Function('('.repeat(300000) + ')'.repeat(300000))":                          depth,
		"Function('return ' + '('.repeat(300000))":                                       depth,
	} {
		i := isolate(t, jsapi.Options{MemoryLimit: 64 << 20})
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := compiled(r, "(function () { try { "+strings.Replace(src, "; n", "; return n", 1)+" } catch (e) { return e instanceof RangeError ? e.message : String(e) } })()")
			if err == nil && v.String() != want {
				t.Errorf("%s: got %.100s, want %s", src, v, want)
			}
			return err
		}); err != nil {
			t.Errorf("%s: got %v", src, err)
		}
	}
}

// What takes long in built-in functions is interrupted.
func TestBuiltInFunctionsAreInterrupted(t *testing.T) {
	for _, src := range []string{
		"Array.prototype.indexOf.call({length: 2**53-1}, 1)", "Array.prototype.includes.call({length: 2**53-1}, 1)",
		"Array.prototype.forEach.call({length: 2**53-1}, Math.abs)", "Array.prototype.fill.call({length: 2**53-1}, 0)",
		"Array.prototype.reverse.call({length: 2**53-1})", "Array.prototype.copyWithin.call({length: 2**53-1}, 5, 1)",
		"Array.prototype.lastIndexOf.call({length: 2**53-1}, 1)", "Array.prototype.splice.call({length: 2**53-2}, 0, 1)",
		"Array.prototype.unshift.call({length: 2**53-3}, 0)", "Array.prototype.shift.call({length: 2**53-1})",
		"Array.prototype.reduce.call({length: 2**53-1}, Math.max)", "Array.prototype.map.call({length: 2**32-1}, Math.abs)",
		"Array.prototype.flat.call({length: 2**53-1})", "[].concat(new Array(4294967290))", "new Array(4294967295).indexOf(1)",
		"new Array(4294967295).slice().reverse()", "Array.prototype.every.call({length: 2**53-1}, isNaN)",
		"new Uint8Array(3e7).forEach(Math.abs); for (;;) { Math.abs(1) }", "new Float64Array(7e6).map(Math.sin).sort().sort().sort(); for (;;) { Math.abs(1) }",
	} {
		i := isolate(t, jsapi.Options{TurnLimit: 100 * time.Millisecond, MemoryLimit: 64 << 20})
		err := i.Do(t.Context(), func(r *jsapi.Realm) error { _, err := compiled(r, "\n"+src); return err })
		if err == nil || !strings.Contains(err.Error(), "test.js:2:") || !strings.Contains(err.Error(), "interrupted") {
			t.Errorf("%s: got %v", src, err)
		}
	}
}

// The bounds change nothing for what stays below them.
func TestBoundsAreNotSeen(t *testing.T) {
	for src, want := range map[string]string{
		"[[1, [2, [3]]].flat(Infinity).join('-'), [3, 1, 2].sort() + '', [].concat([1], 2).length]":                                                                                              `["1-2-3","1,2,3",2]`,
		"[Uint8Array.name, Object.getPrototypeOf(Uint8Array).name, new Uint8Array(2).constructor === Uint8Array]":                                                                                `["Uint8Array","TypedArray",true]`,
		"class B extends Uint8Array { twice() { return this.length * 2; } } [new B(3).twice(), new B(3).slice(1).twice(), new B(2) instanceof Uint8Array]":                                       `[6,4,true]`,
		"[(() => {}) instanceof Function, Function('a', 'return a + 1')(1), (function () {}).constructor === Function, typeof Function, Function.prototype === Object.getPrototypeOf(Math.abs)]": `[true,2,true,"function",true]`,
		"[Array.prototype.indexOf.name, Array.prototype.indexOf.length, Object.keys(Array.prototype), Array.prototype.push.apply([], [1, 2])]":                                                   `["indexOf",1,[],2]`,
		"var x = 2n; x **= 3n; x <<= 2n; [String(x), String(2n ** 64n), String(-1n >> 1n), 2 ** 3, String(3n * 4n), '3' * '4', 1 << 4]":                                                          `["32","18446744073709551616","-1",8,"12",12,16]`,
		"var n = 0; var o = {valueOf: () => { n++; return 2n; }}; [String(o * o), n, String(BigInt.asUintN(64, -1n))]":                                                                           `["4",2,"18446744073709551615"]`,
		"['abc'.replace(/b/, '[$&$`$\\']'), 'x'.repeat(3), 'ab'.padStart(4, '-'), 'a,b'.split(','), 'aXbX'.replaceAll('X', '$$')]":                                                               `["a[bac]c","xxx","--ab",["a","b"],"a$b$"]`,
		"['x'.repeat(3e6).replace(/(?<a>x{10000})(x)?/g, '$2$<a>').length, ('a'.repeat(1e6) + ' b ').repeat(3).split(/ /).length, ('a'.repeat(1e6) + 'b').repeat(3).match(/b/g).length]":         `[3000000,7,3]`,
		"var a = []; a.length = 9e6; a[8999999] = 1; [a.indexOf(1), a.lastIndexOf(1)]":                                                                                                           `[8999999,8999999]`,
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
