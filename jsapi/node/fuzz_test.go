package node_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// inRealm runs fn for a fuzz target, in one realm for all inputs: call is the
// function that the script makes, with the input and querystring.
func inRealm(f *testing.F, script string, fn func(t *testing.T, call func(arg string) (goja.Value, error), input string)) {
	f.Helper()
	var out bytes.Buffer
	iso, opts := isolate(f, f.TempDir(), &out)
	var target goja.Callable
	var qs goja.Value
	err := iso.Do(f.Context(), func(r *jsapi.Realm) error {
		l, err := load(r, opts)
		if err != nil {
			return err
		}
		if qs, err = l.Require("querystring"); err != nil {
			return err
		}
		v, err := r.Runtime().RunString(script)
		target, _ = goja.AssertFunction(v)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input string) {
		err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
			fn(t, func(arg string) (goja.Value, error) { return target(goja.Undefined(), r.Runtime().ToValue(arg), qs) }, input)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// halfPair finds what jsonParser leaves to goja.
var halfPair = regexp.MustCompile(`\\u[dD]|[^\x00-\x{FFFC}\x{FFFE}-\x{10FFFF}]`)

// FuzzJSONParse holds JSON.parse against the engine's own and encoding/json.
func FuzzJSONParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"é\n\ud83d\ude00"]}`, `[]`, `-0`, `{"__proto__":1,"a":null}`, `{`, `1 2`, `"\ud800"`, "\"\x01\"", `1e999`, `[1,]`, " \t1"} {
		f.Add(s)
	}
	inRealm(f, `(function (text) {
		function run(f) { try { return JSON.stringify(f()); } catch (e) { return e.name; } }
		return [run(function () { return JSON.parse(text); }), run(function () { return JSON.parse(text, function (k, v) { return v; }); })].join('\n');
	})`, func(t *testing.T, call func(string) (goja.Value, error), input string) {
		v, err := call(input)
		if err != nil {
			t.Fatal(err)
		}
		ours, engine, _ := bytes.Cut([]byte(v.String()), []byte("\n"))
		// goja takes a number too large for a float64 as a mistake, and it parses
		// what has half surrogate pairs.
		overflows := string(engine) == "SyntaxError" && json.Valid([]byte(input))
		if !overflows && !bytes.Equal(ours, engine) {
			t.Errorf("%q: %s", input, v)
		}
		if overflows && halfPair.MatchString(input) {
			return
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
