package jsapi_test

import (
	"context"
	"testing"

	"framework/jsapi"
)

func TestMayUseArgument(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	for source, want := range map[string]bool{
		`function () {}`: false,
		`function hello(req, res) { return next; }`: false,
		`(req, res) => res.send()`:                  false,
		`async (req, res) => res.send()`:            false,
		`function* (a, b) {}`:                       false,
		`({ hello(req, res) {} }).hello`:            false,
		`({ async hello(req, res) {} }).hello`:      false,
		`class { static a($req, _res) {} }.a`:       false,
		`function (req, res, next) {}`:              true,
		`(a, b, c) => a`:                            true,
		`(a, b, c, d) => a`:                         true,
		`a => a`:                                    true, // not analysed
		`function (a, b, ...c) {}`:                  true,
		`function (a, b, c = 1) {}`:                 true,
		`function (a, [b], c) {}`:                   true,
		`function (a, b /*, c */) {}`:               true, // not analysed
		`function (a, b) { return arguments[2]; }`:  true,
		`function (a, b) { return eval('1'); }`:     true,
		`function f(a) { return f.arguments; }`:     true,
		`function (a, b) { return \u0061; }`:        true,
		`(function (a, b, c) {}).bind(1)`:           true,
		`Math.max`:                                  true,
		`new Proxy(function (a, b, c) {}, {})`:      true,
		`Object.assign(function (a, b, c) {}, { toString: function () { return 'function () {}'; } })`: true,
	} {
		var got bool
		err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString("(" + source + ")")
			if err != nil {
				return err
			}
			got = r.MayUseArgument(v, 2)
			return nil
		})
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", source, got, err, want)
		}
	}
}

func TestMayUseThis(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	for source, want := range map[string]bool{
		`1`: false, `null`: false, `({})`: false,
		`function (a) { return a + 1; }`:           false,
		`function () { return this.a; }`:           true,
		`() => this`:                               true,
		`function (a) { return eval(a); }`:         true,
		`Object.prototype.toString`:                true,
		`({ a() { return super.toString(); } }).a`: true,
	} {
		var got bool
		err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString("(" + source + ")")
			if err != nil {
				return err
			}
			got = r.MayUseThis(v)
			return nil
		})
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", source, got, err, want)
		}
	}
}
