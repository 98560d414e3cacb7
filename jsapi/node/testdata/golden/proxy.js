// What the traps of a proxy of a function get is theirs to keep.
let saved, saved2; const p = new Proxy(function () {}, { apply(t, th, args) { saved = args; return 1; }, construct(t, args) { saved2 = args; return {}; } });
function other(...a) { return a.length && arguments.length; }
p(1, 2); other(5, 6, 7); new p('x', 'y'); other('a', 'b', 'c'); (function (a, b) { return [a, b, saved]; })(8, 9);
console.log(saved, saved2);
Reflect.apply(p, null, [3, 4]); other(1,1,1); console.log(saved);
p.call(null, 'q', 'r'); other(1,1,1); console.log(saved);
const target = (a) => a + 1, calls = []; const q = new Proxy(target, { apply(t, th, args) { const c = { arguments: args }; try { return c.result = Reflect.apply(t, th, args); } finally { calls.push(c); } } });
q(1); other(5, 6); console.log(calls);
class Handler { constructor() { this.n = 0; } apply(t, that, args) { this.n++; return args; } get(t, k) { return k === 'count' ? this.n : t[k]; } }
const h = new Handler(), k = new Proxy(function f(a, b) {}, h), kept = [k(1), k(2, 3)]; other(7, 8);
console.log(kept, h.n, k.count, k.name, k.length, typeof k);
const { proxy, revoke } = Proxy.revocable(function () {}, { apply: (t, x, args) => args }), list = proxy('a'); other(1); console.log(list); revoke(); try { proxy(); } catch (e) { console.log(e.name); }
class A { constructor(v) { this.v = v; } } const B = new Proxy(A, { construct(t, args, made) { saved = args; return Reflect.construct(t, args, made); } }); const b = new B('q'); class C extends B {} const c = new C('r'); other(1, 2);
console.log(b.v, b instanceof A, b instanceof B, c instanceof C, c.v, saved); h.apply = undefined; console.log(k(1));
try { new Proxy(function () {}, 1); } catch (e) { console.log(e.name); } try { Proxy(A, {}); } catch (e) { console.log(e.name); }
console.log([3, 1, 2].sort(new Proxy((x, y) => x - y, { apply: (t, x, args) => t(...args) })), new Proxy(Math.max, {})(1, 5, 3));
