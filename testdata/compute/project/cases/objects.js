const one = { id: 1, name: 'Rex', age: 4, kind: 'dog', owner: 7 };

module.exports = {
  'Object.keys': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Object.keys(one).length; } return s; },
  'Object.entries': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Object.entries(one).length; } return s; },
  'Object.fromEntries': () => { const e = Object.entries(one); return (n) => { let s; for (let i = 0; i < n; i++) { s = Object.fromEntries(e); } return s.id; }; },
  'Object.assign': () => (n) => { let s; for (let i = 0; i < n; i++) { s = Object.assign({}, one, { age: i }); } return s.age; },
  'spread of an object': () => (n) => { let s; for (let i = 0; i < n; i++) { s = { ...one, age: i }; } return s.age; },
  'an object as a dictionary': () => { const k = Array.from({ length: 100 }, (_, i) => 'key' + i); return (n) => { let o; for (let r = 0; r < n; r++) { o = {}; for (let i = 0; i < 100; i++) { o[k[i]] = i; } } return o.key7; }; },
  'structuredClone': () => (n) => { let s; for (let i = 0; i < n; i++) { s = structuredClone({ one, list: [1, 2, 3] }); } return s.one.id; },
  'util.inspect': () => { const util = require('util'); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += util.inspect({ one, list: [1, 'a', null], at: new Date(0) }).length; } return s; }; },
  'util.format': () => { const util = require('util'); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += util.format('%s has %d of %j', 'a', i, one).length; } return s; }; },
};
