package modules_test

import (
	"strings"
	"testing"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// BenchmarkLoad compares a new realm's first require with and without the
// program in the cache, of CommonJS and of ES modules.
func BenchmarkLoad(b *testing.B) {
	files := map[string]string{"a.js": strings.Repeat("exports.f = function (a, b) { return a + b * 2 };\n", 2000)}
	benchmarkLoad(b, "common", files)
	files = map[string]string{"a.js": "import { f } from './b.js';\nexport default f;\n", "b.js": "export const x = 1;\n" + strings.Repeat("x + function (a, b) { return a + b * 2 };\n", 2000) + "export function f() {}\n"}
	benchmarkLoad(b, "es", files)
}

func benchmarkLoad(b *testing.B, kind string, files map[string]string) {
	for _, cached := range []bool{false, true} {
		name := map[bool]string{false: "compiled", true: "cached"}[cached]
		b.Run(kind+"/"+name, func(b *testing.B) {
			with(b, files, func(r *jsapi.Realm, _ *modules.Loader) {
				cache := modules.NewCache()
				b.ReportAllocs()
				for b.Loop() {
					if !cached {
						cache = modules.NewCache()
					}
					l, err := modules.Install(r, modules.Options{Root: r.Root(), Cache: cache})
					if err == nil {
						_, err = l.Require("./a.js")
					}
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
