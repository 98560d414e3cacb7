package node_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// inRealm runs fn for a fuzz target with one realm for all inputs.
func inRealm(f *testing.F, script string, fn func(t *testing.T, call func(arg string) (goja.Value, error), input string)) {
	f.Helper()
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		err := project(t, t.TempDir(), &out, func(r *jsapi.Realm, l *modules.Loader) error {
			req, err := l.Require("vm")
			if err != nil {
				return err
			}
			run, _ := goja.AssertFunction(req.ToObject(r.Runtime()).Get("runInThisContext"))
			v, err := run(goja.Undefined(), r.Runtime().ToValue(script))
			if err != nil {
				return err
			}
			qs, err := l.Require("querystring")
			if err != nil {
				return err
			}
			target, _ := goja.AssertFunction(v)
			fn(t, func(arg string) (goja.Value, error) { return target(goja.Undefined(), r.Runtime().ToValue(arg), qs) }, input)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzJSONParse holds JSON.parse against the engine's own and encoding/json.
func FuzzJSONParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"é\n\ud83d\ude00"]}`, `[]`, `-0`, `{"__proto__":1,"a":null}`, `{`, `1 2`, `"\ud800"`, "\"\x01\"", `1e999`, `[1,]`, " \t1"} {
		f.Add(s)
	}
	inRealm(f, `(function (text) {
		function run(f) { try { return JSON.stringify(f()); } catch (e) { return e.name; } }
		return [run(function () { return JSON.parse(text); }), run(function () { return JSON.parse(text, function (k, v) { return v; }); })].join('|');
	})`, func(t *testing.T, call func(string) (goja.Value, error), input string) {
		v, err := call(input)
		if err != nil {
			t.Fatal(err)
		}
		ours, engine, _ := bytes.Cut([]byte(v.String()), []byte("|"))
		// goja takes a number too large for a float64 as a mistake.
		if overflows := string(engine) == "SyntaxError" && json.Valid([]byte(input)); !overflows && !bytes.Equal(ours, engine) {
			t.Errorf("%q: %s", input, v)
		}
		if json.Valid([]byte(input)) != (string(ours) != "SyntaxError") {
			t.Errorf("%q: %s, valid: %v", input, v, json.Valid([]byte(input)))
		}
	})
}

// FuzzQuerystring: nothing throws, and what is made of pieces comes apart again.
func FuzzQuerystring(f *testing.F) {
	for _, s := range []string{"a=1&b=2&a=3", "%zz=%", "=&&=", "a=b=c", "é=%C3%A9", "a+b=c%20d", "__proto__=1"} {
		f.Add(s)
	}
	inRealm(f, `(function (text, qs) {
		var once = qs.parse(text, null, null, { maxKeys: 0 });
		return JSON.stringify(once) === JSON.stringify(qs.parse(qs.stringify(once), null, null, { maxKeys: 0 })) ? qs.stringify(once) : 'differs: ' + JSON.stringify(once);
	})`, func(t *testing.T, call func(string) (goja.Value, error), input string) {
		v, err := call(input)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.HasPrefix([]byte(v.String()), []byte("differs")) {
			t.Errorf("%q: %s", input, v)
		}
		if _, err := url.ParseQuery(v.String()); err != nil {
			t.Errorf("%q became %q: %v", input, v, err)
		}
	})
}
