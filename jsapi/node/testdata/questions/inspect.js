// util.inspect and util.format: values of all kinds inside of each other, with all options.
const { chooser, ask, print } = require('./ask.js');
const util = require('util');
const pick = chooser(23);
const known = {
  util,
  failed: (e) => { e.stack = e.name + ': ' + e.message + '\n    at x (/y/z.js:1:2)\n    at q (/y/node_modules/@a/b/c.js:3:4)\n    at node:fs:1:1'; return e; },
  inside: () => Object.assign(known.failed(new Error('outer')), { cause: known.failed(new TypeError('inner')) }),
  A: class A {}, B: class B extends Array {},
  moved: (it) => { it.next(); return it; },
};
const values = ['null', 'undefined', 'true', '0', '-0', '1.5', 'NaN', 'Infinity', '10n', '-1234567n', '1234567.891', '"a"', '""', 'Symbol("s")', '{}', '[]', '[1,2]', '{a:1}', '()=>1', '(0,function(){}).bind()', 'A', 'B', 'new Date(0)', 'new Date(NaN)', '/a/g', 'new Map([[1,2]])', 'new Set([1])', 'failed(new Error("e"))', 'failed(new (class Own extends TypeError{})("e"))', 'Buffer.from("ab")', 'new Uint8Array(2)', 'Promise.resolve(1)', 'new Promise(()=>{})', 'Object.create(null)', 'new Proxy({},{})', 'new Proxy([1],{})', 'new (class B{x=1})', 'async()=>{}', 'async function a(){}', 'function*g(){}', 'new ArrayBuffer(4)', 'new DataView(new ArrayBuffer(2))', 'new URLSearchParams("a=1")', '[,1]', '[1,,3,,,]', '"é\\n"', '"it\'s"', '"a".repeat(30)', '"a b\\n".repeat(9)', '1e21', '2**31', 'Object(1n)', 'Object("abc")', 'Object(Symbol("q"))', 'Object(false)', 'new Map([[1,2]]).entries()', 'new Map([[1,2],[3,4]]).keys()', 'moved(new Set([1,2]).values())', 'new Set([1]).entries()', '[1].values()', 'inside()', 'failed(new AggregateError([1],"m"))', '/(?<n>a)|b/.exec("xa")', '"aXb".match(/X/g)', 'Array(7).fill(1)', '"abcdefghijklmnop".split("")', 'Array(120).fill("ab")', 'new (class F extends Map{})', 'Object.create({a:1})', 'Object.create((class Foo{}).prototype)', 'new (class{get g(){return 1} set s(v){}})', 'new Error("no stack", {cause:1}).cause'];
function deep(depth) {
  if (depth > 2) { return pick(values); }
  const several = (n) => Array.from({ length: 1 + pick.below(n) }, () => deep(depth + 1));
  switch (pick.below(9)) {
    case 0: case 1: return '[' + several(8).join(',') + ']';
    case 2: return '{' + several(3).map((v, i) => pick(['a', '"b-c"', '[Symbol("q")]', '1', '__x', '"__proto__x"']).replace(/^(a|__x)$/, '$1' + i) + ':(' + v + ')').join(',') + '}';
    case 3: return 'new Map([[' + deep(depth + 1) + ',' + deep(depth + 1) + ']])';
    case 4: return 'new Set([' + several(3).join(',') + '])';
    case 5: return 'Object.assign(Object(' + deep(depth + 1) + '),{z:1})';
    case 6: return '{get g(){return ' + deep(depth + 1) + '},set s(v){}}';
    case 7: return 'Object.assign(()=>{},{p:' + deep(depth + 1) + '})';
  }
  return pick(values);
}
const options = [['depth', [0, 1, null]], ['compact', [false, true, 1, 3]], ['showHidden', [true]], ['colors', [true]], ['sorted', [true]], ['breakLength', [20, 40, 120]], ['maxArrayLength', [1, 0, null]], ['numericSeparator', [true]], ['maxStringLength', [2]], ['showProxy', [true]]];
function run(code) { return new Function(...Object.keys(known), 'return (' + code + '\n)')(...Object.values(known)); }
for (let i = 0; i < 2500; i++) {
  const o = {};
  for (const [name, list] of options) { if (pick.chance(6)) { o[name] = pick(list); } }
  const code = pick.chance(5)
    ? 'util.format(' + JSON.stringify(pick(['%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c x', '%% %s', 'a'])) + ',' + deep(1) + ',' + deep(1) + ')'
    : 'util.inspect(' + deep(0) + ',' + JSON.stringify(o) + ')';
  ask(code, () => run(code));
}
const gone = Proxy.revocable({}, {});
gone.revoke();
ask('revoked', () => [util.inspect(gone.proxy), util.inspect([gone.proxy], { showProxy: true })]);
for (const v of [{}, new WeakMap(), new WeakSet()]) { ask('weak', () => [util.inspect(Object.assign(v, { a: 1 })), util.inspect([[[v]]])]); }
for (const getters of [true, 'get', 'set']) {
  ask('getters ' + getters, () => util.inspect([{ get a() { return 1; }, get b() { return null; }, get c() { return { d: [1] }; }, set e(v) {}, get f() { throw new Error('no'); } }, { get g() { return 'x'; }, set g(v) {} }], { getters }));
}
ask('arguments', () => util.inspect((function () { return arguments; })(1, [2])));
ask('globals', () => [Math, JSON, Intl, Reflect].map((v) => util.inspect(v)));
module.exports = print();
