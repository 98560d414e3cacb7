const Promise_ = require('bluebird');
assert.deepStrictEqual(await Promise_.map([1, 2, 3], n => Promise_.delay(1).then(() => n * n), { concurrency: 2 }), [1, 4, 9]);
const fs = Promise_.promisifyAll({ read(name, cb) { setImmediate(cb, null, name + '!'); } });
assert.strictEqual(await fs.readAsync('x'), 'x!');
assert.strictEqual(await Promise_.resolve(1).delay(1).timeout(1000).call('toFixed', 1), '1.0');
assert.strictEqual(await Promise_.coroutine(function* () { return (yield Promise_.resolve(2)) + 1; })(), 3);
assert.strictEqual(await Promise_.reject(new TypeError('t')).catch(TypeError, e => e.message), 't');
