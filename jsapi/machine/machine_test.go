package machine_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/machine"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// newRealm is a realm with Node's globals in which require finds the stand-ins
// of package machine.
func newRealm(t testing.TB) *jsapi.Isolate {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		opts := node.Options{Root: t.TempDir()}
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		var kit *machine.Kit
		loader, err := modules.Install(r, modules.Options{
			Root: t.TempDir(), Core: node.Core(opts),
			Fallback: machine.Modules(func() *machine.Kit { return kit }),
		})
		if err != nil {
			return err
		}
		require := r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			v, err := loader.Require(call.Argument(0).String())
			if err != nil {
				panic(r.Error(err))
			}
			return v
		})
		if err := r.Runtime().Set("require", require); err != nil {
			return err
		}
		kit, err = machine.New(r, machine.Options{Require: require})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return iso
}

// evaluate runs a script and waits for the promise that it may give.
func evaluate(t testing.TB, iso *jsapi.Isolate, source string) any {
	t.Helper()
	v, err := iso.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		program, err := compile.Source("test.js", "(async function () { return "+source+"\n})()", false)
		if err != nil {
			op.Settle(nil, err)
			return
		}
		v, err := r.Runtime().RunProgram(program)
		if err != nil {
			op.Settle(nil, r.Wrap(err))
			return
		}
		then, _ := goja.AssertFunction(v.ToObject(r.Runtime()).Get("then"))
		_, _ = then(v, r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			out, err := r.FromJS(call.Argument(0))
			op.Settle(out, err)
			return goja.Undefined()
		}), r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			op.Settle(nil, r.GoError(call.Argument(0)))
			return goja.Undefined()
		}))
	}).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

//go:embed testdata/calls.js
var calls string

// calls.golden is what the same script printed with machine 15.2.3 in Node.
//
//go:embed testdata/calls.golden
var golden string

// meantToDiffer are the calls that give something else on purpose, with what
// they give.
var meantToDiffer = map[string]string{
	// The error that was intercepted is more use than the complaint twice.
	"chain: intercept that returns nothing": "failed { name: 'UsageError', code: 'nope', exit: 'nope', raw: 'Exception' }",
	// The peer forgets the rest of the chain once it has tried in vain.
	"retry in vain": "gave [ [ 'busy', 2 ], 3 ]",
}

// TestCalls holds every call of testdata/calls.js against what Sails gave.
func TestCalls(t *testing.T) {
	iso := newRealm(t)
	list, ok := evaluate(t, iso, strings.TrimSpace(calls[strings.Index(calls, "(function"):])+"(require('machine'), require('util').inspect)").([]any)
	if !ok {
		t.Fatal("no lines")
	}
	want := strings.Split(strings.TrimRight(golden, "\n"), "\n")
	if len(list) != len(want) {
		t.Fatalf("%d lines, want %d", len(list), len(want))
	}
	for i, line := range list {
		got, _ := line.(string)
		name, _, _ := strings.Cut(got, " => ")
		if other, differs := meantToDiffer[name]; differs {
			if got != name+" => "+other {
				t.Errorf("got  %s\nwant %s => %s", got, name, other)
			}
			continue
		}
		if got != want[i] {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
}

// Types have the other names that rttc 10 knows, values of which machine 15 takes
// as it does those of the types themselves.
func TestTypeAliases(t *testing.T) {
	iso := newRealm(t)
	got := evaluate(t, iso, `(function () {
  const build = require('machine').build;
  const out = [];
  [['bool', true], ['bool', 'x'], ['str', 'a'], ['num', 5], ['num', 'x'], ['JSON', { a: [1] }], ['dict', { a: 1 }], ['arr', [1]], [{ a: 'bool' }, { a: false }], ['constructor', 1]].forEach(function (each) {
    try {
      out.push(build({ identity: 'f', sync: true, inputs: { v: { type: each[0] } }, fn: function (inputs, exits) { return exits.success(inputs.v); } })({ v: each[1] }).execSync());
    } catch (e) { out.push(e.name); }
  });
  return JSON.stringify(out);
})()`)
	const want = `[true,"UsageError","a",5,"UsageError",{"a":[1]},{"a":1},[1],{"a":false},"ImplementationError"]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzInputs gives values that clients may send to inputs of every type: each
// is taken in the shape of its type, or refused with the problems.
func FuzzInputs(f *testing.F) {
	for _, seed := range []string{`null`, `""`, `"5"`, `5e300`, `[1,"x",null]`, `{"a":1}`, `{"a":"x","b":{"c":[]}}`, `[[1],[2,"3"]]`, `{"__proto__":{"a":1}}`, `"\ud800"`, `[{"a":{}}]`} {
		for n := range uint8(10) { // types below
			f.Add(seed, n)
		}
	}
	iso := newRealm(f)
	evaluate(f, iso, `(function () {
  const machine = require('machine');
  const types = ['string', 'number', 'boolean', 'json', 'ref', {}, ['string'], [['number']], { a: 'number', b: { c: ['string'] } }, [{ a: 'json' }]];
  const take = types.map(function (type) {
    return machine.buildWithCustomUsage({ arginStyle: 'serial', execStyle: 'natural', def: { identity: 'f', sync: true, inputs: { v: { type: type } }, fn: function (inputs, exits) { return exits.success(inputs.v); } } });
  });
  function fits(type, v) {
    if (type === 'json' || type === 'ref') { return v !== undefined; }
    if (typeof type === 'string') { return typeof v === type && (type !== 'number' || isFinite(v)); }
    if (Array.isArray(type)) { return Array.isArray(v) && v.every(function (each) { return fits(type[0], each); }); }
    return v !== null && typeof v === 'object' && !Array.isArray(v) && Object.keys(type).every(function (k) { return fits(type[k], v[k]); });
  }
  globalThis.tryOne = function (text, n) {
    let v;
    try { v = JSON.parse(text); } catch (err) { return ''; }
    const i = n % types.length;
    let got;
    try { got = take[i](v); } catch (err) {
      return err.code === 'E_INVALID_ARGINS' && err.problems.length ? '' : 'type ' + i + ' threw ' + err.stack;
    }
    if (got !== undefined && !fits(types[i], got)) { return 'type ' + i + ' gave ' + JSON.stringify(got); }
    return Object.prototype.a === undefined ? '' : 'the prototype of all objects was changed';
  };
})()`)
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Skip()
		}
		if got := evaluate(t, iso, fmt.Sprintf("tryOne(%s, %d)", quoted, n)); got != "" {
			t.Errorf("%s: %v", text, got)
		}
	})
}
