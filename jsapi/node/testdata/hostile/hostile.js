// Every built-in function there is, and what to call it with. Each value is made
// anew for each call.
'use strict';

function deep(make) { let v = make(); for (let i = 0; i < 20000; i++) { v = make(v); } return v; }
function lengthy(n) { return { length: n, 0: 'x', 1: 'y' }; }
// changing gives the next of the values at each read of its length, the last for ever.
function changing(o, ...lengths) {
  let i = 0;
  return Object.defineProperty(o, 'length', { get() { return lengths[Math.min(i++, lengths.length - 1)]; }, configurable: true });
}
function detached(made, buffer) { structuredClone(buffer, { transfer: [buffer] }); return made; }
const again = Object.freeze({ value: 1, done: false });

const values = {
  undefined: () => undefined, null: () => null, true: () => true, false: () => false, zero: () => 0, one: () => 1, two: () => 2, ten: () => 10,
  minusOne: () => -1, half: () => 0.5, nan: () => NaN, infinity: () => Infinity, minusInfinity: () => -Infinity, e6: () => 1e6, e8: () => 1e8, e9: () => 1e9,
  int31: () => 2 ** 31 - 1, int31over: () => 2 ** 31, int32: () => 2 ** 32 - 1, int32over: () => 2 ** 32, int53: () => 2 ** 53 - 1, e300: () => 1e300,
  empty: () => '', letter: () => 'x', word: () => 'length', utf8: () => 'utf8', hex: () => 'hex', base64: () => 'base64', utf16: () => 'utf16le',
  sha256: () => 'sha256', aes: () => 'aes-256-cbc', rsa: () => 'rsa', percent: () => '%', surrogate: () => '\ud800', json: () => '{"a":[1,{"b":null}]}',
  long: () => 'x'.repeat(1e6), longer: () => 'ab'.repeat(5e6), wide: () => '\u20ac'.repeat(1e6), parens: () => '('.repeat(300000), brackets: () => '['.repeat(300000),
  braces: () => '{"a":'.repeat(300000), minuses: () => '- '.repeat(300000), nots: () => '!'.repeat(300000), query: () => 'a=b&'.repeat(300000), escapes: () => '%41'.repeat(300000),
  up: () => '../'.repeat(100000), formats: () => '%j%o%O%s'.repeat(100), digits: () => '9'.repeat(1e6), as: () => 'a'.repeat(30000), spaces: () => ' '.repeat(1e6),
  big: () => 2n ** 4000000n, bigDecimal: () => 10n ** 1000000n, bigMinus: () => -(1n << 4000000n), bigHuge: () => 2n ** 100n, bigOne: () => 1n,
  symbol: () => Symbol('s'), iterator: () => Symbol.iterator, asyncIterator: () => Symbol.asyncIterator,
  object: () => ({}), options: () => ({ encoding: 'utf8', depth: Infinity, length: 2 ** 40, chunkSize: 2 ** 40, level: 9, maxOutputLength: 2 ** 40, recursive: true, N: 2 ** 20, modulusLength: 2 ** 20, showHidden: true, breakLength: 1, sorted: true, flags: 'r' }),
  length53: () => lengthy(2 ** 53 - 1), length32: () => lengthy(2 ** 32 - 1), length31: () => lengthy(2 ** 31), length6: () => lengthy(1e6), lengthMinus: () => lengthy(-1),
  changing: () => changing({ 0: 1 }, 3, 3, 2 ** 53 - 1), growing: () => changing({ 0: 1 }, 1, 2 ** 32 - 1), shrinking: () => changing({}, 2 ** 24, 3),
  changingBytes: () => changing(new Uint8Array(8), 8, 2 ** 40), lengthThrows: () => lengthy({ valueOf() { throw new Error('no length'); } }),
  array: () => [3, 1, 2], mixed: () => ['b', null, , 1, undefined, { a: 1 }], sparse: () => new Array(2 ** 32 - 1), sparseSome: () => { const a = new Array(2 ** 32 - 1); a[5] = 1; a[2 ** 31] = 2; return a; },
  holes: () => new Array(1e7), dense: () => Array.from({ length: 100000 }, (_, i) => i), manyTexts: () => new Array(20000).fill('x'.repeat(1000)), getters: () => { const a = [1, 2, 3]; Object.defineProperty(a, 1, { get() { a.length = 2 ** 32 - 1; return 1; } }); return a; },
  deepArray: () => deep((v) => [v]), deepObject: () => deep((v) => ({ v })), deepMap: () => deep((v) => new Map([[1, v]])), deepError: () => deep((v) => new Error('e', { cause: v })), deepProto: () => deep((v) => Object.create(v === undefined ? null : v)),
  wide2: () => { let v = ['x']; for (let i = 0; i < 60; i++) { v = [v, v]; } return v; }, // 2^60 leaves
  wideObject: () => { let v = { x: 1 }; for (let i = 0; i < 60; i++) { v = { v, w: v }; } return v; },
  cyclic: () => { const o = { a: [1] }; o.o = o; o.a.push(o); return o; }, cyclicArray: () => { const a = [1]; a.push(a); return a; }, cyclicMap: () => { const m = new Map(); m.set(m, m); return m; },
  proxy: () => new Proxy({}, { get: (o, k) => (k === 'length' ? 2 ** 53 - 1 : 1), has: () => true }), proxyArray: () => new Proxy([], { get: (o, k) => (k === 'length' ? 2 ** 53 - 1 : 'x'), has: () => true }),
  proxyKeys: () => new Proxy({}, { ownKeys: () => new Array(1e6).fill(0).map((_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }),
  proxyPlain: () => new Proxy(lengthy(2 ** 53 - 1), {}), proxyOfSparse: () => new Proxy(new Array(2 ** 32 - 1), {}), proxyFunction: () => new Proxy(function () {}, {}),
  proxyChain: () => { let p = {}; for (let i = 0; i < 5000; i++) { p = new Proxy(p, {}); } return p; }, proxyProto: () => { const o = {}; const p = new Proxy(o, {}); Object.setPrototypeOf(o, p); return o; },
  boundChain: () => { let f = Math.abs; for (let i = 0; i < 5000; i++) { f = f.bind(null); } return f; }, revoked: () => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; },
  throwing: () => ({ toString() { throw new Error('no text'); }, valueOf() { throw new Error('no value'); } }), recursing: () => { const o = { toString() { return String(o); }, valueOf() { return +o; } }; return o; },
  recursingJSON: () => ({ toJSON() { return { again: { toJSON: this.toJSON } }; } }), longText: () => ({ toString: () => 'x'.repeat(1e6) }), textOnce: () => { let n = 0; return { toString: () => (n++ === 0 ? '1' : '9'.repeat(1e6)), valueOf: () => (n++ === 0 ? 1 : 2 ** 40) }; },
  spinning: () => ({ valueOf() { for (;;) {} } }), getter: () => ({ get length() { for (;;) {} }, get a() { return this; } }), species: () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return lengthy(2 ** 53 - 1); } }; return a; },
  endless: () => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }),
  endlessValues: () => { const a = changing({ 0: 1 }, 2 ** 53 - 1); return { [Symbol.iterator]: () => [][Symbol.iterator].call(a) }; },
  generator: () => (function* () { for (;;) { yield 1; } })(), thenable: () => ({ then: Object }), thenSelf: () => { const o = { then(f) { f(o); } }; return o; },
  nothing: () => function () {}, identity: () => (x) => x, yes: () => () => true, thrower: () => () => { throw new Error('thrown'); }, recursion: () => function f(...a) { return f(...a); }, recursionNative: () => { const f = function () { return [1].map(f); }; return f; }, async: () => async () => {}, generatorFunction: () => function* () { yield 1; }, classy: () => class A {}, nativeFunction: () => Math.max, object_: () => Object, string_: () => String, array_: () => Array,
  bytes: () => new Uint8Array(1e6), bytes8: () => new Uint8Array(8), floats: () => new Float64Array(100000), bigints: () => new BigUint64Array(4), int32s: () => new Int32Array(new SharedArrayBuffer(64)), buffer: () => Buffer.from('hello'), bufferLarge: () => Buffer.alloc(5e6), arrayBuffer: () => new ArrayBuffer(1e6), dataView: () => new DataView(new ArrayBuffer(16)),
  detachedBytes: () => { const b = new Uint8Array(8); return detached(b, b.buffer); }, detachedView: () => { const b = new ArrayBuffer(8); return detached(new DataView(b), b); }, detachedBuffer: () => { const b = new ArrayBuffer(8); return detached(b, b); }, key32: () => Buffer.alloc(32), iv16: () => Buffer.alloc(16),
  map: () => new Map([[1, 2], ['a', {}]]), set: () => new Set([1, 'a', {}]), setLarge: () => new Set(Array.from({ length: 50000 }, (_, i) => i)), growingMap: () => { const m = new Map([[1, 1]]); const g = m.forEach; m.forEach = function (f) { return g.call(m, (v, k) => { m.set({}, 1); f(v, k, m); }); }; return m; }, weakMap: () => new WeakMap(), weakSet: () => new WeakSet(),
  regexp: () => /x/, backtrack: () => /(a+)+b/, backtrackGlobal: () => /(a|aa)+$b/g, emptyGlobal: () => /(?:)/g, behind: () => /(?<=x+)x*y/g, sticky: () => /a/y, back: () => /(x+)\1+y/gu, regexpOwn: () => Object.assign(/x/g, { exec: () => ({ 0: '', index: 0, length: 2 ** 53 - 1 }) }), regexpNative: () => { const r = /x/g; r.exec = Object.bind(null, Object.freeze({ 0: '', index: 0, length: 1 })); return r; },
  date: () => new Date(0), dateInvalid: () => new Date(NaN), error: () => new Error('e'), errorCyclic: () => { const e = new Error('e'); e.cause = e; return e; }, errorStack: () => Object.assign(new Error('e'), { stack: 'x\n    at '.repeat(200000) }), promise: () => Promise.resolve(1), boxed: () => Object('text'), boxedLong: () => Object('x'.repeat(1e6)), args: () => (function () { return arguments; })(1, 2, 3),
  url: () => new URL('http://a.example/b?c=d#e'), urlLong: () => new URL('http://a.example/' + 'a/../'.repeat(100000)), search: () => new URLSearchParams('a=1&b=2'), searchLarge: () => new URLSearchParams('a=b&'.repeat(20000)), decoder: () => new TextDecoder(), encoder: () => new TextEncoder(), wasm: () => new WebAssembly.Memory({ initial: 1, maximum: 65536 }), descriptor: () => ({ initial: 65536, maximum: 65536, element: 'anyfunc', value: 'i32', mutable: true }), abort: () => new AbortController().signal,
  global: () => globalThis, json_: () => JSON, math_: () => Math
};

