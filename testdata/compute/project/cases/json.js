const record = { id: 1, name: 'Rex', age: 4, tags: ['a', 'b'], owner: { id: 7, name: 'Ann' }, at: '2026-01-01T00:00:00.000Z', weight: 12.5, gone: null, ok: true };
const list = Array.from({ length: 100 }, (_, id) => ({ ...record, id }));

module.exports = {
  'stringify of a record': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += JSON.stringify(record).length; } return s; },
  'stringify of 100 records': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += JSON.stringify(list).length; } return s; },
  'stringify with an indent': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += JSON.stringify(list, null, 2).length; } return s; },
  'parse of a record': () => { const t = JSON.stringify(record); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += JSON.parse(t).id; } return s; }; },
  'parse of 100 records': () => { const t = JSON.stringify(list); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += JSON.parse(t).length; } return s; }; },
  'parse with a reviver': () => { const t = JSON.stringify(record); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += JSON.parse(t, (k, v) => v).id; } return s; }; },
};
