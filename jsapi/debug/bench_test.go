package debug_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/debug"
	"framework/jsapi/modules"
)

// BenchmarkProbes compares code that can be paused, while no debugger is connected, with the
// same code as it is.
func BenchmarkProbes(b *testing.B) {
	for name, text := range map[string]string{
		"loop":      "module.exports = () => { const list = []; for (let i = 0; i < 1000; i++) { const o = { i, s: 'n' + i }; if (i % 3 === 0) { list.push(o); } } return list.filter(o => o.i % 2).length; };",
		"recursion": "function fib(n) { if (n < 2) { return n; } const a = fib(n - 1); const b = fib(n - 2); return a + b; }\nmodule.exports = () => fib(12);",
	} {
		for _, way := range []string{"plain", "probes"} {
			b.Run(name+"/"+way, func(b *testing.B) {
				root := b.TempDir()
				path := filepath.Join(root, "a.js")
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					b.Fatal(err)
				}
				iso, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.DiscardHandler), TurnLimit: -1})
				if err != nil {
					b.Fatal(err)
				}
				defer iso.Close(context.Background())
				cache := modules.NewCache()
				if way == "probes" {
					cache.Debug(debug.New(func(string) bool { return true }, silent{}))
				}
				err = iso.Do(b.Context(), func(r *jsapi.Realm) error {
					l, err := modules.Install(r, modules.Options{Root: root, Cache: cache})
					if err != nil {
						return err
					}
					v, err := l.Require(path)
					if err != nil {
						return err
					}
					f, _ := goja.AssertFunction(v)
					for b.Loop() {
						if _, err := f(goja.Undefined()); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