const operators = {
  spread: (x) => [...x], spreadCall: (x) => Math.max(...x), spreadNew: (x) => new Array(...x), spreadPush: (x) => [].push(...x), spreadObject: (x) => ({ ...x }), destructure: ([a, ...rest]) => rest, destructureObject: ({ a, ...rest }) => rest,
  forOf: (x) => { for (const y of x) { if (y === x) { return; } } }, forIn: (x) => { let n = 0; for (const k in x) { n++; } return n; }, forAwait: async (x) => { for await (const y of x) { if (y === x) { return; } } },
  yieldAll: (x) => [...(function* () { yield* x; })()], template: (x, y) => `${x}${y}`, tagged: (x) => String.raw({ raw: x }, 1, 2), plus: (x, y) => x + y, minus: (x, y) => x - y, times: (x, y) => x * y, divide: (x, y) => x / y, modulo: (x, y) => x % y, power: (x, y) => x ** y, left: (x, y) => x << y, right: (x, y) => x >> y, and: (x, y) => x & y,
  timesMember: (x, y) => { const o = { x }; o.x *= y; return o.x; }, powerMember: (x, y) => { const o = { x }; o.x **= y; return o.x; }, leftMember: (x, y) => { const o = [x]; o[0] <<= y; return o[0]; }, bigLoop: (x) => { for (let i = 0; i < 100; i++) { x = x * x; } return x; },
  equal: (x, y) => x == y, less: (x, y) => x < y, negative: (x) => -x, not: (x) => ~x, increment: (x) => ++x, in: (x, y) => x in y, instance: (x, y) => x instanceof y, get: (x, y) => x[y], set: (x, y, z) => { x[y] = z; }, setLength: (x, y) => { const a = [1]; a.length = y; a.push(x); return a; }, delete: (x, y) => delete x[y],
  call: (f, ...a) => f(...a), construct: (f, ...a) => new f(...a), evaluate: (x) => (0, eval)(x), evaluateDirect: (x) => eval(x), awaited: async (x) => await x, extend: (x) => class extends x {}, asyncMaker: (x) => Object.getPrototypeOf(async function () {}).constructor(x), generatorMaker: (x) => Object.getPrototypeOf(function* () {}).constructor(x), asyncGeneratorMaker: (x) => { const f = async function () {}; return f.constructor(x, x); },
  stringifyIndent: (x, y) => JSON.stringify(x, null, y), stringifyList: (x) => JSON.stringify(x, ['v', 'a']), stringifyFunction: (x) => JSON.stringify(x, (k, v) => v), stringifyFunctionNative: (x) => JSON.stringify(x, Object.bind(null, x)), parseReviver: (x) => JSON.parse(x, (k, v) => [v]), parseReviverNative: (x) => JSON.parse(x, Math.abs), timeout: (x) => clearTimeout(setTimeout(x, 0)), recursionForEver: () => { (function f() { f(); })(); }, recursionMap: () => { (function f() { [1].forEach(f); })(); }, recursionGetter: () => { const o = { get a() { return o.a; } }; return o.a; }, recursionProxy: () => { const p = new Proxy({}, { get: (o, k, r) => r[k] }); return p.x; }, recursionText: () => { const o = { toString: () => `${o}` }; return `${o}`; }, recursionJSON: (x) => { const o = { toJSON: () => JSON.stringify(o) }; return JSON.stringify(o); }, recursionSort: () => { (function f() { [2, 1].sort(f); })(); }, recursionReplace: () => { (function f() { 'x'.replace('x', f); })(); }, recursionNew: () => { (function F() { Reflect.construct(F, []); })(); }, recursionApply: () => { (function f() { Reflect.apply(f, null, []); })(); }, recursionBind: () => { function f() { f.bind()(); } f(); }, recursionSpecies: () => { class A extends Array { static get [Symbol.species]() { return new A(1, 2).map((x) => x); } } return new A(1, 2).map((x) => x); }, recursionPrimitive: () => { const o = { [Symbol.toPrimitive]: () => +o }; return +o; }
};

