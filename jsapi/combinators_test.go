package jsapi_test

import (
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Promise.all of a hundred promises, as goja has it and as realms have it.
func BenchmarkPromiseAll(b *testing.B) {
	const script = `(function () { for (let n = 0; n < 20; n++) { const list = []; for (let i = 0; i < 100; i++) { list.push(Promise.resolve(i)); } Promise.all(list); } })`
	// call runs the script once, with the jobs that it queues.
	times := func(b *testing.B, do func(call func(rt *goja.Runtime) error) error) {
		var fn goja.Callable
		call := func(rt *goja.Runtime) (err error) {
			if fn == nil {
				v, err := rt.RunString(script)
				if err != nil {
					return err
				}
				fn, _ = goja.AssertFunction(v)
			}
			_, err = fn(goja.Undefined())
			return err
		}
		for b.Loop() {
			if err := do(call); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("goja", func(b *testing.B) {
		rt := goja.New()
		times(b, func(call func(*goja.Runtime) error) error { return call(rt) })
	})
	b.Run("realm", func(b *testing.B) {
		i, err := jsapi.New(jsapi.Options{TurnLimit: -1})
		if err != nil {
			b.Fatal(err)
		}
		defer i.Close(b.Context())
		times(b, func(call func(*goja.Runtime) error) error {
			return i.Do(b.Context(), func(r *jsapi.Realm) error { return call(r.Runtime()) })
		})
	})
}
