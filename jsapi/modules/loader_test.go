package modules_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/modules"
)

// with runs fn with the loader of a project made of files.
func with(t testing.TB, files map[string]string, fn func(r *jsapi.Realm, l *modules.Loader)) {
	t.Helper()
	if err := limited(t, 0, files, fn); err != nil {
		t.Fatal(err)
	}
}

// folder writes files to a new folder.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// limited is with, with a limit for turns; it returns how the turn ended.
func limited(t testing.TB, turn time.Duration, files map[string]string, fn func(r *jsapi.Realm, l *modules.Loader)) error {
	t.Helper()
	root := folder(t, files)
	i, err := jsapi.New(jsapi.Options{Root: root, TurnLimit: turn, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close(context.Background())
	core := func(_ *jsapi.Realm, m *goja.Object) error { return m.Set("exports", "core") }
	return i.Do(t.Context(), func(r *jsapi.Realm) error {
		l, err := modules.Install(r, modules.Options{
			Root: root, Languages: []modules.Language{{Extensions: []string{".lang"}, Packages: []string{"lang/register"}, Install: "lang"}}, Core: map[string]modules.Core{"fs": core, "sails": core, "yields": core}, Yield: map[string]bool{"yields": true}, Fallback: map[string]modules.Core{"sails/lib/x": core},
		})
		if err != nil {
			return err
		}
		fn(r, l)
		return nil
	})
}

// Many modules may take longer than one turn may; one that is loaded again and
// again may not.
func TestTurnLimit(t *testing.T) {
	testenv.Slow(t)
	files := map[string]string{"all.js": "for (var i = 0; i < 6; i++) { require('./m' + i); }"}
	for i := range 6 {
		files[fmt.Sprintf("m%d.js", i)] = "for (var end = Date.now() + 250; Date.now() < end;) {}"
	}
	files["again.js"] = "for (;;) { delete require.cache[require.resolve('./quick')]; require('./quick'); }"
	files["quick.js"] = "exports.x = 1;"
	load := func(name string) error {
		return limited(t, time.Second, files, func(r *jsapi.Realm, l *modules.Loader) {
			_, _ = l.Require(filepath.Join(r.Root(), name)) // the turn fails with it
		})
	}
	if err := load("all.js"); err != nil {
		t.Errorf("many modules: %v", err)
	}
	if err := load("again.js"); err == nil || !strings.Contains(err.Error(), "ran for more than") {
		t.Errorf("one module for ever: %v", err)
	}
}

func TestRequire(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"exports", map[string]string{"a.js": `exports.x = require("./b").y`, "b.js": `module.exports = {y: 2}`}, `{"x":2}`},
		{"cycle", map[string]string{"a.js": `exports.first = 1; exports.b = require("./b"); `, "b.js": `module.exports = require("./a").first`}, `{"first":1,"b":1}`},
		{"json, index, cjs", map[string]string{"a.js": `module.exports = [require("./d"), require("./e"), require("./lib")]`, "d.json": "\uFEFF[1]", "e.cjs": "exports.e = 1", "lib/index.js": "module.exports = 3"}, `[[1],{"e":1},3]`},
		{"main of a package", map[string]string{"a.js": `module.exports = require("p")`, "node_modules/p/package.json": `{"main": "lib"}`, "node_modules/p/lib/index.js": "module.exports = 4"}, `4`},
		{"exports of a package", map[string]string{"a.js": `module.exports = [require("@s/p"), require("@s/p/f/q")]`, "node_modules/@s/p/package.json": `{"exports": {".": {"import": "./no.js", "require": "./yes.js"}, "./f/*": "./g/*.js"}}`, "node_modules/@s/p/yes.js": "module.exports = 5", "node_modules/@s/p/g/q.js": "module.exports = 6"}, `[5,6]`},
		{"exports for import alone", map[string]string{"a.js": `module.exports = [require("p").a, require("q").a]`, "node_modules/p/package.json": `{"exports": {"node": {"types": "./no.d.ts", "import": "./yes.js"}, "default": {"import": "./no.js"}}}`, "node_modules/p/yes.js": "export const a = 5", "node_modules/q/package.json": `{"exports": {"import": "./no.js", "require": "./yes.js"}}`, "node_modules/q/yes.js": "exports.a = 6"}, `[5,6]`},
		{"imports of a package", map[string]string{"a.js": `module.exports = require("p")`, "node_modules/p/package.json": `{"main": "lib/x", "imports": {"#one": "./one.js", "#lib/*": {"browser": "./no.js", "default": "./lib/*.js"}, "#core": "node:fs", "#other": {"require": "q"}}}`, "node_modules/p/lib/x.js": `module.exports = [require("#one"), require("#lib/y"), require("#core"), require("#other")]`, "node_modules/p/one.js": "module.exports = 1", "node_modules/p/lib/y.js": "module.exports = 2", "node_modules/q/index.js": "module.exports = 3"}, `[1,2,"core",3]`},
		{"names of ES syntax", map[string]string{"a.js": `module.exports = [require("./m").default, require("./n.mjs").x]`, "m.js": "import * as fs from 'fs';\nconst __dirname = 'mine', require = 1, module = 2;\nexport default [__dirname, require, module, typeof later()];\nfunction later() {}", "n.mjs": "const __filename = import.meta.filename.slice(-5) + import.meta.dirname.length * 0;\nexport const x = __filename;"}, `[["mine",1,2,"undefined"],"n.mjs0"]`},
		{"upwards", map[string]string{"a.js": `module.exports = require("./x/y/z")`, "x/y/z.js": `module.exports = require("p")`, "node_modules/p/index.js": "module.exports = 7"}, `7`},
		{"core", map[string]string{"a.js": `module.exports = [require("fs"), require("node:fs"), require("sails/lib/x")]`, "node_modules/fs/index.js": ""}, `["core","core","core"]`},
		{"replaced, but not for packages", map[string]string{"a.js": `module.exports = [require("yields"), require("p")]`, "node_modules/p/index.js": `module.exports = require("yields")`, "node_modules/yields/index.js": `module.exports = "package"`}, `["core","package"]`},
		{"replaced for packages too where it is missing", map[string]string{"a.js": `module.exports = require("p")`, "node_modules/p/index.js": `module.exports = require("yields")`}, `"core"`},
		{"the server by its path", map[string]string{"a.js": `module.exports = require("./lib/x")`, "lib/x.js": `module.exports = [require("../node_modules/sails"), require(__dirname + "/../node_modules/sails"), require("../node_modules/other")]`, "node_modules/sails/index.js": "", "node_modules/other/index.js": "module.exports = 1"}, `["core","core",1]`},
		{"a script beside addons", map[string]string{"a.js": `module.exports = require("./build.node")`, "build.node.js": "module.exports = 1"}, `1`},
		{"hashbang", map[string]string{"a.js": "#!/usr/bin/env node\nmodule.exports = 1"}, `1`},
		{"delete from the cache", map[string]string{"a.js": `const p = require.resolve("./n"); const one = require("./n"); delete require.cache[p]; module.exports = one !== require("./n") && require("./n") === require("./n")`, "n.js": "module.exports = {}"}, `true`},
		{"looking at a module", map[string]string{"x/a.js": `const p = module.paths, c = module.children; require("./b"); const other = require.resolve; module.exports = [p === module.paths, p[0] === __dirname + "/node_modules", c.length, c[0] === require.cache[require.resolve("./b")], other("./b") === c[0].id, Object.keys(module), Object.keys(require), JSON.stringify(Object.getOwnPropertyDescriptor(module, "children").writable)]; module.children = 1; module.exports.push(module.children)`, "a.js": `module.exports = require("./x/a")`, "x/b.js": ""}, `[true,true,1,true,true,["id","path","exports","filename","loaded","children","paths"],["resolve","main","extensions","cache"],"true",1]`},
		{"not main", map[string]string{"a.js": `module.exports = [require.main === module, typeof require.main.filename, module.loaded, __filename === module.id, module.parent === null]`}, `[false,"string",false,true,true]`},
		{"ESM", map[string]string{"a.js": `import b, {c} from "./b"; export default b + c`, "b.js": `export default 1; export const c = 2`}, `{"default":3}`},
		{"TypeScript", map[string]string{"a.js": `module.exports = require("./t").x`, "t.ts": `export const x: number = 1`}, `1`},
		{"async generator", map[string]string{"a.js": `async function* g() { yield 1 }; module.exports = typeof g()[Symbol.asyncIterator || "next"]`}, `"function"`},
		{"createRequire", map[string]string{"a.js": `const m = require("module"); const r = m.createRequire(__dirname + "/sub/x.js"); module.exports = [r("./b"), m._resolveFilename("./sub/b", module) === r.resolve("./b"), m.isBuiltin("node:fs"), m.isBuiltin("p"), m._load("./sub/b", module)]`, "sub/b.js": "module.exports = 8"}, `[8,true,true,false,8]`},
		{"constructor of async generators", map[string]string{"a.js": `const list = [async function * () {}.constructor, (async function* () {}).constructor, Object.getPrototypeOf(async function* () {}).constructor];
			module.exports = list.map((c) => [async function* (x) { yield x; }, { async *m() {} }.m, async () => {}, () => {}, function* () {}].map((f) => +(f instanceof c)).join('')).join()`}, `"11000,11000,11000"`},
		{"constructors of functions", map[string]string{"a.js": `const A = (async () => {}).constructor, G = (function* () {}).constructor;
			module.exports = [async () => {}, async function () {}, function* () {}, () => {}].map((f) => [+(f instanceof A), +(f instanceof G)].join('')).join()`}, `"10,10,01,00"`},
		{"prototype of async iteration", map[string]string{"a.js": `const p = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype); const o = Object.create(p); module.exports = o[Symbol.asyncIterator]() === o`}, `true`},
		{"prototype of async iteration in lines", map[string]string{"a.js": `const p = Object.getPrototypeOf(Object.getPrototypeOf(async  function*() {
}).prototype); const o = Object.create(p); module.exports = o[Symbol.asyncIterator]() === o`}, `true`},
		{"the class of a syntax error", map[string]string{"a.js": `try { require("./b"); } catch (e) { module.exports = [e instanceof SyntaxError, Object.keys(e), e.name, Object.getPrototypeOf(e) === SyntaxError.prototype]; }`, "b.js": "var 2;"}, `[true,[],"SyntaxError",true]`},
		{"foreign source map", map[string]string{"a.js": "module.exports = 1\n//# sourceMappingURL=missing.js.map"}, `1`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			with(t, tt.files, func(r *jsapi.Realm, l *modules.Loader) {
				v, err := l.Require("./a.js")
				if err != nil {
					t.Error(err)
					return
				}
				got, _, err := r.Stringify(nil, v, "")
				if err != nil || string(got) != tt.want {
					t.Errorf("got %s, %v, want %s", got, err, tt.want)
				}
			})
		})
	}
}

