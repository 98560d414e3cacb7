// What code itself costs: loops, calls, literals, classes.
class Point {
  constructor(x, y) { this.x = x; this.y = y; }
  sum() { return this.x + this.y; }
}
class Place extends Point {
  constructor(x, y, name) { super(x, y); this.name = name; }
  get title() { return this.name; }
}

module.exports = {
  'a sum in a loop': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += i; } return s; },
  'elements of an array in a loop': () => {
    const a = Array.from({ length: 1000 }, (_, i) => i);
    return (n) => { let s = 0; for (let r = 0; r < n; r++) { for (let i = 0; i < a.length; i++) { s += a[i]; } } return s; };
  },
  'nested loops over a matrix': () => {
    const m = Array.from({ length: 30 }, (_, i) => Array.from({ length: 30 }, (_, j) => i ^ j));
    return (n) => { let s = 0; for (let r = 0; r < n; r++) { for (let i = 0; i < 30; i++) { for (let j = 0; j < 30; j++) { s += m[i][j] * m[j][i]; } } } return s; };
  },
  'for of an array': () => { const a = Array.from({ length: 1000 }, (_, i) => i); return (n) => { let s = 0; for (let r = 0; r < n; r++) { for (const x of a) { s += x; } } return s; }; },
  'for in of an object': () => { const o = { a: 1, b: 2, c: 3, d: 4, e: 5 }; return (n) => { let s = 0; for (let r = 0; r < n; r++) { for (const k in o) { s += o[k]; } } return s; }; },
  'a closure per step': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { const f = () => i; s += f(); } return s; },
  'calls of a function': () => { function add(a, b) { return a + b; } return (n) => { let s = 0; for (let i = 0; i < n; i++) { s = add(s, i); } return s; }; },
  'recursion': () => { function fib(k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); } return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += fib(12); } return s; }; },
  'object literals': () => (n) => { let last; for (let i = 0; i < n; i++) { last = { id: i, name: 'x', tags: null, active: true }; } return last.id; },
  'properties read and written': () => { const o = { a: 1, b: 2, c: 3 }; return (n) => { for (let i = 0; i < n; i++) { o.a = o.b + o.c; o.b = o.c; o.c = i; } return o.a; }; },
  'instances of a class, and a method': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += new Point(i, 1).sum(); } return s; },
  'instances of a derived class': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += new Place(i, 1, 'abc').title.length; } return s; },
  'patterns of objects': () => { const o = { id: 1, name: 'x', more: { deep: 2 } }; return (n) => { let s = 0; for (let i = 0; i < n; i++) { const { id, more: { deep }, none = 3 } = o; s += id + deep + none; } return s; }; },
  'patterns of arrays': () => { const a = [1, 2, 3]; return (n) => { let s = 0; for (let i = 0; i < n; i++) { const [x, y] = a; s += x + y; } return s; }; },
  'rest and spread of arguments': () => { function f(...list) { return list.length; } const a = [1, 2, 3]; return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += f(...a, i); } return s; }; },
  'a switch over texts': () => {
    const words = ['get', 'post', 'put', 'delete', 'patch'];
    return (n) => { let s = 0; for (let i = 0; i < n; i++) { switch (words[i % 5]) { case 'get': s += 1; break; case 'post': s += 2; break; case 'put': s += 3; break; default: s += 4; } } return s; };
  },
  'try and catch of an error': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { try { throw new Error('x'); } catch (e) { s += e.message.length; } } return s; },
  'a generator': () => { function* g() { for (let i = 0; i < 100; i++) { yield i; } } return (n) => { let s = 0; for (let i = 0; i < n; i++) { for (const x of g()) { s += x; } } return s; }; },
  'bits and rounding of numbers': () => (n) => { let h = 7; for (let i = 0; i < n; i++) { h = (h << 5) - h + (i & 255) | 0; h ^= Math.floor(h / 3); } return h; },
};
