// Asynchronous generators: what they are, the order of their steps, and what others see of them.
const log = [];
const say = (...a) => log.push(a.map(x => { try { return typeof x === 'string' ? x : require('util').inspect(x); } catch (e) { return 'ERR ' + e.message; } }).join(' '));
async function* gen(n) { try { for (let i = 0; i < n; i++) { const got = yield i; if (got) say('got', got); } return 'end'; } finally { say('cleanup'); } }
class A { async *items() { yield* gen(2); } static async *s() { yield 1; } }
const o = { async *m() { yield 1; }, async *[Symbol.asyncIterator]() { yield 7; yield 8; } };
module.exports = (async () => {
  const g = gen(2);
  say('tag', Object.prototype.toString.call(g), Object.prototype.toString.call(gen));
  say('inspect', g, gen, A, o, new A().items);
  say('ctor', gen.constructor.name, Object.getPrototypeOf(gen) === Function.prototype, g instanceof gen, typeof gen.prototype);
  say('proto', Object.getPrototypeOf(g) === gen.prototype, Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(g))).join());
  say(await g.next(), await g.next('a'), await g.next(), await g.next());
  const h = gen(3); say(await h.next()); say(await h.return('r')); say(await h.next());
  const k = gen(3); await k.next(); try { await k.throw(new Error('t')); } catch (e) { say('caught', e.message); }
  const q = gen(3); say(await Promise.all([q.next(), q.next(), q.next(), q.next(), q.next()]));
  for await (const x of o) say('x', x);
  for await (const x of new A().items()) say('y', x);
  for await (const x of [Promise.resolve(1), 2]) say('z', x);
  try { for await (const x of [Promise.reject(new Error('no'))]) say(x); } catch (e) { say('rej', e.message); }
  try { new gen(); } catch (e) { say(e.name, e.message); }
  try { for await (const x of 5) ; } catch (e) { say(e.name, e.message); }
  try { for await (const x of {}) ; } catch (e) { say(e.name, e.message); }
  const AG = Object.getPrototypeOf(async function* () {}).constructor;
  try { const f = new AG('a', 'yield a; yield a * 2'); const out = []; for await (const x of f(2)) out.push(x); say(out); } catch (e) { say('AGF', e.message); }
  say(gen.length, gen.name, o.m.name, gen.toString().slice(0, 22), o.m.toString());
  async function* y() { const r = yield* (async function* () { yield 'in'; return 'ret'; })(); say('r', r); yield Promise.resolve('unwrapped'); }
  for await (const x of y()) say('v', x);
  async function* args(a = arguments.length, ...r) { yield [a, r, arguments.length]; }
  say((await args(undefined, 2).next()).value);
  const order = [];
  const p1 = (async () => { for await (const x of gen(2)) order.push('g' + x); order.push('done'); })();
  const p2 = (async () => { for (let i = 0; i < 8; i++) { await null; order.push('t' + i); } })();
  await Promise.all([p1, p2]); say(order.join());
  async function* early() { try { yield 1; yield 2; } finally { await null; say('early'); } }
  for await (const x of early()) break;
  lbl: for (const a of [1, 2]) for await (const x of early()) { if (a === 1) continue lbl; break lbl; }
  say(typeof (async function* () {}).prototype, 'caller' in gen);
  const it = gen(1)[Symbol.asyncIterator](); say(it[Symbol.asyncIterator]() === it);
  try { await gen.prototype.next.call({}); } catch (e) { say(e.name, e.message); }
  function f(a, b = arguments[0], c = () => arguments.length) { return [a, b, c()]; }
  say(f(1), f(1, 2, undefined, 4));
  function g2(a, b = arguments) { a = 5; return b[0]; }
  say(g2(1));
  const d = (a, b = a, ...[c, e = b]) => [a, b, c, e]; say(d(1, undefined, 3));
  function h2({ x = arguments.length } = {}) { return x; } say(h2(), h2({}), h2({ x: 9 }));
  function v(a, b = () => a) { var a = 2; return [a, b()]; } say(v(1));
  function w(a = eval('1'), b = this) { return [a, b === this]; } say(w.call(o));

  // What yield* passes on, and what it does with iterators that lack methods.
  const steps = [];
  const inner = {
    [Symbol.asyncIterator]() { return this; },
    next(v) { steps.push('next ' + v); return { value: 'n', done: false }; },
    throw(e) { steps.push('throw ' + e); return { value: 'thrown', done: true }; },
    return(v) { steps.push('return ' + v); return Promise.resolve({ value: 'back ' + v, done: true }); }
  };
  async function* passing(it) { try { const r = yield* it; steps.push('result ' + r); yield 'after'; } finally { steps.push('finally'); } }
  const d1 = passing(inner); await d1.next('lost'); await d1.next('kept'); say(await d1.throw('err'), await d1.next(), steps.splice(0).join());
  const d2 = passing(inner); await d2.next(); say(await d2.return('v'), await d2.next(), steps.splice(0).join());
  const bare = { [Symbol.asyncIterator]() { return { next: async () => ({ value: 1, done: false }) }; } };
  const d3 = passing(bare); await d3.next(); say(await d3.return('v'), steps.splice(0).join());
  const d4 = passing(bare); await d4.next(); try { await d4.throw(1); } catch (e) { say(e.name, e.message, steps.splice(0).join()); }
  const d5 = passing([Promise.resolve('p'), 'q']); say(await d5.next(), await d5.next(), await d5.next(), await d5.next(), steps.splice(0).join());
  try { await passing({ [Symbol.asyncIterator]() { return 1; } }).next(); } catch (e) { say(e.name, e.message); }
  try { await passing({ [Symbol.asyncIterator]: () => ({ next: () => 1 }) }).next(); } catch (e) { say(e.name, e.message); }
  try { await passing(5).next(); } catch (e) { say(e.name); }
  steps.length = 0;
  // Requests before the first one, after the last one, and while one is served.
  const n1 = gen(2); say(await n1.return(Promise.resolve('early')), await n1.next());
  const n2 = gen(2); try { await n2.throw(new Error('early')); } catch (e) { say(e.message, await n2.next()); }
  const n3 = gen(0); await n3.next(); say(await n3.return(Promise.resolve('late'))); try { await n3.throw(new Error('late')); } catch (e) { say(e.message); }
  const n4 = gen(2); try { await n4.return(Promise.reject(new Error('rejected'))); } catch (e) { say(e.message, await n4.next()); }
  const n5 = gen(3), asked = [n5.next(), n5.return('r'), n5.next()]; say(await Promise.all(asked));
  async function* again() { try { yield 1; } finally { yield 'more'; } }
  const n6 = again(); await n6.next(); say(await n6.return('r'), await n6.next(), await n6.next());
  async function* nested() { try { try { yield 1; } catch (e) { yield 'caught ' + e; throw 'second'; } } finally { say('outer'); } }
  const n7 = nested(); await n7.next(); say(await n7.throw('first')); try { await n7.next(); } catch (e) { say(e); }
  async function* rejected() { try { yield Promise.reject('in yield'); } catch (e) { say('seen', e); } return Promise.reject('in return'); }
  const n8 = rejected(); try { await n8.next(); } catch (e) { say(e, await n8.next()); }
  async function* thenable() { yield { then(ok) { ok('thenable'); } }; return { then(ok, no) { no('no'); } }; }
  const n9 = thenable(); say(await n9.next()); try { await n9.next(); } catch (e) { say(e); }
  // Names, texts and where functions may stand.
  const named = { 'a b': async function* () {}, [Symbol('s')]: async function* () {}, ['x' + 1]: async function* () {}, f: async function* own() {} };
  say(Reflect.ownKeys(named).map(k => named[k].name).join());
  let later; later = async function* () {}; const { dflt = async function* () {} } = {}; class K { static async *#p() { yield this.q; } static q = 4; static run() { return this.#p(); } async *['c' + 1]() { yield super.toString(); } }
  say(later.name, dflt.name, new K().c1.name, (await K.run().next()).value, (await new K().c1().next()).value);
  { async function* inBlock() { yield 'block'; } say((await inBlock().next()).value); }
  switch (1) { case 0: async function* inCase() { yield 'case'; } break; case 1: say((await inCase().next()).value, Object.prototype.toString.call(inCase)); }
  say(await hoisted().next()); async function* hoisted() { yield this === undefined; }
  say((0, eval)('(async function* e() { yield 1; })').constructor.name, Object.keys(gen).join(), JSON.stringify(Object.getOwnPropertyDescriptor(gen, 'prototype')), Reflect.ownKeys(gen.prototype).length);
  say(AG.name, AG.length, Object.getPrototypeOf(AG) === Function, AG.prototype === Object.getPrototypeOf(gen), AG.prototype.prototype.constructor === AG.prototype, String(AG('a', 'b', 'yield a + b')));
  try { AG('yield 1', ''); } catch (e) { say(e.name); } try { AG('', '}'); } catch (e) { say(e.name); }
  const { isAsyncFunction, isGeneratorFunction, isGeneratorObject } = require('util').types;
  say(isAsyncFunction(gen), isGeneratorFunction(gen), isGeneratorObject(gen(1)), typeof gen(1)[Symbol.asyncIterator], Symbol.iterator in gen(1));
  const odd = []; const outer2 = async function* () { for (const x of [1, 2, 3]) { odd.push(await x); yield x * 2; } label: for (;;) { for await (const y of gen(5)) { if (y > 1) break label; yield 'y' + y; } } const f = async () => await 7, h = function* () { yield 8; }; yield [await f(), ...h()]; return arguments.length; };
  const all = []; const it2 = outer2(1, 2, 3); for (let r; !(r = await it2.next()).done || (all.push(r.value), false);) all.push(r.value); say(all, odd);
  try { (async function* (a = missing()) {})(); } catch (e) { say('at once', e.name); }
  const store = new (require('async_hooks').AsyncLocalStorage)(); say(await store.run('kept', async () => { const g = (async function* () { await null; yield store.getStore(); })(); return (await g.next()).value; }));
  console.log(log.join('\n'));
})();