// Handlers of require.extensions, as compilers and their like register them.
func TestExtensions(t *testing.T) {
	register := "const e = require.extensions, Module = require('module');\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{
			"a compiler", map[string]string{
				"a.js":       register + "e['.ten'] = (m, file) => m._compile('module.exports = 10 + require(\"./b\") + __filename.slice(-6)', file);\nmodule.exports = [require('./lib/x'), require('./lib/x.ten'), Object.keys(e).join(), Module._extensions === e]",
				"lib/x.ten":  "this is ten",
				"lib/b.json": "5",
			}, `["15/x.ten","15/x.ten",".js,.json,.node,.ten",true]`,
		},
		{"the longest extension", map[string]string{"a.js": register + "e['.b'] = m => { m.exports = 'short' }; e['.a.b'] = m => { m.exports = 'long' };\nmodule.exports = [require('./x.a.b'), require('./x.b')]", "x.a.b": "", "x.b": ""}, `["long","short"]`},
		{
			"around what there is", map[string]string{
				"a.js": register + "const old = e['.js']; e['.js'] = (m, file) => { const own = m._compile; m._compile = (code, name) => { m._compile = own; m._compile(code + '; module.exports += 1', name) }; old(m, file) };\nmodule.exports = require('./b')",
				"b.js": "module.exports = 1",
			}, `2`,
		},
		{"taken back", map[string]string{"a.js": register + "e['.x'] = m => { m.exports = 1 }; const one = require('./b.x'); delete e['.x'];\nmodule.exports = [one, '.x' in e, require('./c.x')]", "b.x": "", "c.x": "module.exports = 2"}, `[1,false,2]`},
		{"a replaced load", map[string]string{"a.js": register + "const m = new Module('v'); m._compile('exports.x = 3', 'v'); module.exports = [m.exports.x, m instanceof Module, module instanceof Module.Module, typeof Module.prototype.load, Module._nodeModulePaths('/a/b')]"}, `[3,true,true,"function",["/a/b/node_modules","/a/node_modules","/node_modules"]]`},
		{
			"a language", map[string]string{
				"a.js":       "module.exports = [require('./lib/x'), require('./lib/y')]",
				"lib/x.lang": "1", "lib/y.lang": "2",
				"node_modules/lang/register.js": "require.extensions['.lang'] = (m, file) => m._compile('module.exports = \"lang \" + __filename.slice(-6, -5)', file)",
			}, `["lang x","lang y"]`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			with(t, tt.files, func(r *jsapi.Realm, l *modules.Loader) {
				v, err := l.Require("./a.js")
				if err != nil {
					t.Error(err)
					return
				}
				if got, _, err := r.Stringify(nil, v, ""); err != nil || string(got) != tt.want {
					t.Errorf("got %s, %v, want %s", got, err, tt.want)
				}
			})
		})
	}
	for name, tt := range map[string]struct {
		files map[string]string
		want  jsapi.ScriptError
	}{
		"a language that is not installed": {
			map[string]string{"a.js": "require('./x.lang')", "x.lang": ""},
			jsapi.ScriptError{File: "x.lang", Message: "this file needs the package lang, which is not installed in the project: npm install lang"},
		},
		"a compiler that says where": {
			map[string]string{"a.js": "require('./x.lang')", "x.lang": "one\n  two", "node_modules/lang/register.js": "require.extensions['.lang'] = () => { throw Object.assign(new SyntaxError('no two'), {location: {first_line: 1, first_column: 2}}) }"},
			jsapi.ScriptError{File: "x.lang", Message: "no two", Line: 2, Column: 3},
		},
		"no function": {
			map[string]string{"a.js": "require.extensions['.x'] = 1; require('./b.x')", "b.x": ""},
			jsapi.ScriptError{File: "a.js", Message: "require.extensions['.x'] is not a function", Line: 1, Column: 31},
		},
	} {
		t.Run(name, func(t *testing.T) {
			with(t, tt.files, func(_ *jsapi.Realm, l *modules.Loader) {
				_, err := l.Require("./a.js")
				var e *jsapi.ScriptError
				if !errors.As(err, &e) || e.File != tt.want.File || e.Message != tt.want.Message || e.Line != tt.want.Line || e.Column != tt.want.Column {
					t.Errorf("got %#v", err)
				}
			})
		})
	}
}