const modules = ['buffer', 'crypto', 'zlib', 'util', 'url', 'querystring', 'string_decoder', 'path', 'fs', 'assert', 'events', 'vm', 'punycode', 'stream', 'os'];
// left are functions that are meant to end, to wait or to change what is not the test's.
const left = /^process\.|^(console|fs\.(rm|unlink|rename|ch|lch|fch|link|symlink|write|append|copy|cp|truncate|ftruncate|close|mk|utimes|lutimes|futimes|watch|create)|globalThis\.(fetch|gc)$|fs\.promises\.)|prototype\.constructor$/;

const functions = new Map(); // path to [function, prototype]
const seen = new Set();
function walk(o, path, level) {
  if (o === null || typeof o !== 'object' && typeof o !== 'function' || seen.has(o) || level > 5 || left.test(path)) { return; }
  seen.add(o);
  for (const key of Reflect.ownKeys(o)) {
    const name = path + (typeof key === 'symbol' ? '[' + key.description + ']' : '.' + key);
    if (left.test(name)) { continue; }
    let own;
    try { own = Object.getOwnPropertyDescriptor(o, key); } catch { continue; }
    for (const [kind, v] of [['', own.value], [':get', own.get], [':set', own.set]]) {
      if (typeof v === 'function' && !seen.has(v)) { functions.set(name + kind, [v, o]); }
      walk(v, name + kind, level + 1);
    }
  }
  walk(Object.getPrototypeOf(o), path + '.__proto__', level + 1);
}
for (const name of Object.keys(operators).sort()) { functions.set('operator.' + name, [operators[name], undefined]); }
for (const key of Object.getOwnPropertyNames(globalThis).sort()) {
  if (['global', 'globalThis', 'process', 'console', 'Array', 'GLOBAL', 'root'].includes(key) && key !== 'Array') { continue; }
  const v = globalThis[key];
  if (typeof v === 'function') { functions.set(key, [v, undefined]); }
  walk(v, key, 0);
}
for (const [name, v] of [['iterator', [][Symbol.iterator]()], ['mapIterator', new Map().entries()], ['generator', (function* () {})()], ['asyncGenerator', (async function* () {})()], ['stringIterator', ''[Symbol.iterator]()], ['matches', 'x'.matchAll(/x/g)]]) {
  walk(Object.getPrototypeOf(v), name, 0);
}
for (const name of modules) { walk(require(name), name, 0); }
const crypto = require('crypto'), zlib = require('zlib'), { StringDecoder } = require('string_decoder');
for (const [name, make] of Object.entries({ hash: () => crypto.createHash('sha256'), hmac: () => crypto.createHmac('sha256', 'k'), cipher: () => crypto.createCipheriv('aes-256-cbc', Buffer.alloc(32), Buffer.alloc(16)), stringDecoder: () => new StringDecoder('utf8'), gzip: () => zlib.createGzip() })) {
  values[name] = make;
  walk(Object.getPrototypeOf(make()), name, 0);
}

const natural = new Map(); // path to the names of values that have the function
const held = Object.keys(values).filter((name) => !/^(deep|long|wide|proxy|revoked|holes|many|dense|setLarge|growingMap|searchLarge|urlLong|big|boxedLong|escapes|query|digits|as|spaces)/.test(name)).map((name) => [name, Object(values[name]())]);
for (const [path, [, owner]] of functions) {
  natural.set(path, owner === undefined ? [] : held.filter(([, v]) => {
    try { return Object.prototype.isPrototypeOf.call(owner, v); } catch { return false; }
  }).map(([name]) => name));
}

module.exports = {
  values: Object.keys(values),
  functions: [...functions.keys()].map((path) => path + ' ' + natural.get(path).join(' ')),
  call(path, self, args, construct) {
    const [f] = functions.get(path), list = args.map((name) => values[name]()), of = values[self]();
    let result;
    try { result = construct ? Reflect.construct(f, list) : Reflect.apply(f, of, list); } catch (e) { return typeof e === 'object' && e !== null ? 'thrown ' + e.name : 'thrown'; }
    if (result !== null && typeof result === 'object' && typeof result.catch === 'function') { try { result.catch(() => {}); } catch {} }
    return typeof result;
  }
};
