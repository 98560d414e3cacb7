// A tiny builder of modules: bytes by hand.
const i32 = 0x7f, i64 = 0x7e, f32 = 0x7d, f64 = 0x7c;
const text = (s) => [s.length, ...Buffer.from(s)];
const vec = (list) => [list.length, ...list.flat()];
const section = (id, list) => list ? (b => [id, b.length & 0x7f | 0x80, b.length >> 7, ...b])(vec(list)) : [];
function build(m) {
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0,
    ...section(1, m.types && m.types.map(([p, r]) => [0x60, ...vec(p), ...vec(r)])),
    ...section(2, m.imports && m.imports.map(([mod, name, ...d]) => [...text(mod), ...text(name), ...d])),
    ...section(3, m.funcs && m.funcs.map((f) => [f[0]])),
    ...section(4, m.tables), ...section(5, m.memories), ...section(6, m.globals),
    ...section(7, m.exports && m.exports.map(([name, ...d]) => [...text(name), ...d])),
    ...(m.start === undefined ? [] : [8, 1, m.start]),
    ...section(9, m.elements),
    ...section(10, m.funcs && m.funcs.map((f) => (b => [b.length, ...b])([0, ...f.slice(1), 0x0b]))),
    ...section(11, m.data)]);
}
const get = (i) => [0x20, i];
function caught(what, fn) {
  try { console.log(what, '->', fn()); } catch (e) { console.log(what, '!', e.name, e instanceof Error, e.constructor === WebAssembly[e.name] || e.constructor === global[e.name], e.message); }
}
function refused(what, fn) { // messages of engines differ
  try { console.log(what, '->', fn()); } catch (e) { console.log(what, '!', e.name); }
}

// Numbers.
const numbers = build({
  types: [[[i32, i32], [i32]], [[i64, i64], [i64]], [[f32, f32], [f32]], [[f64, f64], [f64]], [[], [i32, i64]], [[], []]],
  funcs: [[0, ...get(0), ...get(1), 0x6a], [1, ...get(0), ...get(1), 0x7c], [2, ...get(0), ...get(1), 0x92], [3, ...get(0), ...get(1), 0xa0],
    [4, 0x41, 7, 0x42, 0x7f], [5, 0x00], [0, ...get(0), ...get(1), 0x6d], [5, 0x10, 7]],
  exports: [['add', 0, 0], ['add64', 0, 1], ['addf', 0, 2], ['addd', 0, 3], ['two', 0, 4], ['trap', 0, 5], ['div', 0, 6], ['deep', 0, 7]],
});
const n = new WebAssembly.Instance(new WebAssembly.Module(numbers)).exports;
[[1, 2], [2147483647, 1], ['5', true], [1.9, -0.5], [NaN, Infinity], [4294967296 + 3, 0], [{ valueOf: () => 40 }, 2], [1], [], [1e20, 0], [-1e20, 0]].forEach((a) => caught('add ' + a, () => n.add(...a)));
[[1n, 2n], [9223372036854775807n, 1n], [-1n, 0n], ['12', true]].forEach((a) => caught('add64 ' + a, () => n.add64(...a)));
caught('add64 number', () => n.add64(1, 2));
caught('add bigint', () => n.add(1n, 2n));
caught('add symbol', () => n.add(Symbol('x'), 2));
caught('addf', () => n.addf(0.1, 0.2));
caught('addd', () => n.addd(0.1, 0.2));
caught('-0', () => Object.is(n.addd(-0, -0), -0));
caught('two', () => n.two());
caught('trap', () => n.trap());
caught('div 0', () => n.div(1, 0));
caught('deep', () => n.deep());
caught('after', () => n.add(3, 4));
console.log(n.add.name, n.add.length, n.two.name, n.two.length, typeof n.add, Object.keys(n), Object.isFrozen(n), Object.getPrototypeOf(n));
refused('new', () => new n.add(1, 2));

