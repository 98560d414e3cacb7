package functions_test

import (
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi/accelerate"
	"framework/jsapi/compile"
	"framework/jsapi/functions"
)

// BenchmarkMethods makes classes and objects, with and without asynchronous methods.
func BenchmarkMethods(b *testing.B) {
	for name, src := range map[string]string{
		"class":         "(() => class { a() {} b() {} c() {} d() {} })",
		"async class":   "(() => class { async a() {} async b() {} async c() {} async d() {} })",
		"literal":       "(() => ({ a() {}, b() {} }))",
		"async literal": "(() => ({ async a() {}, async b() {} }))",
		"async super":   "(() => ({ async a() { super.a(); }, async b() {} }))",
	} {
		b.Run(name, func(b *testing.B) {
			rt := goja.New()
			if err := functions.Install(rt, nil); err != nil {
				b.Fatal(err)
			}
			if err := accelerate.Install(rt, accelerate.Limits{Memory: func() int64 { return 0 }, LongestText: 1 << 29, Check: func() {}}); err != nil {
				b.Fatal(err)
			}
			program, err := compile.Source("bench.js", src, false)
			if err != nil {
				b.Fatal(err)
			}
			v, err := rt.RunProgram(program)
			if err != nil {
				b.Fatal(err)
			}
			make, _ := goja.AssertFunction(v)
			for b.Loop() {
				if _, err := make(goja.Undefined()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
