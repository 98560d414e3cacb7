package modules_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// imported writes files to a folder, imports main.mjs, or the only file named main, and
// returns JSON of its export got and what was logged.
func imported(t testing.TB, files map[string]string) (got, log string, err error) {
	t.Helper()
	root, main := folder(t, files), ""
	for name := range files {
		if strings.HasPrefix(name, "main.") {
			main = filepath.Join(root, name)
		}
	}
	var out bytes.Buffer
	i, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.NewTextHandler(&out, nil)), BlockWarning: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close(context.Background())
	op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		l, err := modules.Install(r, modules.Options{Root: root, Core: map[string]modules.Core{
			"fs": func(_ *jsapi.Realm, m *goja.Object) error { return m.Set("exports", map[string]any{"read": 1}) },
		}})
		if err != nil {
			op.Settle(nil, err)
			return
		}
		r.WhenSettled(l.Import(root, main), func(v goja.Value) {
			text, err := json.Marshal(v.ToObject(r.Runtime()).Get("got").Export())
			op.Settle(string(text), err)
		}, func(v goja.Value) { op.Settle(nil, r.GoError(v)) })
	})
	v, err := op.Wait()
	got, _ = v.(string)
	return got, strings.ReplaceAll(out.String(), root, "ROOT"), err
}

