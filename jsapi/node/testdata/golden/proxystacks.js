// A call of a proxy has no line of its own in a stack, and the functions of its handler have one.
const path = require('path');
function outer(n) { if (n) { throw new Error('thrown'); } return 1; }
class Kind { constructor() { throw new Error('made'); } }
const handlers = {
  none: {},
  get: { get: (target, key) => target[key] },
  apply: { apply: function apply(target, that, args) { return target(...args); } },
  reflect: { apply: function apply(target, that, args) { return Reflect.apply(target, that, args); } }
};
const place = (line) => line.replace(/\(?\/.*\//, '(').replace(/(:\d+)?\)?$/, ')');
const show = (name, f) => {
  try { f(); } catch (e) {
    const lines = e.stack.split('\n');
    console.log(name, lines.slice(0, lines.findIndex((l) => l.includes('show'))).map(place));
  }
};
for (const [name, handler] of Object.entries(handlers)) {
  const p = new Proxy(outer, handler), o = { p };
  show(name, () => p(1));
  show(name + ' as a member', () => o.p(1));
  show(name + ' by call', () => p.call({}, 1));
  show(name + ' by Reflect', () => Reflect.apply(p, {}, [1]));
  show(name + ' of a proxy', () => new Proxy(p, {})(1));
  show(name + ' in an array', () => [1].forEach(p));
}
show('class', () => new (new Proxy(Kind, {}))());
show('construct', () => new (new Proxy(Kind, { construct: function construct(target, args) { throw new Error(args.join()); } }))(1, 2));
show('get', () => new Proxy({}, { get: function get() { throw new Error('got'); } }).x);
show('set', () => { new Proxy({}, { set: function set() { throw new Error('set'); } }).x = 1; });
show('has', () => 'x' in new Proxy({}, { has: function has() { throw new Error('had'); } }));

function captured() { const e = {}; Error.captureStackTrace(e, captured); return e.stack; }
const c = { captured: new Proxy(captured, { get: (target, key) => target[key] }) };
console.log(place(c.captured().split('\n')[1]));
const old = Error.prepareStackTrace;
Error.prepareStackTrace = (e, sites) => sites.slice(0, 3).map((s) => [s.getFunctionName(), path.basename(String(s.getFileName())), s.isNative()]);
try { new Proxy(outer, handlers.apply)(1); } catch (e) { console.log(e.stack); }
Error.prepareStackTrace = old;
console.log(Object.keys(Proxy), Proxy.length, Proxy.name, Proxy.prototype);
