// Frames of functions that await, and what CallSite objects say.
const f = async () => { await null; throw new Error('x'); };
const show = (e) => console.log(e.stack.split('\n').filter((l) => !/node:/.test(l)).map((l) => l.trim().replace(/\/.*\//, '')).slice(0, 3).join('|'));
async function one() { await f(); }
async function two() { const x = await f(1, { a: [2] }); return x; }
async function three() {
  const q = 1;
  await
    f();
}
async function four() { return await f(await 1); }
async function five() { for (const p of [f()]) { await p; } }
async function seven() { try { await f(); } finally { show(new Error('in')); } }
const nine = async () => { await one(); };
function sites() { const before = Error.prepareStackTrace; Error.prepareStackTrace = (e, list) => list; const list = new Error().stack.slice(1); Error.prepareStackTrace = before; return list; }
class A { m() { return sites()[0]; } static s() { return sites()[0]; } get g() { return sites()[0]; } }
for (const c of [new A().m(), A.s(), new A().g, (() => sites()[0])(), new (function Foo() { this.c = sites()[0]; })().c]) {
  console.log(c.getTypeName(), c.getFunctionName(), c.getMethodName(), c.isConstructor(), c.isToplevel(), c.isNative(), c.getLineNumber(), c.getColumnNumber());
}
module.exports = (async () => { for (const g of [one, two, three, four, five, seven, nine]) { try { await g(); } catch (e) { show(e); } } })();
