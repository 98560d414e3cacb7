package jsapi_test

import (
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// BenchmarkSplit compares 1,000 calls with those of goja alone.
func BenchmarkSplit(b *testing.B) {
	program := goja.MustCompile("split.js", "(function () { const comma = /,/; for (let i = 0; i < 1000; i++) { 'a,b,c'.split(comma); } })()", false)
	b.Run("goja", func(b *testing.B) {
		rt := goja.New()
		for b.Loop() {
			if _, err := rt.RunProgram(program); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("isolate", func(b *testing.B) {
		i := isolate(b, jsapi.Options{})
		for b.Loop() {
			err := i.Do(b.Context(), func(r *jsapi.Realm) error {
				_, err := r.Runtime().RunProgram(program)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
