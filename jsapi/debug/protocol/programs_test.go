package protocol_test

var programs = []program{
	{name: "over", steps: "over over over over over over over over over over over over", text: `const a = 1;
let b = [a, 2];
function add(x, y) {
  const sum = x + y;
  return sum;
}
b.push(add(a, 3));
if (b.length > 2) {
  const inner = b.length;
  b.push(inner);
} else {
  b = null;
}
module.exports = b;
`},
	{name: "into and out", steps: "over into over into out over over over", text: `const names = ['x', 'y'];
const list = outer(names);
function outer(all) {
  const made = inner(all.length);
  return made.concat(all);
}
function inner(n) {
  const out = [];
  out.push(n);
  return out;
}
list.push(1);
`},
	{name: "loops", steps: "over over over over over over over over over over over over over over over over over over over over over over over over over over over over over over", text: `let total = 0;
for (let i = 0; i < 2; i++) {
  total += i;
}
while (total > 0) {
  total -= 1;
}
do {
  total++;
} while (total < 2);
switch (total) {
case 2:
  total = 0;
  break;
default:
  total = 1;
}
`},
	{name: "breakpoints", breaks: []int{4, 8}, evaluates: "typeof n", text: `const r = [];
function each(n) {
  const twice = n * 2;

  r.push(twice);
}
[1, 2].forEach(each);
// the next statement
r.reverse();
`},
	{name: "a condition", breaks: []int{2}, condition: "n === 2", evaluates: "n * 10", text: `function f(n) {
  return n;
}
[1, 2, 3].map(f);
[1, 2, 3].map(n => f(n + 10));
`},
	{name: "debugger", steps: "resume over over", text: `function f() {
  const x = 1;
  debugger;
  return x;
}
f();
f();
`},
	{name: "this and variables", breaks: []int{6, 10}, evaluates: "JSON.stringify([this && this.name, typeof outer, typeof value])", text: `class Pet {
  constructor(name) { this.name = name; }
  speak(loud) {
    const value = loud ? 1 : 2;
    const f = () => {
      return this.name + value;
    };
    const r = f();
    const done = true;
    return r;
  }
}
const outer = new Pet('Rex').speak(true);
`},
	{name: "a function that awaits", breaks: []int{2}, steps: "resume over over over over over", text: `async function f(x) {
  const a = await g(x);
  const b = a + 1;
  await null;
  return b;
}
async function g(y) {
  await new Promise(r => setTimeout(r, 2));
  return y * 2;
}
f(1);
`},
	{name: "into a function that awaits", breaks: []int{2}, steps: "resume into over over", text: `async function f(x) {
  const a = await g(x);
  return a;
}
async function g(y) {
  const z = y + 1;
  return z;
}
f(1);
`},
	{name: "a generator", breaks: []int{2}, steps: "resume over over over over over over", text: `function* numbers(n) {
  let i = 0;
  while (i < n) {
    yield i++;
  }
}
const got = [];
for (const v of numbers(2)) {
  got.push(v);
}
`},
	{name: "try and catch", steps: "over over over over over over over over over", text: `let log = [];
function fail() {
  throw new Error('no');
}
try {
  fail();
  log.push('never');
} catch (e) {
  log.push(e.message);
} finally {
  log.push('end');
}
log = null;
`},
	{name: "all exceptions", throws: "all", text: `function f(o) {
  return o.a.b;
}
try {
  f({});
} catch (e) {
  try {
    throw new RangeError('mine');
  } catch (e) {}
}
`},
	{name: "uncaught exceptions", throws: "uncaught", text: `function f() {
  throw new TypeError('seen');
}
try {
  throw new Error('not seen');
} catch (e) {}
f();
`},
	{name: "recursion", breaks: []int{2}, steps: "resume resume resume over over over over over", evaluates: "n", text: `function down(n) {
  if (n === 0) return 'end';
  const rest = down(n - 1);
  return rest + n;
}
let n = 2;
down(2);
`},
	{name: "shadows", breaks: []int{4, 6, 9}, evaluates: "x", text: `let x = 1;
function f(y) {
  let x = 2;
  { let x = 3;
    const z = x + y;
    x = z;
  }
  try { throw 7; } catch (x) {
    x++;
    return x;
  }
}
f(1);
`},
	{name: "values", breaks: []int{14}, text: `const un = undefined, nil = null, t = true, n = -0, big = 10n, nan = NaN, half = 1.5;
const s = 'a"b', sym = Symbol('q'), re = /a+/g;
const arr = [1, , 3], obj = { a: 1 }, none = Object.create(null);
const map = new Map([['k', 1]]), set = new Set([1, 2]), weak = new WeakMap();
class Q { #p = 1; get p() { return this.#p; } }
const q = new Q(), fn = function named() {}, arrow = () => 1;
const buf = Buffer.from('ab'), u8 = new Uint8Array(3), ab = new ArrayBuffer(4), dv = new DataView(ab);
const p = Promise.resolve(5), proxy = new Proxy({}, {}), err = new TypeError('bad');
const it = [1][Symbol.iterator](), date = new Date(0), boxed = new String('x');
const wset = new WeakSet(), nested = new (class extends Map {})();
const asyncFn = async () => {}, gen = function* () {};
const args = (function () { return arguments; })(1, 2);
let later;
later = 1;
`},
	{name: "before a declaration", text: `const first = 1;
let second = 2;
var third = 3;
class Fourth {}
`},
	{name: "functions as arguments", breaks: []int{3}, steps: "resume over out over", text: `const list = [3, 1, 2];
list.reduce(function by(a, b) {
  const d = a - b;
  return d;
});
list.map(x => x + 1);
list.pop();
`},
	{name: "step into an arrow", breaks: []int{3}, steps: "resume into over over over", text: `const twice = x => x * 2;
const add = (a, b) => { return a + b; };
const r = twice(4);
add(r, 1);
`},
	{name: "exceptions of async functions", throws: "all", text: `async function fails() {
  throw new Error('rejects');
}
async function catches() {
  try {
    throw new Error('is caught');
  } catch (e) {}
  try {
    await fails();
  } catch (e) {}
}
function plain() {
  throw new Error('by a plain function');
}
async function calls() {
  plain();
}
function* numbers() {
  throw new Error('of a generator');
}
catches().then(() => calls()).catch(() => {}).then(() => {
  try {
    numbers().next();
  } catch (e) {}
});
`},
}