// Imports.
const calling = build({
  types: [[[i32], [i32]], [[i64, f64], []], [[], [i32, i32]], [[], []]],
  imports: [['env', 'f', 0, 0], ['env', 'g', 0, 1], ['other', 'h', 0, 2]],
  funcs: [[0, ...get(0), 0x10, 0, 0x41, 1, 0x6a], [3, 0x42, 5, 0x44, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0x10, 1], [2, 0x10, 2]],
  exports: [['f', 0, 3], ['g', 0, 4], ['h', 0, 5], ['imported', 0, 0]],
});
const callingModule = new WebAssembly.Module(Buffer.from(calling));
console.log(WebAssembly.Module.imports(callingModule), WebAssembly.Module.exports(callingModule));
let calls;
calls = new WebAssembly.Instance(callingModule, {
  env: { f: (x) => { if (x < 0) { throw new RangeError('less than nothing'); } if (x > 100 && x < 103) { return calls.f(x + 1); } return x === 7 ? '70' : x * 2; }, g: (...a) => console.log('g', ...a) },
  other: { h: () => new Set([3, 4.9]) },
}).exports;
caught('f 5', () => calls.f(5));
caught('f 7', () => calls.f(7));
caught('f again and again', () => calls.f(101));
caught('f throws', () => calls.f(-1));
const mine = { any: 'thing' };
caught('f after', () => calls.f(6));
caught('g', () => calls.g());
caught('h', () => calls.h());
caught('imported', () => calls.imported(21));
const thrower = new WebAssembly.Instance(callingModule, { env: { f: () => { throw mine; }, g() { return 'ignored'; } }, other: { h: () => [1] } }).exports;
try { thrower.f(1); } catch (e) { console.log('the very value', e === mine); }
caught('too few', () => thrower.h());
caught('void', () => thrower.g());
// One module's function as the import of another.
const linked = new WebAssembly.Instance(callingModule, { env: { f: calls.f, g: () => {} }, other: { h: () => [1, 2] } }).exports;
caught('linked', () => linked.f(5));
caught('linked throws', () => linked.f(-5));
caught('no imports', () => new WebAssembly.Instance(callingModule));
caught('no module', () => new WebAssembly.Instance(callingModule, {}));
caught('no function', () => new WebAssembly.Instance(callingModule, { env: {} }));
caught('no object', () => new WebAssembly.Instance(callingModule, 5));
refused('wrong type', () => new WebAssembly.Instance(callingModule, { env: { f: n.add, g() {} }, other: { h() {} } }));
caught('not a module', () => new WebAssembly.Instance({}));

// Memory.
const remembering = build({
  types: [[[i32], [i32]], [[i32, i32], []]],
  memories: [[1, 1, 3]],
  funcs: [[0, ...get(0), 0x28, 2, 0], [1, ...get(0), ...get(1), 0x36, 2, 0], [0, ...get(0), 0x40, 0]],
  exports: [['memory', 2, 0], ['load', 0, 0], ['store', 0, 1], ['grow', 0, 2], ['same', 2, 0]],
  data: [[0, 0x41, 8, 0x0b, 3, 1, 2, 3]],
});
const r = new WebAssembly.Instance(new WebAssembly.Module(remembering)).exports;
const before = r.memory.buffer;
console.log(before.byteLength, [...new Uint8Array(before, 8, 4)], r.memory.buffer === before, String(r.memory), r.memory instanceof WebAssembly.Memory);
new Uint32Array(before)[4] = 99;
console.log(r.load(16));
r.store(20, -2);
console.log(new Int32Array(r.memory.buffer)[5], Buffer.from(r.memory.buffer, 8, 3));
console.log(r.grow(1), before.byteLength, r.memory.buffer === before, r.memory.buffer.byteLength, new Int32Array(r.memory.buffer)[5]);
console.log(r.memory.grow(1), r.memory.buffer.byteLength, r.grow(1));
caught('too much', () => r.memory.grow(1));
caught('out of bounds', () => r.load(65536 * 3));
const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
const user = build({ types: [[[i32], [i32]]], imports: [['js', 'mem', 2, 1, 1, 2]], funcs: [[0, ...get(0), 0x2d, 0, 0], [0, ...get(0), 0x40, 0]], exports: [['peek', 0, 0], ['mem', 2, 0], ['grow', 0, 1]] });
const u = new WebAssembly.Instance(new WebAssembly.Module(user), { js: { mem: memory } }).exports;
new Uint8Array(memory.buffer)[3] = 42;
console.log(u.peek(3), u.mem === memory, u.grow(1), memory.buffer.byteLength, u.peek(3));
const chained = new WebAssembly.Instance(new WebAssembly.Module(user), { js: { mem: u.mem } }).exports;
console.log(chained.peek(3), chained.mem === memory);
refused('memory of another size', () => new WebAssembly.Instance(new WebAssembly.Module(user), { js: { mem: new WebAssembly.Memory({ initial: 0 }) } }));
refused('memory without a maximum', () => new WebAssembly.Instance(new WebAssembly.Module(user), { js: { mem: new WebAssembly.Memory({ initial: 1 }) } }));
refused('memory of a module', () => String(new WebAssembly.Instance(new WebAssembly.Module(build({ imports: [['js', 'mem', 2, 0, 1]] })), { js: { mem: r.memory } })));
caught('no memory', () => new WebAssembly.Instance(new WebAssembly.Module(user), { js: { mem: {} } }));
refused('memory without initial', () => new WebAssembly.Memory({}));
refused('memory without descriptor', () => new WebAssembly.Memory());
refused('memory upside down', () => new WebAssembly.Memory({ initial: 2, maximum: 1 }));

