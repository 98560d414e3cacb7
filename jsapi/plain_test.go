package jsapi_test

import (
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// TestStringifyPlain: objects without toJSON and accessors are written as goja writes them, also where
// they stop to be such while they are written.
func TestStringifyPlain(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		for _, script := range []string{
			`({b: 1, a: 'x', 10: 2, 9: 3, '': null, u: undefined, f() {}, s: Symbol('s'), [Symbol('k')]: 1, 'é': 2, '\ud83d': 3})`,
			`({n: [0, -0, 1.5, 300, 1e21, NaN, -Infinity, 2 ** 53, -5000000000], t: ['é', '\ud83d', '"\n'], e: [[], {}, [[]], [undefined, , null]]})`,
			`Object.defineProperty({a: 1}, 'hidden', {value: 1})`,
			`({a: 1, get b() { return 2; }, c: 3})`,
			`Object.freeze({a: Object.freeze([1, {b: 2}])})`,
			`Object.assign([1, 2], {x: 1})`,
			`(() => { const o = {a: {toJSON() { delete o.b; o.c = 'new'; o.z = 1; return 'json'; }}, b: 1, c: 2}; return o; })()`,
			`(() => { const o = {a: {toJSON() { Object.defineProperty(o, 'b', {get: () => 'got', enumerable: false}); return 1; }}, b: 1}; return o; })()`,
			`(() => { const l = [{toJSON() { l.length = 2; l[1] = 'x'; return 1; }}, 2, 3]; return l; })()`,
			`(() => { const l = [1, 2, 3]; l.pop(); delete l[0]; return {l}; })()`,
			`(() => { class A { constructor() { this.x = 1; } get y() { return 2; } } class B extends A { toJSON() { return 'b'; } } return [new A(), new B(), {a: new A()}]; })()`,
			`Object.assign(Object.create({inherited: 1, toJSON() { return 'proto'; }}), {own: 1})`,
			`Object.assign(Object.create(null), {a: 1, b: {toJSON: 5}})`,
			`({toJSON(k) { return {k, deep: {toJSON(k) { return k; }}}; }})`,
			`(() => { class L extends Array {} return {l: L.of(1, 2), m: new Map([[1, 2]]), d: new Date(0), r: /x/, e: new RangeError('x')}; })()`,
			`({a: new Number(3), b: new String('s'), c: new Boolean(false), d: new Proxy([1, 2], {}), e: new Proxy({x: 1}, {})})`,
			`(() => { const a = [1], o = {x: a, y: a, z: {a}}; return [o, o]; })()`,
		} {
			for _, around := range []string{"", "Object.prototype.toJSON = function () { return Array.isArray(this) ? 'list' : 5; };", "Array.prototype.toJSON = function () { return this.length; };", "Object.prototype.added = 1;"} {
				const after = "delete Object.prototype.toJSON; delete Array.prototype.toJSON; delete Object.prototype.added;"
				for _, rest := range []string{"", ", ['a', 'b', 'x', 'n']", ", (k, v) => typeof v === 'number' ? v + 1 : v"} {
					text := "(() => { const v = " + script + "; " + around + " try { return String(JSON.stringify(v" + rest + ")); } catch (e) { return e.name; } finally { " + after + " } })()"
					want, err := goja.New().RunString(text)
					if err != nil {
						return err
					}
					got, err := r.Runtime().RunString(text)
					if err != nil {
						return err
					}
					if got.String() != want.String() {
						t.Errorf("%s\ngives %s, want %s", text, got, want)
					}
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
