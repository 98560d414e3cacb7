// What util.inspect shows of objects without the usual prototypes, and of views.
console.log(Object.create(Object.create(null)), Object.create(Object.create(Object.create(null))), [Object.create(Object.create(null))], Object.assign(Object.create(Object.create(null)), { a: 1 }));
console.log(Object.create(null), Object.create({}), Object.setPrototypeOf([1], null), Object.setPrototypeOf(new Map([[1, 2]]), null), Object.setPrototypeOf(new Set(), null), Object.setPrototypeOf(() => {}, null), { a: Object.create(null) });
console.log(Object(5n), new DataView(new ArrayBuffer(2)), [Object(5n)], { v: new DataView(new ArrayBuffer(1)) }, Object.assign(Object(5n), { q: 1 }), class extends BigInt {});
console.log((async () => {}) instanceof (async () => {}).constructor, (function* () {}) instanceof (function* () {}).constructor);
try { JSON.stringify({ toJSON: function () { throw new Error('j'); } }); } catch (e) { console.log(e.stack.split('\n').slice(0, 3).map((l) => l.replace(/\(.*\//, '(')).join('\n')); }
try { require('./none'); } catch (e) { console.log(e.code, /framework\/|github/.test(e.stack)); }
