package node_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// BenchmarkBuffer compares methods of Buffer with scripts that do the same with a Uint8Array of
// the engine: times is how often the script would be done in the time of the method.
func BenchmarkBuffer(b *testing.B) {
	for _, c := range []struct{ name, method, script string }{
		{"slice", "b.slice(1, 50)", "u.subarray(1, 50)"},
		{"copy", "b.copy(u, 0, 5, 10)", "u.set(u.subarray(5, 10), 0)"},
		{"indexOf", "b.indexOf(120)", "u.indexOf(120)"},
		{"write", "b.write('abc', 0)", "for (var k = 0; k < 3; k++) { u[k] = 'abc'.charCodeAt(k); }"},
		{"toString", "b.toString('latin1', 0, 5)", "String.fromCharCode.apply(null, u.subarray(0, 5))"},
		{"concat", "Buffer.concat([b, b])", "var out = new Uint8Array(2000); out.set(u, 0); out.set(u, 1000);"},
		{"fill", "b.fill('ab')", "u.fill(97)"},
		{"allocation that is filled", "Buffer.alloc(4096, 'ab')", "new Uint8Array(4096).fill(97)"},
	} {
		b.Run(c.name, func(b *testing.B) {
			dir := b.TempDir()
			const text = `const b = Buffer.alloc(1000), u = new Uint8Array(1000); b[999] = u[999] = 120;
				exports.method = function (n) { for (var i = 0; i < n; i++) { %s; } };
				exports.script = function (n) { for (var i = 0; i < n; i++) { %s; } };`
			if err := os.WriteFile(filepath.Join(dir, "bench.js"), fmt.Appendf(nil, text, c.method, c.script), 0o600); err != nil {
				b.Fatal(err)
			}
			var took [2]time.Duration
			err := project(b, dir, new(bytes.Buffer), func(r *jsapi.Realm, l *modules.Loader) error {
				m, err := l.Require("./bench.js")
				if err != nil {
					return err
				}
				b.ResetTimer()
				for left := b.N; left > 0; left -= 1000 { // in turns
					for i, name := range []string{"method", "script"} {
						run, _ := goja.AssertFunction(m.ToObject(r.Runtime()).Get(name))
						began := time.Now()
						if _, err := run(goja.Undefined(), r.Runtime().ToValue(min(left, 1000))); err != nil {
							return err
						}
						took[i] += time.Since(began)
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(took[1])/float64(took[0]), "times")
		})
	}
}
