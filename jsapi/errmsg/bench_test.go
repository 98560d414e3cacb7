package errmsg_test

import (
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi/errmsg"
)

// BenchmarkMessages runs scripts with the messages of V8 and with those of goja.
func BenchmarkMessages(b *testing.B) {
	for name, script := range map[string]string{
		"no error":     `(function () { let s = 0, o = {a: 1}; for (let i = 0; i < 1000; i++) { try { s += o.a; } catch (e) { s--; } } return s; })`,
		"calls":        `(function () { function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } return f(15); })`,
		"new Error":    `(function () { return new Error('x'); })`,
		"caught":       `(function () { const res = {}; try { res.jsn(); } catch (e) { return e.message; } })`,
		"stack":        `(function () { return new Error('x').stack; })`,
		"then, caught": `(function () { return Promise.resolve(1).then(v => v + 1).catch(e => e); })`,
	} {
		for _, with := range []bool{true, false} {
			label := name + "/V8"
			if !with {
				label = name + "/goja"
			}
			b.Run(label, func(b *testing.B) {
				rt := goja.New()
				if with {
					if _, err := errmsg.Install(rt, errmsg.Options{Position: func(f string, l, c int) (string, int, int) { return f, l, c }}); err != nil {
						b.Fatal(err)
					}
				}
				v, err := rt.RunString(script)
				if err != nil {
					b.Fatal(err)
				}
				run, _ := goja.AssertFunction(v)
				for b.Loop() {
					if _, err := run(goja.Undefined()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