func TestRequireErrors(t *testing.T) {
	tests := []struct {
		name, a string
		line    int
		message string
		hint    string
	}{
		{"missing package", "\n\nrequire('left-pad/x')", 3, "Cannot find module 'left-pad/x'", "npm install left-pad"},
		{"missing file", "\nrequire('./nope')", 2, "Cannot find module './nope'", "no such file"},
		{"native addon", "require('./build/Release/thing.node')", 1, "thing.node is compiled for Node", ""},
		{"native addon of a package", "require('fast')", 1, "the module fast is compiled for Node and cannot be loaded here (fast.node)", ""},
		{"an empty name", "require('')", 1, "The argument 'id' must be a non-empty string. Received ''", ""},
		{"NUL", "require('a\\0b')", 1, "Cannot find module", ""},
		{"thrown", "\nnull.x", 2, "Cannot read properties of null (reading", ""},
		{"unknown global", "\nUser.find()", 2, "User is not defined", "no global"},
		{"syntax", "var a = 1;\nvar b = = 2;", 2, "Unexpected token '='", ""},
		{"two names", "module.exports = {\n  a: 1,\n  b c\n};", 3, "Unexpected identifier 'c'", ""},
		{"no comma", "console.log('a' 'b');", 1, "missing ) after argument list", ""},
		{"unfinished", "module.exports = {\n  a: 1,\n", 3, "Unexpected end of input", ""},
		{"not a name", "require()", 1, `The "id" argument must be of type string. Received undefined`, ""},
		{"transpiled", "export const a: = 1", 1, "Missing initializer in const declaration", ""},
		{"source map", "import x from 'fs'\n\n\nasync function* f() {}\nnull.y", 5, "Cannot read properties of null (reading", ""},
		{"JSON", "require('./bad.json')", 1, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			with(t, map[string]string{"a.js": tt.a, "bad.json": "{", "node_modules/fast/index.js": "module.exports = require('./build/fast.node')"}, func(_ *jsapi.Realm, l *modules.Loader) {
				for range 2 { // a module that failed fails again
					_, err := l.Require("./a.js")
					var e *jsapi.ScriptError
					if !errors.As(err, &e) {
						t.Errorf("got %T %v", err, err)
						return
					}
					if e.Line != tt.line || !strings.Contains(e.Message, tt.message) || !strings.Contains(e.Hint, tt.hint) || e.Excerpt == "" {
						t.Errorf("got %v\n%s", e, e.Excerpt)
					}
				}
			})
		})
	}
}