// Globals.
const g = new WebAssembly.Global({ value: 'i32', mutable: true }, 5), fixed = new WebAssembly.Global({ value: 'i64' }, 9n);
console.log(g.value, g.valueOf(), fixed.value, String(g), new WebAssembly.Global({ value: 'f32' }, 0.1).value, new WebAssembly.Global({ value: 'f64' }).value, new WebAssembly.Global({ value: 'i32' }, -129).value);
g.value = -3.7;
console.log(g.value);
refused('immutable', () => { fixed.value = 1n; });
refused('unknown type', () => new WebAssembly.Global({ value: 'i16' }));
const globals = build({
  types: [[[], [i32]], [[i32], []]], imports: [['js', 'g', 3, i32, 1], ['js', 'k', 3, f64, 0], ['js', 'b', 3, i64, 0]],
  globals: [[i32, 1, 0x41, 0xe4, 0, 0x0b], [i64, 0, 0x42, 0x7f, 0x0b]],
  funcs: [[0, 0x23, 0], [1, ...get(0), 0x24, 0], [0, 0x23, 3]],
  exports: [['g', 3, 0], ['k', 3, 1], ['own', 3, 3], ['long', 3, 4], ['get', 0, 0], ['set', 0, 1], ['getOwn', 0, 2]],
});
const G = new WebAssembly.Instance(new WebAssembly.Module(globals), { js: { g, k: 2.5, b: 7n } }).exports;
console.log(G.get(), G.g === g, G.k.value, G.own.value, G.long.value);
G.set(11);
G.own.value = 12;
console.log(g.value, G.getOwn());
caught('number for a mutable', () => new WebAssembly.Instance(new WebAssembly.Module(globals), { js: { g: 1, k: 1, b: 1n } }));
caught('number for i64', () => new WebAssembly.Instance(new WebAssembly.Module(globals), { js: { g, k: 1, b: 1 } }));
caught('text for f64', () => new WebAssembly.Instance(new WebAssembly.Module(globals), { js: { g, k: 'x', b: 1n } }));

