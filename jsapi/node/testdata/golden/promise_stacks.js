// Stacks go through Promise.all and its like, then, and promises that are resolved with others.
const later = (v) => new Promise((r) => setTimeout(r, 1, v));
async function inner(n) { await later(); throw new Error('e' + n); }
const own = (e) => e.stack.split('\n').filter((l) => !/node:/.test(l)).map((l) => l.replace(/\/.*\//, '')).join('\n');
async function show(name, f) { try { await f(); } catch (e) { console.log(name + ': ' + own(e.errors && e.errors[0] ? e.errors[0] : e)); } }
class P extends Promise {}
class Q extends Promise {}
Q.resolve = 5;
class Twice { constructor(f) { f(1, 2); f(3, 4); } }
class Bad { constructor(f) { f(5, 2); } }
const cases = {
  all: async function f() { await Promise.all([later(1), inner(1)]); },
  nested: async function f() { await Promise.all([Promise.all([inner(1)])]); },
  then: async function f() { await inner(2).then((x) => x); },
  allOfThen: async function f() { await Promise.all([inner(2).then((x) => x)]); },
  thenOfAll: async function f() { await Promise.all([inner(2)]).then((x) => x); },
  catchOfAll: async function f() { await Promise.all([inner(2)]).catch((x) => { throw x; }); },
  finally: async function f() { await inner(2).finally(() => {}); },
  any: async function f() { await Promise.any([inner(2), inner(3)]); },
  race: async function f() { await Promise.race([later(2).then(later), inner(3)]); },
  settled: async function f() { throw (await Promise.allSettled([1, inner(3)]))[1].reason; },
  map: async function f() { await Promise.all([1, 2, 3].map(async function each(n) { await later(); if (n === 2) { throw new Error('m'); } })); },
  arrows: async () => { await Promise.all([1, 2, 3].map(async (n) => { await later(); if (n === 2) { throw new Error('m'); } })); },
  returned: async function f() { return Promise.all([inner(3)]); },
  resolved: async function f() { await new Promise((resolve) => resolve(inner(4))); },
  passed: async function f() { await new Promise((resolve, reject) => inner(4).then(resolve, reject)); },
  static: async function f() { await Promise.resolve(inner(4)); },
  callback: async function f() { await later().then(function cb() { throw new Error('5'); }); },
  callbackInAll: async function f() { await Promise.all([later().then(function cb() { throw new Error('5'); })]); },
  called: async function f() { await later().then(() => inner(5)); },
  subclass: async function f() { await P.all([inner(1)]); },
  twoHandlers: async function f() { const p = inner(7); p.catch(() => {}); await Promise.all([p]); },
  set: async function f() { await Promise.all(new Set([inner(8)])); },
  iterator: async function f() { await Promise.all({ [Symbol.iterator]() { throw new Error('it'); } }); },
  thenable: async function f() { await Promise.all([{ then() { throw new Error('then'); } }]); },
  none: async function f() { await Promise.all(); },
  number: async function f() { await Promise.all(5); },
  object: async function f() { await Promise.race({ a: 1 }); },
  noFunction: async function f() { await Promise.all({ [Symbol.iterator]: 5 }); },
  noIterator: async function f() { await Promise.all({ [Symbol.iterator]: () => 5 }); },
  noNext: async function f() { await Promise.all({ [Symbol.iterator]: () => ({ next: 5 }) }); },
  noResult: async function f() { await Promise.all({ [Symbol.iterator]: () => ({ next: () => 5 }) }); },
  noAny: async function f() { await Promise.any([]); },
  noResolve: async function f() { await Q.all([1]); }
};
const message = (f) => { try { f(); } catch (e) { console.log(e.message); } };
for (const C of [undefined, 5, {}, () => {}, Twice, Bad]) { message(() => Promise.all.call(C, [])); }
function site(s) { return [s.isPromiseAll(), s.getPromiseIndex(), s.isAsync(), s.getFunctionName(), s.getTypeName(), s.getMethodName(), s.getLineNumber(), s.getColumnNumber(), s.isToplevel(), s.isNative(), String(s).replace(/\/.*\//, '')].join(); }
module.exports = (async () => {
  for (const name of Object.keys(cases)) { await show(name, cases[name]); }
  Error.prepareStackTrace = (e, sites) => sites.filter((s) => !/node:/.test(s.getFileName())).map(site).join('\n');
  for (const kind of ['all', 'allSettled', 'any']) {
    try { throw (await Promise[kind]([inner(3)]))[0].reason; } catch (e) { console.log((e.errors ? e.errors[0] : e).stack); }
  }
  Error.prepareStackTrace = undefined;
})();
