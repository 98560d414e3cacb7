const async = require('async');
assert.deepStrictEqual(await async.mapLimit([1, 2, 3], 2, async n => n * 2), [2, 4, 6]);
assert.deepStrictEqual(await new Promise((ok, no) => async.auto({ a: cb => setImmediate(cb, null, 1), b: ['a', (r, cb) => cb(null, r.a + 1)] }, (e, r) => e ? no(e) : ok(r))), { a: 1, b: 2 });
assert.strictEqual(await new Promise((ok, no) => async.waterfall([cb => cb(null, 1), (n, cb) => setTimeout(() => cb(null, n + 1), 1)], (e, r) => e ? no(e) : ok(r))), 2);
const done = [], q = async.queue((t, cb) => { done.push(t); setImmediate(cb); }, 2);
q.push([1, 2, 3]);
await q.drain();
assert.deepStrictEqual(done, [1, 2, 3]);