// Tables.
const tables = build({
  types: [[[i32], [i32]], [[], []]], tables: [[0x70, 1, 3, 6]],
  funcs: [[0, ...get(0), 0x41, 10, 0x6c], [0, ...get(0), 0x41, 20, 0x6a], [0, 0x41, 2, ...get(0), 0x11, 0, 0]],
  exports: [['table', 1, 0], ['ten', 0, 0], ['call', 0, 2]],
  elements: [[0, 0x41, 0, 0x0b, 2, 0, 1]],
});
const t = new WebAssembly.Instance(new WebAssembly.Module(tables)).exports;
console.log(t.table.length, t.table.get(0)(4), t.table.get(1)(4), t.table.get(2), String(t.table), t.call(0), t.call(1));
refused('call of nothing', () => t.call(2));
caught('call beyond', () => t.call(77));
refused('get beyond', () => t.table.get(3));
t.table.set(2, t.ten);
console.log(t.call(2), t.table.grow(2), t.table.length);
t.table.set(2, null);
refused('cleared', () => t.call(2));
refused('grow beyond', () => t.table.grow(7));
refused('set beyond', () => t.table.set(9, null));
refused('set a function of JavaScript', () => t.table.set(0, () => 1));
const table = new WebAssembly.Table({ initial: 2, element: 'anyfunc' });
table.set(0, n.add);
console.log(table.length, table.get(0)(20, 1), table.get(1));
const shares = build({ types: [[[i32], [i32]], [[i32, i32], [i32]]], imports: [['js', 't', 1, 0x70, 0, 1]], funcs: [[0, ...get(0), 0x41, 4, 0x41, 0, 0x11, 1, 0]], exports: [['call', 0, 0], ['t', 1, 0]] });
const s = new WebAssembly.Instance(new WebAssembly.Module(shares), { js: { t: table } }).exports;
console.log(s.call(3), s.t === table);

// Start, compiling, validating.
const starting = build({ types: [[[], []]], imports: [['a', 'b', 0, 0]], start: 0 });
new WebAssembly.Instance(new WebAssembly.Module(starting), { a: { b: () => console.log('started') } });
caught('start throws', () => new WebAssembly.Instance(new WebAssembly.Module(starting), { a: { b: () => { throw new TypeError('not today'); } } }));
refused('start traps', () => new WebAssembly.Instance(new WebAssembly.Module(build({ types: [[[], []]], funcs: [[0, 0x00]], start: 0 }))));
console.log(WebAssembly.validate(numbers), WebAssembly.validate(new Uint8Array([1, 2, 3, 4])), WebAssembly.validate(numbers.slice(0, -1)), WebAssembly.validate(new ArrayBuffer(8)), WebAssembly.validate(build({ types: [[[], [i32]]], funcs: [[0]] })));
refused('compile rubbish', () => new WebAssembly.Module(Buffer.from('rubbish that is long enough')));
caught('compile nothing', () => new WebAssembly.Module(new Uint8Array(0)));
caught('compile text', () => new WebAssembly.Module('text'));
refused('without new', () => WebAssembly.Module(numbers));
refused('validate text', () => WebAssembly.validate('text'));
console.log(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module);
console.log(String(WebAssembly), String(callingModule), String(new WebAssembly.Instance(new WebAssembly.Module(numbers))), typeof WebAssembly, Object.keys(WebAssembly), Object.keys(global).includes('WebAssembly'));
const error = new WebAssembly.LinkError('why', { cause: 5 });
console.log(error.name, error.message, error.cause, String(error), error instanceof Error, Object.keys(error));

module.exports = (async () => {
  const done = await WebAssembly.instantiate(numbers);
  console.log(Object.keys(done), done.module instanceof WebAssembly.Module, done.instance instanceof WebAssembly.Instance, done.instance.exports.add(1, 1));
  const instance = await WebAssembly.instantiate(done.module, {});
  console.log(instance instanceof WebAssembly.Instance, instance.exports.add(2, 2));
  console.log((await WebAssembly.compile(numbers.buffer)) instanceof WebAssembly.Module);
  for (const [what, fn] of [['rubbish', () => WebAssembly.compile(new Uint8Array(20))], ['text', () => WebAssembly.instantiate('text')], ['no imports', () => WebAssembly.instantiate(calling)], ['no function', () => WebAssembly.instantiate(calling, { env: {} })], ['no object', () => WebAssembly.instantiate(calling, 5)]]) {
    await fn().then(() => console.log(what, 'works'), (e) => console.log(what, e.name));
  }
})();
