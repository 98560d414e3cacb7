package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/library"
)

// realm returns an isolate whose globals _ and async are the stand-ins.
func realm(t *testing.T) *jsapi.Isolate {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	err = iso.Do(context.Background(), func(r *jsapi.Realm) error {
		rt := r.Runtime()
		for global, name := range map[string]string{"_": "lodash", "async": "async"} {
			module := rt.NewObject()
			if err := library.Modules()[name](r, module); err != nil {
				return err
			}
			if err := rt.Set(global, module.Get("exports")); err != nil {
				return err
			}
		}
		timer := func(call goja.FunctionCall) goja.Value {
			fn, _ := goja.AssertFunction(call.Argument(0))
			args := slices.Clone(call.Arguments[1:]) // goja reuses the slice
			ms := int64(0)
			if len(args) > 0 {
				ms = args[0].ToInteger()
			}
			r.SetTimer(time.Duration(ms)*time.Millisecond, false, func() error {
				_, err := fn(goja.Undefined(), args[min(1, len(args)):]...)
				return err
			})
			return goja.Undefined()
		}
		if err := rt.Set("setTimeout", timer); err != nil {
			return err
		}
		return rt.Set("setImmediate", func(call goja.FunctionCall) goja.Value {
			return timer(goja.FunctionCall{Arguments: append([]goja.Value{call.Argument(0), rt.ToValue(0)}, call.Arguments[1:]...)})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return iso
}

// The expected values are those of lodash 3.10.
func TestLodash(t *testing.T) {
	iso := realm(t)
	for expr, want := range map[string]string{
		`_.pluck([{a:1},{a:2}], 'a')`: `[1,2]`,
		`_([1,2,3]).map(function (n) { return n * 2; }).filter(function (n) { return n > 2; }).value()`: `[4,6]`,
		`_.chain([3,1,2]).sortBy().first().value()`:                                                     `1`,
		`_([1,2,3]).reduce(function (a, b) { return a + b; })`:                                          `6`,
		`_.where([{a:1,b:2},{a:1,b:3}], {a:1,b:3})`:                                                     `[{"a":1,"b":3}]`,
		`_.find([{n:'x'},{n:'y'}], 'n', 'y')`:                                                           `{"n":"y"}`,
		`_.contains({a:1,b:2}, 2) && _.includes('abc', 'b')`:                                            `true`,
		`_.groupBy([1.2,1.8,2.1], Math.floor)`:                                                          `{"1":[1.2,1.8],"2":[2.1]}`,
		`_.indexBy([{id:'a'},{id:'b'}], 'id')`:                                                          `{"a":{"id":"a"},"b":{"id":"b"}}`,
		`_.sortByOrder([{a:1,b:2},{a:1,b:3}], ['a','b'], ['asc','desc'])`:                               `[{"a":1,"b":3},{"a":1,"b":2}]`,
		`_.merge({a:[1,2],b:{c:1}}, {a:[9],b:{d:2}})`:                                                   `{"a":[9,2],"b":{"c":1,"d":2}}`,
		`_.defaults({a:1}, {a:2,b:3})`:                                                                  `{"a":1,"b":3}`,
		`_.extend({}, {a:1}, {b:2}, null)`:                                                              `{"a":1,"b":2}`,
		`_.omit({a:1,b:2,c:3}, 'a', ['c'])`:                                                             `{"b":2}`,
		`_.pick({a:1,b:2}, function (v) { return v > 1; })`:                                             `{"b":2}`,
		`_.get({a:[{b:3}]}, 'a[0].b') + _.get({}, 'x.y', 4)`:                                            `7`,
		`_.set({}, 'a[0].b', 1)`:                                                                        `{"a":[{"b":1}]}`,
		`_.uniq([{x:1},{x:1},{x:2}], 'x')`:                                                              `[{"x":1},{"x":2}]`,
		`_.difference([1,2,3], [2], [3])`:                                                               `[1]`,
		`_.flatten([1,[2,[3]]])`:                                                                        `[1,2,[3]]`,
		`_.flatten([1,[2,[3]]], true)`:                                                                  `[1,2,3]`,
		`_.zipObject(['a','b'], [1,2])`:                                                                 `{"a":1,"b":2}`,
		`_.range(0, 10, 3)`:                                                                             `[0,3,6,9]`,
		`_.max([{n:1},{n:5}], 'n')`:                                                                     `{"n":5}`,
		`_.camelCase('Foo bar-baz') + _.snakeCase('fooBar') + _.kebabCase('Foo Bar')`:                   `"fooBarBazfoo_barfoo-bar"`,
		`_.template('<%= a %><%- b %><% if (c) { %>!<% } %>')({a:'<', b:'<', c:1})`:                     `"<&lt;!"`,
		`_.isEqual({a:[1,{b:new Date(5)}]}, {a:[1,{b:new Date(5)}]})`:                                   `true`,
		`_.isEmpty({}) && _.isEmpty('') && !_.isEmpty([0])`:                                             `true`,
		`_.isPlainObject({}) && !_.isPlainObject(new Date()) && !_.isPlainObject([])`:                   `true`,
		`_.cloneDeep({a:{b:[1]}})`:                                                                      `{"a":{"b":[1]}}`,
		`_.partition([1,2,3], function (n) { return n % 2; })`:                                          `[[1,3],[2]]`,
		`_.mapValues({a:1}, function (v) { return v + 1; })`:                                            `{"a":2}`,
		`_.compose(function (n) { return n + 1; }, function (n) { return n * 2; })(3)`:                  `7`,
		`_.merge({}, JSON.parse('{"__proto__":{"polluted":1}}')), ({}).polluted`:                        `undefined`,
		`_.set({}, '__proto__.polluted', 1), ({}).polluted`:                                             `undefined`,
		`_.trunc('hello world', 8) + _.padLeft('7', 3, '0') + _.trim(' x ')`:                            `"hello...007x"`,
		`_.escape('<a href="x">')`:                                                                      `"&lt;a href=&quot;x&quot;&gt;"`,
		`_.invoke([[3,1],[2]], 'sort')`:                                                                 `[[1,3],[2]]`,
		`_.result({f: function () { return this.v; }, v: 2}, 'f')`:                                      `2`,
		`_.times(3, String).join('')`:                                                                   `"012"`,
	} {
		err := iso.Do(context.Background(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(expr)
			if err != nil {
				return err
			}
			text, ok, err := r.Stringify(nil, v, "")
			if err != nil {
				return err
			}
			got := string(text)
			if !ok {
				got = "undefined"
			}
			if got != want {
				t.Errorf("%s = %s, want %s", expr, got, want)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", expr, err)
		}
	}
}

func TestAsync(t *testing.T) {
	iso := realm(t)
	for script, want := range map[string]string{
		`async.map([3,1,2], function (v, cb) { setTimeout(cb, v, null, v * 2); }, done)`:                                                                      `[null,[6,2,4]]`,
		`async.series({a: function (cb) { cb(null, 1); }, b: function (cb) { cb(null, 1, 2); }}, done)`:                                                       `[null,{"a":1,"b":[1,2]}]`,
		`async.waterfall([function (cb) { cb(null, 1, 2); }, function (a, b, cb) { cb(null, a + b); }], done)`:                                                `[null,3]`,
		`async.auto({x: function (cb) { setTimeout(cb, 1, null, 1); }, y: ['x', function (cb, r) { cb(null, r.x + 1); }]}, done)`:                             `[null,{"x":1,"y":2}]`,
		`async.filter([1,2,3], function (v, cb) { cb(v > 1); }, done)`:                                                                                        `[[2,3]]`,
		`async.detect([1,2,3], function (v, cb) { cb(v > 1); }, done)`:                                                                                        `[2]`,
		`async.each([1,2], function (v, cb) { cb(v === 2 ? 'bad' : null); }, done)`:                                                                           `["bad"]`,
		`async.eachSeries([], function () {}, done)`:                                                                                                          `[null]`,
		`async.reduce([1,2,3], 0, function (m, v, cb) { cb(null, m + v); }, done)`:                                                                            `[null,6]`,
		`var n = 0; async.whilst(function () { return n < 3; }, function (cb) { n++; cb(); }, function () { done(n); })`:                                      `[3]`,
		`var seen = []; var q = async.queue(function (t, cb) { seen.push(t); setImmediate(cb); }, 2); q.drain = function () { done(seen); }; q.push([1,2,3])`: `[[1,2,3]]`,
		`var k = 0; async.retry(3, function (cb) { cb(++k < 3 ? 'no' : null, k); }, done)`:                                                                    `[null,3]`,
		`async.times(3, function (i, cb) { cb(null, i); }, done)`:                                                                                             `[null,[0,1,2]]`,
		`async.parallelLimit([function (cb) { cb(null, 'a'); }, function (cb) { cb(null, 'b'); }], 1, done)`:                                                  `[null,["a","b"]]`,
	} {
		v, err := iso.Begin(context.Background(), func(r *jsapi.Realm, op *jsapi.Op) {
			rt := r.Runtime()
			_ = rt.Set("done", func(call goja.FunctionCall) goja.Value {
				text, _, err := r.Stringify(nil, rt.NewArray(toAny(call.Arguments)...), "")
				op.Settle(string(text), err)
				return goja.Undefined()
			})
			if _, err := rt.RunString(script); err != nil {
				op.Settle(nil, err)
			}
		}).Wait()
		if err != nil || v != want {
			t.Errorf("%s: got %v, %v, want %s", script, v, err, want)
		}
	}
}

func toAny(values []goja.Value) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// TestLodashOfSails: code of the server gets the lodash of Sails, whatever the project has.
func TestLodashOfSails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		installed map[string]string // versions by the names of packages
		want      string
	}{
		{"none", nil, "built-in"},
		{"an old one", map[string]string{"lodash": "3.10.1"}, "3.10.1"},
		{"a new one", map[string]string{"lodash": "4.17.21"}, "built-in"},
		{"a new one of the project", map[string]string{"lodash": "4.17.21", "@sailshq/lodash": "3.10.7"}, "3.10.7"},
		{"that of Sails", map[string]string{"lodash": "3.10.1", "sails/node_modules/lodash": "2.4.2"}, "2.4.2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rt := goja.New()
			got := library.Lodash(func(name string) (goja.Value, error) {
				version, ok := tt.installed[name]
				if !ok && name == "framework/lodash" {
					return rt.ToValue(map[string]string{"VERSION": "3.10.0"}), nil
				}
				if !ok {
					return nil, errors.New("not installed")
				}
				return rt.ToValue(map[string]string{"VERSION": version}), nil
			})
			want := tt.want
			if want == "built-in" {
				want = "3.10.0"
			}
			if version := got.ToObject(rt).Get("VERSION").String(); version != want {
				t.Errorf("got %s", version)
			}
		})
	}
}
