package node_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// TestReplacedFunctions: packages replace functions of Module, and change with them what files
// require. The answers are those of Node 20.
func TestReplacedFunctions(t *testing.T) {
	const head = "const M = require('module'), path = require('path'), base = (p) => p && path.basename(p);\n"
	files := func(a string) map[string]string {
		return map[string]string{
			"a.js": head + a, "dep.js": "module.exports = 'dep';", "use.js": "module.exports = [require('magic'), typeof require.resolve];",
			"use.ts": "import magic from 'magic';\nexport const found = magic;\n", "lib/x.js": "module.exports = 'x';", "again.js": "exports.n = (global.n = (global.n || 0) + 1);",
			"paths.js": "module.paths.push(__dirname + '/lib'); module.exports = require('x');",
		}
	}
	for _, tt := range []struct{ name, a, want string }{
		{"require of the prototype", `const own = M.prototype.require;
			M.prototype.require = function (id) { return id === 'magic' ? 'from ' + base(this.filename) : own.apply(this, arguments); };
			const got = [require('magic'), require('./use'), require('./dep'), module.require === require]; M.prototype.require = own;
			module.exports = got;`, `["from a.js",["from use.js","function"],"dep",false]`},
		{"require of one module", `module.require = (id) => 'mine ' + id; const got = require('./dep'); delete module.require; module.exports = [got, require('./dep'), module.require('./dep')];`, `["mine ./dep","dep","dep"]`},
		{"_load", `const own = M._load; const seen = [];
			M._load = function (id, parent, isMain) { seen.push([id, base(parent && parent.filename), isMain]); return id === 'magic' ? 'loaded' : own.apply(this, arguments); };
			const got = [require('./use'), require('node:path') === path]; M._load = own; module.exports = [got, seen];`, `[[["loaded","function"],true],[["./use","a.js",false],["magic","use.js",false],["node:path","a.js",false]]]`},
		{"_resolveFilename", `const own = M._resolveFilename; const seen = [];
			M._resolveFilename = function (id, parent, isMain, options) { seen.push(id); return id === 'magic' ? own.call(this, './dep', parent) : own.apply(this, arguments); };
			const got = [require('./use'), base(require.resolve('magic')), require('node:path') === path]; M._resolveFilename = own;
			module.exports = [got, seen];`, `[[["dep","function"],"dep.js",true],["./use","magic","magic"]]`},
		{"_resolveFilename that gives a core module", `const own = M._resolveFilename; M._resolveFilename = (id, ...a) => id === 'magic' ? 'path' : own(id, ...a); const got = require('magic') === path; M._resolveFilename = own; module.exports = got;`, `true`},
		{"_nodeModulePaths", `const own = M._nodeModulePaths; M._nodeModulePaths = function (from) { return [__dirname + '/lib'].concat(own(from)); }; const m = new M('m', module); m.paths = M._nodeModulePaths(__dirname); m.filename = __dirname + '/m.js';
			const got = [m.require('x'), M.createRequire(__dirname + '/other.js')('x')]; M._nodeModulePaths = own; module.exports = got;`, `["x","x"]`},
		{"paths of a module", `module.exports = [(() => { try { require('x'); } catch (e) { return e.code; } })(), require('./paths')];`, `["MODULE_NOT_FOUND","x"]`},
		{"_cache", `const one = require('./again').n, kept = M._cache; M._cache = {}; const two = require('./again').n, list = Object.keys(M._cache).map(base); M._cache = kept; module.exports = [one, two, require('./again').n, list];`, `[1,2,1,["again.js"]]`},
		{
			"wrap", `const own = M.wrap; M.wrap = (text) => own('module.exports = 1; ' + text.replace("'dep'", "module.exports + 1")); const got = require('./dep'); M.wrap = own; module.exports = [got, M.wrap('x')];`,
			`[2,"(function (exports, require, module, __filename, __dirname) { x\n});"]`,
		},
		{"wrapper", `const first = M.wrapper[0]; M.wrapper[0] += 'const extra = 7; '; M.wrapper[1] = '; module.exports += extra;' + M.wrapper[1]; const got = require('./dep'); M.wrapper[0] = first; M.wrapper[1] = '\n});'; module.exports = [got, require('./lib/x')];`, `["dep7","x"]`},
		{"_compile returns", `const m = new M('v', module); m.filename = __dirname + '/v.js'; m.paths = M._nodeModulePaths(__dirname); module.exports = [m._compile('exports.a = require("./dep"); return 4;', m.filename), m.exports, m.loaded, base(m.path), m.parent === module];`, `[4,{"a":"dep"},false,".",true]`},
		{"a class that extends Module", `class Mine extends M { require(id) { return 'mine ' + super.require(id); } } const m = new Mine(__filename, module); m.filename = __filename; module.exports = [m instanceof Mine, m instanceof M, m.require('./dep')];`, `[true,true,"mine dep"]`},
		{
			"_findPath and _resolveLookupPaths", `module.exports = [base(M._findPath('./dep', [__dirname])), M._findPath('nope', [__dirname]), base(M._findPath(__dirname + '/dep', [])), M._resolveLookupPaths('fs', module), M._resolveLookupPaths('./x', module)[0] === __dirname, M._resolveLookupPaths('./x', null), M._resolveLookupPaths('x', module)[0] === __dirname + '/node_modules'];`,
			`["dep.js",false,"dep.js",null,true,["."],true]`,
		},
		{
			"require.resolve", `const code = (f) => { try { return base(f()); } catch (e) { return e.code; } };
			module.exports = [code(() => require.resolve('./x', { paths: [__dirname + '/lib'] })), code(() => require.resolve('./x')), code(() => require.resolve('dep', { paths: [] })), code(() => require.resolve('./x', { paths: 'lib' })), require.resolve.paths('fs'), require.resolve.paths('./x')[0] === __dirname, require.resolve.paths('x')[0] === __dirname + '/node_modules', code(() => require.resolve(5))];`,
			`["x.js","MODULE_NOT_FOUND","MODULE_NOT_FOUND","ERR_INVALID_ARG_VALUE",null,true,true,"ERR_INVALID_ARG_TYPE"]`,
		},
		{"NODE_PATH", `process.env.NODE_PATH = __dirname + '/lib'; M._initPaths(); const got = [require('x'), M.globalPaths.includes(__dirname + '/lib')]; delete process.env.NODE_PATH; M._initPaths(); try { require('x/'); } catch (e) { got.push(e.code); } module.exports = got;`, `["x",true,"MODULE_NOT_FOUND"]`},
		{"what is missing", `try { require('nope'); } catch (e) { module.exports = [e.message.split('\n').map(base), e.requireStack.map(base), Object.keys(e), e.stack.split('\n')[1]]; }`, `[["Cannot find module 'nope'","Require stack:","a.js"],["a.js"],["code","requireStack"],"Require stack:"]`},
		{
			"arguments that are no names", `module.exports = ['', 5, undefined, null, {}, class A {}, true].map((v) => { try { require(v); } catch (e) { return e.name + ' ' + e.code + ' ' + e.message; } });`,
			`["TypeError ERR_INVALID_ARG_VALUE The argument 'id' must be a non-empty string. Received ''","TypeError ERR_INVALID_ARG_TYPE The \"id\" argument must be of type string. Received type number (5)","TypeError ERR_INVALID_ARG_TYPE The \"id\" argument must be of type string. Received undefined","TypeError ERR_INVALID_ARG_TYPE The \"id\" argument must be of type string. Received null","TypeError ERR_INVALID_ARG_TYPE The \"id\" argument must be of type string. Received an instance of Object","TypeError ERR_INVALID_ARG_TYPE The \"id\" argument must be of type string. Received function A","TypeError ERR_INVALID_ARG_TYPE The \"id\" argument must be of type string. Received type boolean (true)"]`,
		},
		{"createRequire", `module.exports = [__dirname + '/', __dirname + '/other.js', 'file://' + __dirname + '/other.js', new URL('file://' + __dirname + '/other.js'), 'x', './x'].map((from) => { try { return M.createRequire(from)('./dep'); } catch (e) { return e.code; } });`, `["dep","dep","dep","dep","ERR_INVALID_ARG_VALUE","ERR_INVALID_ARG_VALUE"]`},
		{"imports of TypeScript", `const own = M._resolveFilename; M._resolveFilename = (id, ...a) => id === 'magic' ? own('./dep', ...a) : own(id, ...a); const got = require('./use.ts').found; M._resolveFilename = own; module.exports = got;`, `"dep"`},
		{"mocks of TypeScript", `const own = M._load; M._load = (id, ...a) => id === 'magic' ? { __esModule: true, default: 'a mock' } : own(id, ...a); const got = require('./use.ts').found; M._load = own; module.exports = got;`, `"a mock"`},
		{"loaded as main", `const got = M._load(__dirname + '/main.js', null, true); module.exports = got;`, `true`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := files(tt.a)
			all["main.js"] = "module.exports = require.main === module;"
			dir := t.TempDir()
			for file, text := range all {
				path := filepath.Join(dir, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out bytes.Buffer
			err := project(t, dir, &out, func(r *jsapi.Realm, l *modules.Loader) error {
				v, err := l.Require("./a.js")
				if err != nil {
					return err
				}
				got, _, err := r.Stringify(nil, v, "")
				if string(got) != tt.want {
					t.Errorf("got %s\nwant %s", got, tt.want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
