package jsapi_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"framework/engine/value"
	"framework/jsapi"
)

// Empty arrays at the end of a buffer: under the race detector, reading past the buffer ends the process.
func TestBytesOfEmptyArrays(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	for _, src := range []string{`new Uint8Array(8).subarray(8)`, `new Uint8Array(0)`, `new ArrayBuffer(0)`} {
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(src)
			if err != nil {
				return err
			}
			if b, ok := r.Bytes(v.ToObject(r.Runtime())); !ok || len(b) != 0 {
				t.Errorf("%s: %v, %v", src, b, ok)
			}
			if b, err := r.FromJS(v); err != nil || len(b.([]byte)) != 0 {
				t.Errorf("%s: %v, %v", src, b, err)
			}
			if b, ok := r.Bytes(r.Runtime().ToValue([]byte("go")).ToObject(r.Runtime())); !ok || string(b) != "go" {
				t.Errorf("a slice of Go: %q, %v", b, ok)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}

func TestFromJS(t *testing.T) {
	tests := []struct{ src, want string }{
		{`({b: 1, a: [null, "x", true, undefined], "__proto__x": {}})`, `{"b":1,"a":[null,"x",true,null],"__proto__x":{}}`},
		{`JSON.parse('{"__proto__": {"x": 1}}')`, `{"__proto__":{"x":1}}`},
		{`new Date(0)`, `"1970-01-01T00:00:00.000Z"`},
		{`new Date(NaN)`, `null`},
		{`[1,,3]`, `[1,null,3]`},
		{`({f: function () {}, s: Symbol("x"), n: 10n})`, `{"n":"10"}`},
		{`[new String("s"), new Number(2), new Boolean(false)]`, `["s",2,false]`},
		{`1.5`, `1.5`},
		{`new Proxy([1, new Proxy(new Proxy([2], {}), {})], {})`, `[1,[2]]`},
		{`new Proxy({a: 1}, {get(o, k) { return k + o[k] }})`, `{"a":"a1"}`},
	}
	i := isolate(t, jsapi.Options{})
	for _, tt := range tests {
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(tt.src)
			if err != nil {
				return err
			}
			got, err := r.FromJS(v)
			if err != nil {
				return err
			}
			if d := cmp.Diff(tt.want, string(value.Append(nil, got))); d != "" {
				t.Errorf("%s: %s", tt.src, d)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
		}
	}
	for _, src := range []string{
		`const o = {}; o.o = o; o`, `let d = []; for (let i = 0; i < 600; i++) d = [d]; d`,
		`({get x() { throw new Error("no") }})`, `const a = []; a[4e9] = 1; a.length = 4294967295; a`,
	} {
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString("(function () { return eval(" + string(value.AppendString(nil, src)) + ") })()")
			if err != nil {
				t.Error(err)
				return err
			}
			_, err = r.FromJS(v)
			return err
		})
		if err == nil {
			t.Errorf("%s: no error", src)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	v := value.Of("z", int64(1), "a", []any{nil, "x", 1.5, true}, "__proto__", value.Of("y", "p"),
		"at", time.UnixMilli(1500).UTC(), "raw", []byte{0, 1, 255})
	i := isolate(t, jsapi.Options{})
	err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		js := r.ToJS(v)
		if r.Runtime().Get("Object").ToObject(r.Runtime()).Get("prototype") != js.ToObject(r.Runtime()).Prototype() {
			t.Error("__proto__ replaced the prototype")
		}
		got, err := r.FromJS(js)
		if err != nil {
			return err
		}
		m := got.(*value.Map)
		if !bytes.Equal(m.Value("raw").([]byte), []byte{0, 1, 255}) || !m.Value("at").(time.Time).Equal(time.UnixMilli(1500)) {
			t.Errorf("got %v", got)
		}
		m.Delete("raw")
		m.Delete("at")
		if s := string(value.Append(nil, m)); s != `{"z":1,"a":[null,"x",1.5,true],"__proto__":{"y":"p"}}` {
			t.Error(s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestErrorKeepsIdentity(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	cause := errors.New("from Go")
	i.Do(t.Context(), func(r *jsapi.Realm) error {
		if got := r.GoError(r.Error(cause)); !errors.Is(got, cause) {
			t.Errorf("Go error came back as %v", got)
		}
		v := r.Runtime().ToValue("just text")
		if got := r.Error(r.GoError(v)); got != v {
			t.Errorf("thrown value came back as %v", got)
		}
		return nil
	})
}

// values are written by Stringify and by JSON.stringify.
var values = []string{
	`({a: 1, b: [1, 2, {c: null}], d: undefined, e: function () {}, f: Symbol("x")})`, `[undefined, function () {}, , 1]`,
	`[]`, `({})`, `[[], {}]`, `new Date(0)`, `({d: new Date(NaN)})`, `({toJSON: function (k) { return "k" + k }})`,
	`({x: {toJSON: function (k) { return k }}, l: [{toJSON: function (k) { return k }}]})`,
	`[NaN, Infinity, -0, 1e21, 1e-7, 0.1, 123456789012345680000, -1.5]`, `"é\u2028\ud800x\udc00\ud83d\ude00\ufffd\u0001\"\\/<>"`,
	`[new String("s"), new Number(1), new Boolean(true)]`, `undefined`, `null`, `(function () {})`, `"x"`, `true`,
	`Object.create({inherited: 1})`, `new Map([[1, 2]])`, `new Error("x")`, `new Proxy([1, {a: 2}], {})`, `({p: new Proxy({a: 1}, {})})`,
	`Object.defineProperty({a: 1}, "hidden", {value: 2})`, `({get x() { return 5 }})`, `({2: "b", 1: "a", z: 0, "__proto__": null})`,
	`new Uint8Array([1, 2])`, `({u: undefined, v: [function () {}]})`, `/x/`, `({"\ud800": 1})`,
}

func TestStringify(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	for _, src := range values {
		for _, indent := range []string{"", "  ", "\t", "123456789012"} {
			i.Do(t.Context(), func(r *jsapi.Realm) error { compare(t, r, src, indent); return nil })
		}
	}
}

func compare(t *testing.T, r *jsapi.Realm, src, indent string) {
	t.Helper()
	v, err := r.Runtime().RunString(src)
	if err != nil {
		return
	}
	f, _ := goja.AssertFunction(r.Runtime().Get("JSON").ToObject(r.Runtime()).Get("stringify"))
	want, wantErr := f(goja.Undefined(), v, goja.Null(), r.Runtime().ToValue(indent))
	got, ok, err := r.Stringify([]byte(">"), v, indent)
	switch {
	case (err != nil) != (wantErr != nil):
		t.Errorf("%s: errors %v, %v", src, err, wantErr)
	case err != nil:
	case ok == goja.IsUndefined(want):
		t.Errorf("%s: ok %v, want %v", src, ok, want)
	case ok && string(got) != ">"+want.String():
		t.Errorf("%s:\n got %s\nwant %s", src, got[1:], want)
	}
}

func FuzzStringify(f *testing.F) {
	f.Add(`{"a":[1,"x",null,{"b":-0.5e10}]}`, " ")
	i := isolate(f, jsapi.Options{})
	f.Fuzz(func(t *testing.T, text, indent string) {
		if _, err := value.Parse([]byte(text)); err != nil {
			t.Skip()
		}
		i.Do(context.Background(), func(r *jsapi.Realm) error { compare(t, r, "("+text+")", indent); return nil })
	})
}

const records = `Array.from({length: 30}, (_, i) => ({id: i, name: "name " + i, email: "x" + i + "@example.com",
	age: i, admin: false, score: i / 3, createdAt: new Date(i * 1e9), tags: ["a", "b"]}))`

func BenchmarkStringify(b *testing.B) {
	i := isolate(b, jsapi.Options{})
	i.Do(context.Background(), func(r *jsapi.Realm) error {
		v, _ := r.Runtime().RunString(records)
		b.Run("ours", func(b *testing.B) {
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst, _, _ = r.Stringify(dst[:0], v, "")
			}
		})
		f, _ := goja.AssertFunction(r.Runtime().Get("JSON").ToObject(r.Runtime()).Get("stringify"))
		b.Run("goja", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f(goja.Undefined(), v)
			}
		})
		return nil
	})
}

func BenchmarkToJS(b *testing.B) {
	i := isolate(b, jsapi.Options{})
	rec := value.Of("id", int64(1), "name", "x", "email", "x@example.com", "age", int64(3), "score", 1.5, "ok", true)
	i.Do(context.Background(), func(r *jsapi.Realm) error {
		b.ReportAllocs()
		for b.Loop() {
			r.ToJS(rec)
		}
		return nil
	})
}
