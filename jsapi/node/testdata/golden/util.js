const util = require('util');
class Point { constructor(x, y) { this.x = x; this.y = y; } }
class Named extends Map {}
function Old() { this.a = 1; }
const loop = { name: 'loop' };
loop.self = loop;
const values = [
  1, -0, 'text', "it's", true, null, undefined, Symbol('s'), 10n, [], {}, [1, 2, 3], { a: 1, 'b-c': [2] },
  [undefined, null], [1, , 3], new Date(0), /re/gi, function named() {}, () => {}, class A {}, class B extends Point {},
  new Point(1, 2), new Old(), new Named([[1, { a: 1 }]]), new Set(['a', 1]), new Map([['k', { v: [1] }]]),
  Object.create(null), Object.assign(Object.create(null), { x: 1 }), loop,
  { a: { b: { c: { d: 1 } } } }, [[[[1]]]], 'multi\nline', { text: 'multi\nline' }, Buffer.from('hello'), new Uint8Array([1, 2]), new ArrayBuffer(3),
  Promise.resolve(4), new Number(3), new String('abc'), Object(true), { get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} },
  Array.from({ length: 120 }, (_, i) => i), Array.from({ length: 10 }, (_, i) => 'item number ' + i), 'x'.repeat(120),
  { first: 'a long string that fills', second: 'another long string that fills', third: 'and one more of them' },
  { [Symbol('k')]: 1, fn() {}, arrow: () => 1, Klass: Point }, Object.assign(() => {}, { x: 1 }), Object.assign([1, 2], { extra: true }),
  (function () { return arguments; })(1, 'b'), async function later() {}, function* gen() {}, new WeakMap(), Math, JSON, globalThis.undefinedThing,
  { toString() { return 'custom'; } }, { inspect() { return 'no'; } }, { [util.inspect.custom](depth, o) { return 'custom!' + depth; } }, '\u0001\x7f', 'tab\t"q" \'s\' `b`'
];
values.forEach(v => console.log(util.inspect(v)));
console.log(util.inspect({ a: { b: { c: { d: 1 } } } }, { depth: 0 }), util.inspect({ a: { b: { c: { d: 1 } } } }, { depth: null }), util.inspect({ a: 1, b: 'x' }, { compact: false }));
console.log(util.inspect('a\'b', { colors: true }), util.inspect({ n: 1, s: 'x', u: undefined, z: null, d: new Date(0) }, { colors: true }));
console.log(util.inspect({ b: 1, a: 2 }, { sorted: true }), util.inspect(new Array(200), { maxArrayLength: 3 }), util.inspect('abcdef', { maxStringLength: 3 }));
console.log('%s is %d years and %i, %f', 'Bob', 42, 42.9, 1.5, 'extra', { a: 1 });
console.log('%j %o %O %%', { a: [1] }, [1, { b: 2 }], { c: { d: { e: { f: 1 } } } });
console.log('%s', null, undefined, 'no %s', Symbol('x'));
console.log('%s %s %s', { a: 1 }, [1, [2]], new Point(1, 2), 5n);
console.log('%d', '0x10', '%s', 'a');
console.log('100%', 5, '%x', 6);
console.log(util.format(1, 2, '3'), util.format('%s'), util.format('%%s', 1), util.format('a', 'b', 'c'));
function Parent() {}
Parent.prototype.hi = function () { return 'hi'; };
function Child() {}
util.inherits(Child, Parent);
console.log(new Child().hi(), Child.super_ === Parent, new Child() instanceof Parent);
console.log(util.isArray([]), util.isRegExp(/a/), util.isDate(new Date()), util.isError(new TypeError()), util.types.isPromise(Promise.resolve()), util.types.isAsyncFunction(async () => {}), util.types.isTypedArray(new Uint8Array()));
console.log(util.isDeepStrictEqual({ a: [1, new Date(1)] }, { a: [1, new Date(1)] }), util.isDeepStrictEqual([1], ['1']), util.isDeepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])), util.isDeepStrictEqual(new Set([{ a: 1 }]), new Set([{ a: 2 }])));
module.exports = (async () => {
  const wait = util.promisify((a, done) => setTimeout(() => done(null, a * 2), 1));
  console.log(await wait(4));
  try { await util.promisify(done => done(new Error('failed')))(); } catch (e) { console.log(e.message); }
  await new Promise(resolve => util.callbackify(async x => x + 1)(1, (err, v) => { console.log(err, v); resolve(); }));
  console.log(await util.promisify(setTimeout)(1, 'timed'));
  try { util.promisify(1); } catch (e) { console.log(e.code, e.message); }
  try { util.inherits(1, 2); } catch (e) { console.log(e.code, e.message); }
})();
{
  const Made = util.deprecate(function Made(x) { this.x = x; }, 'made', 'X1'), called = util.deprecate(function (x) { return [typeof this, x]; }, 'called', 'X2');
  const { emitWarning } = process;
  process.emitWarning = () => {};
  class Holder { constructor() { this.called = called(1); this.made = new Made(2); this.method = { called }.called(3); } }
  console.log(new Holder());
  process.emitWarning = emitWarning;
}
console.log(JSON.stringify([util.styleText('red', 'a', { validateStream: false }), util.styleText(['bold', 'green'], 'b')]));
for (const bad of [['nope', 'a'], ['red', 1]]) { try { util.styleText(...bad); } catch (e) { console.log(e.name, e.code, e.message.slice(0, 36)); } }
