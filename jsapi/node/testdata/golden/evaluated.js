// Texts of eval, of the constructors of functions and of vm are compiled as files are.
const vm = require('vm');
const t = (f) => { try { const v = f(); return typeof v === 'function' ? 'function ' + v.name : v; } catch (e) { return String(e); } };
const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor, AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;
const ways = [
  ['Function', (s) => new Function(s)], ['call', (s) => Function(s)], ['generator', (s) => new GeneratorFunction(s)], ['async', (s) => AsyncFunction(s)],
  ['eval', (s) => (0, eval)('(function () {' + s + '\n})')], ['vm', (s) => vm.runInThisContext('(function () {' + s + '\n})')],
];
// What goja has no syntax for, or does in another way than V8.
for (const [name, way] of ways) {
  for (const s of [
    'return /\\p{Lu}+/u.exec("abCD")[0]', 'return /[[a-z]--[b]]/v.test("b")', 'return /(?<y>.)/d.exec("a").indices.groups.y', 'return /\\p{Nope}/u',
    'function f(a) { var b; return function () { return [a, b]; }; } return f(1, 2)()', 'if (true) { function f() { return 1; } } return f()', 'return typeof f; { function f() {} }',
    '{ function f() {} } var f; return typeof f', 'function C() { return g(); } function g() { return new.target; } return new C() instanceof C', 'switch (1) { case 1: let a = 1; return eval("a"); }',
    'return async function* () { yield 1; }', 'return async function () { for await (const x of []) { } }', 'return typeof { async *g() {} }.g', 'x: function f() {}', 'return 2n ** 64n',
    'var s = ""; for (var i = 0; i < 3; i++) { s += "x" + i; } return s', 'for (const [a, b] of new Map([[1, 2]])) { return a + b; }', 'return `\ud800`.length',
  ]) { console.log(name, JSON.stringify(s), t(() => { const f = way(s); return name === 'generator' ? f().next().value : name === 'async' ? 'made' : f(); })); }
}
// Texts that see the variables around them.
for (const s of ['/\\p{Lu}/u.test("A")', '/[[a-z]--[b]]/v.test("b")', 'f(1, 2)(); function f(a) { "use strict"; var b; return function () { return [a, b]; }; }', '((a) => { var b; return () => [a, b]; })(local, 2)()', 'local + 1',
  '(async function* named() {})', 'var made = local * 2; made', '(async function named() { for await (const x of []) {} })', '[local].map((x) => { var y; return [x, y]; })', '`${local}`', 'x = = 1', '{ function inBlock() { return local; } inBlock() }']) {
  console.log(JSON.stringify(s), t(() => { const local = 20; return eval(s); }), t(() => vm.runInNewContext(s, { local: 20 })), t(() => new vm.Script(s).runInContext(vm.createContext({ local: 20 }))));
}
const kept = vm.createContext({});
console.log(t(() => vm.runInContext('var f = async function* g() {}; f', kept)), Object.keys(kept));
// Constructors of classes with eval, whose parameters have default values or are patterns.
for (const s of ['(class { constructor(a = 1) { this.v = eval("a"); } })', '(class { constructor({ a } = { a: 2 }, b = a) { this.v = eval("a + b"); } })', '(class { constructor(a, ...b) { this.v = eval("b.length"); } })',
  '(class extends Object { constructor(a, [b] = [3]) { super(); this.v = (() => eval("b"))(); } })', '(class { constructor(a = () => eval("4")) { var b = 5; this.v = a() + eval("b"); } })', '(class { constructor({ a }, b) { this.v = eval("b"); } })',
  '(class { constructor(a = 1) { this.v = eval("typeof new.target"); } })', '(class { constructor(a = eval("6")) { this.v = a; } })']) {
  const C = new Function('return ' + s)();
  console.log(s, C.length, t(() => new C({ a: 1 }, 7).v), t(() => new C(undefined).v), t(() => new C().v));
}
// What is wrong with a text.
for (const s of ['return )', 'let a; let a', 'await x', 'if (', 'return 1;}', '"use strict"; with(a){}', 'return a => {', 'x = = 2', 'var class', 'break', '"use strict"; 010']) {
  console.log(JSON.stringify(s), ...[(s) => new Function(s), eval, (s) => vm.runInThisContext(s), (s) => new vm.Script(s)].map((way) => t(() => way(s))));
}
console.log(t(() => String(new Function('a', 'b = 2', '...c', 'return a'))), t(() => new Function('}, function(){')), t(() => String(new GeneratorFunction('yield 1'))));
// Objects of subclasses, and what the functions are.
class Sub extends Function { m() { return this(); } }
console.log(new Sub('return 5').m(), new Sub() instanceof Sub, Reflect.construct(Function, ['return 1'], Array) instanceof Array, Function('return this')() === globalThis, new Function().name, new Function('a', 'b', '').length);
console.log(new Function() instanceof Function, Object.getPrototypeOf(new GeneratorFunction()) === GeneratorFunction.prototype, (() => {}).constructor === Function, typeof Function('return Function')());
// What an indirect eval declares.
const here = 'a local variable', indirect = eval;
console.log(t(() => indirect('typeof here')), t(() => indirect('var v1 = 1; function f1() { return v1; } f1()')), typeof f1, delete globalThis.v1, delete globalThis.f1, typeof v1);
console.log(t(() => indirect('let v2 = 2; const v3 = 3; class V4 {} function f2() { return v2 + v3; } var v5 = f2(); v5')), typeof v2, typeof v3, typeof V4, f2(), v5, t(() => indirect('let v2 = 4; v2')), t(() => indirect('f3(); let v6 = 1; async function f3() {} function* f4() {}')) instanceof Promise, typeof f3, typeof f4);
console.log(t(() => indirect('"use strict"; var v7 = 7; v7')), typeof v7, t(() => indirect('"use strict"; let v8 = 7; v8')), t(() => indirect('"use strict"; this === undefined')), t(() => indirect('this === globalThis')));
console.log(t(() => indirect('{ function f5() {} } typeof f5')), typeof f5, t(() => indirect('1; { 2; var x9 }')), t(() => indirect('3; let y9 = 4')), t(() => indirect('')), t(() => indirect(5)), t(() => indirect({ a: 1 }).a), t(() => indirect()), [eval][0] === eval, eval.name, eval.length);
const { eval: named } = globalThis;
console.log([1, '2', '3'].map((s) => named(s)), t(() => Reflect.apply(eval, null, ['typeof here'])), t(() => eval.call(null, 'typeof here')), t(() => eval('typeof here')), ['1+1'].map(eval));
module.exports = (async () => {
  const p = (f) => Promise.resolve().then(f).catch((e) => console.log(e.code));
  await p(() => new Function('name', 'return import(name)')('fs').then((m) => console.log(typeof m.readFileSync)));
  await p(() => (0, eval)('import("path")').then((m) => console.log(typeof m.default.join)));
  await p(() => new Function('return import("./none.mjs")')());
  console.log(await new AsyncFunction('x', 'return await x')(4));
  const list = [];
  for await (const x of new Function('return (async function* () { yield 1; yield 2; })()')()) { list.push(x); }
  console.log(list, typeof __asyncGenerator);
  for (const v of [Symbol('a'), { toString() { return Symbol('b'); } }, { toString() { return 5; } }, null, undefined, 7, false]) {
    try { console.log(String(new Function(v)).split('\n')[2]); } catch (e) { console.log(e.name, e.message); }
  }
})();
