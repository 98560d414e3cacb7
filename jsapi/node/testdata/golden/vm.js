// Names that a context has, or has not.
var vm = require('vm');
function run(code, sandbox) {
  try { return vm.runInNewContext(code, sandbox); } catch (e) { return e.name + ': ' + e.message; }
}
console.log(run('typeof module'), run('typeof module === "object" ? 1 : 2'), run('absent'));
console.log(run('typeof a', { a: 1 }), run('a + b', { a: 1, b: 2 }), run('typeof undefined', { a: 1 }));
var box = {};
console.log(run('x = 5; y = typeof z; for (k in { q: 1 }) {} n = 1; n++; (function () { inner = [x]; })(); var v = 3; function f() { return x; } f()', box), box.x, box.y, box.k, box.n, box.inner, box.v, typeof box.f, typeof x);
console.log(run('typeof later; var later = 1; later'), run('[p, q] = [1, 2]; p + q', box), box.p, typeof p);
console.log(run('typeof Math.max'), new vm.Script('typeof nothing').runInNewContext({}), run('(function () { return typeof exports; })()'));
