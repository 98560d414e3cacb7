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

// silent watches nothing.
type silent struct{}

func (silent) Began(*debug.Agent)                         {}
func (silent) Ended(*debug.Agent)                         {}
func (silent) Loaded(*debug.Loaded)                       {}
func (silent) Paused(p *debug.Pause)                      { p.Resume(debug.Continue) }
func (silent) Resumed(*debug.Pause)                       {}
func (silent) Console(*debug.Agent, string, []goja.Value) {}

// gives runs a file and returns its exports as JSON.
func gives(t *testing.T, d *debug.Debugger, name, text string) string {
	t.Helper()
	root := t.TempDir()
	path := filepath.Join(root, name)
	for file, content := range map[string]string{name: text, "other.js": "module.exports = 1;"} {
		if err := os.WriteFile(filepath.Join(root, file), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	iso, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close(context.Background())
	cache := modules.NewCache()
	cache.Debug(d)
	var l *modules.Loader
	err = iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
		if l, err = modules.Install(r, modules.Options{Root: root, Cache: cache}); err != nil {
			return err
		}
		_, err = l.Require(path)
		return err
	})
	if err != nil {
		return err.Error()
	}
	got := ""
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error { // a turn later: what is awaited is there
		v, err := l.Require(path)
		if err != nil {
			return err
		}
		r.Runtime().Set("exported", v)
		v, err = r.Runtime().RunString("JSON.stringify(exported)")
		if err == nil {
			got = v.String()
		}
		return err
	})
	if err != nil {
		return err.Error()
	}
	return got
}

