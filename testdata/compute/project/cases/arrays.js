const numbers = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009);
const words = numbers.map((x) => 'word' + x);
const records = numbers.map((x, i) => ({ id: i, rank: x, name: 'name' + x }));

module.exports = {
  'map': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.map((x) => x * 2).length; } return s; },
  'filter': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.filter((x) => x > 500).length; } return s; },
  'reduce': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.reduce((a, x) => a + x, 0); } return s; },
  'forEach': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { numbers.forEach((x) => { s += x; }); } return s; },
  'find': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += records.find((r) => r.id === 900).rank; } return s; },
  'map, filter and reduce': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += records.filter((r) => r.rank % 2).map((r) => r.rank).reduce((a, b) => a + b, 0); } return s; },
  'indexOf': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.indexOf(-1); } return s; },
  'includes a text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += words.includes('none') ? 1 : 0; } return s; },
  'sort of texts': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += words.slice().sort()[0].length; } return s; },
  'sort of numbers with a comparator': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.slice().sort((a, b) => a - b)[0]; } return s; },
  'sort of records with localeCompare': () => { const few = records.slice(0, 200); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += few.slice().sort((a, b) => a.name.localeCompare(b.name))[0].id; } return s; }; },
  'push and pop': () => (n) => { const a = []; for (let i = 0; i < n; i++) { a.push(i, i); a.pop(); if (a.length > 1000) { a.length = 0; } } return a.length; },
  'shift': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { const q = numbers.slice(0, 50); while (q.length > 0) { s += q.shift(); } } return s; },
  'splice': () => (n) => { const a = numbers.slice(); for (let i = 0; i < n; i++) { a.splice(500, 2, i, i + 1); } return a[500]; },
  'concat': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.concat(words).length; } return s; },
  'spread': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += [...numbers, ...words].length; } return s; },
  'slice': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.slice(10, 900).length; } return s; },
  'join': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += words.join(',').length; } return s; },
  'reverse': () => (n) => { const a = numbers.slice(); for (let i = 0; i < n; i++) { a.reverse(); } return a[0]; },
  'Array.from with a function': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Array.from({ length: 100 }, (_, k) => k).length; } return s; },
  'flatMap': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += numbers.flatMap((x) => [x, x]).length; } return s; },
  'a Map': () => (n) => { let s = 0; for (let r = 0; r < n; r++) { const m = new Map(); for (let i = 0; i < 200; i++) { m.set(words[i], i); } for (let i = 0; i < 200; i++) { s += m.get(words[i]); } } return s; },
  'a Set': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += [...new Set(numbers)].length; } return s; },
  'a Float64Array in a loop': () => { const t = new Float64Array(1000); return (n) => { for (let r = 0; r < n; r++) { for (let i = 0; i < 1000; i++) { t[i] = t[i] + i; } } return t[7]; }; },
  'a Uint8Array set, sliced and filled': () => { const t = new Uint8Array(4096); return (n) => { let s = 0; for (let i = 0; i < n; i++) { t.fill(i & 255); s += t.slice(100, 4000).length; t.set(t.subarray(0, 1000), 2000); } return s; }; },
};
