package jsapi_test

import (
	"context"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Lazy members are computed once, when they are first read, and otherwise behave
// like those of any object.
func TestLazy(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	for _, tt := range []struct{ code, want, made string }{
		{`Object.keys(o)`, `["a","b"]`, ""},
		{`[o.a, o.a, 'b' in o, o.c, 'c' in o]`, `["made a","made a",true,null,false]`, "a"},
		{`(o.a = 1, o.c = 2, Object.keys(o).concat(o.a, o.c))`, `["a","b","c",1,2]`, ""},
		{`(delete o.a, o.c = 1, delete o.c, delete o.d, [o.a, 'a' in o].concat(Object.keys(o)))`, `[null,false,"b"]`, ""},
		{`(delete o.a, o.a = 1, [o.a].concat(Object.keys(o)))`, `[1,"b","a"]`, ""},
		{`[o.toString(), o.hasOwnProperty('a'), o.hasOwnProperty('toString')]`, `["[object Object]",true,false]`, ""},
		{`(o.c = 1, Object.assign({}, o))`, `{"a":"made a","b":"made b","c":1}`, "ab"},
		{`(o.a = 1, copy(o).a = 2, copy(o).c = 3, [o.a, o.c])`, `[1,null]`, ""},
		{`(o.a = 1, o.c = 2, delete o.b, copy(o))`, `{"a":1,"c":2}`, ""},
		{`copy({ x: 1, y: [2] })`, `{"x":1,"y":[2]}`, ""},
		{`(function () { with (o) { a = 5; return [a, typeof b, typeof c]; } })()`, `[5,"string","undefined"]`, "b"},
		{`(function () { try { return o.bad; } catch (e) { return e.message; } })()`, `"no"`, ""},
	} {
		t.Run(tt.code, func(t *testing.T) {
			made, got := "", []byte(nil)
			err := iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
				names := []string{"a", "b"}
				if tt.want == `"no"` {
					names = []string{"bad"}
				}
				o := jsapi.NewLazy(r.Runtime(), names, func(name string) goja.Value {
					if name == "bad" {
						panic(r.Runtime().NewTypeError("no"))
					}
					made += name
					return r.Runtime().ToValue("made " + name)
				})
				if err := r.Runtime().Set("o", o); err != nil {
					return err
				}
				if err := r.Runtime().Set("copy", func(o *goja.Object) *goja.Object { return jsapi.Copy(r.Runtime(), o) }); err != nil {
					return err
				}
				v, err := r.Runtime().RunString(tt.code)
				if err != nil {
					return err
				}
				got, _, err = r.Stringify(nil, v, "")
				return err
			})
			if err != nil || string(got) != tt.want || made != tt.made {
				t.Errorf("got %s, %v, made %q; want %s, %q", got, err, made, tt.want, tt.made)
			}
		})
	}
}
