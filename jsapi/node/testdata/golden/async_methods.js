'use strict';
// Asynchronous methods are asynchronous functions in all that can be seen of them.
const util = require('util');
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
const show = (what, f) => console.log(what, f.constructor.name, Object.prototype.toString.call(f), Object.getPrototypeOf(f) === AsyncFunction.prototype, f instanceof AsyncFunction,
  util.types.isAsyncFunction(f), util.inspect(f), JSON.stringify(f.name), f.length, 'prototype' in f, Object.getOwnPropertyNames(f).join(), String(f));
const k = 'computed', sym = Symbol('s');

class Base {
  async over(a, b) { return ['base', a, b]; }
  static async over(a) { return ['static base', a]; }
}
class A extends Base {
  async plain(a, b = 1) { return [this.x, a, b]; }
  async over(a, b) { const inner = async () => super.over(b, a); return inner(); }
  static async st() { return this.name; }
  static async over(a) { return super.over(a + 1); }
  async [k](...rest) { return rest; }
  async [sym]() {}
  static async [k + 1]() {}
  async 'a-b'() {}
  async 7() {}
  async async() {}
  async get() {}
  *sync() {}
  async #own(a) { return ['own', a, await super.over(1, 2)]; }
  static async #shared() { return super.over(5); }
  static async none() {}
  static get none() { throw new Error('read'); }
  get acc() { throw new Error('read'); }
  static seen = [this.st.constructor.name, this.prototype.plain.constructor.name];
  static { this.early = this.#shared.constructor.name; }
  own() { return [this.#own, this.#own(3)]; }
  static shared() { return [A.#shared, this.#shared()]; }
  constructor() { super(); this.x = 'x'; }
}
const a = new A();
for (const n of ['plain', 'over', k, sym, 'a-b', '7', 'async', 'get']) { show(n.toString(), a[n]); }
for (const n of ['st', 'over', k + 1]) { show(n, A[n]); }
show('own', a.own()[0]);
show('shared', A.shared()[0]);
console.log(a.sync.constructor.name, A.seen, A.early);
console.log(Object.keys(A), Object.keys(A.prototype), Reflect.ownKeys(A.prototype), Reflect.ownKeys(A), String(A).slice(0, 60));
console.log(Object.getOwnPropertyDescriptor(A.prototype, 'plain'));
const Anonymous = class { async m() {} };
show('anonymous', new Anonymous().m);
console.log(Anonymous.name, (class { async m() {} }).name, new (class { static async m() {} })().constructor.name);

const o = {
  async plain(a, b) { return [this === o, a, arguments.length]; },
  async [k](x) { return x; }, async [sym]() {}, async 'a-b'() {}, async 7() {}, async async() {}, async __proto__() { return 1; },
  get acc() { throw new Error('read'); }, sync() {}, named: async function other() {}, arrow: async () => {},
};
for (const n of ['plain', k, sym, 'a-b', '7', 'async', 'named']) { show(n.toString(), o[n]); }
console.log(Object.getPrototypeOf(o) === Object.prototype, Object.getOwnPropertyDescriptor(o, 'plain'), Reflect.ownKeys(o));
const parent = { async m(a) { return ['parent', a]; } };
const child = { __proto__: parent, async m(a) { return super.m(a + 1); }, async n() { return super.hasOwnProperty('n'); }, async e() { return eval('super.m(9)'); } };
for (const n of ['m', 'n', 'e']) { show(n, child[n]); }
for (const f of [a.plain, A.st, o.plain, child.m]) {
  try { new f(); } catch (e) { console.log(e.name, e.message); }
}
for (const f of [a.plain, o.plain]) {
  try { f.caller; } catch (e) { console.log(e.name, e.message); }
}
console.log(a, o.sync.constructor.name);
function Old() {}
Old.prototype = { constructor: Old, async m() { return 1; } };
show('old', new Old().m);
class Fails {
  async m() {
    throw new Error('from m');
  }
}
const literal = {
  async fails() {
    await null;
    throw new Error('from fails');
  },
};
module.exports = (async () => {
  console.log(await a.plain(1), await a.over(1, 2), await A.st(), await A.over(1), await a[k](1, 2), await a.own()[1], await A.shared()[1]);
  console.log(await o.plain(1), await o.__proto__(), await child.m(1), await child.n(), await child.e());
  for (const [of, name] of [[new Fails(), 'm'], [literal, 'fails']]) {
    await of[name]().catch((e) => console.log(e.stack.split('\n').slice(0, 2).join('\n').replace(/\(.*[\\/]/g, '(')));
  }
})();
