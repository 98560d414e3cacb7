// Contexts of vm: what their code declares and sees, what this is, what another script finds, errors and options.
const vm = require('vm');
const t = (f) => { try { return f(); } catch (e) { return e.name + (e.code ? ' ' + e.code : '') + ': ' + e.message; } };
const run = (code, sandbox, options) => t(() => vm.runInNewContext(code, sandbox, options));

// Names of the program are none of the context, and those that the script makes are members of the sandbox.
for (const name of ['process', 'Buffer', 'setTimeout', 'require', 'URL', 'module', 'console', 'WebAssembly', 'Array', 'Intl', 'absent']) { console.log(name, run('typeof ' + name), run(name + ' === undefined')); }
const box = vm.createContext({ n: 1 });
console.log(vm.runInContext('var a = n + 1, b; function f() { return a; } let c = 3; const d = 4; class E {} e = 5; a', box), Object.keys(box), vm.runInContext('[a, b, typeof f, c, d, typeof E, e, f()]', box));
console.log(t(() => vm.runInContext('let c = 1', box)), t(() => vm.runInContext('d = 1', box)), t(() => vm.runInContext('var c', box)), vm.runInContext('c = 7; c', box), 'c' in box);
console.log(vm.runInContext('function f() { f = function () { return 9; }; return 8; } [f(), f()]', box), box.f(), box.f.name, vm.runInContext('String(f)', box));
console.log(JSON.stringify(Object.getOwnPropertyDescriptors(vm.runInContext('var z = 1; q = 2; Object.defineProperty(this, "r", { get() { return 3; }, configurable: true }); ({ z, q, r })', box))), vm.runInContext('delete z', box), vm.runInContext('delete q', box), 'q' in box);

// this, globalThis and functions without a receiver.
console.log(run('this === globalThis && (function () { return this; })() === this && (() => this)() === this'), run('(function () { "use strict"; return this; })()'), run('f()', { f() { 'use strict'; return this; } }), run('var g = function () { return this === globalThis; }; g()'));
const self = vm.createContext({});
self.self = self;
console.log(vm.runInContext('self === this', self), vm.runInContext('this', self) === self, run('new Function("return this")() === this'), run('(0, eval)("var k = 1"); k'), run('Function("return typeof process")()'), run('eval("1 + 1")'), run('(function (a) { return eval("a"); })(5)'), run('typeof eval'));
console.log(run('Object.keys(this)', { a: 1 }), run('Object.getOwnPropertyNames(this).slice(0, 4)', { a: 1 }), run('"Array" in this'), run('this.hasOwnProperty("Array")'), run('a = 1; delete a; typeof a'), run('Object.getOwnPropertyDescriptor(this, "b")', { get b() { return 1; } }).get.name);
const later = vm.createContext({});
vm.runInContext('function late() { return document.title; }', later);
later.document = { title: 'there' };
console.log(later.late(), vm.runInContext('typeof document', later));

// Strict scripts.
console.log(run('"use strict"; undeclared = 1'), run('"use strict"; var s = 1; this.s'), run('"use strict"; x = 1; x', { x: 0 }), run('"use strict"; r = 2', Object.defineProperty({}, 'r', { value: 1 })), run('r = 2; r', Object.defineProperty({}, 'r', { value: 1 })));

// The value of a script.
for (const code of ['1; var x = 2', 'var x = 2', 'if (true) { 3 } else { 4 }', 'for (var i = 0; i < 3; i++) { i * 2 }', 'try { 5 } catch (e) {} ', 'switch (1) { case 1: "one" }', '"use strict"', 'l: { 6; break l; }', 'do { 7 } while (false)', '({ a: 1 }).a', '', 'let y = 1', 'function f() {}', '[p, w] = [1, 2]; p + w', 'for (var k in { m: 1 }) {} k', 'for (var [o] of [[8]]) {} o', 'var { u = 3 } = {}; u']) { console.log(JSON.stringify(code), run(code)); }
console.log(run('tag`a${1}`', { tag(s, v) { 'use strict'; return [s[0], v, this]; } }), run('f?.()', { f() { 'use strict'; return this; } }), run('typeof f === "function" && f?.()', {}), run('async function* g() { yield 1; } typeof g().next'), run('x ||= 4; x', { x: 0 }), run('class A { static #p = 1; static q() { return A.#p; } } A.q()'));

console.log(run('var __own = 1; [this.__own, typeof __own]'), Object.keys(vm.runInNewContext('var __own = 1; async function* g() {} this')).join());

// Errors.
console.log(run('missing'), run('missing()'), run('a.b.c', { a: {} }), run('('), run('return 1'), run('1', null), run('1', 'text'), t(() => vm.runInContext('1', {})), t(() => vm.isContext(1)), t(() => vm.createContext({}, { name: 1 })), run('1', {}, { contextName: 1 }), t(() => vm.Script('1')));
for (const options of [{ filename: 1 }, { lineOffset: 'a' }, { columnOffset: 0.5 }, { timeout: 0 }, { timeout: 'a' }, { displayErrors: 1 }, { breakOnSigint: 0 }, { cachedData: 'a' }, { produceCachedData: 1 }, null, 5]) { console.log(JSON.stringify(options), t(() => vm.runInThisContext('1', options))); }
const stack = (f) => { try { f(); } catch (e) { return e.stack.split('\n').slice(0, 6).join('|').replace(/\s*at (?!f\.js).*/, ''); } };
console.log(stack(() => vm.runInContext('\n  throw new Error("boom")', box, 'f.js')));
console.log(stack(() => vm.runInThisContext(' null.x', { filename: 'f.js', lineOffset: 9, columnOffset: 20 })));
console.log(t(() => vm.runInThisContext('for (;;) {}', { timeout: 30 })), t(() => vm.runInContext('for (;;) {}', box, { timeout: 30 })), vm.runInContext('1', box, { timeout: 1000 }));
console.log(t(() => vm.runInNewContext('try { inner() } catch (e) { e.code }', { inner() { vm.runInNewContext('for (;;) {}', {}, { timeout: 20 }); } }, { timeout: 5000 })));
const none = { contextCodeGeneration: { strings: false, wasm: false } };
console.log(run('eval("1")', {}, none), run('new Function("1")', {}, none), run('new WebAssembly.Module(new Uint8Array(8))', {}, none));

// Scripts run again, in other contexts.
const script = new vm.Script('n = (typeof n === "number" ? n : 0) + 1', { filename: 's.js' });
const one = vm.createContext({ n: 10 }), other = vm.createContext({});
console.log(script.runInContext(one), script.runInContext(one), script.runInContext(other), script.runInNewContext(), one.n, other.n, Object.getOwnPropertyNames(vm.Script.prototype), vm.createContext(one) === one);
console.log(script.createCachedData() instanceof Buffer, new vm.Script('1\n//# sourceMappingURL=a.map').sourceMapURL, script.sourceMapURL);
console.log(t(() => vm.compileFunction('return a + b + c', ['a', 'b'], { contextExtensions: [{ c: 3 }] })(1, 2)), t(() => vm.compileFunction('return n + x', ['x'], { parsingContext: one })(1)), t(() => vm.compileFunction('', {})), t(() => vm.compileFunction('', [1])), t(() => vm.compileFunction(1)), vm.compileFunction('return arguments.length')(1, 2, 3));
