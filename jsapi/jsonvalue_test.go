package jsapi_test

import (
	"reflect"
	"strings"
	"testing"

	"framework/engine/value"
	"framework/jsapi"
)

// TestJSONValue compares with what is read from the text of JSON.stringify.
func TestJSONValue(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	for _, src := range []string{
		`({a: 1, b: undefined, c: null, d: [1, undefined, function () {}, Symbol('x')], e: function () {}})`,
		`({n: NaN, i: Infinity, z: -0, f: 1.5, big: 1e21, whole: 4294967296, safe: 9007199254740991, max: 9007199254740993})`,
		`({d: new Date(0), never: new Date(NaN), r: /re/g, e: new Error('x')})`,
		`({j: {toJSON: function (k) { return [k]; }}, k: [{toJSON: function (k) { return k; }}], gone: {toJSON: function () {}}})`,
		`({b: new Boolean(false), n: new Number(3), s: new String('x')})`,
		`new Proxy({a: 1, b: [2], c: undefined}, {})`,
		`new Proxy([1, {a: 2}], {})`,
		`({['__proto__']: 1, get g() { return {x: 1}; }})`,
		`Object.create({inherited: 1}, {hidden: {value: 1, enumerable: false}, shown: {value: 2, enumerable: true}})`,
		`new Uint8Array([1, 2])`,
		`new Map([[1, 2]])`,
		`[[], {}, [[]]]`,
		`"text"`, `1`, `-0`, `true`, `null`,
		`(function () { const o = {}; return [o, o]; })()`,
	} {
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(`(` + src + `)`)
			if err != nil {
				return err
			}
			text, ok, err := r.Stringify(nil, v, "")
			if err != nil || !ok {
				t.Fatalf("%s: %t %v", src, ok, err)
			}
			want, err := value.Parse(text)
			if err != nil {
				return err
			}
			got, err := r.JSONValue(v)
			if err == nil && (string(value.Append(nil, got)) != string(text) || reflect.TypeOf(got) != reflect.TypeOf(want)) {
				t.Errorf("%s: got %T %s, want %T %s", src, got, value.Append(nil, got), want, text)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
	for src, want := range map[string]string{
		`(function () { const o = {}; o.o = [o]; return o; })()`: "circular",
		`({n: 10n})`:                             "BigInt",
		`[Object(10n)]`:                          "BigInt",
		`({get g() { throw new Error('no'); }})`: "no",
		`({toJSON: function () { throw new Error('never'); }})`: "never",
		`function () {}`: "",
		`undefined`:      "",
		`(function () { let o = 1; for (let i = 0; i < 2e4; i++) o = [o]; return o; })()`: value.ErrDepth.Error(),
	} {
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(`(` + src + `)`)
			if err != nil {
				return err
			}
			got, err := r.JSONValue(v)
			if _, none := got.(value.Undefined); want == "" && (err != nil || !none) {
				t.Errorf("%s: got %v %v, want undefined", src, got, err)
			}
			if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: got %v, want an error with %q", src, err, want)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}
