package modules_test

import (
	"strings"
	"testing"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// BenchmarkLoad compares a new realm's first require with and without the
// program in the cache.
func BenchmarkLoad(b *testing.B) {
	files := map[string]string{"a.js": strings.Repeat("exports.f = function (a, b) { return a + b * 2 };\n", 2000)}
	for _, cached := range []bool{false, true} {
		name := map[bool]string{false: "compiled", true: "cached"}[cached]
		b.Run(name, func(b *testing.B) {
			with(b, files, func(r *jsapi.Realm, _ *modules.Loader) {
				cache := modules.NewCache()
				b.ReportAllocs()
				for b.Loop() {
					if !cached {
						cache = modules.NewCache()
					}
					l, err := modules.Install(r, modules.Options{Root: r.Root(), Cache: cache})
					if err == nil {
						_, err = l.Require("a.js")
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
