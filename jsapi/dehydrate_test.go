package jsapi_test

import (
	"testing"

	"framework/jsapi"
)

// The expected texts are those of the data that actions of 1.5 answer with.
func TestDehydrate(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	for src, want := range map[string]string{
		`({a: 1, b: undefined, c: null})`:           `{"a":1,"c":null}`,
		`[1, "a", null, undefined, {b: undefined}]`: `[1,"a",null,{}]`,
		`[undefined]`:                                                         `[]`,
		`[undefined, 1, undefined, 2]`:                                        `[1,2]`,
		`({g: NaN, h: Infinity, i: -Infinity})`:                               `{"g":0,"h":0,"i":0}`,
		`({d: new Date(0), r: /re/g})`:                                        `{"d":"1970-01-01T00:00:00.000Z","r":"/re/g"}`,
		`({f: function foo() {}})`:                                            `{"f":"function foo() {}"}`,
		`({j: {toJSON: function () { return [1]; }}})`:                        `{"j":[1]}`,
		`({n: 10n, s: Symbol("x")})`:                                          `{"n":"10","s":"Symbol(x)"}`,
		`(function () { const o = {a: {}}; o.a.o = o; return o; })()`:         `{"a":{"o":"[Circular ~]"}}`,
		`(function () { const o = {a: [{}]}; o.a[0].up = o.a; return o; })()`: `{"a":[{"up":"[Circular ~.a]"}]}`,
		`({b: new Uint8Array(2)})`:                                            `{"b":null}`,
		`"text"`:                                                              `"text"`,
	} {
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(src)
			if err != nil {
				return err
			}
			text, ok, err := r.Dehydrate(nil, v, "")
			if err == nil && (!ok || string(text) != want) {
				t.Errorf("%s: got %s, want %s", src, text, want)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}