func TestImport(t *testing.T) {
	decorator := "function note(target: any, key: string, d: PropertyDescriptor) { const old = d.value; d.value = function () { return 'noted ' + old.call(this); }; }\n"
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"awaits at the top level", map[string]string{
			"main.mjs": "import { late } from './late.mjs'; import './side.cjs'; export const got = [late, globalThis.side];",
			"late.mjs": "export let late = 'no'; late = await new Promise((done) => done('yes'));", "side.cjs": "globalThis.side = 1",
		}, `["yes",1]`},
		{"awaits in loops and blocks, with all forms of exports", map[string]string{
			"main.mjs":  "import * as all from './other.mjs'; export const got = [all.default(), all.n, new all.C().m(), all['a-b'], all.o.x, await all.f()];",
			"other.mjs": "export let n = 0; for await (const x of [1, Promise.resolve(2)]) { n += x; }\nexport default () => n; export class C { m() { return 'm'; } }\nconst ab = 'ab'; export { ab as 'a-b' }; export const o = { x: (await 1) ?? 2 }; export async function f() { return await 'f'; }",
		}, `[3,3,"m","ab",1,"f"]`},
		{"the conditions of packages", map[string]string{
			"main.mjs":                    "import { how } from 'p'; import { createRequire } from 'module'; export const got = [how, createRequire(import.meta.url)('p').how, (await import('p/sub/x/y.js')).default];",
			"node_modules/p/package.json": `{"exports": {".": {"import": "./i.mjs", "require": "./r.cjs"}, "./sub/*": "./no/*", "./sub/*.js": "./yes/*.js", "./sub/x/*.js": "./longest/*.js", "./hidden/*": null}}`,
			"node_modules/p/i.mjs":        "export const how = 'import'", "node_modules/p/r.cjs": "exports.how = 'require'", "node_modules/p/longest/y.js": "module.exports = 'longest'",
		}, `["import","require","longest"]`},
		{"a package by its own name", map[string]string{
			"main.mjs": "import { how } from 'p'; export const got = how;", "node_modules/p/package.json": `{"name": "p", "type": "module", "exports": {".": "./i.js", "./own": "./own.js"}}`,
			"node_modules/p/i.js": "export { how } from 'p/own'", "node_modules/p/own.js": "export const how = typeof require + typeof module + String(this)",
		}, `"undefinedundefinedundefined"`},
		{"import.meta", map[string]string{
			"main.mjs": "import fs, { read } from 'fs'; const m = import.meta; export const got = [m.url.slice(-8), m.filename.slice(-8), m.filename.startsWith(m.dirname), m.resolve('fs'), m.resolve('./x%20y.mjs?q').slice(-7), Object.keys(m), read, fs.read];",
		}, `["main.mjs","main.mjs",true,"node:fs","y.mjs?q",["dirname","filename","resolve","url"],1,1]`},
		{"queries and URLs of files", map[string]string{
			"main.mjs": "import a from './x.mjs?1'; import b from './x.mjs?2'; const c = await import(new URL_('./x.mjs')); function URL_(name) { return { toString: () => import.meta.resolve(name) }; }; export const got = [a !== b, c.default !== a, (await import('./x.mjs')).default === c.default];", "x.mjs": "export default {}",
		}, `[true,true,true]`},
		{"what require gives", map[string]string{
			"main.mjs": "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); const n = require('./n.mjs'); export const got = [require('./f.mjs').y, n.__esModule, n.default, n.x, require('./p.mjs').__esModule, Object.keys(require('./p.mjs'))];",
			"f.mjs":    "const x = () => 1; export { x as 'module.exports' }; export default 2; x.y = 'own'; ", "n.mjs": "export default 'd'; export const x = 1", "p.mjs": "export const y = 1",
		}, `["own",true,"d",1,null,["y"]]`},
		{"TypeScript", map[string]string{
			"tsconfig.json":                  "{ // a comment\n \"extends\": [\"./base\", \"p/conf.json\"], \"compilerOptions\": {\"experimentalDecorators\": true, \"baseUrl\": \"src\", \"paths\": {\"@lib/*\": [\"none/*\", \"lib/*\"], \"@lib/deep/*\": [\"deep/*\"]}, /* more */ } }",
			"base.json":                      `{"compilerOptions": {"jsx": "react", "jsxFactory": "wrong", "paths": {"@lib/*": ["wrong/*"]}}}`,
			"node_modules/p/conf.json":       `{"compilerOptions": {"jsxFactory": "h"}}`,
			"main.ts":                        decorator + "import type { T } from './types'; import { Color } from '@lib/a.js'; import deep from '@lib/deep/x'; import view from 'view'; import old = require('./old');\nclass C { @note hi(x?: T) { return 'hi'; } }\nexport const got = [new C().hi(), Color.Green, deep, view('you'), old.x, __filename.slice(-7)];",
			"src/lib/a.ts":                   "export type T = number; export enum Color { Red, Green }; export default interface X {}",
			"src/deep/x.mts":                 "export default 'deep' as string",
			"src/view.tsx":                   "function h(n: string, p: any, ...c: any[]) { return n + c.join(''); }\nexport default (name: string) => <p id=\"x\">hi {name}</p>;",
			"old.cts":                        "export = { x: 'old' };",
			"node_modules/unused/index.d.ts": "",
		}, `["noted hi",1,"deep","phi you","old","main.ts"]`},
		{"decorators of the standard", map[string]string{
			"main.ts": "function twice(value: any, context: any) { return function () { return context.name + value.call(this) * 2; }; }\nclass C { @twice n() { return 21; } }\nexport const got = new C().n();",
		}, `"n42"`},
		{"fields of classes follow the target", map[string]string{
			"tsconfig.json": `{"compilerOptions": {"target": "ES2020"}}`,
			"main.ts":       "class A { set x(v: number) { this.y = v; } y = 0; } class B extends A { x = 5; }\nexport const got = new B().y;",
		}, `5`},
		{"TypeScript that sets module.exports", map[string]string{
			"main.mjs": "import c from './c.ts'; export const got = [c.hello, c.n];", "c.ts": "import { read } from 'fs';\nmodule.exports = { hello: 'hi', n: read as number };",
		}, `["hi",1]`},
		{"CommonJS that compilers have made of ES modules", map[string]string{
			"main.mjs": "import strict from './c.cjs'; import { got as loose } from './loose.js'; export const got = [strict.default, loose];",
			"loose.js": "import c, { x } from './c.cjs';\nexport const got = [c, x];", "c.cjs": "exports.__esModule = true; exports.default = 'd'; exports.x = 1;",
		}, `["d",["d",1]]`},
		{"JSON, and imports in CommonJS", map[string]string{
			"main.cjs": "exports.got = import('./j.json', { with: { type: 'json' } }).then((j) => [j.default.a, Object.keys(j)]); exports.then = (done, fail) => exports.got.then((got) => { delete exports.then; exports.got = got; done({ got }); }, fail);",
			"j.json":   `{"a": 1}`,
		}, `[1,["default"]]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, log, err := imported(t, tt.files)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want || log != "" {
				t.Errorf("got  %s\nwant %s\n%s", got, tt.want, log)
			}
		})
	}
}

// TestImportErrors expects the words and codes of Node 20.
func TestImportErrors(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
		line  int
	}{
		{"no such name", map[string]string{"main.mjs": "\nimport { zz } from './e.mjs'; zz;", "e.mjs": "export const x = 1"}, "The requested module './e.mjs' does not provide an export named 'zz'", 2},
		{"no such name in CommonJS", map[string]string{"main.mjs": "import { zz as b } from './c.cjs'; b;", "c.cjs": "exports.x = 1"}, "import pkg from './c.cjs';\nconst { zz: b } = pkg;", 1},
		{"ambiguous", map[string]string{"main.mjs": "import { x } from './s.mjs'; x;", "s.mjs": "export * from './a.mjs'; export * from './b.mjs'", "a.mjs": "export const x = 1", "b.mjs": "export const x = 2"}, "The requested module './s.mjs' contains conflicting star exports for name 'x' with the previous requested module './b.mjs'", 1},
		{"no such file", map[string]string{"main.mjs": "import './nope.mjs'"}, "nope.mjs' imported from", 0},
		{"no such package", map[string]string{"main.mjs": "import 'nope/x'"}, "Cannot find package 'nope' imported from", 0},
		{"not exported", map[string]string{"main.mjs": "import 'p/hidden'", "node_modules/p/package.json": `{"exports": "./x.js"}`}, `Package subpath './hidden' is not defined by "exports" in`, 0},
		{"require in an ES module", map[string]string{"package.json": `{"type": "module"}`, "main.js": "\nrequire('fs')"}, "require is not defined in ES module scope, you can use import instead\nThis file is being treated as an ES module because it has a '.js' file extension", 2},
		{"await in CommonJS", map[string]string{"main.cjs": "\nawait 1;"}, "await is only valid in async functions and the top level bodies of modules", 2},
		{"require of a module that awaits", map[string]string{"main.cjs": "require('./t.mjs')", "t.mjs": "await 1"}, "require() cannot be used on an ESM graph with top-level await", 1},
		{"thrown after an await", map[string]string{"main.mjs": "export {};\nawait 1;\n\nnull.x;"}, "Cannot read properties of null (reading 'x')", 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := imported(t, tt.files)
			script, ok := err.(*jsapi.ScriptError) //nolint:errorlint // Wait returns it as it is
			if !ok || !strings.Contains(script.Message, tt.want) || tt.line > 0 && script.Line != tt.line {
				t.Errorf("got %v\nwant %s in line %d", err, tt.want, tt.line)
			}
		})
	}
}

func TestConfigIsReported(t *testing.T) {
	for want, config := range map[string]string{
		"emitDecoratorMetadata has no effect": `{"compilerOptions": {"emitDecoratorMetadata": true}}`,
		"tsconfig.json is ignored":            `{"extends": "./nope"}`,
	} {
		_, log, err := imported(t, map[string]string{"tsconfig.json": config, "main.ts": "export const got = 1 as number;", "b.ts": ""})
		if err != nil || strings.Count(log, want) != 1 {
			t.Errorf("got %v %s", err, log)
		}
	}
}