// TestFilesThatDidNotChange writes a file anew with the same size and
// modification time: only the change time of the system differs.
func TestFilesThatDidNotChange(t *testing.T) {
	with(t, map[string]string{"a.js": "module.exports = 1"}, func(r *jsapi.Realm, _ *modules.Loader) {
		path := filepath.Join(r.Root(), "a.js")
		load := func(c *modules.Cache) string {
			l, err := modules.Install(r, modules.Options{Root: r.Root(), Cache: c})
			if err != nil {
				t.Fatal(err)
			}
			v, err := l.Require("./a.js")
			if err != nil {
				t.Fatal(err)
			}
			return v.String()
		}
		careful, trusting := modules.NewCache(), modules.NewCache()
		trusting.TrustStamps()
		for _, c := range []*modules.Cache{careful, trusting} {
			if got := load(c); got != "1" {
				t.Errorf("got %s, want 1", got)
			}
		}
		if careful.Known(path) {
			t.Error("a file that was written just now is taken for settled")
		}
		before := modules.Stamp(path)
		if before == nil {
			return // files are always read here
		}
		if !trusting.Known(path) {
			t.Error("a file that did not change would be read again")
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		for modules.Stamp(path) == before { // until the system's clock has moved on
			err := os.WriteFile(path, []byte("module.exports = 2"), 0o644)
			if err == nil {
				err = os.Chtimes(path, info.ModTime(), info.ModTime())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []*modules.Cache{careful, trusting} {
			if got := load(c); got != "2" {
				t.Errorf("got %s, want 2", got)
			}
		}
		for range 10 { // builds that do not need it
			trusting.Age()
		}
		if trusting.Known(path) {
			t.Error("a file that no build needs is kept")
		}
	})
}

// TestRequireWithNew: new require('m').Made() is (new require('m')).Made().
func TestRequireWithNew(t *testing.T) {
	with(t, map[string]string{
		"made.js": "exports.Made = function () { return 'made'; };",
		"call.js": "module.exports = new require('./made').Made() + typeof require.resolve + require.name;",
	}, func(_ *jsapi.Realm, l *modules.Loader) {
		v, err := l.Require("./call")
		if err != nil || v.String() != "madefunctionrequire" {
			t.Errorf("got %v, %v", v, err)
		}
	})
}

// A package is found where later releases of npm install it, if code requires it inside of
// the package that depends on it, as npm 2 did.
func TestHoistedPackages(t *testing.T) {
	with(t, map[string]string{
		"node_modules/outer/package.json": "{}", "node_modules/inner/index.js": "exports.name = 'beside';", "node_modules/inner/lib/x.js": "exports.name = 'part';",
		"node_modules/own/node_modules/inner/index.js": "exports.name = 'inside';",
		"config/a.js": `exports.found = [require('outer/node_modules/inner'), require('outer/node_modules/inner/lib/x'), require('own/node_modules/inner'),
			require(__dirname + '/../node_modules/outer/node_modules/inner'), require('../node_modules/sails/node_modules/inner')].map(function (m) { return m.name; }).join();
			['outer/node_modules/none', '../node_modules/none', './node_modules/inner', __dirname + '/node_modules/inner'].forEach(function (name) { try { require(name); exports.found += ' ' + name; } catch (e) { exports.found += ' ' + e.code; } });`,
	}, func(r *jsapi.Realm, l *modules.Loader) {
		v, err := l.RequireFrom(r.Root(), "./config/a")
		if err != nil {
			t.Fatal(err)
		}
		missing := strings.Repeat(" MODULE_NOT_FOUND", 4)
		if got, want := v.ToObject(r.Runtime()).Get("found").String(), "beside,part,inside,beside,beside"+missing; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