// programs export what depends on how their code is run.
var programs = map[string]struct{ file, text string }{
	"closures in loops":       {"a.js", "var out = []; for (let i = 0, n = 3; i < n; i++) { if (i === 1) continue; out.push(() => i * 10 + n); } for (const k in {a: 1, b: 2}) out.push(() => k); for (const [x, y = x] of [[1], [2, 3]]) out.push(() => x + y); let j = 0; while (j < 2) j++; do j--; while (j > 0); module.exports = out.map(f => f()).concat(j);"},
	"this and arguments":      {"a.js", "function F(a) { this.x = a; this.f = () => [this.x, arguments.length, arguments[0]]; a = 9; this.g = () => arguments[0]; } var o = new F(1, 2); module.exports = [o.f(), o.g(), (function () { return this === undefined; })(), (function () { 'use strict'; return this === undefined; })(), (() => this === module.exports)()];"},
	"surplus arguments":       {"a.js", "function f(a) { var b, c = 1; return function () { return [a, b, c]; }; } module.exports = f(1, 2, 3)();"},
	"defaults":                {"a.js", "let calls = 0; const d = () => ++calls; function f(a, b = a + d(), {c = b, ...rest} = {z: 1}, ...more) { var a2 = a; { let a = 5; a2 += a; } return [a, b, c, rest, more, a2, arguments.length, f.length]; } module.exports = [f(1), f(1, 2, {c: 3, q: 4}, 5, 6)];"},
	"hoisting":                {"a.js", "var seen = [typeof late, typeof g, typeof h]; var late = 1; function g() { return late; } if (true) { function h() { return 2; } } try { dead; let dead = 1; } catch (e) { seen.push(e.name); } function twice() { return 1; } function twice() { return 2; } module.exports = [seen, g(), twice(), late];"},
	"shadows":                 {"a.js", "let x = 1; { let x = 2; { let x = 3; var y = x; } y += x; } y += x; try { throw 7; } catch (x) { y += x; var inner = () => x; } switch (y) { case 13: let x = 4; y += x; default: y += 1; } module.exports = [x, y, inner()];"},
	"labels":                  {"a.js", "var out = []; outer: for (var i = 0; i < 3; i++) { inner: for (;;) { if (i === 1) continue outer; out.push(i); break inner; } block: { if (i) break block; out.push('b'); } } module.exports = out;"},
	"classes":                 {"a.js", "class A { #p = 1; q = () => this.#p; static s = A.name; static { A.t = [this.s].concat(2); } constructor(x) { this.x = x; } get p() { return this.#p; } set p(v) { this.#p = v; } m(n) { return n + this.x; } static of() { return new this(1); } } class B extends A { r = super.m(3); constructor() { const n = 4; super(n); this.own = new.target === B; } m(n) { return super.m(n) * 2; } } const b = new B(); b.p = 6; module.exports = [b.q(), b.p, b.r, b.own, b.m(1), A.t, B.of().x, B.name, class {}.name, (class Q { n() { return Q.name; } }).prototype.n()];"},
	"constructors":            {"a.js", "class P { constructor() { return {p: 1}; } } class Q extends P { constructor(f) { if (f) { super(); return; } var s = () => super(); s(); this.q = 2; } } class R { constructor() { return; } } function S() { if (!new.target) return new S(); } let error; try { new (class extends P { constructor() { this.x = 1; } })(); } catch (e) { error = e.name; } module.exports = [new Q(1), new Q(0), new R() instanceof R, S() instanceof S, error];"},
	"names of functions":      {"a.js", "const a = () => 1, b = function () {}, c = class {}; let d = {e: () => 1, f() {}, ['g' + 1]: () => 2}; var h = (0, () => 1); function k(l = () => 1) { return l.name; } module.exports = [a.name, b.name, c.name, d.e.name, d.f.name, d.g1.name, h.name, k(), (() => function () {})().name];"},
	"texts of functions":      {"a.js", "const a = (x) => ({y: x}); function b(c) { return c; } module.exports = [String(a), String(b), String(class Z { m() { return 1; } }), a.length, String({m(x) { return x; }}.m)];"},
	"generators":              {"a.js", "function* g(n) { try { for (let i = 0; i < n; i++) { const got = yield i; if (got) return got; } } finally { yield 'end'; } } const it = g(3); module.exports = [[...g(2)], it.next(), it.next('x'), it.next(), it.next(), (() => { const it = g(2); it.next(); return [it.return(5), it.next()]; })(), (function* () { return yield* [1, 2]; })().next()];"},
	"async functions":         {"a.js", "const log = []; module.exports = log; async function f(x) { log.push('f' + x); const y = await x; log.push('y' + y); try { await Promise.reject(new Error('no')); } catch (e) { log.push(e.message); } return y + 1; } (async () => { log.push(await f(1)); for (const p of [2, Promise.resolve(3)]) log.push(await p); const g = async z => await z * 2; log.push(await g(4)); })(); Promise.resolve().then(() => log.push('then')); log.push('sync');"},
	"async generators":        {"a.js", "const log = []; module.exports = log; async function* g() { yield 1; yield await 2; } (async () => { for await (const v of g()) log.push(v); })();"},
	"sloppy and strict":       {"a.js", "undeclared = 5; var r = [typeof undeclared]; delete globalThis.undeclared; (function () { 'use strict'; try { nope = 1; } catch (e) { r.push(e.name); } })(); with ({w: 1}) { r.push(w); var setBefore = w; } r.push(setBefore, (function () { return typeof this; })(), 010); module.exports = r;"},
	"eval of the program":     {"a.js", "var x = 1; function f(a) { var r = eval('var z = 3; a + x + z'); return [r, typeof z, z]; } function g(eval) { return eval('1'); } function h() { 'use strict'; eval('var q = 1'); return typeof q; } module.exports = [f(1), g(s => s + '!'), h(), (0, eval)('typeof module')];"},
	"completion and commas":   {"a.js", "var o = {a: 1, get b() { return this.a; }}; var c = (1, 2); var n = o?.a ?? 5; o.x ||= 3; delete o.a; module.exports = [c, n, o.x, o.b === undefined, void 0 === undefined, typeof nothing, `t${c}${(() => 4)()}`];"},
	"errors keep their place": {"a.js", "function f() {\n  var a = null;\n\n  return a.b;\n}\nvar g = () => undefined.x;\nvar at = e => e.stack.split('\\n')[1].replace(/.*:(\\d+:\\d+)\\)?$/, '$1');\nvar r = [];\ntry { f(); } catch (e) { r.push(e.message, at(e)); }\ntry { g(); } catch (e) { r.push(at(e)); }\nfor (const x of [1])\n  try { null(); } catch (e) { r.push(at(e)); }\nmodule.exports = r;"},
	"getters and setters":     {"a.js", "var o = Object.defineProperty({}, 'v', {get: function () { return 1; }, configurable: true}); var p = {set s(v) { this.t = v; }}; p.s = 4; module.exports = [o.v, p.t, Object.keys(p)];"},
	"destructuring":           {"a.js", "var {a, b: {c = 4} = {}, ...r} = {a: 1, z: 2}, [d, , e = d] = [5]; ({a, x: d} = {a: 7, x: 8}); for (const {q = 1} of [{}]) e += q; module.exports = [a, c, r, d, e];"},
	"an ES module":            {"a.mjs", "import other from './other.js';\nexport let n = other;\nexport function up() { n++; return n; }\nexport default class K { m() { return up(); } }\nexport const got = [new K().m(), n, typeof this];\n"},
	"await at the top":        {"a.mjs", "const one = await Promise.resolve(1);\nexport const two = one + 1;\nexport const f = () => one;\n"},
	"TypeScript":              {"a.ts", "enum Size { S = 1, M }\ninterface P { a: number }\nclass Q { constructor(private a: number, public b = a) {} sum(): number { return this.a + this.b; } }\nconst p = { a: 1 } satisfies P;\nexport const r = [new Q(2).sum(), Size.M, p!.a as number];\n"},
	"import()":                {"a.js", "const log = []; module.exports = log; import('./other.js').then(m => { log.push(m.default); });"},
}

// TestScriptsDoTheSame: the code that is put in changes nothing, whether a debugger is
// connected or not.
func TestScriptsDoTheSame(t *testing.T) {
	t.Parallel()
	for name, tt := range programs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := gives(t, nil, tt.file, tt.text)
			for _, on := range []bool{false, true} {
				d := debug.New(func(string) bool { return true }, silent{})
				d.Enable(on)
				if got := gives(t, d, tt.file, tt.text); got != want {
					t.Errorf("connected %v: the script gives %s\nwithout instrumentation      %s", on, got, want)
				}
				if on { // everything is stopped at, read and evaluated
					d.PauseNext(debug.ReasonOther)
				}
			}
		})
	}
}
